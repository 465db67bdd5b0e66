import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../contract/rich_text.ts';
import { RATING_CHARACTERS } from '../../contract/satisfaction_report.ts';
import type { Scope } from '../core/scope.ts';
import { networkOf } from '../domain/account/limits/network.ts';
import type { MailPurpose } from '../domain/mail/tokens.ts';
import { answerQuestion, readQuestion, type Question } from '../domain/surveys/answer.ts';
import {
  chooseMail,
  followLink,
  isMailToken,
  openMail,
  react,
  readMailChoice,
  readMailFile,
  readReaction,
  UNSUBSCRIBE_CHOICES,
  type MailChoice,
  type ReactionState,
  type Thumb,
} from '../domain/mail/responses.ts';
import { CallCounts } from './call_counts.ts';
import { noteRefusal, Refusal, workspaceOf, type HttpDependencies } from './context.ts';
import { fileNameParameter } from './files.ts';
import { sendKept } from './kept_file.ts';

/*
 * Where the links of mails lead: /u/ switches mail off, /o/ is the picture by which opened mails are
 * counted, /r/ follows a tracked link, /r/up/ and /r/down/ give a thumb, /rate/ takes a rating, /files/mail/ is a
 * file. None of them knows a session: the signed token is all, and a forged one is answered like an unknown one.
 */

/** Transparent GIF of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
/** Forged tokens of one network, and uses of one mail's links from one network, within a minute. Proxies of large mail services fetch for many people, so good tokens are not counted by network. */
const FORGED_MAX = 60;
const USES_MAX = 120;
/** A body of a one-click unsubscription or of a page's form; words of a rating take up to twelve bytes each. */
const FORM_BYTES = 32 * 1024;
/** Pictures that a mail program may show in the text. */
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

type Request = FastifyRequest<{ Params: { token: string } }>;

/** The routes behind the links of mails. */
export function registerMailLinks(app: FastifyInstance, deps: HttpDependencies): void {
  const forged = new CallCounts();
  const used = new CallCounts();
  const nowMs = (): number => deps.now().getTime();

  /** The scope of a request whose token is good. @throws Refusal 404 for one that is not, 429 */
  const guard = (request: Request, purpose: MailPurpose): Scope => {
    const scope = deps.systemScopeOf(workspaceOf(request));
    const delivery = isMailToken(scope, purpose, request.params.token);
    if (delivery === null) {
      const network = networkOf(request.ip);
      forged.add(network, FORGED_MAX, nowMs(), { event: 'mail_link_forged' });
      throw noLink({ event: 'mail_link_forged' });
    }
    // by network too: who was passed a mail shall not use up its links for the one whom it is for
    used.add(`${scope.viewer.subdomain_id} ${delivery} ${networkOf(request.ip)}`, USES_MAX, nowMs());
    return scope;
  };

  // mail programs and the pages' own forms send forms, which no other route takes
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    (_request, body, done) => done(null, body),
  );

  app.setErrorHandler((error: unknown, request, reply) => {
    // who opens such a link is a person with a browser, and reads a page
    if (!(error instanceof Refusal) || !(request.headers.accept ?? '').includes('text/html')) throw error;
    noteRefusal(request, error, deps);
    if (error.retryAfterSeconds !== null) void reply.header('retry-after', String(error.retryAfterSeconds));
    return sendPage(
      reply.code(error.status),
      page(
        request.workspace?.name ?? 'Earshot',
        error.status === 404 ? 'This link is not valid' : 'Something went wrong',
        `<p>${escapeHtml(error.message)}</p>`,
      ),
    );
  });

  app.get<{ Params: { token: string } }>('/o/:token', async (request, reply) => {
    await openMail(guard(request, 'open'), request.params.token);
    return reply
      .headers({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'cross-origin' })
      .type('image/gif')
      .send(PIXEL);
  });

  app.get<{ Params: { token: string } }>('/r/:token', async (request, reply) => {
    const url = await followLink(guard(request, 'link'), request.params.token);
    if (url === null) throw noLink();
    return reply
      .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .redirect(url, 302);
  });

  app.get<{ Params: { token: string } }>('/files/mail/:token', async (request, reply) => {
    const file = await readMailFile(guard(request, 'file'), request.params.token);
    if (file === null) throw noLink();
    const isPicture = PICTURES.has(file.content_type);
    void reply.type(file.content_type).headers({
      'cache-control': 'private, no-cache',
      'content-disposition': `${isPicture ? 'inline' : 'attachment'}; ${fileNameParameter(file.file_name)}`,
      // a file opened by itself can run nothing and belongs to no site
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': isPicture ? 'cross-origin' : 'same-origin',
    });
    // a file that is lost is answered like a link that is none
    return sendKept(request, reply, deps, {
      key: file.storage_key,
      size_in_bytes: Number(file.size_in_bytes),
      etag: null,
    }).catch((error: unknown) => {
      throw error instanceof Refusal && error.status === 404 ? noLink() : error;
    });
  });

  app.get<{ Params: { token: string } }>('/u/:token', async (request, reply) => {
    const scope = guard(request, 'unsubscribe');
    const choice = await readMailChoice(scope, request.params.token);
    if (!choice) throw noLink();
    return sendPage(reply, unsubscribePage(workspaceOf(request).name, choice, null));
  });

  /** One click of a mail program, which is everything of the workspace, or a button of the page (RFC 8058). */
  app.post<{ Params: { token: string } }>('/u/:token', async (request, reply) => {
    const scope = guard(request, 'unsubscribe');
    const body = typeof request.body === 'string' ? request.body : '';
    const chosen = UNSUBSCRIBE_CHOICES.find((one) => one === new URLSearchParams(body).get('choice'));
    const isOneClick = /List-Unsubscribe(?:=|"\s+)One-Click/i.test(body);
    if (!chosen && !isOneClick)
      throw new Refusal(400, 'This form cannot be read.', { code: 'BAD_USER_INPUT' });
    const choice = await chooseMail(scope, request.params.token, chosen ?? 'all_off');
    if (!choice) throw noLink();
    return sendPage(reply, unsubscribePage(workspaceOf(request).name, choice, chosen ?? 'all_off'));
  });

  // the number in the link is only chosen on the page, for the same reason as below
  app.get<{ Params: { token: string } }>('/rate/:token', async (request, reply) => {
    const question = await readQuestion(guard(request, 'rate'), request.params.token);
    if (!question) throw noLink();
    return sendPage(reply, ratePage(workspaceOf(request).name, question, null));
  });
  app.post<{ Params: { token: string } }>('/rate/:token', async (request, reply) => {
    const scope = guard(request, 'rate');
    const { name } = workspaceOf(request);
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    const chosen = /^(?:\d|10)$/.exec(form.get('score') ?? '')?.[0];
    if (chosen === undefined) throw new Refusal(400, 'This form cannot be read.', { code: 'BAD_USER_INPUT' });
    const typed = plainText(form.get('body') ?? '');
    const score = Number(chosen);
    if (typed.length > RATING_CHARACTERS) {
      const question = await readQuestion(scope, request.params.token);
      if (!question) throw noLink();
      return sendPage(reply.code(400), ratePage(name, { ...question, score, body: typed }, 'too_long'));
    }
    const question = await answerQuestion(scope, request.params.token, { score, body: typed || null });
    if (!question) throw noLink();
    return sendPage(reply, ratePage(name, question, 'done'));
  });

  for (const thumb of ['up', 'down'] as const) {
    // programs that look into mails follow links, so that a link alone gives no thumb: a person presses the button
    app.get<{ Params: { token: string } }>(`/r/${thumb}/:token`, async (request, reply) => {
      const state = await readReaction(guard(request, thumb), thumb, request.params.token);
      if (!state) throw noLink();
      return sendPage(reply, reactionPage(workspaceOf(request).name, state, thumb, false));
    });
    app.post<{ Params: { token: string } }>(`/r/${thumb}/:token`, async (request, reply) => {
      const state = await react(guard(request, thumb), thumb, request.params.token);
      if (!state) throw noLink();
      return sendPage(reply, reactionPage(workspaceOf(request).name, state, thumb, true));
    });
  }
}

