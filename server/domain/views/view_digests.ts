import { sql } from 'kysely';
import { addresses } from '../../../contract/notifications.ts';
import { escapeHtml } from '../../../contract/rich_text.ts';
import { canRead } from '../../../contract/permissions.ts';
import { displayName } from '../../../contract/user_name.ts';
import { ProductError } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import { defineTask } from '../../core/task.ts';
import { ListWriter } from '../../listing/list_writer.ts';
import { MailRefused, type OutgoingMail } from '../../services/mail.ts';
import { rowsOf, type Tx } from '../../sql/kysely.ts';
import { Writer, type Statement } from '../../sql/writer.ts';
import {
  MAIL_BREAK,
  MAIL_COLORS,
  mailButton,
  mailHeading,
  mailKicker,
  mailPage,
  mailRow,
} from '../../text/mail_page.ts';
import {
  readRecipients,
  readWorkspace,
  type Recipient,
  type Workspace,
} from '../digests/notification_mails.ts';
import { VISIBLE_VIEW_SQL } from '../ideas/filters/saved_view.ts';
import { suggestion } from '../ideas/suggestion.ts';
import { undoableSince } from '../undo/undo.ts';
import { countView, withNearWords } from './counts.ts';
import { slotBegin, type Subscription } from './slots.ts';

/** Ideas of a view that a digest looks at, and of which the next one remembers that they were there. */
const IDEAS_MAX = 2_000;
/** Lines of each part of a mail; the others are counted. */
const LINES_MAX = 10;
/** Views that are looked up at once to be counted again, and for how long one run counts. */
const COUNTED_AT_ONCE = 200;
const COUNTING_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;

/** A subscription that is due. */
interface Due {
  saved_view_id: string;
  user_id: string;
}

interface NewIdea {
  id: string;
  title: string;
  votes_count: number;
}
interface MovedIdea extends NewIdea {
  /** votes since the last digest */
  gained: number;
  /** public status that was posted since; null: none was */
  status: string | null;
}

/** What a digest tells of. */
interface News {
  fresh: NewIdea[];
  moved: MovedIdea[];
}

/**
 * Hourly: sends the digests of views that are due, counts views by filters again, and forgets views that can no longer
 * be brought back. A digest tells of ideas that are new in the view and of those that moved; with nothing to tell
 * nothing is sent. The row of a subscription is held while its mail is handed over, so that two workers send it once.
 */
export const viewDigests = defineTask({
  name: 'view_digests',
  description: 'Send digests of saved views',
  batch: 1,
  due: 'select distinct subdomain_id from saved_views',
  run: async (_payload, { scope, signal }) => {
    const { subdomain_id } = scope.viewer;
    const now = scope.now();
    await scope.write((tx) =>
      tx
        .deleteFrom('saved_views')
        .where('subdomain_id', '=', subdomain_id)
        .where('deleted_at', '<=', undoableSince(now))
        .execute(),
    );
    const due = await sql<Due & Subscription & { sent_for: Date | null }>`
select u.saved_view_id::text as saved_view_id, u.user_id::text as user_id, u.frequency, u.weekday, u.hour, u.sent_for
from saved_view_users u join saved_views v on v.subdomain_id = ${subdomain_id} and v.id = u.saved_view_id
where u.subdomain_id = ${subdomain_id} and u.subscribed and u.frequency <> 'never' and v.deleted_at is null and v.state = 'active' and v.kind in ('suggestion', 'suggestion_list')
order by u.id`.execute(scope.db);
    const failures: unknown[] = [];
    for (const row of due.rows) {
      if (signal.aborted) return;
      if (row.sent_for !== null && row.sent_for >= slotBegin(row, now)) continue;
      // one address that the relay refuses must not keep the others waiting
      await sendDigest(scope, row, now).catch((error: unknown) => failures.push(error));
    }
    await recount(scope, now, signal);
    if (failures.length > 0)
      throw new Error(
        `${failures.length} digests of views could not be sent: ${(failures[0] as Error).message}`,
        {
          cause: failures[0],
        },
      );
  },
});

/** Counts views by filters again, those first that were counted longest ago; what the time does not suffice for waits. */
async function recount(scope: Scope, now: Date, signal: AbortSignal): Promise<void> {
  const { subdomain_id } = scope.viewer;
  const end = Date.now() + COUNTING_MS;
  for (;;) {
    const stale = await scope.db
      .selectFrom('saved_views')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .where('deleted_at', 'is', null)
      .where('state', '=', 'active')
      .where('sub_kind', '=', 'filter')
      .where('kind', 'in', ['suggestion', 'suggestion_list'])
      .where((where) =>
        where.or([
          where('counted_at', 'is', null),
          where('counted_at', '<', new Date(now.getTime() - HOUR_MS / 2)),
        ]),
      )
      .orderBy('counted_at', (order) => order.asc().nullsFirst())
      .limit(COUNTED_AT_ONCE)
      .execute();
    for (const { id } of stale) {
      if (signal.aborted || Date.now() > end) return;
      await scope.write((tx) => countView({ tx, subdomain_id, viewer: scope.viewer, now }, id));
    }
    if (stale.length < COUNTED_AT_ONCE) return;
  }
}

