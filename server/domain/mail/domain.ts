import {
  dkimRecord,
  dkimState,
  dmarcRecord,
  dmarcState,
  MAIL_RECORD_STATES,
  MAIL_RECORDS,
  type MailRecordKind,
  type MailRecordState,
} from '../../../contract/mail_domain.ts';
import { defineCommand } from '../../core/command.ts';
import { badInput } from '../../core/errors.ts';
import { defineQuery } from '../../core/query.ts';
import type { Scope } from '../../core/scope.ts';
import { shape } from '../../core/shape.ts';
import { writeRight } from '../../core/viewer.ts';
import { nextUpdatedAt } from '../../listing/optimistic_lock.ts';
import { DnsUnavailable } from '../../services/dns.ts';
import { announceAccountChange } from '../account/announce.ts';
import { readSubdomain, subdomainShape } from '../account/current.ts';
import { readMailKey } from '../account/mails/mail_key.ts';

const KEEPS_MAIL = writeRight('settings');
/** What is shown of a record that was found. */
const FOUND_CHARACTERS = 500;

const recordShape = shape('MailDomainRecord', 'A DNS record of the domain, and what was found there.', {
  kind: {
    type: 'String!',
    description: `${MAIL_RECORDS.join(' or ')}: the key that signs, which proves the domain; what others do with forged emails, which is advised.`,
  },
  name: { type: 'String!', description: 'Name of the TXT record.' },
  value: { type: 'String!', description: 'What it has to say; of dmarc an example.' },
  state: { type: 'String!', description: `${MAIL_RECORD_STATES.join(', ')}.` },
  found: { type: 'String', description: 'What it says; null: nothing was found.' },
});

const domainShape = shape(
  'MailDomain',
  'The workspace’s own domain for emails.',
  {
    domain: { type: 'String!', description: 'The domain.' },
    is_verified: { type: 'Boolean!', description: 'Emails may come from its addresses.' },
    records: {
      type: '[MailDomainRecord!]!',
      description: 'Its records as they are now; empty: there is no key to sign with yet.',
    },
  },
  [recordShape],
);

interface DomainRecord {
  kind: MailRecordKind;
  name: string;
  value: string;
  state: MailRecordState;
  found: string | null;
}

async function look(
  scope: Scope,
  kind: MailRecordKind,
  record: { name: string; value: string },
  stateOf: (texts: readonly string[]) => MailRecordState,
): Promise<DomainRecord> {
  try {
    const texts = await scope.services.dns.textsOf(record.name);
    const found = texts.length === 0 ? null : texts.join('\n').slice(0, FOUND_CHARACTERS);
    return { kind, ...record, state: stateOf(texts), found };
  } catch (error) {
    if (!(error instanceof DnsUnavailable)) throw error;
    return { kind, ...record, state: 'unknown', found: null };
  }
}

/** Looks the records of the workspace's domain up, now. null: it has none. */
async function lookUp(scope: Scope) {
  const { viewer, db, services } = scope;
  const { from_domain: domain, from_domain_verified } = await db
    .selectFrom('subdomains')
    .select(['from_domain', 'from_domain_verified'])
    .where('id', '=', viewer.subdomain_id)
    .executeTakeFirstOrThrow();
  if (domain === null) return null;
  const key = await readMailKey(db, services, viewer.subdomain_id);
  return {
    domain,
    is_verified: from_domain_verified,
    records:
      key === null
        ? []
        : await Promise.all([
            look(scope, 'dkim', dkimRecord(domain, key), (texts) => dkimState(texts, key.public_key)),
            look(scope, 'dmarc', dmarcRecord(domain), dmarcState),
          ]),
  };
}

/** The domain that emails come from, with its DNS records as they are at this moment. */
export const mailDomain = defineQuery({
  name: 'mail_domain',
  description:
    'The workspace’s own domain for emails, with its DNS records as they are now; null: it has none.',
  requires: KEEPS_MAIL,
  args: {},
  returns: 'MailDomain',
  reads: ['subdomains', 'mail_keys'],
  shapes: [domainShape],
  run: (_args, { scope }) => lookUp(scope),
});

const SENTENCES: Readonly<Record<Exclude<MailRecordState, 'right'>, (name: string) => string>> = {
  missing: (name) => `No TXT record was found at ${name}. A new one can take an hour to be seen.`,
  wrong: (name) => `The TXT record at ${name} has another key. Replace it.`,
  unknown: (name) => `The DNS servers gave no answer about ${name}. Try again in a few minutes.`,
};

/** Lets emails come from the domain, once its record holds the key; the look-up comes before the transaction. */
export const mailDomainVerify = defineCommand({
  name: 'mail_domain_verify',
  description:
    'Lets emails come from the workspace’s own domain, if its DNS record holds the key that signs them; refused with what is wrong.',
  requires: KEEPS_MAIL,
  input: {},
  returns: { type: 'Subdomain' },
  shapes: [subdomainShape],
  prepare: async (_input, scope) => {
    const found = await lookUp(scope);
    if (found === null)
      throw badInput('from_domain', 'The workspace has no domain for emails. Set one first.', {
        reason: 'required',
      });
    const record = found.records.find(({ kind }) => kind === 'dkim');
    if (!record)
      throw badInput('from_domain', 'There is no key to sign with. Save the domain again.', {
        reason: 'no_key',
      });
    if (record.state !== 'right')
      throw badInput('from_domain', SENTENCES[record.state](record.name), {
        reason: record.state === 'unknown' ? 'dns' : 'not_proved',
      });
    return found.domain;
  },
  run: async (_input, context, domain) => {
    const { tx, subdomain_id, viewer, services, now } = context;
    const row = await tx
      .selectFrom('subdomains')
      .selectAll()
      .where('id', '=', subdomain_id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (row.from_domain !== domain)
      throw badInput('from_domain', 'The domain was changed in the meantime. Check the new one.', {
        reason: 'changed',
        httpStatus: 409,
      });
    if (!row.from_domain_verified) {
      await tx
        .updateTable('subdomains')
        .set({ from_domain_verified: true, updated_at: nextUpdatedAt(row, now) })
        .where('id', '=', subdomain_id)
        .execute();
      await announceAccountChange(tx, { about: 'workspace', subdomain_id });
    }
    await context.audit('mail_domain_verify', subdomain_id, { from_domain: domain });
    return readSubdomain(tx, viewer, services);
  },
});
