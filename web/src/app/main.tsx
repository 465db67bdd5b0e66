/** Entry of the console (index.html). */
import { forgetEarlyCalls, keepFirstAnswer, readPreload } from '../api/early.ts';
import { ApiError } from '../api/errors.ts';
import { queryClient, report, session } from '../api/runtime.ts';
import { preloadedViewer, loadViewer } from '../api/viewer.ts';
import type { Viewer } from '../api/viewer.ts';
import { followBrowser, navigate } from '../host/navigation.ts';
import { drawConsole } from './drawConsole.tsx';
import { tolerateMissingStyleSheets } from './lateStyles.ts';
import { preparePage, redirectOf } from './routes.ts';

/** React renders after this time at the latest, even if the viewer or the page's code has not arrived. */
const RENDER_AFTER_MS = 150;

window.addEventListener('error', (event) => {
  if (event.error !== null && event.error !== undefined) report(event.error);
});
window.addEventListener('unhandledrejection', (event) => {
  // a failed call was logged and reported where it failed
  if (!(event.reason instanceof ApiError)) report(event.reason);
});

tolerateMissingStyleSheets();

// after signing out, Back must not show the console from the back/forward cache
window.addEventListener('pageshow', (event) => {
  if (event.persisted && session.isSignedOut()) window.location.reload();
});

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the application.');

const brought = readPreload();
let known: Viewer | null = brought === null ? null : preloadedViewer(brought);
if (known !== null) keepFirstAnswer(queryClient, brought?.first);
// the code of the page is fetched while the server is asked who is here
const viewer = known === null ? loadViewer() : Promise.resolve(known);
// the HTML page has already requested the token; a failure is reported to the call that needs the token
void Promise.allSettled([session.token(), viewer]).then(forgetEarlyCalls);
followBrowser(preparePage);
const page = preparePage(window.location.pathname);

const answered = viewer
  .then(async (loaded) => {
    known = loaded;
    if (loaded === null) return;
    const { pathname, search } = window.location;
    const leadsTo = redirectOf(pathname, search, loaded);
    if (leadsTo !== null) navigate(leadsTo, { replace: true });
    await (leadsTo === null ? page : preparePage(window.location.pathname));
  })
  // AuthBoundary shows the error
  .catch(() => undefined);
// Viewer and page code usually arrive within a moment; rendering an empty frame first would only delay the
// page.
export const drawn = Promise.race([
  answered,
  new Promise((resolve) => setTimeout(resolve, RENDER_AFTER_MS)),
]).then(() => drawConsole(root, viewer, known));