async function sendDigest(scope: Scope, { saved_view_id, user_id }: Due, now: Date): Promise<void> {
  const { subdomain_id } = scope.viewer;
  await scope.write(async (tx) => {
    const held = await tx
      .selectFrom('saved_view_users')
      .selectAll()
      .where('subdomain_id', '=', subdomain_id)
      .where('saved_view_id', '=', saved_view_id)
      .where('user_id', '=', user_id)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!held?.subscribed || held.frequency === 'never') return;
    const slot = slotBegin(held as Subscription, now);
    if (held.sent_for !== null && held.sent_for >= slot) return;
    const [to] = await readRecipients(tx, subdomain_id, [user_id]);
    const found =
      to && canRead(to.viewer.permissions, 'feedback') ? await readView(tx, to, saved_view_id) : null;
    const since = held.told_until ?? new Date(slot.getTime() - 7 * 24 * HOUR_MS);
    const news = found === null ? null : await newsOf(tx, subdomain_id, found.ids, held.told_ids, since);
    if (to && found && news && news.fresh.length + news.moved.length > 0) {
      const workspace = await readWorkspace(tx, scope);
      await scope.services.mail
        .send(writeDigest(to, workspace, { id: saved_view_id, name: found.name }, news, held.frequency, slot))
        .catch((error: unknown) => {
          // refused for good: trying again each hour would change nothing
          if (!(error instanceof MailRefused && error.outcome === 'refused')) throw error;
        });
    }
    await tx
      .updateTable('saved_view_users')
      .set({ sent_for: slot, ...(found === null ? {} : { told_until: now, told_ids: found.ids }) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', held.id)
      .execute();
  });
}

/** A view as its reader may see it, with its ideas, most votes first; null: they may not, or can no longer be read. */
async function readView(tx: Tx, to: Recipient, id: string): Promise<{ name: string; ids: string[] } | null> {
  const read = <Row extends object>(statement: Statement): Promise<Row[]> => rowsOf<Row>(tx, statement);
  try {
    const w = new Writer(to.viewer.subdomain_id);
    const [view] = await read<{ name: string }>({
      text: `select v.name from saved_views v where v.subdomain_id = $1 and v.id = ${w.value(id)} and ${VISIBLE_VIEW_SQL('v', { w, viewer: to.viewer })}`,
      values: w.values,
    });
    if (!view) return null;
    const filters = await withNearWords(
      tx,
      to.viewer.subdomain_id,
      await suggestion.list!.resolve!(read, to.viewer, { saved_view: [id] }),
    );
    const writer = new Writer(to.viewer.subdomain_id);
    const where = new ListWriter(new Map(), to.viewer, filters, writer).conditions(suggestion, filters, 't');
    const rows = await read<{ id: string }>({
      text: `select t.id::text as id from suggestions t where ${where} order by t.votes_count desc, t.id desc limit ${IDEAS_MAX}`,
      values: writer.values,
    });
    return { name: view.name, ids: rows.map((row) => row.id) };
  } catch (error) {
    if (error instanceof ProductError) return null;
    throw error;
  }
}

/**
 * What happened in a view.
 * @param told ideas that the last digest knew; null: it knew none, so those made since are new
 */
async function newsOf(
  tx: Tx,
  subdomain_id: string,
  ids: readonly string[],
  told: readonly string[] | null,
  since: Date,
): Promise<News> {
  const known = told === null ? null : new Set(told.map(String));
  const { rows } = await sql<MovedIdea & { is_made_since: boolean }>`
select s.id::text as id, s.title, s.votes_count, s.created_at >= ${since} as is_made_since,
  coalesce((select sum(x.votes)::int from supporters x where x.subdomain_id = ${subdomain_id} and x.suggestion_id = s.id and x.created_at >= ${since}), 0) as gained,
  case when s.last_status_update_at >= ${since} then coalesce(st.name, 'No Status') end as status
from suggestions s left join statuses st on st.subdomain_id = ${subdomain_id} and st.id = s.status_id
where s.subdomain_id = ${subdomain_id} and s.id = any(${[...ids]}::bigint[])`.execute(tx);
  const isFresh = (row: (typeof rows)[number]): boolean =>
    // a view of more ideas than are remembered cannot tell which came
    known === null || known.size >= IDEAS_MAX ? row.is_made_since : !known.has(row.id);
  const byVotes = (a: NewIdea, b: NewIdea): number =>
    b.votes_count - a.votes_count || Number(b.id) - Number(a.id);
  return {
    fresh: rows.filter(isFresh).sort(byVotes),
    moved: rows
      .filter((row) => !isFresh(row) && (row.gained > 0 || row.status !== null))
      .sort((a, b) => b.gained - a.gained || byVotes(a, b)),
  };
}

const votes = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'vote' : 'votes'}`;

/** What a line says of an idea that moved. */
const movement = ({ gained, status }: MovedIdea): string =>
  [...(gained > 0 ? [`+${votes(gained)}`] : []), ...(status === null ? [] : [`now ${status}`])].join(', ');

function writeDigest(
  to: Recipient,
  workspace: Workspace,
  view: { id: string; name: string },
  { fresh, moved }: News,
  frequency: string,
  slot: Date,
): OutgoingMail {
  const url = `${workspace.url}${addresses.view(view.id)}`;
  const count = (ideas: readonly unknown[], one: string, many: string): string =>
    `${ideas.length.toLocaleString('en')} ${ideas.length === 1 ? one : many}`;
  const subject = `${view.name}: ${[
    ...(fresh.length > 0 ? [count(fresh, 'new idea', 'new ideas')] : []),
    ...(moved.length > 0 ? [`${moved.length.toLocaleString('en')} moved`] : []),
  ].join(', ')}`;
  const why = `You get this ${frequency === 'daily' ? 'daily' : 'weekly'} email because you subscribed to the view “${view.name}”.`;
  const parts = [
    { title: 'New', lines: fresh.map((idea) => ({ ...idea, says: votes(idea.votes_count) })) },
    { title: 'Moved', lines: moved.map((idea) => ({ ...idea, says: movement(idea) })) },
  ].filter(({ lines }) => lines.length > 0);
  const at = (id: string): string => `${workspace.url}${addresses.idea(id)}`;
  const further = (lines: readonly unknown[]): string | null =>
    lines.length > LINES_MAX
      ? `${(lines.length - LINES_MAX).toLocaleString('en')} more in the console.`
      : null;
  const greeting = `Hello ${displayName(to)},`;
  const text = [
    greeting,
    ...parts.map(({ title, lines }) =>
      [
        `${title}:`,
        ...lines.slice(0, LINES_MAX).map(({ id, title: name, says }) => `* ${name} (${says})\n  ${at(id)}`),
        ...(further(lines) === null ? [] : [further(lines)!]),
      ].join('\n'),
    ),
    `Open the view: ${url}`,
    `-- \n${why}`,
  ].join('\n\n');
  const { ink, quiet, line } = MAIL_COLORS;
  const html = mailPage({
    title: subject,
    preview: parts
      .flatMap(({ lines }) => lines.map((one) => one.title))
      .join(' · ')
      .slice(0, 140),
    rows: [
      mailKicker(workspace.name),
      mailHeading(escapeHtml(view.name)),
      mailRow(escapeHtml(greeting), 'padding:0 0 14px;font-size:15px;line-height:1.5'),
      ...parts.flatMap(({ title, lines }) => [
        mailRow(escapeHtml(title), 'padding:8px 0 6px;font-size:13px;font-weight:600'),
        ...lines
          .slice(0, LINES_MAX)
          .map(
            ({ id, title: name, says }) =>
              `<tr><td class="t l" dir="auto" style="padding:10px 0;border-top:1px solid ${line};color:${ink};${MAIL_BREAK}"><div style="font-size:15px;line-height:22px"><a class="t" href="${escapeHtml(at(id))}" style="color:${ink};text-decoration:none">${escapeHtml(name)}</a></div><div class="q" style="font-size:12px;line-height:18px;color:${quiet}">${escapeHtml(says)}</div></td></tr>`,
          ),
        ...(further(lines) === null
          ? []
          : [
              mailRow(
                `<span class="q" style="color:${quiet};font-size:13px">${escapeHtml(further(lines)!)}</span>`,
                'padding:6px 0 0',
              ),
            ]),
      ]),
      mailRow(mailButton(url, 'Open the view'), 'padding:18px 0 14px'),
    ],
    footer: escapeHtml(why),
  });
  return {
    to: { name: to.name, email_address: to.email_address },
    subject,
    text: `${text}\n`,
    html,
    message_id: `view-${to.viewer.subdomain_id}-${view.id}-${to.id}-${slot.toISOString().slice(0, 13)}`,
  };
}
