import { randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { domainOf, featureLimits } from '../../../contract/features.ts';
import { textLimits } from '../../../contract/limits.ts';
import { hasFeature } from '../../../contract/permissions.ts';
import { markChanged } from '../../core/changes.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import type { InputValues } from '../../core/inputs.ts';
import type { RoadmapsTable } from '../../db/tables.ts';
import {
  booleanInput,
  idInput,
  objectListInput,
  required,
  singleLine,
  textListInput,
} from '../../inputs/kinds.ts';
import {
  assertNotModified,
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
} from '../../listing/optimistic_lock.ts';
import { canWriteFeatures } from './rights.ts';
import { roadmapSetting } from './sets.ts';

const inName = singleLine('Name, unique in the workspace.', textLimits.nameCharacters);
const settings = {
  id: idInput('Roadmap; without one a new one is made.'),
  name: inName,
  share_with_contributors: booleanInput('Contributors of the team may read it.'),
  share_with_email_domains: booleanInput('People with an address of email_domains may read it.'),
  share_public: booleanInput('Anyone with its address may read it.'),
  email_domains: textListInput(
    'Domains, all of them; their sub-domains do not count.',
    featureLimits.domains,
    featureLimits.domainCharacters + 10,
  ),
  show_mrr: booleanInput('Readers outside the team see the revenue behind a feature.'),
  show_users: booleanInput('They see how many people wait for it.'),
  show_accounts: booleanInput('They see how many accounts wait for it.'),
  new_address: booleanInput(
    'It gets another address; the one before shows nothing any more, also to those who came by email.',
  ),
};
type Settings = InputValues<typeof settings>;
type Row = Selectable<RoadmapsTable>;

const SHARES = ['share_with_contributors', 'share_with_email_domains', 'share_public'] as const;
const SHOWS = ['show_mrr', 'show_users', 'show_accounts'] as const;

const newToken = (): string => randomBytes(24).toString('base64url');

/** Who changes roadmaps does so in turn with others who do. To be called first. */
async function takeTurn({ tx, subdomain_id }: CommandContext): Promise<Row[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`roadmaps ${subdomain_id}`}, 0))`.execute(tx);
  return tx
    .selectFrom('roadmaps')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Domains as they are kept, each once. @throws BAD_USER_INPUT naming the one that is none */
function readDomains(typed: readonly string[], path: string): string[] {
  return [
    ...new Set(
      typed.map((text, index) => {
        const domain = domainOf(text);
        if (domain === null)
          throw badInput(`${path}.${index}`, `“${text}” is no domain. Use a form such as customer.example.`);
        return domain;
      }),
    ),
  ];
}

/** Makes or changes a roadmap. @param path of its input; '' for one that stands alone */
async function write(context: CommandContext, all: Row[], input: Settings, path: string): Promise<string> {
  const { tx, subdomain_id, viewer, now } = context;
  const at = (field: string): string => (path === '' ? field : `${path}.${field}`);
  const row = input.id === undefined ? null : (all.find((one) => one.id === input.id) ?? undefined);
  if (row === undefined) throw notFound(at('id'), 'roadmap');
  const name = input.name ?? row?.name ?? '';
  if (name === '') throw badInput(at('name'), 'The name is required.', { reason: 'required' });
  if (all.some((one) => one !== row && one.name.toLowerCase() === name.toLowerCase()))
    throw badInput(at('name'), `There is a roadmap "${name}" already. Choose another name.`, {
      reason: 'taken',
    });
  if (row === null && all.length >= featureLimits.roadmaps)
    throw badInput(at('name'), `A workspace has at most ${featureLimits.roadmaps} roadmaps.`, {
      reason: 'too_many',
    });
  if (
    input.share_public === true &&
    row?.share_public !== true &&
    !hasFeature(viewer.authorized_features, 'public_roadmap')
  )
    throw badInput(at('share_public'), 'Public roadmaps are not available in this workspace.');
  const domains =
    input.email_domains === undefined
      ? (row?.email_domains ?? [])
      : readDomains(input.email_domains, at('email_domains'));
  const values = {
    name,
    email_domains: domains,
    ...Object.fromEntries(
      [...SHARES, ...SHOWS].map((key) => [key, input[key] ?? row?.[key] ?? key === 'show_users']),
    ),
  } as Pick<Row, 'name' | 'email_domains' | (typeof SHARES)[number] | (typeof SHOWS)[number]>;
  if (values.share_with_email_domains && domains.length === 0)
    throw badInput(at('email_domains'), 'Name the domains whose people may read it.', { reason: 'required' });
  const isShared = SHARES.some((key) => values[key]);
  const token = input.new_address === true ? newToken() : (row?.token ?? (isShared ? newToken() : null));
  if (row === null) {
    const { id } = await tx
      .insertInto('roadmaps')
      .values({ subdomain_id, ...values, token, position: all.length + 1, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await context.audit('roadmap_settings_update', id, { ...values, made: true });
    all.push({ ...values, id, token, position: all.length + 1 } as unknown as Row);
    return id;
  }
  await tx
    .updateTable('roadmaps')
    .set({ ...values, token, updated_at: nextUpdatedAt(row, now) })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', row.id)
    .execute();
  // who may no longer read it by their domain starts again at the door
  if (input.new_address === true || !values.share_with_email_domains)
    await tx
      .deleteFrom('roadmap_visits')
      .where('subdomain_id', '=', subdomain_id)
      .where('roadmap_id', '=', row.id)
      .execute();
  await context.audit('roadmap_settings_update', row.id, {
    ...values,
    ...(input.new_address === true ? { new_address: true } : {}),
  });
  Object.assign(row, values, { token });
  return row.id;
}

/** Makes or changes a roadmap (DEC-109). */
export const roadmapSettingsUpdate = defineCommand({
  name: 'roadmap_settings_update',
  description: 'Changes what is given of a roadmap, or makes one: its name, who may read it, what they see.',
  requires: canWriteFeatures,
  input: { ...settings, if_updated_at: inIfUpdatedAt },
  returns: { entity: 'roadmap_setting' },
  run: async ({ if_updated_at, ...input }, context) => {
    const { tx, viewer } = context;
    const all = await takeTurn(context);
    const row = all.find((one) => one.id === input.id);
    if (row)
      await assertNotModified(if_updated_at, row, 'roadmap', () =>
        readRecord(tx, viewer, roadmapSetting, [], row.id, {
          id: true,
          name: true,
          share_with_contributors: true,
          share_with_email_domains: true,
          share_public: true,
          email_domains: true,
          show_mrr: true,
          show_users: true,
          show_accounts: true,
          updated_at: true,
        }),
      );
    const id = await write(context, all, input, '');
    markChanged(tx, 'feature', []);
    return id;
  },
});

/** Makes and changes several roadmaps, and their order. */
export const roadmapSettingsBatchUpdate = defineCommand({
  name: 'roadmap_settings_batch_update',
  description:
    'Changes several roadmaps, all or none: entries with id change it, those without make one. Those that are named stand first, in this order; others stay behind them.',
  requires: canWriteFeatures,
  input: {
    roadmap_settings: required(
      objectListInput('RoadmapSettingInput', 'The roadmaps.', settings, featureLimits.roadmaps),
    ),
  },
  returns: { entities: 'roadmap_setting' },
  run: async ({ roadmap_settings: items }, context) => {
    const { tx, subdomain_id } = context;
    const all = await takeTurn(context);
    const ids: string[] = [];
    for (const [index, item] of items.entries()) {
      const id = await write(context, all, item, `roadmap_settings.${index}`);
      if (ids.includes(id))
        throw badInput(`roadmap_settings.${index}.id`, 'This roadmap is given twice.', { reason: 'taken' });
      ids.push(id);
    }
    const order = [...ids, ...all.map((row) => row.id).filter((id) => !ids.includes(id))];
    await sql`
