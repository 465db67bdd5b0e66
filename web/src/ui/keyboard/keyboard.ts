/**
 * One listener for every keyboard shortcut and every Escape of the console.
 *
 * - A *layer* is something open on top of the page: slide-out, dialog, menu, tooltip. Escape goes to the
 *   topmost layer only.
 * - A layer may be *modal*: shortcuts that were registered below it do not fire.
 * - A shortcut without Ctrl, Alt or Meta never fires while someone types, and all single-character
 *   ones can be switched off (WCAG 2.1.4).
 */
import { flushSync } from 'react-dom';

/** How long the first key of a sequence such as 'g i' waits for the second. */
const SEQUENCE_TIMEOUT_MS = 1200;

/** One step of a shortcut, as read from its text. */
/** `control`: `mod` that is written as the Control key on a Mac, where Cmd with the same letters is the browser's. */
export type KeyStep = { key: string; shift: boolean; mod: boolean; alt: boolean; control?: true };

/** What the matching needs of a keyboard event. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'> &
  Partial<Pick<KeyboardEvent, 'code'>>;

const aliases: Record<string, string> = {
  esc: 'escape',
  space: ' ',
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright',
  ctrl: 'mod',
  cmd: 'mod',
};

/**
 * Reads a shortcut's text: 'shift+s', 'mod+enter' (Ctrl, or Cmd on a Mac), '?', 'g i' (one key after
 * the other), 'esc', 'space'. Throws on an empty one.
 */
export function parseShortcut(text: string): KeyStep[] {
  const steps = text
    .trim()
    .split(/\s+/)
    .map((part) => {
      const step: KeyStep = { key: '', shift: false, mod: false, alt: false };
      // A lone plus sign is a key, not a separator.
      const names = part === '+' ? ['+'] : part.toLowerCase().split('+');
      for (const name of names) {
        const known = aliases[name] ?? name;
        if (known === 'shift') step.shift = true;
        else if (known === 'mod') step.mod = true;
        else if (known === 'control') Object.assign(step, { mod: true, control: true });
        else if (known === 'alt') step.alt = true;
        else step.key = known;
      }
      return step;
    });
  if (steps.some((step) => step.key === '')) throw new Error(`'${text}' is not a keyboard shortcut.`);
  return steps;
}

/**
 * True when the event is this step. Shift counts for letters and named keys; for signs it does not,
 * since '?' or '[' need it on some keyboards and not on others. A digit with Ctrl Shift is told by its place: with
 * Shift that key is a sign, another one on each keyboard.
 */
export function matchesStep(step: KeyStep, event: KeyPress): boolean {
  const isShiftedDigit = step.mod && step.shift && /^\d$/.test(step.key) && event.code === `Digit${step.key}`;
  if (event.key.toLowerCase() !== step.key && !isShiftedDigit) return false;
  if ((event.ctrlKey || event.metaKey) !== step.mod || event.altKey !== step.alt) return false;
  const isSign =
    step.key.length === 1 && step.key.toLowerCase() === step.key.toUpperCase() && step.key !== ' ';
  return isSign || event.shiftKey === step.shift;
}

/** True for a shortcut that fires on a plain character: such shortcuts can be switched off. */
export function isSingleKey(steps: readonly KeyStep[]): boolean {
  return steps.every((step) => !step.mod && !step.alt && step.key.length === 1 && step.key !== ' ');
}

/** How to write a shortcut's text for people: ['G', 'I'] for 'g i', ['⇧S'] for 'shift+s', ['Ctrl K']. */
export function shortcutLabels(text: string, isMac: boolean = isMacKeyboard()): string[] {
  const names: Record<string, string> = {
    escape: 'Esc',
    enter: 'Enter',
    delete: 'Del',
    ' ': 'Space',
    arrowup: '↑',
    arrowdown: '↓',
    arrowleft: '←',
    arrowright: '→',
    tab: 'Tab',
  };
  return parseShortcut(text).map((step) => {
    const key = names[step.key] ?? (step.key.length === 1 ? step.key.toUpperCase() : step.key);
    const mod = step.mod ? (isMac ? (step.control === true ? '⌃' : '⌘') : 'Ctrl ') : '';
    const alt = step.alt ? (isMac ? '⌥' : 'Alt ') : '';
    return `${mod}${alt}${step.shift ? '⇧' : ''}${key}`;
  });
}

function isMacKeyboard(): boolean {
  return typeof navigator !== 'undefined' && /mac/i.test(navigator.platform);
}

/**
 * The shortcut with Alt for a letter or digit as it works here, also while someone types. A Mac writes letters with
 * that key, and ChromeOS opens programs with it and a digit: there it is Ctrl Shift, which both leave alone.
 *
 * @param agent what the browser says of itself; left out: this one
 */
export function altKeys(
  key: string,
  { isMac = isMacKeyboard(), agent = typeof navigator === 'undefined' ? '' : navigator.userAgent } = {},
): string {
  const isTaken = isMac || (/\bCrOS\b/.test(agent) && /^\d$/.test(key));
  return isTaken ? `control+shift+${key}` : `alt+${key}`;
}

