/** Whom a report is shared with: people by name, and anyone with its link. */
import { randomBytes } from 'node:crypto';
import { impactLimits } from '../../../contract/impact_reports.ts';
import { parseDate } from '../../../contract/dates.ts';
import { markChanged } from '../../core/changes.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput } from '../../core/errors.ts';
import type { InputValues } from '../../core/inputs.ts';
import {
  booleanInput,
  idInput,
  idListInput,
  nullable,
  objectInput,
  required,
  textInput,
  timeInput,
} from '../../inputs/kinds.ts';
import { refuseOutsiders } from '../account/team/outsiders.ts';
import { dayOf } from '../counters/numbers.ts';
import { notify } from '../notifications/notify.ts';
import { lockReport, type ImpactRow } from './impact_commands.ts';
import { canReadImpact, canWriteImpact } from './rights.ts';

const LINK = {
  shows_names: booleanInput('Names of accounts and people. Off when not given with a new link.'),
  shows_revenue: booleanInput('Revenue. On when not given with a new link.'),
  shows_quotes: booleanInput('Quotes. On when not given with a new link.'),
  shows_ideas: booleanInput('Titles of the top ideas. On when not given with a new link.'),
  ends_on: nullable(
    timeInput('Its last day, UTC, today or later; null: it stays until it is revoked.', (text) =>
      parseDate(text, new Date()),
    ),
  ),
};

/** Makes these the people whom a report is shared with by name. @returns those who are new */
async function writeReaders(
  { tx, subdomain_id, now }: CommandContext,
  row: ImpactRow,
  people: readonly string[],
  message: string | null,
): Promise<string[]> {
  await tx
    .deleteFrom('impact_report_readers')
    .where('subdomain_id', '=', subdomain_id)
    .where('impact_report_id', '=', row.id)
    .where('user_id', 'not in', people.length > 0 ? [...people] : ['0'])
    .execute();
  if (people.length === 0) return [];
  const fresh = await tx
    .insertInto('impact_report_readers')
    .values(
      people.map((user_id) => ({
        subdomain_id,
        impact_report_id: row.id,
        user_id,
        message,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['subdomain_id', 'impact_report_id', 'user_id']).doNothing())
    .returning('user_id')
    .execute();
  return fresh.map(({ user_id }) => user_id);
}

/** Makes, changes or ends the link of a report. One that ended never comes back. */
async function writeLink(
  { tx, subdomain_id, viewer, now }: CommandContext,
  row: ImpactRow,
  isPublic: boolean | undefined,
  link: InputValues<typeof LINK>,
): Promise<void> {
  const ends_on = link.ends_on instanceof Date ? dayOf(link.ends_on) : link.ends_on;
  if (typeof ends_on === 'string' && ends_on < dayOf(now))
    throw badInput('link.ends_on', 'The link would have ended already. Choose today or a later day.', {
      reason: 'invalid',
    });
  const standing = await tx
    .selectFrom('impact_report_links')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('impact_report_id', '=', row.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (isPublic === false) {
    if (standing)
      await tx
        .updateTable('impact_report_links')
        .set({ revoked_at: now })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', standing.id)
        .execute();
    return;
  }
  if (standing === undefined && isPublic !== true) {
    if (Object.values(link).some((value) => value !== undefined))
      throw badInput('link', 'The report has no link. Share it with is_public first.', {
        reason: 'required',
      });
    return;
  }
  const { ends_on: _given, ...shows } = link;
  if (standing) {
    await tx
      .updateTable('impact_report_links')
      .set((now_) => ({
        shows_names: shows.shows_names ?? now_.ref('shows_names'),
        shows_revenue: shows.shows_revenue ?? now_.ref('shows_revenue'),
        shows_quotes: shows.shows_quotes ?? now_.ref('shows_quotes'),
        shows_ideas: shows.shows_ideas ?? now_.ref('shows_ideas'),
        ends_on: ends_on === undefined ? now_.ref('ends_on') : ends_on,
      }))
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', standing.id)
      .execute();
  } else
    await tx
      .insertInto('impact_report_links')
      .values({
        subdomain_id,
        impact_report_id: row.id,
        token: randomBytes(24).toString('base64url'),
        shows_names: shows.shows_names ?? false,
        shows_revenue: shows.shows_revenue ?? true,
        shows_quotes: shows.shows_quotes ?? true,
        shows_ideas: shows.shows_ideas ?? true,
        ends_on: ends_on ?? null,
        creator_id: viewer.user_id,
        created_at: now,
      })
      .execute();
}

/** Shares a report with people, or with anyone who has its link (PERM-047). */
export const impactReportShare = defineCommand({
  name: 'impact_report_share',
  description:
    'Shares an impact report: user_ids replaces the people it is shared with, and tells those who are new; is_public makes a link by which anyone reads it without signing in, or revokes it for good; link says what it shows and until when.',
  requires: canWriteImpact,
  input: {
    id: required(idInput('The report.')),
    user_ids: idListInput('People, all of them.', impactLimits.readers),
    is_public: booleanInput(
      'true: anyone with the link may read it; false: the link is revoked, and shows nothing from now on.',
    ),
    message: textInput(
      'What is written to those who are new, in the console and by email.',
      impactLimits.messageCharacters,
    ),
    link: objectInput('ImpactLinkInput', 'What the link shows, and until when.', LINK),
  },
  returns: { entity: 'impact_report' },
  run: async ({ id, user_ids, is_public, message, link = {} }, context) => {
    const { tx, subdomain_id } = context;
    const row = await lockReport(context, id);
    const people = user_ids === undefined ? undefined : [...new Set(user_ids)];
    let fresh: string[] = [];
    if (people !== undefined) {
      await refuseOutsiders(context, people);
      fresh = await writeReaders(context, row, people, message?.trim() || null);
    }
    await writeLink(context, row, is_public, link);
    // what is shared is no draft any more
    if (row.state === 'draft' && (fresh.length > 0 || is_public === true))
      await tx
        .updateTable('impact_reports')
        .set({ state: 'published' })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', id)
        .execute();
    if (fresh.length > 0)
      await notify(context, { event: 'impact_report_shared', user_ids: fresh, impact_report_id: id });
    await context.audit('impact_report_share', id, {
      title: row.title,
      ...(people === undefined ? {} : { people: people.length }),
      ...(is_public === undefined ? {} : { is_public }),
    });
    markChanged(tx, 'impact_report', [id]);
    return id;
  },
});

/** Says that the viewer has opened a report that was shared with them. */
export const impactReportRead = defineCommand({
  name: 'impact_report_read',
  description:
    'Notes that the viewer has opened the report, where it is shared with them by name. Others are passed over.',
  requires: canReadImpact,
  input: { id: required(idInput('The report.')) },
  returns: { entity: 'impact_report' },
  run: async ({ id }, { tx, subdomain_id, viewer, now }) => {
    if (viewer.user_id === null) return id;
    await tx
      .updateTable('impact_report_readers')
      .set({ read_at: now })
      .where('subdomain_id', '=', subdomain_id)
      .where('impact_report_id', '=', id)
      .where('user_id', '=', viewer.user_id)
      .execute();
    return id;
  },
});
