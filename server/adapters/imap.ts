import { createHash } from 'node:crypto';

/** The mailbox that takes what comes back, as far as it is used. */
export interface Mailbox {
  /** Which mailbox it is; another one when the server gives its mails other numbers. */
  id: string;
  /** Mails that no one has seen, the oldest first. */
  unseen(limit: number): Promise<{ uid: number; sizeInBytes: number }[]>;
  /** A mail as it came; null: it is gone. Does not mark it. */
  read(uid: number): Promise<Buffer | null>;
  markSeen(uid: number): Promise<void>;
  close(): Promise<void>;
}

const CONNECT_MS = 15_000;
const SILENCE_MS = 60_000;

/**
 * Opens the mailbox of IMAP_URL: `imaps://user:password@host` for TLS at once, `imap://` for STARTTLS where the
 * server has it; a path names the folder, INBOX without one. The user name may hold an @ as %40.
 * @throws when the server cannot be reached or refuses the sign-in
 */
export async function openMailbox(address: string): Promise<Mailbox> {
  const url = new URL(address);
  const isSecure = url.protocol === 'imaps:';
  // loaded when there is a mailbox: it takes 30 MB
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    host: url.hostname,
    port: url.port === '' ? (isSecure ? 993 : 143) : Number(url.port),
    secure: isSecure,
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  });
  // a connection that breaks fails the call that waits for it; without one no one needs to know
  client.on('error', () => {});
  await client.connect();
  try {
    await client.mailboxOpen(decodeURIComponent(url.pathname.replace(/^\//, '')) || 'INBOX');
  } catch (error) {
    client.close();
    throw error;
  }
  return {
    id: `${createHash('sha256').update(`${url.username}@${url.host}${url.pathname}`).digest('hex').slice(0, 24)}:${client.mailbox ? client.mailbox.uidValidity : 0}`,
    unseen: async (limit) => {
      const found = await client.search({ seen: false }, { uid: true });
      const uids = (found || []).slice(0, limit);
      if (uids.length === 0) return [];
      const mails = await client.fetchAll(uids, { uid: true, size: true }, { uid: true });
      return mails
        .map(({ uid, size }) => ({ uid, sizeInBytes: size ?? 0 }))
        .toSorted((a, b) => a.uid - b.uid);
    },
    read: async (uid) => {
      const mail = await client.fetchOne(String(uid), { uid: true, source: true }, { uid: true });
      return mail ? (mail.source ?? null) : null;
    },
    markSeen: async (uid) => void (await client.messageFlagsAdd([uid], ['\\Seen'], { uid: true })),
    close: async () => {
      await client.logout().catch(() => client.close());
    },
  };
}
