import type { AuditAction } from '../../../contract/audit.ts';
import { sql, type Selectable } from 'kysely';
import { FEATURE_STATES, featureLimits, type FeatureEventKind } from '../../../contract/features.ts';
import { graphqlLimits, textLimits } from '../../../contract/limits.ts';
import { markChanged } from '../../core/changes.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { shape } from '../../core/shape.ts';
import type { FeatureEventsTable, FeaturesTable } from '../../db/tables.ts';
import {
  enumInput,
  floatInput,
  htmlInput,
  idInput,
  idListInput,
  nullable,
  required,
  singleLine,
} from '../../inputs/kinds.ts';
import {
  assertNotModified,
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
} from '../../listing/optimistic_lock.ts';
import { claimAttachments, inAttachmentTokens } from '../attachments/claims.ts';
import { searchVectorOf } from '../ideas/content.ts';
import { inCustomFieldMap, readCustomFields, withCustomFields } from '../ideas/custom_field_values.ts';
import { recordUndo, takeUndo, takeUndoOf, type UndoChange } from '../undo/undo.ts';
import { feature } from './feature.ts';
import { placeIn } from './place.ts';
import { canWriteFeatures } from './rights.ts';
import { featureStatus, productArea, roadmapSetting } from './sets.ts';

export type FeatureRow = Selectable<FeaturesTable>;
type NewEvent = Partial<Omit<Selectable<FeatureEventsTable>, 'id' | 'kind' | 'feature_id' | 'created_at'>> & {
  feature_id: string;
  kind: FeatureEventKind;
};

const fields = {
  description: nullable(htmlInput('What it is, as HTML; null: nothing.', textLimits.richTextCharacters)),
  feature_status_id: nullable(
    idInput('Status; null: none. A new feature has the default one when not given.'),
  ),
  product_area_id: nullable(idInput('Product area; null: none.')),
  roadmap_id: nullable(idInput('Roadmap; null: none.')),
  custom_field_map: inCustomFieldMap,
  position: nullable(
    floatInput(
      'Position of the card that stands at the wanted place of its column, which makes room; null: at the end.',
    ),
  ),
  attachment_tokens: inAttachmentTokens,
};

/** Notes what happened to features. */
export async function noteEvents(
  { tx, subdomain_id, viewer, now }: CommandContext,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await tx
    .insertInto('feature_events')
    .values(
      events.map((event) => ({
        subdomain_id,
        user_id: viewer.user_id,
        feature_status_id: null,
        old_feature_status_id: null,
        suggestion_id: null,
        count: null,
        text: null,
        created_at: now,
        ...event,
      })),
    )
    .execute();
}

/**
 * Features, held until the commit, by id.
 * @param isThere false: they were deleted and are about to come back
 * @throws BAD_USER_INPUT; foreign, unknown and deleted ones answer alike
 */
