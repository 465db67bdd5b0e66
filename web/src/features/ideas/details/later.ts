/** Parts of an idea's page that it does without at first. Their code comes when they are drawn, or a while after the page. */
import { loadable } from '../../../ui/loading/loadable.tsx';
import { preloadEditor } from '../../../ui/editor/RichTextEditor.tsx';
import { personLoaders } from '../../../shared/customers/PersonCard.tsx';

/** The least room that a form takes. */
export const FORM_MIN_HEIGHT_PX = 150;

/** Writes comments, in plain text. */
export const WritingForm = loadable(async () => (await import('../feed/WritingForm.tsx')).WritingForm);
/** The same for notes, with the editor of their formatted text. */
export const NoteForm = loadable(async () => {
  // beside it, and not after it
  void preloadEditor();
  return (await import('../feed/WritingForm.tsx')).WritingForm;
});
// with them comes what lists are paged and searched with
export const Voters = loadable(async () => (await import('./voters.tsx')).Voters);
export const Accounts = loadable(async () => (await import('./voters.tsx')).Accounts);
export const MailNews = loadable(async () => (await import('../feed/mail.tsx')).MailNews);
// few ideas are linked to issues
export const IssueRows = loadable(async () => (await import('./issues.tsx')).IssueRows);
export const IssuesDone = loadable(async () => (await import('./issues.tsx')).IssuesDone);
export const OpenFlags = loadable(async () => (await import('../feed/flags.tsx')).OpenFlags);

/** What loads their code ahead of its use, the likeliest first. */
export const laterLoaders = [
  WritingForm.ahead,
  NoteForm.ahead,
  Voters.ahead,
  Accounts.ahead,
  ...personLoaders,
  MailNews.ahead,
  OpenFlags.ahead,
];
