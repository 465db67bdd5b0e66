import { sql } from 'kysely';
import { featureLimits, POSITION_STEP } from '../../../contract/features.ts';
import { defaultStatusColor, textLimits } from '../../../contract/limits.ts';
import { markChanged } from '../../core/changes.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import {
  booleanInput,
  idInput,
  objectListInput,
  required,
  singleLine,
  validatedText,
} from '../../inputs/kinds.ts';
import { assertNotModified, inIfUpdatedAt, nextUpdatedAt } from '../../listing/optimistic_lock.ts';
import { noteEvents } from './feature_commands.ts';
import { canWriteFeatures } from './rights.ts';

const HEX_COLOR = /^#[0-9a-f]{6}$/i;

/** A text that `if_updated_at` of a whole set goes by. */
export const inIfNewest = {
  ...inIfUpdatedAt,
  description: `Newest updated_at of the set as it was read. ${inIfUpdatedAt.description}`,
};

/** @throws BAD_USER_INPUT naming the entry: an id of none, an id or a name given twice */
export function checkSet(
  field: string,
  what: string,
  items: readonly { id?: string; name: string }[],
  there: ReadonlySet<string>,
): void {
  const ids = new Set<string>();
  const names = new Set<string>();
  for (const [index, { id, name }] of items.entries()) {
    if (id !== undefined && (!there.has(id) || ids.has(id))) throw notFound(`${field}.${index}.id`, what);
    if (names.has(name.toLowerCase()))
      throw badInput(`${field}.${index}.name`, `The ${what} "${name}" is given twice.`, { reason: 'taken' });
    if (id !== undefined) ids.add(id);
    names.add(name.toLowerCase());
  }
}

/**
 * The features of statuses that are removed go behind those of another one; deleted and archived ones too, so that
 * they come back into a status that is there.
 */
async function moveFeatures(context: CommandContext, from: readonly string[], to: string): Promise<void> {
  const { tx, subdomain_id, now } = context;
  const list = [...from];
  await sql`select f.id from features f where f.subdomain_id = ${subdomain_id} and f.feature_status_id = any(${list}::bigint[]) order by f.id for no key update`.execute(
    tx,
  );
  const { rows } = await sql<{ id: string; old: string }>`
update features f set feature_status_id = ${to}::bigint, updated_at = greatest(${now}::timestamptz, f.updated_at + interval '1 millisecond'),
  position = coalesce((select max(l.position) from features l where l.subdomain_id = ${subdomain_id} and l.feature_status_id = ${to}::bigint), 0) + d.n * ${POSITION_STEP}
from (select o.id, o.feature_status_id as old, row_number() over (order by s.position, o.position, o.id) as n from features o
      join feature_statuses s on s.subdomain_id = ${subdomain_id} and s.id = o.feature_status_id
      where o.subdomain_id = ${subdomain_id} and o.feature_status_id = any(${list}::bigint[])) d
where f.subdomain_id = ${subdomain_id} and f.id = d.id returning f.id::text as id, d.old::text as old`.execute(
    tx,
  );
  await noteEvents(
    context,
    rows.map((row) => ({
      feature_id: row.id,
      kind: 'status' as const,
      feature_status_id: to,
      old_feature_status_id: row.old,
    })),
  );
  markChanged(
    tx,
    'feature',
    rows.map((row) => row.id),
  );
}

/** Replaces the set of feature statuses (DEC-107). */
export const featureStatusesUpdate = defineCommand({
  name: 'feature_statuses_update',
  description:
    'Replaces the set of feature statuses: entries with id change it, those without make one, those left out are removed, and their features go to the target, or to the default status. Exactly one is the default: the one that was stays it unless another is named, else the first.',
  requires: canWriteFeatures,
  input: {
    feature_statuses: required(
      objectListInput(
        'FeatureStatusInput',
        'The statuses in their order, at least one.',
        {
          id: idInput('Status that is there; without one a new one is made.'),
          name: required(singleLine('Name, unique in the set.', textLimits.nameCharacters)),
          hex_color: validatedText(
            `Colour, #RRGGBB; ${defaultStatusColor} for a new one without.`,
            7,
            (text) => (HEX_COLOR.test(text) ? null : 'A colour has the form #7E8E8E.'),
          ),
          is_default: booleanInput('New features have it; one of the set at most.'),
        },
        featureLimits.statuses,
      ),
    ),
    target_feature_status: idInput('Status of the set that takes the features of those that are removed.'),
    if_updated_at: inIfNewest,
  },
  returns: { entities: 'feature_status' },
  run: async ({ feature_statuses: items, target_feature_status: target, if_updated_at }, context) => {
    const { tx, subdomain_id, now } = context;
    if (items.length === 0)
      throw badInput('feature_statuses', 'Keep at least one status.', { reason: 'required' });
    const before = await tx
      .selectFrom('feature_statuses')
      .selectAll()
      .where('subdomain_id', '=', subdomain_id)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    for (const row of before)
      await assertNotModified(if_updated_at, row, 'set of statuses', () =>
        Promise.resolve(before.map(({ id, name, updated_at }) => ({ id, name, updated_at }))),
      );
    checkSet('feature_statuses', 'status', items, new Set(before.map((row) => row.id)));
    const named = items.flatMap((item, index) => (item.is_default === true ? [index] : []));
    if (named.length > 1)
      throw badInput(`feature_statuses.${named[1]}.is_default`, 'Only one status can be the default one.');
    const old = before.find((row) => row.is_default);
    const kept = items.findIndex((item) => item.id === old?.id && item.is_default !== false);
    const theDefault = named[0] ?? Math.max(0, old === undefined ? -1 : kept);
    if (target !== undefined && !items.some((item) => item.id === target))
      throw notFound('target_feature_status', 'status');
    // so that at no time two are it
    if (old !== undefined && items[theDefault]!.id !== old.id)
      await tx
        .updateTable('feature_statuses')
        .set({ is_default: false })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', old.id)
        .execute();
    const rows = new Map(before.map((row) => [row.id, row]));
    const ids: string[] = [];
    for (const [index, { id, name, hex_color }] of items.entries()) {
      const values = {
        name,
        ...(hex_color === undefined ? {} : { hex_color: hex_color || defaultStatusColor }),
        is_default: index === theDefault,
        position: index + 1,
      };
      if (id === undefined) {
        const made = await tx
          .insertInto('feature_statuses')
          .values({ subdomain_id, ...values, created_at: now, updated_at: now })
          .returning('id')
          .executeTakeFirstOrThrow();
        ids.push(made.id);
        continue;
      }
      const row = rows.get(id)!;
      if (Object.entries(values).some(([key, value]) => (row as Record<string, unknown>)[key] !== value))
        await tx
          .updateTable('feature_statuses')
          .set({ ...values, updated_at: nextUpdatedAt(row, now) })
          .where('subdomain_id', '=', subdomain_id)
          .where('id', '=', id)
          .execute();
      ids.push(id);
    }
    const removed = before.filter((row) => !ids.includes(row.id));
    if (removed.length > 0) {
      const list = removed.map((row) => row.id);
      await moveFeatures(context, list, target ?? ids[theDefault]!);
      await tx
        .updateTable('feature_statuses')
        .set({ deleted_at: now, is_default: false, updated_at: now })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', 'in', list)
        .execute();
    }
    await context.audit('feature_statuses_update', null, {
      names: items.map((item) => item.name),
      removed: removed.map((row) => row.name),
      ...(target === undefined ? {} : { target }),
    });
    markChanged(tx, 'feature', []);
    return ids;
  },
});
