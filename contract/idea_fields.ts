/**
 * The fields of an idea that people meet in lists, files, feeds and the manual, each stated once. Who adds one begins
 * here; `scripts/idea_fields.test.ts` names the places that were forgotten.
 */

/** A field of the list of ideas and of its exports. */
export interface IdeaField {
  /** what people call it: head of its column, name of its property */
  label: string;
  /** id of the list's column that shows it, by which browsers keep what is shown; null: exports alone have it */
  column: string | null;
}

/** By the name that it has in exports, in their order; the id comes before them in any case. */
export const IDEA_FIELDS = {
  title: { label: 'Idea', column: 'title' },
  body: { label: 'Description', column: null },
  state: { label: 'State', column: null },
  status: { label: 'Status', column: 'status' },
  internal_status: { label: 'Internal status', column: 'internal_status' },
  votes_count: { label: 'Votes', column: 'votes' },
  supporters_count: { label: 'Voters', column: null },
  supporter_revenue: { label: 'Revenue', column: 'revenue' },
  supporting_accounts_count: { label: 'Accounts', column: 'accounts' },
  weekly_votes: { label: 'Votes, 12 wks', column: 'weeks' },
  comments_count: { label: 'Comments', column: 'comments' },
  requests_count: { label: 'Feedback', column: 'feedback' },
  notes_count: { label: 'Notes', column: null },
  forum: { label: 'Forum', column: 'forum' },
  category: { label: 'Category', column: 'category' },
  labels: { label: 'Labels', column: 'labels' },
  assigned_owner: { label: 'Owner', column: 'owner' },
  created_by: { label: 'Author', column: 'creator' },
  created_by_email: { label: 'Author email', column: null },
  last_activity_at: { label: 'Last activity', column: 'last_activity' },
  created_at: { label: 'Created', column: 'created' },
} as const satisfies Readonly<Record<string, IdeaField>>;

/** A column of an export of ideas. */
export type IdeaExportColumn = keyof typeof IDEA_FIELDS;

/** All columns that an export of ideas can have. */
export const IDEA_EXPORT_COLUMNS = Object.keys(IDEA_FIELDS) as IdeaExportColumn[];

/** A field that a column of the list shows. */
export type ListedIdeaField = {
  [Name in IdeaExportColumn]: (typeof IDEA_FIELDS)[Name]['column'] extends null ? never : Name;
}[IdeaExportColumn];

/** Sentences of the feed for what an edit changed, in their order, by the name of the change; `value` is the new one. */
export const IDEA_EDITS = {
  title: (value) => `renamed this idea to “${String(value)}”`,
  body: () => 'changed the description',
  forum_id: () => 'moved this idea to another forum',
  category_id: (value) => (value === null ? 'removed the category' : 'changed the category'),
  creator_id: () => 'changed the author',
} as const satisfies Readonly<Record<string, (value: unknown) => string>>;

/** A change of an idea that its feed tells: `old_title` and `new_title` in the details of its entry. */
export type IdeaEditName = keyof typeof IDEA_EDITS;

/** How a value that an import stores as the file has it is read: an address of the web; a whole number from 1 on. */
export type ImportedKind = 'address' | 'count';

/** What imports read of a row that is an idea. */
export interface ImportedField {
  /** columns of files that carry it, separated by blanks, the best first; spaces, dots and capitals do not matter */
  names: string;
  /** where it is stored as it was read; the others are put together by the importer */
  stored?: {
    table: 'suggestions' | 'suggestion_contents';
    column: string;
    kind: ImportedKind;
    /** largest number that is accepted */
    max?: number;
    /** one of them, and several, in sentences about values that cannot be taken */
    nouns: readonly [one: string, many: string];
  };
}

/** By the name that a mapping file gives them. */
export const IDEA_IMPORT_FIELDS = {
  external_id: {
    names: 'external_id suggestion_id idea_id post_id feature_id issue_key id number key uuid',
  },
  title: {
    names: 'title suggestion_title idea_title post_title feature_name summary subject name feature',
  },
  body: {
    names:
      'body description suggestion_body suggestion_text suggestion_description idea_description post_details post_description feature_description note_text text details content',
  },
  body_mime_type: {
    names: 'body_mime_type suggestion_body_mime_type',
  },
  forum: {
    names: 'forum forum_name suggestion_forum_name board board_name product product_name project_name',
  },
  category: {
    names:
      'category category_name suggestion_category_name component component_name components milestone_title',
  },
  status: {
    names: 'status status_name suggestion_status_name public_status_name post_status feature_status',
  },
  labels: { names: 'labels suggestion_labels_name labels_name tags label' },
  state: { names: 'state suggestion_state moderation_state' },
  created_at: {
    names:
      'created_at suggestion_created_timestamp created_timestamp created creation_date created_date date',
  },
  author_email: {
    names:
      'author_email creator_email creator_email_address suggestion_creator_email_address suggestion_created_by_email_address suggestion_user_email_address idea_creator_email_address email user_email customer_email reporter_email',
  },
  author_name: {
    names:
      'author_name creator_name suggestion_creator_name suggestion_created_by_name suggestion_user_name idea_creator_name created_by author reporter creator user_login',
  },
  author_id: {
    names:
      'author_id creator_id suggestion_creator_id suggestion_created_by_id suggestion_user_id reporter_id user_id',
  },
  supporters: {
    names:
      'supporters_count suggestion_supporters_count voters_count vote_count votes_count suggestion_votes_count votes reactions_plus_one',
    stored: {
      table: 'suggestion_contents',
      column: 'source_votes_count',
      kind: 'count',
      nouns: ['number of votes', 'numbers of votes'],
    },
  },
  url: {
    names: 'portal_url suggestion_portal_url idea_portal_url public_url html_url post_url url link',
    stored: {
      table: 'suggestion_contents',
      column: 'source_url',
      kind: 'address',
      nouns: ['address of an idea', 'addresses of ideas'],
    },
  },
  parent: {
    names:
      'parent_id suggestion_parent_id idea_parent_id original_number merged_into merged_into_id duplicate_of',
  },
  answer: {
    names:
      'public_status_update_message suggestion_public_status_update_message status_update_message suggestion_status_update_message response answer',
  },
  answer_at: {
    names:
      'public_status_update_timestamp public_status_updated_timestamp suggestion_public_status_updated_timestamp suggestion_public_status_update_timestamp status_update_timestamp suggestion_status_update_timestamp responded_at answered_at',
  },
  answer_author_email: {
    names:
      'public_status_update_creator_email_address public_status_update_creator_email public_status_creator_email_address public_status_creator_email suggestion_public_status_creator_email_address responded_by_email answered_by_email',
  },
  answer_author_name: {
    names:
      'public_status_update_creator_name public_status_update_creator suggestion_public_status_update_creator public_status_creator_name public_status_creator status_update_creator responded_by answered_by',
  },
  // columns of some presets alone
  comments: { names: '' },
} as const satisfies Readonly<Record<string, ImportedField>>;

/** A value that an import stores as the file has it, by its column. */
export type ImportedColumn = Extract<
  (typeof IDEA_IMPORT_FIELDS)[keyof typeof IDEA_IMPORT_FIELDS],
  { stored: object }
>['stored']['column'];
