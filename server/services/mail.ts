/** A message to one person. */
export interface OutgoingMail {
  /** without one the installation itself writes */
  from?: { name: string; email_address: string };
  /** signs the mail for the sender's domain (DKIM); bounces then go to the installation's own address */
  dkim?: { domain: string; selector: string; private_key: string };
  /** where answers go; without one to the sender */
  reply_to?: string;
  /** further headers by name; line ends in them are removed */
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
  readonly outcome: 'refused' | 'deferred' | 'unreachable' | 'unknown';
  constructor(outcome: MailRefused['outcome'], sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.outcome = outcome;
  }
}
