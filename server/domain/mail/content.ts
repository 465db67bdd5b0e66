import { decodeEntities, scanHtml } from '../../../contract/rich_text.ts';
import type { MailingKind } from './mailing.ts';

/** What a mailing says, beside its subject; kept with it, so that it goes out as it was meant. */
export interface MailContent {
  /** small line over the heading; the template has one for each kind */
  kicker?: string;
  /** first line, large */
  heading: string;
  /** text, cleaned HTML; null: none */
  html: string | null;
  /** shown as a coloured mark; null: No Status; absent: the mail is about no status */
  status?: { name: string; hex_color: string } | null;
  /** title of the idea; absent: the mail is about none */
  idea?: string;
  /** a link of its own at the end, to an address of the workspace or elsewhere */
  button?: { label: string; url: string };
  /** eleven links, from 0 to 10, to the page that asks for a rating */
  hasScale?: true;
  /** why the person gets it; the template has a sentence for each kind */
  because?: string;
}

/** What mail about a status says, and its subject. @param status null: No Status */
export function statusMail(
  kind: 'status_update' | 'internal_status_update',
  idea: { title: string },
  status: { name: string; hex_color: string } | null,
  html: string | null,
): { subject: string; content: MailContent } {
  return {
    subject: `${kind === 'status_update' ? '' : '[Team] '}${status?.name ?? 'News'}: ${idea.title}`,
    content: { heading: idea.title, html, status, idea: idea.title },
  };
}

/** What a message to subscribers says, and its subject. @param subject blank or null: it names the idea */
export function supporterMail(
  idea: { title: string },
  subject: string | null,
  html: string,
): { subject: string; content: MailContent } {
  const named = subject || `About "${idea.title}"`;
  return { subject: named, content: { heading: named, html, idea: idea.title } };
}

/** A mail that shows what another one would say: its links with a credential change nothing. */
export interface SampleMail {
  /** what it is a sample of */
  of: MailingKind;
  /** files that the other one would name; with a token one that the text shows as a picture is not named again */
  files: { name: string; size_in_bytes: number; token?: string }[];
}

/** The record that carries a mailing's numbers. */
export interface Carrier {
  status_update_id?: string | null;
  internal_status_update_id?: string | null;
  supporter_message_id?: string | null;
}

/** Table and id of the record that carries a mailing's numbers; null: none does. */
export function carrierOf(
  about: Carrier,
): { table: 'status_updates' | 'internal_status_updates' | 'supporter_messages'; id: string } | null {
  if (about.status_update_id) return { table: 'status_updates', id: about.status_update_id };
  if (about.internal_status_update_id)
    return { table: 'internal_status_updates', id: about.internal_status_update_id };
  if (about.supporter_message_id) return { table: 'supporter_messages', id: about.supporter_message_id };
  return null;
}

/**
 * A web address as it is written down and sent in a head: letters of all scripts as browsers write them.
 * null: it is none, or leads nowhere.
 */
export function sentAddress(address: string): string | null {
  const url = URL.parse(address);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null;
}

/** Web addresses in a text that a reader of the mail can follow, as they are written down. */
export function linksIn(content: MailContent): string[] {
  const found = new Set<string>();
  const add = (address: string): void => {
    const sent = sentAddress(address);
    if (sent !== null) found.add(sent);
  };
  for (const token of scanHtml(content.html ?? '')) {
    if (token.kind !== 'start' || token.name !== 'a') continue;
    add(decodeEntities(new Map(token.attributes).get('href') ?? '').trim());
  }
  if (content.button) add(content.button.url);
  return [...found];
}
