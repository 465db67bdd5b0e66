import type { DnsService } from '../services/dns.ts';
import type { FileService, VirusScanner } from '../services/files.ts';
import type { MailService } from '../services/mail.ts';
import type { OutgoingService } from '../services/outgoing.ts';
import type { TaskService } from '../services/tasks.ts';
import type { TrackerService } from '../services/tracker.ts';
import type { Viewer } from './viewer.ts';

/** Signs addresses that work without a session of their own. */
export interface SignatureService {
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
}

/** Keeps secrets that the product itself has to know again, such as the token of another system. */
export interface SealService {
  /** @param about what it belongs to, such as the token of a workspace's tracker: for anything else it is not opened */
  seal(text: string, about: string): Buffer;
  /** null: sealed by another installation's key, for something else, or changed */
  open(sealed: Buffer, about: string): string | null;
}

/** The outside world as the product sees it; each part is an adapter chosen at start. */
export interface Services {
  mail: MailService;
  files: FileService;
  /** null: none is set up, and files are accepted unscanned */
  scanner: VirusScanner | null;
  tasks: TaskService;
  signatures: SignatureService;
  seals: SealService;
  /** the issue tracker of a workspace, by the access that it keeps */
  tracker: TrackerService;
  /** calls to addresses that people typed */
  outgoing: OutgoingService;
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
  sessionOrigins: SessionOrigins;
}

/** A session in another workspace that came out of one of the person's own here. */
export interface SessionElsewhere {
  id: string;
  subdomain_id: string;
  /** name of its workspace */
  workspace: string;
  /** SHA-256 of its secret */
  secret_hash: Buffer;
  /** network address of who began it; null: not known */
  ip: string | null;
  user_agent: string | null;
  created_at: Date;
  last_used_at: Date;
}

/** Sessions of one person in several workspaces; looks beyond the tenant, so none of it is a statement of the scope. */
export interface SessionOrigins {
  /** those of these origins that live; a session holds only while all of its own do */
  living(origins: readonly string[]): Promise<ReadonlySet<string>>;
  /** living sessions outside of a workspace that came out of any of these; the latest used first */
  outOf(subdomain_id: string, origins: readonly string[]): Promise<SessionElsewhere[]>;
  /** ends one of those */
  end(session: Pick<SessionElsewhere, 'subdomain_id' | 'id'>): Promise<void>;
}
