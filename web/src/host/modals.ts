/**
 * The modals of the console and what each needs to open: the nine of the specification
 * (line 90), the status of many ideas, merging, the export of ideas, and the undo history. Opened by `openModal(key, props)` of ui/overlay/modals.ts from anywhere; the
 * shell knows which component belongs to a key.
 */

import type { ActivityKind } from '../../../contract/activity.ts';

/** What the idea panel is opened for (specification line 101). */
export type IdeaModalProps =
  | {
      mode: 'create';
      /** What was typed already, e.g. into a picker. */
      title?: string;
    }
  | { mode: 'edit'; suggestion_id: string }
  | { mode: 'split'; suggestion_id: string }
  | { mode: 'upgrade'; comment_id: string };

/** What posting a status on many ideas did. Its mail waits for `mails_wait_seconds`; 0: there is none. */
export type BulkStatusDone = {
  name: string;
  changed_count: number;
  skipped_count: number;
  undo_id: string | null;
  mails_count: number;
  mails_wait_seconds: number;
};

/** A person as pickers hold them. */
export type ModalPerson = {
  id: string;
  name: string;
  email_address: string | null;
  avatar_url: string | null;
  satisfaction_score: number | null;
  supported_suggestions_count: number;
  crm_account: { id: string; name: string; mrr: number | null } | null;
};

/** What an impact report is raised from. */
export type ImpactSourceChoice =
  | { theme: { id: string; name: string } }
  | { list: { id: string; name: string } }
  | { suggestion_ids: readonly string[] };

declare module '../ui/overlay/modals.ts' {
  interface ModalProps {
    /**
     * Add feedback, or edit it when `feedback_record_id` is given. `suggestion_id` links an idea from the start, `body` is
     * what was typed already, `source_url` where, `from` who said it. Of a `ticket` its author did, and it speaks for the idea then.
     */
    feedback: {
      feedback_record_id?: string;
      suggestion_id?: string;
      body?: string;
      source_url?: string;
      from?: ModalPerson;
      ticket?: { id: string; user?: ModalPerson };
    };
    idea: IdeaModalProps;
    editComment: { comment_id: string };
    addVoter: { suggestion_id: string };
    /** `kinds`: those that the feed shows; left out: all. */
    exportActivity: { suggestion_id: string; kinds?: readonly ActivityKind[] };
    flagIdea: { suggestion_id: string };
    emailSubscribers: { suggestion_id: string };
    jiraIntegration: { suggestion_id: string };
    /** Post a status update, or edit the message of `status_update_id`, an internal one for the internal kind. */
    statuses: {
      suggestion_id: string;
      kind: 'public' | 'internal';
      status_update_id?: string;
      /** Chosen from the start; null: none. Left out: the present one. */
      status_id?: string | null;
    };
    /** Posts one status on many ideas; `kind` and `status_id` are chosen from the start. `onPosted` is told what that did, and the name of the status; it tells the user. */
    bulkStatus: {
      suggestion_ids: readonly string[];
      kind?: 'public' | 'internal';
      status_id?: string | null;
      onPosted: (done: BulkStatusDone) => void;
    };
    /** One idea that another is to be chosen for, or those that are to be merged. `onMerged` is told which are merged away. */
    mergeIdeas: { suggestion_ids: readonly string[]; onMerged?: (merged: readonly string[]) => void };
    /** Exports the list of ideas as it is filtered. Columns by their ids; `total` as it is shown over the list. */
    exportIdeas: {
      query: Readonly<Record<string, unknown>>;
      shownIds: readonly string[];
      allIds: readonly string[];
      total: string;
      isNarrowed: boolean;
    };
    /** Names a list of ideas: one that is there, or a new one of chosen ideas, or of what a list is narrowed to. */
    nameView: {
      rename?: { id: string; name: string };
      suggestion_ids?: readonly string[];
      /** Filters and order of the list of ideas, as the server takes them. */
      query?: Readonly<Record<string, unknown>>;
      /** What a saved view of the list of ideas keeps: a view is made of it, and not a list. */
      params?: object;
      /** Told the id of what was made; then no link to it is offered. */
      onMade?: (id: string) => void;
    };
    shareView: { saved_view_id: string };
    /** When emails about a list come. */
    viewMail: { view: { id: string; name: string; subscribed: boolean; subscription_params?: unknown } };
    /** Puts ideas into a chosen list. */
    addToList: { suggestion_ids: readonly string[] };
    /** Links ideas to a feature. */
    linkFeature: { suggestion_ids: readonly string[] };
    /** The order of a chosen list. */
    orderList: { saved_view_id: string; name: string };
    /** The order of the viewer's saved views. */
    orderViews: object;
    /** Raises an impact report; without a source one is chosen in the dialog. */
    raiseImpact: { source?: ImpactSourceChoice };
    /** Whom an impact report is shared with. */
    shareImpact: { impact_report_id: string };
    /** The viewer's own actions that can be undone. */
    undoHistory: object;
  }
}