const noLink = (noted: Refusal['noted'] = null): Refusal =>
  new Refusal(404, 'The link may be incomplete. Open it from the email again.', { noted });

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

const STYLE = `
:root{color-scheme:light dark;--paper:#f3f4f6;--card:#fff;--ink:#1b1e25;--quiet:#5b6270;--line:#d9dde4;--main:#2456c7;--on:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#14161a;--card:#1e2127;--ink:#eceef2;--quiet:#a4abb8;--line:#3a404b;--main:#8fb0ff;--on:#10131a}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{max-width:34rem;margin:12vh auto;padding:2rem;background:var(--card);border:1px solid var(--line);border-radius:14px;overflow-wrap:anywhere}
h1{margin:0 0 .75rem;font-size:1.375rem;line-height:1.3}p{margin:0 0 1rem}.quiet{color:var(--quiet);font-size:.875rem}
form{display:flex;flex-wrap:wrap;gap:.625rem;margin:1.25rem 0}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1.125rem;border-radius:9px;border:1px solid var(--main);background:var(--main);color:var(--on);cursor:pointer}
button.second{background:transparent;color:var(--ink);border-color:var(--line)}button:focus-visible{outline:3px solid var(--main);outline-offset:2px}
fieldset{margin:0 0 1rem;padding:0;border:0}legend{padding:0;margin:0 0 .5rem}.scale{display:grid;grid-template-columns:repeat(11,1fr);gap:.25rem}
.scale label{position:relative;display:grid;place-items:center;min-height:2.75rem;border:1px solid var(--line);border-radius:9px;font-weight:600;cursor:pointer}
.scale input{position:absolute;opacity:0;inset:0;margin:0;cursor:pointer}.scale label:has(:checked){background:var(--main);border-color:var(--main);color:var(--on)}.scale label:has(:focus-visible){outline:3px solid var(--main);outline-offset:2px}
.ends{display:flex;justify-content:space-between;margin:.375rem 0 0}form.rate{display:block}
.rate>label{display:block;margin:0 0 .375rem}textarea{display:block;width:100%;min-height:7rem;margin:0 0 1rem;padding:.625rem .75rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--quiet);border-radius:9px}textarea:focus-visible{outline:3px solid var(--main);outline-offset:2px}
@media (max-width:30rem){.scale{grid-template-columns:repeat(6,1fr)}}
@media (max-width:36rem){main{margin:0;min-height:100vh;border:0;border-radius:0}}`;

