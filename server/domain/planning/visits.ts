/** Readers of a roadmap by the domain of their address: a link by email, and the browser that followed it. */
import { isEmail } from '../../../contract/email.ts';
import { roadmapPath, roadmapVisit } from '../../../contract/features.ts';
import type { Scope } from '../../core/scope.ts';
import { defineTask } from '../../core/task.ts';
import { charge, ShareUsedUp, type Share } from '../account/limits/login_backoff.ts';
import { accountKey } from '../account/limits/shares.ts';
import { hashSecret, isSecret, newSecret } from '../account/secrets.ts';
import { noticeMail } from '../../text/mail_page.ts';
import { findRoadmap, isOfDomains } from './reader_roadmap.ts';

const MINUTE_MS = 60_000;

/** What asking for a link costs: for each network three emails to one address, and some for all addresses together. */
const shares = (address: string, network: string): Share[] => [
  { key: `roadmap ${accountKey(address)} ${network}`, account: null, burst: 3, everyMs: 20 * MINUTE_MS },
  { key: `roadmap account ${accountKey(address)}`, account: null, burst: 12, everyMs: 5 * MINUTE_MS },
  { key: `roadmap crowd ${network}`, account: null, burst: 20, everyMs: 3 * MINUTE_MS },
];

/**
 * Asks for a link by email. The job looks whether the address may read the roadmap, so that the answer tells no one.
 * @param network as `networkOf` gives it
 * @returns seconds to wait when too many were asked for; else null
 */
export async function askForVisit(
  scope: Scope,
  token: string,
  address: string,
  network: string,
): Promise<number | null> {
  if (!isEmail(address)) return null;
  const { subdomain_id } = scope.viewer;
  try {
    await scope.write(async (tx) => {
      await charge(tx, scope, shares(address, network));
      await scope.services.tasks.enqueue(tx, roadmapVisitMail.name, {
        subdomain_id,
        token,
        email_address: address,
      });
    });
    return null;
  } catch (error) {
    if (error instanceof ShareUsedUp) return error.seconds;
    throw error;
  }
}

/** Mails the link, if people of the address's domain may read the roadmap. The secret stands in the email alone. */
export const roadmapVisitMail = defineTask<{ token: string; email_address: string }>({
  name: 'roadmap_visit_mail',
  description: 'Send a link to read a roadmap',
  run: async ({ token, email_address }, { scope }) => {
    const { subdomain_id } = scope.viewer;
    const roadmap = await findRoadmap(scope, token);
    if (roadmap === undefined || !isOfDomains(roadmap, email_address)) return;
    const workspace = await scope.db
      .selectFrom('subdomains')
      .select(['key', 'name'])
      .where('id', '=', subdomain_id)
      .executeTakeFirstOrThrow();
    const secret = newSecret();
    const now = scope.now();
    await scope.write((tx) =>
      tx
        .insertInto('roadmap_visits')
        .values({
          subdomain_id,
          roadmap_id: roadmap.id,
          email_address,
          link_hash: hashSecret(secret),
          link_ends_at: new Date(now.getTime() + roadmapVisit.linkMinutes * MINUTE_MS),
          created_at: now,
        })
        .execute(),
    );
    const url = `${scope.services.publicUrl(workspace.key)}${roadmapPath}/${token}?link=${secret}`;
    const subject = `Read the roadmap “${roadmap.name}”`;
    await scope.services.mail.send({
      to: { name: null, email_address },
      subject,
      ...noticeMail({
        workspace: workspace.name,
        heading: subject,
        lines: [
          'Hello,',
          `here is your link to the roadmap of ${workspace.name}. It works once, for ${roadmapVisit.linkMinutes} minutes; the browser that follows it can read the roadmap for ${roadmapVisit.browserDays} days:`,
          url,
          'If you didn’t ask for this, ignore this email.',
        ],
        link: { label: 'Read the roadmap', url },
      }),
      message_id: `roadmap-${hashSecret(secret).toString('hex').slice(0, 24)}`,
    });
  },
});

/** Whether a link still works, without using it up. */
export async function isLinkGood(scope: Scope, token: string, secret: string): Promise<boolean> {
  if (!isSecret(secret)) return false;
  const [row] = await scope.read<{ id: string }>({
    text: `select v.id::text as id from roadmap_visits v join roadmaps r on r.subdomain_id = $1 and r.id = v.roadmap_id and r.token = $2
where v.subdomain_id = $1 and v.link_hash = $3 and v.browser_hash is null and v.link_ends_at > $4`,
    values: [scope.viewer.subdomain_id, token, hashSecret(secret), scope.now()],
  });
  return row !== undefined;
}

/**
 * Uses a link up; of several callers at once one gets in.
 * @returns the secret that the browser keeps; null when the link does not work
 */
export async function followVisit(scope: Scope, token: string, secret: string): Promise<string | null> {
  if (!(await isLinkGood(scope, token, secret))) return null;
  const browser = newSecret();
  const now = scope.now();
  const row = await scope.write((tx) =>
    tx
      .updateTable('roadmap_visits')
      .set({
        browser_hash: hashSecret(browser),
        browser_ends_at: new Date(now.getTime() + roadmapVisit.browserDays * 24 * 60 * MINUTE_MS),
      })
      .where('subdomain_id', '=', scope.viewer.subdomain_id)
      .where('link_hash', '=', hashSecret(secret))
      .where('browser_hash', 'is', null)
      .where('link_ends_at', '>', now)
      .returning('id')
      .executeTakeFirst(),
  );
  return row === undefined ? null : browser;
}

/** The address that a browser came by. @returns null: it may not, or no longer */
export async function readVisit(scope: Scope, roadmap_id: string, browser: string): Promise<string | null> {
  if (!isSecret(browser)) return null;
  const [row] = await scope.read<{ email_address: string }>({
    text: `select v.email_address from roadmap_visits v where v.subdomain_id = $1 and v.roadmap_id = $2 and v.browser_hash = $3 and v.browser_ends_at > $4`,
    values: [scope.viewer.subdomain_id, roadmap_id, hashSecret(browser), scope.now()],
  });
  return row?.email_address ?? null;
}

/** Nightly, per tenant: links and browsers that open nothing any more are forgotten. */
export const roadmapSweep = defineTask({
  name: 'roadmap_sweep',
  description: 'Forget links to roadmaps that have ended',
  run: async (_payload, { scope }) => {
    const { subdomain_id } = scope.viewer;
    await scope.write((tx) =>
      tx
        .deleteFrom('roadmap_visits')
        .where('subdomain_id', '=', subdomain_id)
        .where((eb) => eb.fn.coalesce('browser_ends_at', 'link_ends_at'), '<', scope.now())
        .execute(),
    );
  },
});
