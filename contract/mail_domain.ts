/** DNS records by which a domain says that emails from it are the workspace's own (RFC 6376, RFC 7489). */

/**
 * State of a record. right: as it has to be; missing: there is none; wrong: there is another one; unknown: no DNS server
 * gave an answer
 */
export const MAIL_RECORD_STATES = ['right', 'missing', 'wrong', 'unknown'] as const;
export type MailRecordState = (typeof MAIL_RECORD_STATES)[number];

/** dkim: the key that signs, which proves the domain; dmarc: what others do with forged emails, which is advised. */
export const MAIL_RECORDS = ['dkim', 'dmarc'] as const;
export type MailRecordKind = (typeof MAIL_RECORDS)[number];

/** What the record of a key has to be. @param publicKey base64 */
export function dkimRecord(
  domain: string,
  { selector, public_key }: { selector: string; public_key: string },
): { name: string; value: string } {
  return { name: `${selector}._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${public_key}` };
}

/** A record for a domain that has none: nothing changes for its emails, and it can be made stricter later. */
export function dmarcRecord(domain: string): { name: string; value: string } {
  return { name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' };
}

/** Tags of such a record by name, `v=DKIM1; p=…`; a tag that stands twice counts once, its first. */
function tagsOf(text: string): Map<string, string> {
  const tags = new Map<string, string>();
  for (const part of text.split(';')) {
    const at = part.indexOf('=');
    const name = part.slice(0, at).trim();
    if (at > 0 && !tags.has(name)) tags.set(name, part.slice(at + 1).replaceAll(/\s/g, ''));
  }
  return tags;
}

/** @param texts of the TXT records at the key's name @param publicKey base64 */
export function dkimState(texts: readonly string[], publicKey: string): MailRecordState {
  if (texts.length === 0) return 'missing';
  // with several records the receiving side may take any of them
  return texts.every((text) => {
    const tags = tagsOf(text);
    return (
      (tags.get('v') ?? 'DKIM1') === 'DKIM1' &&
      (tags.get('k') ?? 'rsa') === 'rsa' &&
      tags.get('p') === publicKey
    );
  })
    ? 'right'
    : 'wrong';
}

/** @param texts of the TXT records at `_dmarc`; others than DMARC's do not count */
export function dmarcState(texts: readonly string[]): MailRecordState {
  const records = texts.filter((text) => /^\s*v\s*=\s*DMARC1\s*(;|$)/.test(text));
  if (records.length === 0) return texts.length === 0 ? 'missing' : 'wrong';
  // two of them count as none
  return records.length === 1 && ['none', 'quarantine', 'reject'].includes(tagsOf(records[0]!).get('p') ?? '')
    ? 'right'
    : 'wrong';
}
