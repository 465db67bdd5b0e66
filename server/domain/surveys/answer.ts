import { hasFeature } from '../../../contract/permissions.ts';
import { ASKED_EVERY_DAYS } from '../../../contract/satisfaction_report.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../sql/kysely.ts';
import { writeRating } from '../customers/rating_commands.ts';
import { readMail } from '../mail/responses.ts';

/*
 * The page behind the links of a request for a rating. A link alone rates nothing, as programs that look into mails
 * follow links: a person presses the page's button.
 */

/** What someone was asked, and said so far. */
export interface Question {
  /** chosen in the email, or what they said before */
  score: number;
  body: string | null;
  /** they answered already */
  isAnswered: boolean;
  /** it takes no answer any more */
  isOver: boolean;
}

interface Found extends Question {
  delivery_id: string;
  user_id: string;
}

async function find(scope: Scope, tx: Tx, token: string): Promise<Found | null> {
  const { subdomain_id } = scope.viewer;
  const mail = await readMail(scope, tx, 'rate', token);
  if (mail?.kind !== 'rating_request' || mail.user_id === null || Number(mail.extra) > 10) return null;
  const { created_at } = await tx
    .selectFrom('mailings')
    .select('created_at')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', mail.mailing_id)
    .executeTakeFirstOrThrow();
  const { allowed_state } = await tx
    .selectFrom('users')
    .select('allowed_state')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', mail.user_id)
    .executeTakeFirstOrThrow();
  const { features } = await tx
    .selectFrom('subdomains')
    .select('features')
    .where('id', '=', subdomain_id)
    .executeTakeFirstOrThrow();
  const said = await tx
    .selectFrom('ratings')
    .select(['score', 'body'])
    .where('subdomain_id', '=', subdomain_id)
    .where('delivery_id', '=', mail.delivery_id)
    .executeTakeFirst();
  const ageMs = scope.now().getTime() - created_at.getTime();
  return {
    delivery_id: mail.delivery_id,
    user_id: mail.user_id,
    score: Number(mail.extra),
    body: said?.body ?? null,
    isAnswered: said !== undefined,
    isOver:
      ageMs > ASKED_EVERY_DAYS * 86_400_000 ||
      allowed_state === 'blocked' ||
      !hasFeature(features, 'satisfaction'),
  };
}

/** What the token of a link asks; null: it is none. */
export async function readQuestion(scope: Scope, token: string): Promise<Question | null> {
  return find(scope, scope.db, token);
}

/**
 * Takes an answer. A second one to the same email takes the place of the first.
 *
 * @param body plain text; null: nothing was said
 * @returns how it stands now; null: the token is none
 */
export async function answerQuestion(
  scope: Scope,
  token: string,
  { score, body }: { score: number; body: string | null },
): Promise<Question | null> {
  const { subdomain_id } = scope.viewer;
  return scope.write(async (tx) => {
    const asked = await find(scope, tx, token);
    if (asked === null || asked.isOver) return asked;
    await writeRating(
      { tx, subdomain_id, now: scope.now() },
      {
        user_id: asked.user_id,
        score,
        body,
        channel: 'email',
        given: scope.now(),
        recorded_by_id: null,
        delivery_id: asked.delivery_id,
      },
    );
    return { ...asked, score, body, isAnswered: true };
  });
}
