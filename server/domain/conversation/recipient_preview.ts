import { sql } from 'kysely';
import { hasFeature } from '../../../contract/permissions.ts';
import { notFound } from '../../core/errors.ts';
import { inId, inWord, required } from '../../core/inputs.ts';
import { defineQuery, shape } from '../../core/query.ts';
import { mayWrite } from '../../core/viewer.ts';
import { AUDIENCES, candidates, LEFT_OUT, type LeftOutReason } from './mailing_recipients.ts';

/** People that are named of each group. */
const NAMED = 20;

const person = shape('PreviewPerson', 'Somebody who gets a mail, or is left out.', {
  id: { type: 'ID!', describe: 'Person.' },
  name: { type: 'String!', describe: 'Name.' },
  email_address: { type: 'String', describe: 'Address; null when there is none.' },
});

const leftOut = shape(
  'PreviewLeftOut',
  'People who get no mail, for one reason.',
  {
    reason: { type: 'String!', describe: `One of ${Object.keys(LEFT_OUT).join(', ')}.` },
    sentence: { type: 'String!', describe: 'The reason as a sentence.' },
    count: { type: 'Int!', describe: 'How many.' },
    people: { type: '[PreviewPerson!]!', describe: `The first ${NAMED} by name.` },
  },
  [person],
);

interface Group {
  reason: LeftOutReason | null;
  count: number;
  people: { id: string; name: string; email_address: string | null }[];
}

/** Who would get a mail about an idea, before it is sent (design: mail). */
export const recipientPreview = defineQuery({
  name: 'recipient_preview',
  describe: 'Who would get a mail about an idea, and who would be left out and why.',
  needs: mayWrite('feedback'),
  args: { suggestion: required(inId('Idea.')), kind: required(inWord('What would be sent.', AUDIENCES)) },
  returns: 'RecipientPreview!',
  shapes: [
    shape(
      'RecipientPreview',
      'Who would get a mail about an idea.',
      {
        recipients_count: { type: 'Int!', describe: 'People who would get it.' },
        recipients: { type: '[PreviewPerson!]!', describe: `The first ${NAMED} of them by name.` },
        left_out_count: { type: 'Int!', describe: 'People behind the idea who would not get it.' },
        left_out: { type: '[PreviewLeftOut!]!', describe: 'Those by reason, most first.' },
      },
      [person, leftOut],
    ),
  ],
  run: async ({ suggestion, kind }, { scope }) => {
    const { viewer } = scope;
    const sid = viewer.subdomain_id;
    const idea = await scope.db.selectFrom('suggestions').select('id').where('subdomain_id', '=', sid).where('id', '=', suggestion).where('state', '<>', 'deleted').executeTakeFirst();
    if (!idea) throw notFound('suggestion', 'idea');
    const settings = await scope.db.selectFrom('subdomains').select(['prevent_email_notifications', 'features']).where('id', '=', sid).executeTakeFirstOrThrow();
    const mailOff = settings.prevent_email_notifications || hasFeature(settings.features, 'prevent_email_notifications');
    const { rows } = await sql<Group>`
select k.reason, count(*)::int as count,
  coalesce(json_agg(json_build_object('id', k.user_id::text, 'name', k.name, 'email_address', k.email_address) order by lower(k.name), k.user_id) filter (where k.place <= ${NAMED}::int), '[]') as people
from (
  select r.user_id, r.name, r.email_address, r.reason, row_number() over (partition by r.reason order by lower(r.name), r.user_id) as place
  from (${candidates(sid, { suggestion_id: idea.id, audience: kind, mailOff, author: viewer.user_id })}) r
) k group by k.reason order by count(*) desc, k.reason`.execute(scope.db);
    const gets = rows.find((row) => row.reason === null);
    const others = rows.flatMap((row) => (row.reason === null ? [] : [{ ...row, sentence: LEFT_OUT[row.reason] }]));
    return {
      recipients_count: gets?.count ?? 0,
      recipients: gets?.people ?? [],
      left_out_count: others.reduce((sum, { count }) => sum + count, 0),
      left_out: others,
    };
  },
});