/** Whether a key press is what `altKeys` writes, of whichever letter or digit. */
export function isAltPress(event: KeyPress, here: Parameters<typeof altKeys>[1] = {}): boolean {
  const key = /^Digit(\d)$/.exec(event.code ?? '')?.[1] ?? event.key.toLowerCase();
  const [step] = /^[a-z\d]$/.test(key) ? parseShortcut(altKeys(key, here)) : [];
  return step !== undefined && matchesStep(step, event);
}

/** True when the element takes typed text, so that letters belong to it. */
export function takesText(element: Element | null): boolean {
  if (element === null) return false;
  if (element instanceof HTMLElement && element.isContentEditable) return true;
  // An editor on its way: what is typed meanwhile is meant for it.
  if (element instanceof HTMLElement && element.dataset['pendingField'] !== undefined) return true;
  if (element.closest('textarea, select, [role="textbox"], [role="searchbox"], [role="combobox"]') !== null)
    return true;
  const input = element.closest('input');
  if (input === null) return false;
  return !['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color', 'image'].includes(
    input.type,
  );
}

/** True when the element does something of its own on this key: Enter and Space press a button, arrows move in a list. */
function usesKey(element: Element | null, key: string): boolean {
  if (element === null) return false;
  const onArrows =
    'input, [role="option"], [role="menuitem"], [role="tab"], [role="radio"], [role="separator"], [role="slider"], [role="toolbar"]';
  const onPress = 'a[href], button, summary, input, [role="button"], [role="option"], [role="menuitem"]';
  return element.closest(key.startsWith('Arrow') ? onArrows : onPress) !== null;
}

/** A shortcut as the list of shortcuts shows it. `isOff`: it does nothing now. */
export type ShortcutInfo = {
  id: number;
  keys: string;
  label: string | null;
  group: string | null;
  isOff?: boolean;
};

type Entry = ShortcutInfo & {
  steps: KeyStep[];
  level: number;
  always: boolean;
  everywhere?: boolean;
  outsideText?: boolean;
  handler: (event: KeyboardEvent) => void;
};

type Layer = { id: number; isModal: boolean; onEscape: ((event: KeyboardEvent) => void) | null };

let nextId = 1;
let entries: Entry[] = [];
let layers: Layer[] = [];
let singleKeysEnabled = true;
let pending: { steps: KeyPress[]; timer: ReturnType<typeof setTimeout> } | null = null;
const watchers = new Set<() => void>();
let infos: readonly ShortcutInfo[] = [];

function changed(): void {
  infos = entries
    .filter((entry) => entry.label !== null)
    .map(({ id, keys, label, group, isOff = false }) => ({ id, keys, label, group, isOff }));
  for (const watcher of watchers) watcher();
}

/**
 * Registers a shortcut; the answer takes it away again. Of two with the same keys the later one wins.
 * `level` is the modal layer it belongs to (0 for the page); `always` makes it fire under any layer,
 * `everywhere` also between one page and the next; `isOff` lets it stand in the list, and nothing else. `outsideText`: not
 * in fields, whatever the modifier.
 */
export function addShortcut(options: {
  keys: string;
  handler: (event: KeyboardEvent) => void;
  label: string | null;
  group: string | null;
  level: number;
  always: boolean;
  everywhere?: boolean;
  isOff?: boolean;
  outsideText?: boolean;
}): () => void {
  const entry: Entry = { id: nextId++, steps: parseShortcut(options.keys), ...options };
  entries = [...entries, entry];
  changed();
  return () => {
    entries = entries.filter((other) => other !== entry);
    changed();
  };
}

/** Registered shortcuts that have a label, in the order of their registration. */
export function listShortcuts(): readonly ShortcutInfo[] {
  return infos;
}

/** Shortcuts of the page itself, whatever lies over it, that are listed under a heading. */
export function pageShortcutsOf(group: string): readonly ShortcutInfo[] {
  return entries.filter((entry) => entry.level === 0 && entry.group === group && entry.label !== null);
}

/** Does what a shortcut does, for who chose it by its name. Nothing where it is no longer there. */
export function runShortcut(id: number): void {
  const entry = entries.find((other) => other.id === id);
  if (entry === undefined) return;
  const event = new KeyboardEvent('keydown', { key: entry.steps[0]?.key ?? '' });
  // what it opens stands, and has the focus, before the next key
  flushSync(() => entry.handler(event));
}

