import type { DnsService } from '../services/dns.ts';
import type { FileService, VirusScanner } from '../services/files.ts';
import type { MailService } from '../services/mail.ts';
import type { TaskService } from '../services/tasks.ts';
import type { Viewer } from './viewer.ts';

/** Signs addresses that work without a session of their own. */
export interface SignatureService {
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
}

/** The outside world as the product sees it; each part is an adapter chosen at start. */
export interface Services {
  mail: MailService;
  files: FileService;
  /** null: none is set up, and files are accepted unscanned */
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
