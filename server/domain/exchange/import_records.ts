/** What any preset turns its file into; the loader knows nothing of files. */

export interface ImportPerson {
  /** id in the source, unique in the tenant; null when the address tells people apart */
  guid: string | null;
  email_address: string | null;
  name: string | null;
}

export interface ImportIdea {
  kind: 'idea';
  line: number;
  external_id: string;
  title: string;
  body: string | null;
  author: ImportPerson | null;
  /** null: the forum named on the command line */
  forum: string | null;
  category: string | null;
  status: string | null;
  labels: string[];
  state: 'published' | 'approved' | 'pending' | 'spam' | 'closed';
  /** null: the source names no date */
  created_at: Date | null;
  custom_fields: Record<string, string>;
  /** supporters that the source counts without naming them; null when it does not say */
  stated_supporters: number | null;
}

/** A person's vote on an idea. Not supporting ones (disagree, pass) are counted only. */
export interface ImportVote {
  kind: 'vote';
  line: number;
  idea_external_id: string;
  person: ImportPerson;
  supports: boolean;
  created_at: Date | null;
}

export interface ImportComment {
  kind: 'comment';
  line: number;
  external_id: string;
  idea_external_id: string;
  author: ImportPerson | null;
  body: string;
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

export type ImportRecord = ImportIdea | ImportVote | ImportComment | RefusedRow | ImportNote;