/** Calls back whenever a shortcut is registered or taken away, or single keys are switched. */
export function watchShortcuts(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Switches every shortcut that is a plain character on or off (kept for the user, WCAG 2.1.4). */
export function setSingleKeyShortcuts(enabled: boolean): void {
  singleKeysEnabled = enabled;
  changed();
}

/** Whether shortcuts that are a plain character fire. */
export function singleKeyShortcutsEnabled(): boolean {
  return singleKeysEnabled;
}

/**
 * Puts a layer on top; the answer takes it away. `onEscape` null leaves Escape to the layer below.
 */
export function addLayer(layer: { isModal: boolean; onEscape: ((event: KeyboardEvent) => void) | null }): {
  id: number;
  remove: () => void;
} {
  const entry: Layer = { id: nextId++, ...layer };
  layers = [...layers, entry];
  return {
    id: entry.id,
    remove: () => {
      layers = layers.filter((other) => other !== entry);
    },
  };
}

/** Id of the topmost modal layer, 0 when only the page is there. */
export function topModalLayer(): number {
  for (let index = layers.length - 1; index >= 0; index -= 1) {
    const layer = layers[index];
    if (layer?.isModal === true) return layer.id;
  }
  return 0;
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.isComposing) return;
  // Escape counts even when someone prevented its default: editors do so without using it. A part that
  // uses it stops it from coming here.
  if (event.defaultPrevented && event.key !== 'Escape') return;
  const target = event.target instanceof Element ? event.target : null;

  if (event.key === 'Escape') {
    for (let index = layers.length - 1; index >= 0; index -= 1) {
      const layer = layers[index];
      if (layer !== undefined && layer.onEscape !== null) {
        event.preventDefault();
        layer.onEscape(event);
        return;
      }
    }
  }
  if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;

  const typed = pending === null ? [event] : [...pending.steps, event];
  const level = topModalLayer();
  const isTyping = takesText(target);
  const candidates = entries.filter((entry) => {
    if (entry.isOff === true) return false;
    if (!entry.always && entry.level !== level) return false;
    const first = entry.steps[0];
    const withModifier = first !== undefined && (first.mod || first.alt);
    if (isTyping && event.key !== 'Escape' && (!withModifier || entry.outsideText === true)) return false;
    if (!singleKeysEnabled && isSingleKey(entry.steps)) return false;
    if (isLeaving && entry.level === 0 && !withModifier && entry.everywhere !== true) return false;
    return true;
  });

  const exact =
    lastMatch(candidates, typed) ?? (typed.length > 1 ? lastMatch(candidates, [event]) : undefined);
  clearPending();
  if (exact !== undefined) {
    const step = exact.steps[exact.steps.length - 1];
    const isActivation = step !== undefined && !step.mod && (step.key.length > 1 || step.key === ' ');
    if (isActivation && step.key !== 'escape' && usesKey(target, event.key)) return;
    event.preventDefault();
    // What it opens stands, and has the focus, before the next key: the state that it sets is drawn at once.
    flushSync(() => exact.handler(event));
    // A key that is still held down goes on with nothing: its repetitions are no text of the field it led to.
    if (takesText(document.activeElement)) heldCode = event.code;
    return;
  }
  const begins = candidates.some(
    (entry) => entry.steps.length > 1 && entry.steps[0] !== undefined && matchesStep(entry.steps[0], event),
  );
  if (begins) {
    pending = { steps: [event], timer: setTimeout(clearPending, SEQUENCE_TIMEOUT_MS) };
  }
}

let isLeaving = false;

/**
 * While another page is on its way, the plain keys of the one that is still shown do nothing: who follows a
 * link and types means the page that comes.
 */
export function setPageLeaving(leaves: boolean): void {
  isLeaving = leaves;
}

/**
 * Whether a key press is no text for a layer that is on its way: a shortcut that fires under any layer, such as the
 * palette's, or one with Alt, which may be the layer's own.
 */
export function isShortcutPress(event: KeyPress): boolean {
  return (
    isAltPress(event) ||
    entries.some((entry) => entry.always && entry.isOff !== true && lastMatch([entry], [event]) !== undefined)
  );
}

/** `code` of the key whose shortcut took the focus into a field, until it is released. */
let heldCode: string | null = null;

function onAnyKeyDown(event: KeyboardEvent): void {
  if (!event.repeat) heldCode = null;
  else if (heldCode !== null && event.code === heldCode) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

function onKeyUp(event: KeyboardEvent): void {
  if (event.code === heldCode) heldCode = null;
}

function lastMatch(candidates: readonly Entry[], typed: readonly KeyPress[]): Entry | undefined {
  return candidates.findLast(
    (entry) =>
      entry.steps.length === typed.length &&
      entry.steps.every((step, index) => {
        const press = typed[index];
        return press !== undefined && matchesStep(step, press);
      }),
  );
}

function clearPending(): void {
  if (pending !== null) clearTimeout(pending.timer);
  pending = null;
}

/** Starts listening on the document; the answer stops it. Called once, by `UiRoot`. */
export function listenToKeyboard(): () => void {
  document.addEventListener('keydown', onAnyKeyDown, true);
  document.addEventListener('keydown', onKeyDown);
  document.addEventListener('keyup', onKeyUp, true);
  return () => {
    document.removeEventListener('keydown', onAnyKeyDown, true);
    document.removeEventListener('keydown', onKeyDown);
    document.removeEventListener('keyup', onKeyUp, true);
  };
}