function page(workspace: string, title: string, inside: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>${inside}<p class="quiet">${escapeHtml(workspace)}</p></main></body></html>`;
}

const button = (choice: string, label: string, isSecond = false): string =>
  `<button name="choice" value="${choice}"${isSecond ? ' class="second"' : ''}>${label}</button>`;

function unsubscribePage(workspace: string, choice: MailChoice, done: string | null): string {
  const about = choice.idea === null ? '' : `<strong dir="auto">${escapeHtml(choice.idea)}</strong>`;
  const address = `<p class="quiet">For ${escapeHtml(choice.email_address)}.</p>`;
  if (!choice.takesMail) {
    return page(
      workspace,
      done === 'all_off' ? 'You’re unsubscribed' : 'You get no emails',
      `<p role="status">You no longer get emails about ideas from ${escapeHtml(workspace)}.</p><form method="post">${button('all_on', 'Undo', true)}</form>${address}`,
    );
  }
  if (choice.idea !== null && !choice.followsIdea) {
    return page(
      workspace,
      done === 'idea_off' ? 'You’re unsubscribed' : 'You’re not subscribed to this idea',
      `<p role="status">You no longer get emails about ${about}. You still get emails about other ideas.</p><form method="post">${button('idea_on', 'Undo', true)}${button('all_off', 'Unsubscribe from all ideas', true)}</form>${address}`,
    );
  }
  return page(
    workspace,
    done === null ? 'Unsubscribe' : 'You’re subscribed again',
    `${done === null ? '' : '<p role="status">Undone.</p>'}<p>You get emails about ${about === '' ? `ideas in ${escapeHtml(workspace)}` : about}. Unsubscribe from</p><form method="post">${choice.idea === null ? '' : button('idea_off', 'This idea')}${button('all_off', 'All ideas', choice.idea !== null)}</form>${address}`,
  );
}

function reactionPage(
  workspace: string,
  { idea, given }: ReactionState,
  thumb: Thumb,
  done: boolean,
): string {
  const about = idea === null ? '' : `<p dir="auto"><strong>${escapeHtml(idea)}</strong></p>`;
  const [sign, words] = thumb === 'up' ? ['&#128077;', 'Good news'] : ['&#128078;', 'Not for me'];
  if (done || given === thumb)
    return page(workspace, 'Thank you', `${about}<p role="status">Your reaction: ${sign} ${words}.</p>`);
  return page(
    workspace,
    'What do you think?',
    `${about}<form method="post"><button>${sign} ${words}</button></form>${given === null ? '' : '<p class="quiet">This replaces your previous reaction.</p>'}`,
  );
}

/** Typed text as it is kept: lines end one way, no signs that nothing shows. */
const plainText = (typed: string): string =>
  typed
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .trim();

function ratePage(workspace: string, question: Question, said: 'done' | 'too_long' | null): string {
  const { score, body, isAnswered, isOver } = question;
  if (isOver)
    return page(
      workspace,
      'This question has ended',
      '<p>It takes no answers any more. Thank you for looking.</p>',
    );
  if (said === 'done')
    return page(
      workspace,
      'Thank you',
      `<p role="status">Your rating is ${score}. It went to the team of ${escapeHtml(workspace)}.</p><form method="get"><button class="second">Change your answer</button></form>`,
    );
  const choices = Array.from(
    { length: 11 },
    (_, one) =>
      `<label><input type="radio" name="score" value="${one}" required${one === score ? ' checked' : ''}><span>${one}</span></label>`,
  ).join('');
  return page(
    workspace,
    `How likely are you to recommend ${workspace}?`,
    `<form method="post" class="rate">${
      said === 'too_long'
        ? `<p role="alert">That is too long. Use at most ${RATING_CHARACTERS.toLocaleString('en')} characters.</p>`
        : isAnswered
          ? '<p class="quiet">You answered already. This replaces it.</p>'
          : ''
    }<fieldset><legend class="quiet">Your rating</legend><div class="scale">${choices}</div><div class="ends quiet" aria-hidden="true"><span>0: not at all likely</span><span>10: very likely</span></div></fieldset><label for="body">What is the most important reason? <span class="quiet">(optional)</span></label><textarea id="body" name="body" dir="auto" maxlength="${RATING_CHARACTERS}"${said === 'too_long' ? ' aria-invalid="true"' : ''}>${escapeHtml(body ?? '')}</textarea><button>Send rating</button></form>`,
  );
}
