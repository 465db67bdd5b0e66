import type { Readable } from 'node:stream';
import type { Tx } from './scope.ts';
import type { Viewer } from './viewer.ts';

/** A message to one person. */
export interface OutgoingMail {
  /** without one the installation itself writes */
  from?: { name: string; email_address: string };
  /** where answers go; without one to the sender */
  reply_to?: string;
  /** further headers by name; line ends in them are taken out */
  headers?: Readonly<Record<string, string>>;
  to: { name: string | null; email_address: string };
  subject: string;
  text: string;
  html: string;
  /** fixed per message, so that a second try is the same message to the receiving side */
  message_id: string;
}

/** Sends mail, or puts it into the outbox folder when no relay is configured. */
export interface MailService {
  /** domain of the senders' addresses and of message ids */
  domain: string;
  /** bulk mail waits this long so that it can be called back */
  undoSeconds: number;
  /** answers to `reply+…@domain` come in */
  takesReplies: boolean;
  /** host and port of the relay; null: none is set up, mail goes to the outbox folder */
  relay: string | null;
  /** Talks to the relay step by step, up to a test mail; never throws. Nothing secret is in what it answers. */
  check(test: { to: string; workspace: string }): Promise<MailCheckStep[]>;
  /** @throws MailRefused */
  send(mail: OutgoingMail): Promise<{ delivered: 'relay' | 'outbox' }>;
}

/** What was tried of the way to the relay, and how it went, as a sentence. */
export interface MailCheckStep {
  step: 'find' | 'connect' | 'encrypt' | 'sign_in' | 'send';
  state: 'ok' | 'failed' | 'skipped';
  sentence: string;
}

/**
 * Why a mail did not go out. refused: for good; deferred: the relay wants it later; unreachable: the
 * relay cannot be used at all, whatever the mail; unknown: the connection broke while it was handed
 * over, so that the relay may have it. The message is the relay's own sentence.
 */
export class MailRefused extends Error {
  override name = 'MailRefused';
  readonly fate: 'refused' | 'deferred' | 'unreachable' | 'unknown';
  constructor(fate: MailRefused['fate'], sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.fate = fate;
  }
}

/** Keeps files under keys of tenant and random name, never under the file's own name. */
export interface FileService {
  put(
    key: string,
    content: Readable | Uint8Array,
    options: { sizeInBytes?: number; contentType: string },
  ): Promise<void>;
  /** @param range first and last byte of the part that is wanted, both included; without it all of it */
  get(key: string, range?: { start: number; end: number }): Promise<Readable>;
  remove(key: string): Promise<void>;
}

/** Looks at files before they are kept. */
export interface VirusScanner {
  /** @returns what it found; null: nothing. @throws Error when it cannot be asked or cannot tell */
  scan(content: Readable): Promise<string | null>;
}

/** A job whose tries are used up. */
export interface DeadJob {
  id: string;
  /** name of the task; one that this version does not know cannot be tried again */
  task: string;
  /** what the task does; null: this version does not know it */
  description: string | null;
  payload: Readonly<Record<string, unknown>>;
  /** what the last try said; null: its worker died */
  problem: string | null;
  tries: number;
  /** null: not written down */
  asked_at: Date | null;
  died_at: Date;
}

/** A job that comes again. */
export interface ScheduledJob {
  task: string;
  description: string;
  /** cron expression, UTC */
  cron: string;
  next_at: Date;
  /** when it was last done in this workspace; null: not within the days for which that is kept */
  last_at: Date | null;
}

/** Background work; the row that asks for it is written in the command's transaction. */
export interface TaskService {
  enqueue(
    tx: Tx,
    task: string,
    payload: Record<string, unknown>,
    options?: { startAfter?: Date; key?: string },
  ): Promise<void>;
  /** Sets when the waiting job of a key begins, whatever it was before; makes the job when none waits. Its row is held until the commit. */
  putOff(
    tx: Tx,
    task: string,
    payload: Record<string, unknown>,
    options: { startAfter: Date; key: string },
  ): Promise<void>;
  /** Takes back the waiting job of a key, when there is one. One that has begun is not stopped. */
  takeBack(tx: Tx, task: string, key: string): Promise<void>;
  /** Dead jobs of a workspace, the latest first, at most 200. */
  dead(db: Tx, subdomain_id: string): Promise<DeadJob[]>;
  /** Asks for the work of a dead job again, in the open transaction. @returns the job; null when it is gone, another workspace's, or its task is unknown */
  retryDead(tx: Tx, subdomain_id: string, id: string): Promise<DeadJob | null>;
  /** Forgets a dead job, in the open transaction. @returns the job; null when it is gone or another workspace's */
  removeDead(tx: Tx, subdomain_id: string, id: string): Promise<DeadJob | null>;
  /** Jobs that come again, the next one first. */
  schedule(db: Tx, subdomain_id: string, now: Date): Promise<ScheduledJob[]>;
}

/** Looks up DNS records. */
export interface DnsService {
  /** Texts of the TXT records of a name, each joined; none: []. @throws DnsUnavailable */
  textsOf(name: string): Promise<string[]>;
}

/** No DNS server gave an answer: whether there is a record is not known. */
export class DnsUnavailable extends Error {
  override name = 'DnsUnavailable';
}

/** Signs addresses that work without a session of their own. */
export interface SignatureService {
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
}

/** The outside world as the product sees it; each part is an adapter chosen at start. */
export interface Services {
  mail: MailService;
  files: FileService;
  /** null: none is set up, and files are taken unseen */
  scanner: VirusScanner | null;
  tasks: TaskService;
  signatures: SignatureService;
  /** looks up DNS records, for the proof of a host name */
  dns: DnsService;
  /** host of PUBLIC_URL, without port */
  installationHost: string;
  /** address of a workspace at the installation's own name, without a final slash; every link with a credential begins with it, never with a host name of the workspace's own */
  publicUrl(subdomainKey: string): string;
  /** address that people know a workspace by, without a final slash: its proved host name, else as publicUrl. Never for a link with a credential */
  shownUrl(subdomainKey: string): string;
  /** other workspaces in which the viewer's address has a licence; looks beyond the tenant, so it is no statement of the scope */
  otherSubdomains(viewer: Viewer): Promise<{ host: string; admin_url: string }[]>;
}