update roadmaps t set position = d.position from unnest(${order}::bigint[]) with ordinality as d (id, position)
where t.subdomain_id = ${subdomain_id} and t.id = d.id and t.position <> d.position`.execute(tx);
    markChanged(tx, 'feature', []);
    return ids;
  },
});

/** Deletes a roadmap; its features stay (DEC-109). */
export const roadmapSettingsDelete = defineCommand({
  name: 'roadmap_settings_delete',
  description:
    'Deletes a roadmap; its features are on none then. Its address shows nothing any more. The last roadmap stays.',
  requires: canWriteFeatures,
  input: { id: required(idInput('Roadmap.')) },
  returns: { type: 'DeletedRecord' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now } = context;
    const all = await takeTurn(context);
    const row = all.find((one) => one.id === id);
    if (!row) throw notFound('id', 'roadmap');
    if (all.length === 1)
      throw badInput('id', 'One roadmap always stays: the last one cannot be deleted.', { reason: 'last' });
    await tx
      .selectFrom('roadmaps')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .forUpdate()
      .execute();
    await sql`select f.id from features f where f.subdomain_id = ${subdomain_id} and f.roadmap_id = ${id} order by f.id for no key update`.execute(
      tx,
    );
    const { rows } = await sql<{ id: string }>`
update features f set roadmap_id = null, updated_at = greatest(${now}::timestamptz, f.updated_at + interval '1 millisecond')
where f.subdomain_id = ${subdomain_id} and f.roadmap_id = ${id} returning f.id::text as id`.execute(tx);
    markChanged(
      tx,
      'feature',
      rows.map((one) => one.id),
    );
    await tx.deleteFrom('roadmaps').where('subdomain_id', '=', subdomain_id).where('id', '=', id).execute();
    await context.audit('roadmap_settings_delete', id, { name: row.name, features: rows.length });
    return { id };
  },
});
