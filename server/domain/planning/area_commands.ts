import { sql } from 'kysely';
import { featureLimits } from '../../../contract/features.ts';
import { textLimits } from '../../../contract/limits.ts';
import { markChanged } from '../../core/changes.ts';
import { defineCommand } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { idInput, objectListInput, required, singleLine } from '../../inputs/kinds.ts';
import { assertNotModified, nextUpdatedAt } from '../../listing/optimistic_lock.ts';
import { checkSet, inIfNewest } from './feature_status_commands.ts';
import { canWriteFeatures } from './rights.ts';

/** Replaces the set of product areas (DEC-108). */
export const productAreasUpdate = defineCommand({
  name: 'product_areas_update',
  description:
    'Replaces the set of product areas: entries with id rename it, those without make one, those left out are removed, and their features go to the target, or have none.',
  requires: canWriteFeatures,
  input: {
    product_areas: objectListInput(
      'ProductAreaInput',
      'The product areas in their order.',
      {
        id: idInput('Product area that is there; without one a new one is made.'),
        name: required(singleLine('Name, unique in the set.', textLimits.nameCharacters)),
      },
      featureLimits.areas,
    ),
    target_product_area: idInput(
      'Product area of the set that takes the features of those that are removed.',
    ),
    if_updated_at: inIfNewest,
  },
  returns: { entities: 'product_area' },
  run: async ({ product_areas: items, target_product_area: target, if_updated_at }, context) => {
    const { tx, subdomain_id, now } = context;
    // an empty list is a set as well
    if (items === undefined)
      throw badInput('product_areas', 'The product areas are required.', { reason: 'required' });
    const before = await tx
      .selectFrom('product_areas')
      .selectAll()
      .where('subdomain_id', '=', subdomain_id)
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const row of before)
      await assertNotModified(if_updated_at, row, 'set of product areas', () =>
        Promise.resolve(before.map(({ id, name, updated_at }) => ({ id, name, updated_at }))),
      );
    checkSet('product_areas', 'product area', items, new Set(before.map((row) => row.id)));
    if (target !== undefined && !items.some((item) => item.id === target))
      throw notFound('target_product_area', 'product area');
    const kept = new Set(items.map((item) => item.id));
    const removed = before.filter((row) => !kept.has(row.id));
    if (removed.length > 0) {
      const list = removed.map((row) => row.id);
      await sql`select f.id from features f where f.subdomain_id = ${subdomain_id} and f.product_area_id = any(${list}::bigint[]) order by f.id for no key update`.execute(
        tx,
      );
      const { rows } = await sql<{ id: string }>`
update features f set product_area_id = ${target ?? null}::bigint, updated_at = greatest(${now}::timestamptz, f.updated_at + interval '1 millisecond')
where f.subdomain_id = ${subdomain_id} and f.product_area_id = any(${list}::bigint[]) returning f.id::text as id`.execute(
        tx,
      );
      markChanged(
        tx,
        'feature',
        rows.map((row) => row.id),
      );
      await tx
        .deleteFrom('product_areas')
        .where('subdomain_id', '=', subdomain_id)
        .where('id', 'in', list)
        .execute();
    }
    const rows = new Map(before.map((row) => [row.id, row]));
    // two that change names would meet in between
    const renamed = items.flatMap(({ id, name }) =>
      id !== undefined && rows.get(id)!.name !== name ? [id] : [],
    );
    if (renamed.length > 0)
      await sql`update product_areas a set name = 'renamed ' || a.id where a.subdomain_id = ${subdomain_id} and a.id = any(${renamed}::bigint[])`.execute(
        tx,
      );
    const ids: string[] = [];
    for (const [index, { id, name }] of items.entries()) {
      const position = index + 1;
      if (id === undefined) {
        const made = await tx
          .insertInto('product_areas')
          .values({ subdomain_id, name, position, created_at: now, updated_at: now })
          .returning('id')
          .executeTakeFirstOrThrow();
        ids.push(made.id);
        continue;
      }
      const row = rows.get(id)!;
      if (row.name !== name || row.position !== position)
        await tx
          .updateTable('product_areas')
          .set({ name, position, updated_at: nextUpdatedAt(row, now) })
          .where('subdomain_id', '=', subdomain_id)
          .where('id', '=', id)
          .execute();
      ids.push(id);
    }
    await context.audit('product_areas_update', null, {
      names: items.map((item) => item.name),
      removed: removed.map((row) => row.name),
    });
    markChanged(tx, 'feature', []);
    return ids;
  },
});