export async function lockFeatures(
  { tx, subdomain_id }: Pick<CommandContext, 'tx' | 'subdomain_id'>,
  ids: readonly string[],
  { field = 'id', isThere = true }: { field?: string; isThere?: boolean } = {},
): Promise<FeatureRow[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const rows = await tx
    .selectFrom('features')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', wanted)
    .where('deleted_at', isThere ? 'is' : 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (rows.length < wanted.length) throw notFound(field, 'feature');
  return rows;
}

interface Place {
  feature_status_id?: string | null;
  product_area_id?: string | null;
  roadmap_id?: string | null;
}

/**
 * What a feature is put into is there, and stays until the commit.
 * @returns their names; undefined: not given, null: none
 * @throws BAD_USER_INPUT naming the input
 */
async function holdPlaces({ tx, subdomain_id }: CommandContext, place: Place) {
  const status =
    typeof place.feature_status_id === 'string'
      ? await tx
          .selectFrom('feature_statuses')
          .select(['id', 'name'])
          .where('subdomain_id', '=', subdomain_id)
          .where('id', '=', place.feature_status_id)
          .where('deleted_at', 'is', null)
          .forShare()
          .executeTakeFirst()
      : null;
  if (status === undefined)
    throw badInput('feature_status_id', 'This status is no longer there. Choose another one.', {
      reason: 'not_found',
    });
  const named = async (table: 'product_areas' | 'roadmaps', id: string | null | undefined, what: string) => {
    if (id === null || id === undefined) return id;
    const row = await tx
      .selectFrom(table)
      .select('name')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .forShare()
      .executeTakeFirst();
    if (!row)
      throw badInput(
        what === 'roadmap' ? 'roadmap_id' : 'product_area_id',
        `This ${what} is no longer there. Choose another one.`,
        {
          reason: 'not_found',
        },
      );
    return row.name;
  };
  return {
    product_area: await named('product_areas', place.product_area_id, 'product area'),
    roadmap: await named('roadmaps', place.roadmap_id, 'roadmap'),
  };
}

/** The status of a new feature that names none; null: the workspace has none. */
async function defaultStatus({ tx, subdomain_id }: CommandContext): Promise<string | null> {
  const row = await tx
    .selectFrom('feature_statuses')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('is_default', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

const searchOf = (name: string, description: string | null) =>
  searchVectorOf({ title: name, body: description, body_mime_type: 'text/html' });

/** One at a time in a workspace, so that their number holds. */
async function refuseTooMany({ tx, subdomain_id }: CommandContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`features ${subdomain_id}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('features')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('subdomain_id', '=', subdomain_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= featureLimits.features)
    throw badInput(
      'name',
      `A workspace keeps at most ${featureLimits.features.toLocaleString('en')} features. Delete some that are no longer needed.`,
      { reason: 'too_many' },
    );
}

/** Makes a feature (VALID-070). */
export const featureCreate = defineCommand({
  name: 'feature_create',
  description:
    'Makes a feature, at the end of its column unless a place is named. Ideas are linked with feature_suggestions_update.',
  requires: canWriteFeatures,
  input: { name: required(singleLine('Name.', textLimits.nameCharacters)), ...fields },
  returns: { entity: 'feature' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    await refuseTooMany(context);
    const status =
      input.feature_status_id === undefined ? await defaultStatus(context) : input.feature_status_id;
    await holdPlaces(context, { ...input, feature_status_id: status });
    const values = await readCustomFields(tx, subdomain_id, 'feature', input.custom_field_map ?? []);
    const description = input.description || null;
    const { id } = await tx
      .insertInto('features')
      .values({
        subdomain_id,
        name: input.name,
        description,
        position: await placeIn(context, status, input.position ?? null, null),
        feature_status_id: status,
        product_area_id: input.product_area_id ?? null,
        roadmap_id: input.roadmap_id ?? null,
        custom_fields: withCustomFields({}, values),
        search: searchOf(input.name, description),
        creator_id: viewer.user_id,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await claimAttachments(context, input.attachment_tokens, 'feature_id', id);
    await noteEvents(context, [{ feature_id: id, kind: 'created', feature_status_id: status }]);
    await context.audit('feature_create', id, { name: input.name });
    markChanged(tx, 'feature', [id]);
    return id;
  },
});

/** What is shown of a feature that somebody else has changed meanwhile. */
const currentOf = ({ tx, viewer }: CommandContext, id: string): Promise<unknown> =>
  readRecord(tx, viewer, feature, [featureStatus, productArea, roadmapSetting], id, {
    id: true,
    name: true,
    description: true,
    position: true,
    feature_status: { id: true, name: true },
    product_area: { id: true, name: true },
    roadmap: { id: true, name: true },
    updated_at: true,
  });

/** Changes a feature, or moves its card. */
export const featureUpdate = defineCommand({
  name: 'feature_update',
  description:
    'Changes what is given of a feature. With another status its card goes to the end of that column, unless a place is named.',
  requires: canWriteFeatures,
  input: {
    id: required(idInput('Feature.')),
    name: singleLine('Name.', textLimits.nameCharacters),
    ...fields,
    state: enumInput('active, or archived: out of the board, its text and ideas stay.', FEATURE_STATES),
    if_updated_at: inIfUpdatedAt,
  },
  returns: { entity: 'feature' },
  run: async (input, context) => {
    const { tx, subdomain_id, now } = context;
    // statuses, areas and roadmaps are held before features, as by those who remove them
    const names = await holdPlaces(context, input);
    const row = (await lockFeatures(context, [input.id]))[0]!;
    await assertNotModified(input.if_updated_at, row, 'feature', () => currentOf(context, row.id));
    if (input.name === '') throw badInput('name', 'The name is required.', { reason: 'required' });
    const values = await readCustomFields(tx, subdomain_id, 'feature', input.custom_field_map ?? []);
    const before = row.custom_fields as Record<string, unknown>;
    const changedFields = Object.keys(values).filter((key) => (before[key] ?? null) !== values[key]);
    const next = {
      name: input.name ?? row.name,
      description: input.description === undefined ? row.description : input.description || null,
      feature_status_id:
        input.feature_status_id === undefined ? row.feature_status_id : input.feature_status_id,
      product_area_id: input.product_area_id === undefined ? row.product_area_id : input.product_area_id,
      roadmap_id: input.roadmap_id === undefined ? row.roadmap_id : input.roadmap_id,
      state: input.state ?? row.state,
    };
    const moves = next.feature_status_id !== row.feature_status_id;
    const position =
      input.position === undefined && !moves
        ? row.position
        : await placeIn(context, next.feature_status_id, input.position ?? null, moves ? null : row);
    const files = await claimAttachments(context, input.attachment_tokens, 'feature_id', row.id);
    const events: NewEvent[] = [];
    const note = (kind: FeatureEventKind, more: Partial<NewEvent> = {}): void =>
      void events.push({ ...more, feature_id: row.id, kind });
    if (moves)
      note('status', {
        feature_status_id: next.feature_status_id,
        old_feature_status_id: row.feature_status_id,
      });
    if (next.name !== row.name) note('name', { text: next.name });
    if (next.description !== row.description) note('description');
    if (next.product_area_id !== row.product_area_id)
      note('product_area', { text: names.product_area ?? null });
    if (next.roadmap_id !== row.roadmap_id) note('roadmap', { text: names.roadmap ?? null });
    if (changedFields.length > 0) note('fields', { text: changedFields.join(', ') });
    if (next.state !== row.state) note(next.state === 'archived' ? 'archived' : 'unarchived');
    if (events.length === 0 && position === row.position && files === 0) return row.id;
    await tx
      .updateTable('features')
      .set({
        ...next,
        position,
        custom_fields: withCustomFields(before, values),
        ...(next.name !== row.name || next.description !== row.description
          ? { search: searchOf(next.name, next.description) }
          : {}),
        updated_at: nextUpdatedAt(row, now),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', row.id)
      .execute();
    await noteEvents(context, events);
    if (events.length > 0)
      await context.audit('feature_update', row.id, {
        name: next.name,
        changed: events.map((event) => event.kind),
      });
    markChanged(tx, 'feature', [row.id]);
    return row.id;
  },
});

/** What a bulk action on features did. */
const featuresBulkResult = shape('FeaturesBulkResult', 'What a bulk action on features did.', {
  changed_count: { type: 'Int!', description: 'Features that it changed.' },
  undo_id: { type: 'ID', description: 'For features_undo, within 30 days; null when nothing changed.' },
});

type Bulk = Pick<FeatureRow, 'feature_status_id' | 'product_area_id' | 'roadmap_id' | 'state'>;
const BULK_COLUMNS = ['feature_status_id', 'product_area_id', 'roadmap_id', 'state'] as const;

/** Status, product area, roadmap or state of several features. */
export const featuresBulkUpdate = defineCommand({
  name: 'features_bulk_update',
  description:
    'Changes status, product area, roadmap, a custom field or state of several features. Cards of another status go to the end of its column, in the order that they are named. features_undo takes it back for 30 days.',
  requires: canWriteFeatures,
  input: {
    ids: required(idListInput('The features.', graphqlLimits.idsPerArgument)),
    feature_status_id: nullable(idInput('Status; null: none.')),
    product_area_id: fields.product_area_id,
    roadmap_id: fields.roadmap_id,
    custom_field_map: inCustomFieldMap,
    state: enumInput('active or archived.', FEATURE_STATES),
  },
  returns: { type: 'FeaturesBulkResult' },
  shapes: [featuresBulkResult],
  run: async (input, context) => {
    const { tx, subdomain_id, now } = context;
    const names = await holdPlaces(context, input);
    const values = await readCustomFields(tx, subdomain_id, 'feature', input.custom_field_map ?? []);
    const rows = new Map(
      (await lockFeatures(context, input.ids, { field: 'ids' })).map((row) => [row.id, row]),
    );
    const events: NewEvent[] = [];
    const changes: UndoChange[] = [];
    for (const id of new Set(input.ids)) {
      const row = rows.get(id)!;
      const next: Partial<Bulk> = {};
      for (const column of BULK_COLUMNS)
        if (input[column] !== undefined && input[column] !== row[column])
          Object.assign(next, { [column]: input[column] });
      const old = row.custom_fields as Record<string, string | number | boolean>;
      const changed = Object.entries(values).filter(([key, value]) => (old[key] ?? null) !== value);
      if (Object.keys(next).length === 0 && changed.length === 0) continue;
      const moves = next.feature_status_id !== undefined;
      await tx
        .updateTable('features')
        .set({
          ...next,
          ...(moves ? { position: await placeIn(context, next.feature_status_id!, null, null) } : {}),
          custom_fields: withCustomFields(old, values),
          updated_at: nextUpdatedAt(row, now),
        })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', id)
        .execute();
      const pick = (from: object, names_: readonly string[]) =>
        Object.fromEntries(names_.map((name) => [name, (from as Record<string, unknown>)[name] ?? null]));
      const columns = Object.keys(next);
      const keys = changed.map(([key]) => key);
      changes.push({
        table: 'features',
        id,
        before: {
          ...pick(row, columns),
          ...(moves ? { position: row.position } : {}),
          fields: pick(old, keys),
        },
        after: { ...next, fields: pick(values, keys) },
      });
      if (moves)
        events.push({
          feature_id: id,
          kind: 'status',
          feature_status_id: next.feature_status_id!,
          old_feature_status_id: row.feature_status_id,
        });
      if (next.product_area_id !== undefined)
        events.push({ feature_id: id, kind: 'product_area', text: names.product_area ?? null });
      if (next.roadmap_id !== undefined)
        events.push({ feature_id: id, kind: 'roadmap', text: names.roadmap ?? null });
      if (keys.length > 0) events.push({ feature_id: id, kind: 'fields', text: keys.join(', ') });
      if (next.state !== undefined)
        events.push({ feature_id: id, kind: next.state === 'archived' ? 'archived' : 'unarchived' });
    }
    await noteEvents(context, events);
    const ids = changes.map((change) => change.id);
    const undo_id = await recordUndo(context, 'features_bulk_update', changes);
    if (ids.length > 0) await context.audit('features_bulk_update', null, { ids });
    markChanged(tx, 'feature', ids);
    return { changed_count: ids.length, undo_id };
  },
});

/** Takes a bulk action on features back: where someone has changed the same since, their change stays. */
export const featuresUndo = defineCommand({
  name: 'features_undo',
  description:
    'Takes features_bulk_update or features_bulk_delete back, once, within 30 days. What was changed again since then stays.',
  requires: canWriteFeatures,
  input: { id: required(idInput('undo_id of the bulk action.')) },
  returns: { type: 'FeaturesBulkResult' },
  shapes: [featuresBulkResult],
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now } = context;
    const changes = await takeUndo(context, id, ['features_bulk_update', 'features_bulk_delete']);
    // what the features go back to is held before them
    for (const change of changes) await holdOld(context, change.before as Place);
    const rows = await tx
      .selectFrom('features')
      .selectAll()
      .where('subdomain_id', '=', subdomain_id)
      .where(
        'id',
        'in',
        changes.map((change) => change.id),
      )
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    const events: NewEvent[] = [];
    let count = 0;
    for (const change of changes) {
      const row = byId.get(change.id);
      if (!row) continue;
      const before = change.before as Partial<Bulk> & { position?: number; fields?: Record<string, unknown> };
      const after = (change.after ?? {}) as Partial<Bulk> & { fields?: Record<string, unknown> };
      const isDeletion = Object.keys(before).length === 0;
      if (isDeletion ? row.deleted_at === null : row.deleted_at !== null) continue;
      const back: Partial<Bulk> & { position?: number } = {};
      for (const column of BULK_COLUMNS)
        if (before[column] !== undefined && row[column] === after[column])
          Object.assign(back, { [column]: before[column] });
      if (back.feature_status_id !== undefined && before.position !== undefined)
        back.position = before.position;
      const own = row.custom_fields as Record<string, string | number | boolean | null>;
      const fieldsBack = Object.fromEntries(
        Object.entries(before.fields ?? {}).filter(
          ([key]) => (own[key] ?? null) === (after.fields?.[key] ?? null),
        ),
      ) as Record<string, string | null>;
      if (!isDeletion && Object.keys(back).length === 0 && Object.keys(fieldsBack).length === 0) continue;
      await tx
        .updateTable('features')
        .set({
          ...back,
          custom_fields: withCustomFields(own, fieldsBack),
          deleted_at: null,
          updated_at: nextUpdatedAt(row, now),
        })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', row.id)
        .execute();
      if (isDeletion) events.push({ feature_id: row.id, kind: 'restored' });
      if (back.feature_status_id !== undefined)
        events.push({
          feature_id: row.id,
          kind: 'status',
          feature_status_id: back.feature_status_id,
          old_feature_status_id: row.feature_status_id,
        });
      if (back.state !== undefined)
        events.push({ feature_id: row.id, kind: back.state === 'archived' ? 'archived' : 'unarchived' });
      count += 1;
    }
    await noteEvents(context, events);
    await context.audit('features_undo', null, { ids: changes.map((change) => change.id) });
    markChanged(
      tx,
      'feature',
      rows.map((row) => row.id),
    );
    return { changed_count: count, undo_id: null };
  },
});

/** What a feature goes back to may be gone since then: then it goes to none. Changes `place`. */
async function holdOld(context: CommandContext, place: Place): Promise<void> {
  const { tx, subdomain_id } = context;
  const tables = {
    feature_status_id: 'feature_statuses',
    product_area_id: 'product_areas',
    roadmap_id: 'roadmaps',
  } as const;
  for (const [column, table] of Object.entries(tables) as [keyof typeof tables, 'product_areas'][]) {
    const id = place[column];
    if (typeof id !== 'string') continue;
    const { rows } = await sql<{ is_there: boolean }>`
select ${column === 'feature_status_id' ? sql`t.deleted_at is null` : sql`true`} as is_there from ${sql.table(table)} t where t.subdomain_id = ${subdomain_id} and t.id = ${id} for share`.execute(
      tx,
    );
    if (rows[0]?.is_there !== true)
      place[column] = column === 'feature_status_id' ? await defaultStatus(context) : null;
  }
}

async function remove(
  context: CommandContext,
  command: AuditAction,
  rows: readonly FeatureRow[],
): Promise<string | null> {
  const { tx, subdomain_id, now } = context;
  const ids = rows.map((row) => row.id);
  const undo_id = await recordUndo(
    context,
    command,
    ids.map((id) => ({ table: 'features' as const, id, before: {}, after: {} })),
  );
  await tx
    .updateTable('features')
    .set({ deleted_at: now, updated_at: now })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', ids)
    .execute();
  await noteEvents(
    context,
    ids.map((feature_id) => ({ feature_id, kind: 'deleted' as const })),
  );
  for (const row of rows) await context.audit(command, row.id, { name: row.name });
  markChanged(tx, 'feature', ids);
  return undo_id;
}

export const featureDelete = defineCommand({
  name: 'feature_delete',
  description: 'Deletes a feature; its ideas stay. Can be undone for 30 days with feature_restore.',
  requires: canWriteFeatures,
  input: { id: required(idInput('The feature.')) },
  returns: { type: 'DeletedRecord' },
  run: async ({ id }, context) => {
    await remove(context, 'feature_delete', await lockFeatures(context, [id]));
    return { id };
  },
});

export const featuresBulkDelete = defineCommand({
  name: 'features_bulk_delete',
  description:
    'Deletes several features, all or none; their ideas stay. features_undo takes it back for 30 days.',
  requires: canWriteFeatures,
  input: { ids: required(idListInput('The features.', graphqlLimits.idsPerArgument)) },
  returns: { type: 'FeaturesBulkResult' },
  shapes: [featuresBulkResult],
  run: async ({ ids }, context) => {
    const rows = await lockFeatures(context, ids, { field: 'ids' });
    if (rows.length === 0) return { changed_count: 0, undo_id: null };
    return { changed_count: rows.length, undo_id: await remove(context, 'features_bulk_delete', rows) };
  },
});

export const featureRestore = defineCommand({
  name: 'feature_restore',
  description: 'Brings back a feature that was deleted in the last 30 days, with its ideas.',
  requires: canWriteFeatures,
  input: { id: required(idInput('The feature.')) },
  returns: { entity: 'feature' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now } = context;
    await takeUndoOf(context, ['feature_delete', 'features_bulk_delete'], 'features', id, 'feature');
    await refuseTooMany(context);
    const row = (await lockFeatures(context, [id], { isThere: false }))[0]!;
    await tx
      .updateTable('features')
      .set({ deleted_at: null, updated_at: nextUpdatedAt(row, now) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await noteEvents(context, [{ feature_id: id, kind: 'restored' }]);
    await context.audit('feature_restore', id, { name: row.name });
    markChanged(tx, 'feature', [id]);
    return id;
  },
});
