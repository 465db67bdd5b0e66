/** A text that saves itself while it is written. No React: `useSavedDraft` draws it. */
import { ApiError, messageOf } from '../api/errors.ts';

/** So long after the last key what was written is saved. */
export const SAVE_AFTER_MS = 1_200;

/** A text with the `updated_at` of the record that holds it. */
export type Stored<Text> = Text & { version: string };

/** How it stands. */
export interface DraftState<Text> {
  text: Text;
  /** What the server holds, as far as it is known here. */
  stored: Stored<Text>;
  /** theirs: someone else saved meanwhile, and nothing more is saved until a version is chosen. */
  saving: 'idle' | 'running' | 'failed' | 'theirs';
  /** The server's sentence; null: nothing was refused. */
  problem: string | null;
  /** It began with a text that was not saved before. */
  isRestored: boolean;
}

/** What a draft asks of the world. */
export interface DraftPorts<Text> {
  /** Saves a text over a version; answers the new version. Rejects with ApiError. */
  send: (text: Text, over: string) => Promise<string>;
  /** Reads the text as it is now; null when the record is gone. */
  load: () => Promise<Stored<Text> | null>;
  /** Keeps what is not saved yet in the tab; null forgets it. */
  keep: (unsaved: Stored<Text> | null) => void;
  /** Whether nothing is to be saved of one text over the other. */
  isSame: (one: Text, other: Text) => boolean;
  /** Whether a text can be saved at all: without a title it waits. */
  isWhole: (text: Text) => boolean;
  /** So long after the last change it is saved; left out: SAVE_AFTER_MS. */
  afterMs?: number;
}

/**
 * Saves a text by itself when its writer rests, one save after the other, each over the version that it is built upon.
 * When someone else saved meanwhile it stops, so that neither version is lost, until one is chosen.
 */
export class SavedDraft<Text extends object> {
  private readonly ports: DraftPorts<Text>;
  private readonly watchers = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<boolean> | null = null;
  private now: DraftState<Text>;

  /** @param unsaved what the tab has of an earlier time, with the version that it was built upon; null: nothing */
  constructor(stored: Stored<Text>, unsaved: Stored<Text> | null, ports: DraftPorts<Text>) {
    this.ports = ports;
    this.now = {
      text: unsaved ?? stored,
      stored: unsaved === null ? stored : { ...stored, version: unsaved.version },
      saving: 'idle',
      problem: null,
      isRestored: unsaved !== null && !ports.isSame(unsaved, stored),
    };
    if (this.isDirty) this.plan();
  }

  /** For useSyncExternalStore. */
  readonly state = (): DraftState<Text> => this.now;
  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  /** Something is not saved yet. */
  get isDirty(): boolean {
    return !this.ports.isSame(this.now.text, this.now.stored);
  }

  /** Takes what was typed. */
  readonly write = (patch: Partial<Text>): void => {
    this.change({ text: { ...this.now.text, ...patch } });
    this.ports.keep(this.isDirty ? { ...this.now.text, version: this.now.stored.version } : null);
    this.plan();
  };

  /** Saves what is unsaved. @returns whether all of it is stored now */
  readonly save = async (): Promise<boolean> => {
    clearTimeout(this.timer);
    while (this.running !== null) await this.running;
    if (!this.isDirty) return true;
    if (this.now.saving === 'theirs' || !this.ports.isWhole(this.now.text)) return false;
    this.running = this.send(this.now.text);
    return this.running;
  };

  /** An answer of the server came: taken over where nothing is unsaved here and it is newer. */
  readonly arrived = (stored: Stored<Text>): void => {
    if (this.isDirty || this.running !== null || stored.version <= this.now.stored.version) return;
    this.change({ text: stored, stored });
  };

  /** The record was changed without its text, as when an article is published. */
  readonly tookPlace = (version: string): void => this.change({ stored: { ...this.now.stored, version } });

  /** Begins with what the server holds; what was unsaved is given up. */
  readonly begin = (stored: Stored<Text>): void => {
    clearTimeout(this.timer);
    this.ports.keep(null);
    this.change({ text: stored, stored, saving: 'idle', problem: null, isRestored: false });
  };

  /** Puts one's own text over the version of someone else. */
  readonly keepMine = async (): Promise<void> => {
    const theirs = await this.theirs();
    if (theirs === null) return;
    this.change({ stored: theirs, saving: 'idle', problem: null });
    await this.save();
  };

  /** Gives up one's own text for that of someone else. */
  readonly takeTheirs = async (): Promise<void> => {
    const theirs = await this.theirs();
    if (theirs !== null) this.begin(theirs);
  };

  private async theirs(): Promise<Stored<Text> | null> {
    try {
      return await this.ports.load();
    } catch (error) {
      this.change({ problem: messageOf(error) });
      return null;
    }
  }

  private plan(): void {
    clearTimeout(this.timer);
    if (this.isDirty && this.now.saving !== 'theirs')
      this.timer = setTimeout(() => void this.save(), this.ports.afterMs ?? SAVE_AFTER_MS);
  }

  private async send(text: Text): Promise<boolean> {
    this.change({ saving: 'running' });
    try {
      const version = await this.ports.send(text, this.now.stored.version);
      this.running = null;
      this.change({ stored: { ...text, version }, saving: 'idle', problem: null });
      this.ports.keep(this.isDirty ? { ...this.now.text, version } : null);
      this.plan();
      return !this.isDirty;
    } catch (error) {
      this.running = null;
      const isTheirs = error instanceof ApiError && error.reason === 'changed';
      this.change({ saving: isTheirs ? 'theirs' : 'failed', problem: messageOf(error) });
      return false;
    }
  }

  private change(patch: Partial<DraftState<Text>>): void {
    this.now = { ...this.now, ...patch };
    for (const watcher of this.watchers) watcher();
  }
}
