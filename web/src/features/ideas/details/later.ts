/** Parts of an idea's page that it does without at first. Their code comes when they are drawn, or a while after the page. */
import { loadable } from '../../../ui/loadable.tsx';
import { preloadEditor } from '../../../ui/RichTextEditor.tsx';
import { personLoaders } from './person.tsx';

/** The least room that a form takes. */
export const FORM_MIN_HEIGHT_PX = 150;

export const CommentForm = loadable(async () => (await import('../feed/CommentForm.tsx')).CommentForm);
export const NoteForm = loadable(async () => {
  // beside it, and not after it
  void preloadEditor();
  return (await import('../feed/NoteForm.tsx')).NoteForm;
});
// with them comes what lists are paged and searched with
export const Voters = loadable(async () => (await import('./voters.tsx')).Voters);
export const Accounts = loadable(async () => (await import('./voters.tsx')).Accounts);
export const MailNews = loadable(async () => (await import('../feed/mail.tsx')).MailNews);
export const OpenFlags = loadable(async () => (await import('../feed/flags.tsx')).OpenFlags);

/** What loads their code ahead of its use, the likeliest first. */
export const laterLoaders = [
  CommentForm.ahead,
  NoteForm.ahead,
  Voters.ahead,
  Accounts.ahead,
  ...personLoaders,
  MailNews.ahead,
  OpenFlags.ahead,
];
