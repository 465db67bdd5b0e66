/** Which component belongs to which modal. A key is known as soon as its file is there. */
import type { ComponentType } from 'react';
import { loadable } from '../ui/loading/loadable.tsx';
import type { ModalRegistry } from '../ui/overlay/ModalHost.tsx';
import type { ModalControl, ModalKey } from '../ui/overlay/modals.ts';
import '../host/modals.ts';

const files = import.meta.glob<Record<string, unknown>>([
  '../features/conversation/FeedbackPanel.tsx',
  '../features/conversation/IdeaPanel.tsx',
  '../features/conversation/EditCommentPanel.tsx',
  '../features/conversation/AddVoterPanel.tsx',
  '../features/conversation/ExportActivityPanel.tsx',
  '../features/statuses/EmailSubscribersPanel.tsx',
  '../features/statuses/StatusesPanel.tsx',
  '../features/statuses/BulkStatusPanel.tsx',
  '../features/conversation/FlagIdeaPanel.tsx',
  '../features/ideas/merge/MergeIdeasDialog.tsx',
  '../features/ideas/list/ExportIdeasDialog.tsx',
  '../features/ideas/list/UndoHistoryDialog.tsx',
  '../features/views/*Dialog.tsx',
  '../features/impact/*Dialog.tsx',
  '../features/roadmap/LinkFeatureDialog.tsx',
  '../features/tracker/LinkIssuePanel.tsx',
]);

/** File of each modal; each exports a component under the file's name. Null: a later part of the product. */
const modalFiles: Record<ModalKey, string | null> = {
  feedback: '../features/conversation/FeedbackPanel.tsx',
  idea: '../features/conversation/IdeaPanel.tsx',
  editComment: '../features/conversation/EditCommentPanel.tsx',
  addVoter: '../features/conversation/AddVoterPanel.tsx',
  exportActivity: '../features/conversation/ExportActivityPanel.tsx',
  flagIdea: '../features/conversation/FlagIdeaPanel.tsx',
  emailSubscribers: '../features/statuses/EmailSubscribersPanel.tsx',
  jiraIntegration: '../features/tracker/LinkIssuePanel.tsx',
  statuses: '../features/statuses/StatusesPanel.tsx',
  bulkStatus: '../features/statuses/BulkStatusPanel.tsx',
  mergeIdeas: '../features/ideas/merge/MergeIdeasDialog.tsx',
  exportIdeas: '../features/ideas/list/ExportIdeasDialog.tsx',
  undoHistory: '../features/ideas/list/UndoHistoryDialog.tsx',
  nameView: '../features/views/NameViewDialog.tsx',
  shareView: '../features/views/ShareViewDialog.tsx',
  viewMail: '../features/views/ViewMailDialog.tsx',
  addToList: '../features/views/AddToListDialog.tsx',
  linkFeature: '../features/roadmap/LinkFeatureDialog.tsx',
  orderList: '../features/views/OrderListDialog.tsx',
  orderViews: '../features/views/OrderViewsDialog.tsx',
  raiseImpact: '../features/impact/RaiseImpactDialog.tsx',
  shareImpact: '../features/impact/ShareImpactDialog.tsx',
};

/** Whether a modal is part of this build. */
export function modalExists(key: ModalKey): boolean {
  const file = modalFiles[key];
  return file !== null && files[file] !== undefined;
}

/** Lazily loaded components of the modals of this build, for the modal host. An unknown key is logged there. */
export const modalRegistry = Object.fromEntries(
  Object.entries(modalFiles).flatMap(([key, file]) => {
    const load = file === null ? undefined : files[file];
    const name = /(\w+)\.tsx$/.exec(file ?? '')?.[1];
    if (load === undefined || name === undefined) return [];
    return [[key, loadable(async () => (await load())[name] as ComponentType<ModalControl>)]];
  }),
) as unknown as ModalRegistry;

/** Loads a modal's code ahead of its first use, e.g. while the pointer is over its menu entry. */
export function preloadModal(key: ModalKey): void {
  if (modalExists(key)) void modalRegistry[key].ahead();
}

/** What loads the code of each modal of this build. */
export function modalLoaders(): (() => Promise<unknown>)[] {
  return Object.values(modalRegistry).map((modal) => modal.ahead);
}
