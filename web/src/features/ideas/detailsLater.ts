/** Parts of an idea's page that it does without at first. Their code comes when they are drawn, or a while after the page. */
import { loadable } from '../../ui/loadable.tsx';
import { preloadEditor } from '../../ui/RichTextEditor.tsx';
import { loadPersonDetails } from './detailsPerson.tsx';

const loadCommentForm = () => import('./CommentForm.tsx');
const loadNoteForm = () => {
  // beside it, and not after it
  void preloadEditor();
  return import('./NoteForm.tsx');
};
const loadVoters = () => import('./detailsVoters.tsx');
const loadMail = () => import('./detailsMail.tsx');
const loadFlags = () => import('./detailsFlags.tsx');

/** What loads their code ahead of its use, the likeliest first. */
export const laterLoaders = [loadCommentForm, loadNoteForm, loadVoters, loadPersonDetails, loadMail, loadFlags];

/** The least room that a form takes. */
export const FORM_MIN_HEIGHT_PX = 150;

export const CommentForm = loadable(async () => (await loadCommentForm()).CommentForm);
export const NoteForm = loadable(async () => (await loadNoteForm()).NoteForm);
// with them comes what lists are paged and searched with
export const Voters = loadable(async () => (await loadVoters()).Voters);
export const Accounts = loadable(async () => (await loadVoters()).Accounts);
export const MailNews = loadable(async () => (await loadMail()).MailNews);
export const OpenFlags = loadable(async () => (await loadFlags()).OpenFlags);
