import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  isWorkspaceKind,
  liveChannels,
  liveEventsPath,
  liveKinds,
  liveSuffix,
  mayHear,
  type LiveChannels,
} from '../../contract/live.ts';
import type { Viewer } from '../core/viewer.ts';
import { workspaceOfOrigin } from '../domain/account/session_origins.ts';
import {
  cookieName,
  Refusal,
  requireSameSite,
  signInFirst,
  workspaceOf,
  type HttpDependencies,
} from './context.ts';
import type { LiveStream } from './sse_hub.ts';
import { sessionOf } from './session.ts';

/** Channels that one call may name. */
const CHANNELS_MAX = 20;
/** Kinds that the channel of the workspace can be narrowed to. */
const WORKSPACE_KINDS = Object.keys(liveKinds).filter(isWorkspaceKind);
/** A full process asks its clients to come back after this long. */
const FULL_RETRY_SECONDS = 30;
/** Where the stream answers: below the site root, and below the console's own path (DEC-007). */
const BASES = ['', '/admin-console'];

/**
 * The stream of live events (specification lines 509-512): server-sent events on the session's cookie. The
 * session decides which channels there are; `channels` may narrow them and is refused when it names
 * another one. Where REALTIME is off the answer is 204: there is none, and none will come.
 */
export function registerEvents(app: FastifyInstance, deps: HttpDependencies): void {
  const { live } = deps;
  if (live) {
    app.addHook('preClose', (done) => {
      live.close();
      done();
    });
  }
  for (const base of BASES) {
    // a stream has a body or is none
    app.get<{ Querystring: { channels?: string | string[] } }>(
      `${base}${liveEventsPath}`,
      { exposeHeadRoute: false },
      async (request, reply) => {
        requireSameSite(request);
        const workspace = workspaceOf(request);
        const signedIn = await sessionOf(request, deps);
        if (!signedIn) throw signInFirst();
        if (!signedIn.viewer.core_admin)
          throw new Refusal(403, 'You may not use the console.', { code: 'FORBIDDEN' });
        if (!live) return reply.header('cache-control', 'no-store').code(204).send();
        const { user_id } = signedIn.viewer;
        const names = liveChannels(workspace.key, user_id);
        const channels = readChannels(request.query.channels, names, mayReadOf(signedIn.viewer, deps));
        if (!live.hasRoom(workspace.id))
          throw new Refusal(503, 'Too many consoles are open here. Try again in a moment.', {
            retryAfterSeconds: FULL_RETRY_SECONDS,
          });

        const secret = secretOf(request, deps);
        reply.hijack();
        const { raw } = reply;
        // whoever went away while their session was looked up will not say so again
        if (raw.destroyed) return reply;
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) raw.setHeader(name, value);
        raw.writeHead(200, {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store, no-transform',
          // a proxy must hand each event on at once
          'x-accel-buffering': 'no',
        });
        raw.socket?.setKeepAlive(true, 30_000);
        raw.socket?.setNoDelay(true);
        // the client went away in the middle of a write
        raw.on('error', () => raw.destroy());
        const forget = live.open({
          subdomain_id: workspace.id,
          user_id,
          session: signedIn.session.toString('hex'),
          origins: signedIn.origins.map(workspaceOfOrigin),
          names,
          channels,
          writer: {
            write: (text) => void raw.write(text),
            end: () => void raw.end(),
            destroy: () => void raw.destroy(),
            get waitingBytes() {
              return raw.writableLength;
            },
            onceTaken: (call) => void raw.once('drain', call),
          },
          readRight: mayReadOf(signedIn.viewer, deps),
          look: async () => {
            const now = await deps.viewers.ofSession(workspace, secret);
            return now?.viewer.core_admin === true ? mayReadOf(now.viewer, deps) : null;
          },
        });
        raw.once('close', forget);
        return reply;
      },
    );
  }
}

/** What a person hears of: the kinds that are told live and that they may read. */
function mayReadOf(viewer: Viewer, { entities }: HttpDependencies): LiveStream['readRight'] {
  return (kind) => Object.hasOwn(liveKinds, kind) && entities.get(kind)?.requires.allows(viewer) === true;
}

/** @throws Refusal 403 for a channel of someone else or a kind that the person may not read, 400 for a kind that is not told live */
function readChannels(
  wanted: string | string[] | undefined,
  names: LiveChannels,
  mayReadKind: LiveStream['readRight'],
): ReadonlySet<string> {
  const chosen = [wanted ?? []]
    .flat()
    .flatMap((text) => text.split(','))
    .filter((name) => name !== '');
  if (chosen.length === 0) return new Set([names.admin, names.workspace, names.user]);
  if (chosen.length > CHANNELS_MAX)
    throw new Refusal(400, `At most ${CHANNELS_MAX} channels can be heard at once.`, {
      code: 'BAD_USER_INPUT',
      field: 'channels',
    });
  if (!chosen.every((name) => mayHear(names, name)))
    throw new Refusal(403, 'This channel is not yours.', { code: 'FORBIDDEN', field: 'channels' });
  for (const kind of chosen.map((name) => liveSuffix(names, name) ?? '').filter((suffix) => suffix !== '')) {
    if (!isWorkspaceKind(kind))
      throw new Refusal(
        400,
        `No kind of record with the name "${kind}" is told live on the channel of the workspace. Those that are: ${WORKSPACE_KINDS.join(', ')}.`,
        { code: 'BAD_USER_INPUT', field: 'channels' },
      );
    if (!mayReadKind(kind))
      throw new Refusal(403, `You may not read records of the kind "${kind}".`, {
        code: 'FORBIDDEN',
        field: 'channels',
      });
  }
  return new Set(chosen);
}

function secretOf(request: FastifyRequest, { config }: HttpDependencies): string | undefined {
  return request.server.parseCookie(request.headers.cookie ?? '')[cookieName(config)];
}
