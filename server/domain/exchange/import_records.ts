import type { ImportedValues } from './import_values.ts';

/** What any preset turns its file into; the loader knows of files by their names alone, to say where a record stood. */

export interface ImportPerson {
  /** id in the source, unique in the tenant; null when the address tells people apart */
  guid: string | null;
  email_address: string | null;
  name: string | null;
  /** company that the file says they belong to; undefined: it says none */
  company?: ImportCompany;
}

/** A company as a row names it: by its id in the sales system, its name, or both. */
export interface ImportCompany {
  external_id: string | null;
  name: string | null;
  /** null: the file does not say */
  plan: string | null;
  mrr_cents: number | null;
  /** null or not given: the file does not say */
  ltv_cents?: number | null;
  /** values of custom fields, as they are stored; what is not given the file does not say */
  traits?: Traits;
}

/** Values of custom fields by key. */
export type Traits = Readonly<Record<string, string | number | boolean>>;

/** Kinds of record whose custom fields a file of people and accounts can fill. */
export const TRAIT_HOLDERS = ['user', 'account'] as const;
export type TraitHolder = (typeof TRAIT_HOLDERS)[number];

/** What a file of people says of each, by column of `users`. */
export const PERSON_FACTS = ['name', 'job_title', 'city', 'region', 'country'] as const;
/** null: the file says nothing */
export type PersonFacts = Record<(typeof PERSON_FACTS)[number], string | null>;

/** A row of a file of people and accounts. */
export interface ImportCustomer {
  kind: 'customer';
  file: string;
  line: number;
  /** with the id of the source as it stands there; null: the row names an account alone */
  person: ImportPerson | null;
  facts: PersonFacts;
  /** null: the row names none */
  company: ImportCompany | null;
  /** texts of the row by the keys of custom fields; checked when they are gathered */
  traits: Readonly<Record<TraitHolder, Readonly<Record<string, string>>>>;
}

export interface ImportIdea {
  kind: 'idea';
  /** name of the file, and its line from 1 */
  file: string;
  line: number;
  external_id: string;
  title: string;
  /** HTML is cleaned already */
  body: string | null;
  body_mime_type: 'text/plain' | 'text/html';
  author: ImportPerson | null;
  /** null: the forum named on the command line */
  forum: string | null;
  category: string | null;
  status: string | null;
  labels: string[];
  state: 'published' | 'approved' | 'pending' | 'spam' | 'closed';
  /** null: the source names no date */
  created_at: Date | null;
  /** texts of the file by the keys of the fields; checked when they are loaded */
  custom_fields: Record<string, string>;
  /** what is stored as the source has it */
  values: ImportedValues;
  /** external id of the idea into which the source merged it; null: none */
  merged_into: string | null;
}

/** What the team answered in public: becomes a public status update, of which nobody gets mail. */
export interface ImportAnswer {
  kind: 'answer';
  file: string;
  line: number;
  external_id: string;
  idea_external_id: string;
  /** null: the source does not say who */
  author: ImportPerson | null;
  /** cleaned HTML */
  html: string;
  /** name of the status that came with it; null: none */
  status: string | null;
  /** null: that of the idea */
  created_at: Date | null;
}

/** A person's vote on an idea. Not supporting ones (disagree, pass) are counted only. */
export interface ImportVote {
  kind: 'vote';
  /** name of the file, and its line from 1 */
  file: string;
  line: number;
  idea_external_id: string;
  person: ImportPerson;
  supports: boolean;
  /** whether they want email about the idea; null: the file does not say */
  subscribed: boolean | null;
  created_at: Date | null;
}

export interface ImportComment {
  kind: 'comment';
  /** name of the file, and its line from 1 */
  file: string;
  line: number;
  external_id: string;
  idea_external_id: string;
  author: ImportPerson | null;
  /** HTML is cleaned already */
  body: string;
  body_mime_type: 'text/plain' | 'text/html';
  /** whether the source says that the team wrote it; who has a licence of the team here is of the team anyway */
  by_team: boolean;
  created_at: Date | null;
}

/** A row that cannot be taken. */
export interface RefusedRow {
  kind: 'refused';
  file: string;
  line: number;
  reason: string;
}

/** A fact about the source that a person should read. */
export interface ImportNote {
  kind: 'note';
  text: string;
}

export type ImportRecord =
  | ImportIdea
  | ImportVote
  | ImportComment
  | ImportAnswer
  | ImportCustomer
  | RefusedRow
  | ImportNote;

/** The source's own id in an external id, which begins with the name of the source. */
export function ownId(externalId: string): string {
  return externalId.slice(externalId.indexOf(':') + 1);
}

/** What tells companies of a file apart: their id, else their name. */
export const companyKey = ({ external_id, name }: ImportCompany): string =>
  external_id === null ? `name ${name!.toLowerCase()}` : `id ${external_id}`;

/** A company as a further row names it: the last word counts, cell by cell. */
export function joined(known: ImportCompany | undefined, company: ImportCompany): ImportCompany {
  return {
    external_id: company.external_id,
    name: company.name ?? known?.name ?? null,
    plan: company.plan ?? known?.plan ?? null,
    mrr_cents: company.mrr_cents ?? known?.mrr_cents ?? null,
    ltv_cents: company.ltv_cents ?? known?.ltv_cents ?? null,
    traits: { ...known?.traits, ...company.traits },
  };
}

/** Notes the company that a further row of a person names. */
export function noteCompany(person: ImportPerson, company: ImportCompany | undefined): void {
  if (company === undefined) return;
  const known = person.company;
  person.company = joined(
    known !== undefined && companyKey(known) === companyKey(company) ? known : undefined,
    company,
  );
}
