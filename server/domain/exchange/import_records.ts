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

export type ImportRecord = ImportIdea | ImportVote | ImportComment | ImportAnswer | RefusedRow | ImportNote;

/** The source's own id in an external id, which begins with the name of the source. */
export function ownId(externalId: string): string {
  return externalId.slice(externalId.indexOf(':') + 1);
}
