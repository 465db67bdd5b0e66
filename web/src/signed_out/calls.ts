/** The calls of the signed-out pages: JSON to this site, with the cookie, no token. */
import { messages } from '../../../contract/errors.ts';
import { signedOutTexts } from './texts.ts';

/** The outcome of a call. */
export type Outcome<Body> =
  | { kind: 'done'; body: Body }
  /** The server said no. `message` may be shown; `field` names the input, null when it is none in particular. */
  | {
      kind: 'refused';
      status: number;
      message: string;
      field: string | null;
      retryAfterSeconds: number | null;
    }
  /** No answer came. */
  | { kind: 'unreachable' };

/** POST, GET or DELETE with an optional JSON body. `Body` is what a 2xx answer holds; null where it holds nothing. */
export async function call<Body = null>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<Outcome<Body>> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    return { kind: 'unreachable' };
  }
  const answer: unknown = response.status === 204 ? null : await response.json().catch(() => null);
  if (response.ok) return { kind: 'done', body: answer as Body };
  return readRefusal(response.status, response.headers.get('retry-after'), answer);
}

/** Reads the answer to a refused call; a missing or unreadable message becomes the default one. */
export function readRefusal(
  status: number,
  retryAfter: string | null,
  answer: unknown,
): Extract<Outcome<never>, { kind: 'refused' }> {
  const { message, field } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    message?: unknown;
    field?: unknown;
  };
  const seconds = Number(retryAfter);
  return {
    kind: 'refused',
    status,
    message: typeof message === 'string' && message !== '' ? message : messages.somethingWentWrong,
    field: typeof field === 'string' ? field : null,
    retryAfterSeconds:
      retryAfter !== null && Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null,
  };
}

/** The sentence to show for anything but success. */
export function sentenceOf(outcome: Exclude<Outcome<unknown>, { kind: 'done' }>): string {
  return outcome.kind === 'unreachable' ? signedOutTexts.unreachable : outcome.message;
}
