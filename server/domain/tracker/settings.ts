import { isEmail } from '../../../contract/email.ts';
import { textLimits } from '../../../contract/limits.ts';
import {
  CUSTOM_FIELD_ID,
  instanceUrlOf,
  TRACKER_KINDS,
  trackerHookPath,
  trackerLimits,
} from '../../../contract/tracker.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, changedMeanwhile, notFound } from '../../core/errors.ts';
import { defineQuery } from '../../core/query.ts';
import type { Services } from '../../core/services.ts';
import { shape } from '../../core/shape.ts';
import { readRight } from '../../core/viewer.ts';
import { enumInput, nullable, secretInput, singleLine, textInput } from '../../inputs/kinds.ts';
import { inIfUpdatedAt, nextUpdatedAt } from '../../listing/optimistic_lock.ts';
import { TrackerError } from '../../services/tracker.ts';
import type { Tx } from '../../sql/kysely.ts';
import { hashSecret, newSecret } from '../account/secrets.ts';
import {
  accessOf,
  findTracker,
  keepsTracker,
  tokenSealOf,
  trackerProblem,
  type TrackerRow,
} from './access.ts';
import { noteCall } from './reading.ts';

const settingsShape = shape('TrackerSettings', 'How the issue tracker of the workspace is set up.', {
  kind: { type: 'String!', description: `${TRACKER_KINDS.join(' or ')}.` },
  instance_url: { type: 'String!', description: 'Its address, without a final slash.' },
  account: { type: 'String', description: 'Address that the token belongs to; null: the token says it.' },
  token_end: {
    type: 'String',
    description: 'The last four characters of the token; null: there is none, so nothing is read.',
  },
  create_warning_message: {
    type: 'String',
    description: 'Said above the form of a new issue; null: nothing.',
  },
  customfield_id: {
    type: 'String',
    description: 'Field of the tracker that the address of the idea is written into; null: none.',
  },
  has_hook: { type: 'Boolean!', description: 'There is an address by which the tracker tells of changes.' },
  problem: {
    type: 'String',
    description: 'Why issues could not be read the last time; null: they were, or none are.',
  },
  problem_at: { type: 'String', description: 'When that was.' },
  next_read_at: {
    type: 'String',
    description: 'After such a problem, when they are read again; null: as usual.',
  },
  field_problem: {
    type: 'String',
    description: 'Why the address of an idea could not be written the last time; null: it was, or none was.',
  },
  issues_count: { type: 'Int!', description: 'Issues that are linked.' },
  updated_at: { type: 'String!', description: 'Last change of the settings.' },
});

async function show(db: Tx, row: TrackerRow) {
  const { count } = await db
    .selectFrom('tracker_issues')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('subdomain_id', '=', row.subdomain_id)
    .executeTakeFirstOrThrow();
  return {
    kind: row.kind,
    instance_url: row.instance_url,
    account: row.account,
    token_end: row.token_end,
    create_warning_message: row.create_warning_message,
    customfield_id: row.customfield_id,
    has_hook: row.hook_hash !== null,
    problem: row.problem,
    problem_at: row.problem_at?.toISOString() ?? null,
    next_read_at: row.problem === null ? null : row.next_read_at.toISOString(),
    field_problem: row.field_problem,
    issues_count: Number(count),
    updated_at: row.updated_at.toISOString(),
  };
}

/** How the issue tracker is set up, for whoever keeps the settings. The token is never told. */
export const trackerSettings = defineQuery({
  name: 'tracker_settings',
  description: 'How the issue tracker of the workspace is set up; null: none is.',
  requires: readRight('settings'),
  args: {},
  returns: 'TrackerSettings',
  reads: ['tracker_settings', 'tracker_issues'],
  shapes: [settingsShape],
  run: async (_args, { scope }) => {
    const row = await findTracker(scope.db, scope.viewer.subdomain_id);
    return row ? show(scope.db, row) : null;
  },
});

function lockTracker({ tx, subdomain_id }: CommandContext): Promise<TrackerRow | undefined> {
  return tx
    .selectFrom('tracker_settings')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

function sealToken(token: string, seals: Services['seals'], subdomain_id: string) {
  return { sealed_token: seals.seal(token, tokenSealOf(subdomain_id)), token_end: token.slice(-4) };
}

/**
 * Sets the tracker up, or changes what is given. A token goes with its address and account: for other ones it has to
 * be entered again, so that nobody who changes the address gets it.
 */
export const trackerSettingsUpdate = defineCommand({
  name: 'tracker_settings_update',
  description:
    'Sets the issue tracker of the workspace up, or changes what is given. Without a token issues are linked by their key alone. A new address or account needs the token again.',
  requires: keepsTracker,
  holdsSecret: true,
  input: {
    kind: enumInput('Kind of tracker.', TRACKER_KINDS),
    instance_url: textInput('Address of the instance.', textLimits.urlCharacters),
    account: nullable(
      singleLine('Address that the API token belongs to, of jira_cloud.', textLimits.nameCharacters),
    ),
    token: nullable(
      secretInput('API token or personal access token; null: none.', trackerLimits.tokenCharacters),
    ),
    create_warning_message: nullable(
      textInput('Said above the form of a new issue; null: nothing.', trackerLimits.warningCharacters),
    ),
    customfield_id: nullable(
      singleLine(
        'Field that the address of the idea is written into, such as customfield_10050; null: none.',
        trackerLimits.fieldCharacters,
      ),
    ),
    if_updated_at: inIfUpdatedAt,
  },
  returns: { type: 'TrackerSettings!' },
  shapes: [settingsShape],
  run: async ({ if_updated_at, token: givenToken, ...given }, context) => {
    const { tx, subdomain_id, services, now } = context;
    const before = await lockTracker(context);
    if (before && if_updated_at !== undefined && before.updated_at.getTime() > if_updated_at.getTime())
      throw changedMeanwhile('integration', await show(tx, before));
    const instance_url =
      given.instance_url === undefined ? before?.instance_url : instanceUrlOf(given.instance_url);
    if (instance_url === undefined || given.instance_url === '')
      throw badInput('instance_url', 'Enter the address of your Jira.', { reason: 'required' });
    if (instance_url === null)
      throw badInput(
        'instance_url',
        'This is no address of a Jira. It has a form such as https://example.atlassian.net.',
      );
    const kind = given.kind ?? before?.kind ?? 'jira_cloud';
    const account =
      kind === 'jira_cloud'
        ? given.account === undefined
          ? (before?.account ?? null)
          : given.account || null
        : null;
    if (account !== null && !isEmail(account)) throw badInput('account', 'This is no email address.');
    const customfield_id =
      given.customfield_id === undefined ? (before?.customfield_id ?? null) : given.customfield_id || null;
    if (customfield_id !== null && !CUSTOM_FIELD_ID.test(customfield_id))
      throw badInput('customfield_id', 'The id of a field has a form such as customfield_10050.');
    const token = givenToken?.trim();
    const isElsewhere =
      before !== undefined &&
      (before.instance_url !== instance_url || before.kind !== kind || before.account !== account);
    if (token && kind === 'jira_cloud' && account === null)
      throw badInput('account', 'Enter the email address that the API token belongs to.', {
        reason: 'required',
      });
    const values = {
      kind,
      instance_url,
      account,
      ...(token
        ? sealToken(token, services.seals, subdomain_id)
        : givenToken !== undefined || isElsewhere
          ? { sealed_token: null, token_end: null }
          : {}),
      create_warning_message:
        given.create_warning_message === undefined
          ? (before?.create_warning_message ?? null)
          : given.create_warning_message || null,
      customfield_id,
      field_problem: customfield_id === before?.customfield_id ? (before?.field_problem ?? null) : null,
      // whatever was wrong is tried again at once
      problem: null,
      problem_at: null,
      failures_count: 0,
      next_read_at: now,
      updated_at: before ? nextUpdatedAt(before, now) : now,
    };
    const row = await tx
      .insertInto('tracker_settings')
      .values({ subdomain_id, ...values, created_at: now })
      .onConflict((conflict) => conflict.column('subdomain_id').doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow();
    // what another tracker said of issues is none of this one's
    if (before && before.instance_url !== instance_url)
      await tx
        .updateTable('tracker_issues')
        .set({ jira_id: null, read_at: null, updated_at: now })
        .where('subdomain_id', '=', subdomain_id)
        .execute();
    await context.audit('tracker_settings_update', subdomain_id, {
      changed: Object.keys(given),
      instance_url,
      ...(givenToken === undefined ? {} : { token: token ? 'replaced' : 'removed' }),
    });
    return show(tx, row);
  },
});

/** Takes the tracker away: its token and its address for changes are gone, links to issues stay by their keys. */
export const trackerSettingsDelete = defineCommand({
  name: 'tracker_settings_delete',
  description: 'Takes the issue tracker away. Its token is deleted; issues stay linked by their keys.',
  requires: keepsTracker,
  input: {},
  returns: { type: 'Boolean!' },
  run: async (_input, context) => {
    const { tx, subdomain_id } = context;
    const row = await tx
      .deleteFrom('tracker_settings')
      .where('subdomain_id', '=', subdomain_id)
      .returning('instance_url')
      .executeTakeFirst();
    if (row) await context.audit('tracker_settings_delete', subdomain_id, { instance_url: row.instance_url });
    return row !== undefined;
  },
});

/** Makes the address by which the tracker tells of changes; the one before works no more. Its answer is kept nowhere. */
export const trackerHookCreate = defineCommand({
  name: 'tracker_hook_create',
  description:
    'Makes the address that the tracker calls when an issue changes. It is shown this once; the one before works no more.',
  requires: keepsTracker,
  holdsSecret: true,
  input: {},
  returns: { type: 'String!' },
  run: async (_input, context) => {
    const { tx, subdomain_id, services } = context;
    if (!(await lockTracker(context))) throw notFound('instance_url', 'integration');
    const secret = newSecret();
    await tx
      .updateTable('tracker_settings')
      .set({ hook_hash: hashSecret(secret) })
      .where('subdomain_id', '=', subdomain_id)
      .execute();
    const { key } = await tx
      .selectFrom('subdomains')
      .select('key')
      .where('id', '=', subdomain_id)
      .executeTakeFirstOrThrow();
    await context.audit('tracker_hook_create', subdomain_id);
    return `${services.publicUrl(key)}${trackerHookPath}/${secret}`;
  },
});

/** Asks the tracker whether address, account and token are right. */
export const trackerCheck = defineCommand({
  name: 'tracker_check',
  description: 'Asks the tracker for its projects by what is set up. Refused with the cause when that fails.',
  requires: keepsTracker,
  input: {},
  returns: { type: 'TrackerCheck!' },
  shapes: [
    shape('TrackerCheck', 'What the tracker answered.', {
      projects_count: { type: 'Int!', description: 'Projects that the account may see, counted to 50.' },
    }),
  ],
  prepare: async (_input, scope) => {
    const row = await findTracker(scope.db, scope.viewer.subdomain_id);
    if (!row) throw notFound('instance_url', 'integration');
    try {
      const access = accessOf(row, scope.services.seals);
      if (access === null) throw badInput('token', 'There is no token to ask with.', { reason: 'required' });
      const projects = await scope.services.tracker.projects(access, '');
      await noteCall(scope, row, null);
      return { projects_count: projects.length };
    } catch (error) {
      if (!(error instanceof TrackerError)) throw error;
      await noteCall(scope, row, error);
      throw trackerProblem(error);
    }
  },
  run: async (_input, { audit, subdomain_id }, answered) => {
    await audit('tracker_check', subdomain_id);
    return answered;
  },
});

/** Whether a secret is that of the workspace's address for changes. */
export async function isHook(db: Tx, subdomain_id: string, secret: string): Promise<boolean> {
  const row = await db
    .selectFrom('tracker_settings')
    .select('subdomain_id')
    .where('subdomain_id', '=', subdomain_id)
    .where('hook_hash', '=', hashSecret(secret))
    .executeTakeFirst();
  return row !== undefined;
}
