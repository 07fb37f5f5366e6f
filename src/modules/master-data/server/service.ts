import { refusal } from '#core/refusals/refusal.ts';
import { sql } from 'kysely';
import { redactRow, type Resource } from '#platform/collections/define-resource.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { invalid, notFound, problem, stale } from '#platform/server/http/problems.ts';
import type { WriteContext } from '#platform/server/http/route.ts';
import type { EventKind, Services } from '#platform/server/http/services.ts';
import { newId } from '#platform/server/ids.ts';
import { recordListPrices } from '#modules/prices/server/history.ts';
import { assertNoReviewNeeded } from '#modules/reviews/server/guard.ts';
import { rowEffects, loadDefaultValues, writePreparations } from './effects.ts';
import { checkRow } from '#platform/collections/server/check-row.ts';
import { findDayErrors } from '#platform/collections/server/day-errors.ts';
import { findMissingReferences } from './missing-references.ts';
import { removeHiddenFields } from '#platform/collections/server/remove-hidden-fields.ts';
import { assertPackDeletable } from './locked-packs.ts';
import { createInUseProblem, findFirstUse } from './usage.ts';
import { getRowOwners, assertInScope } from '#platform/collections/server/scope.ts';
import {
  getFieldColumn,
  findRow,
  insertRow,
  searchText,
  toColumns,
  updateRow,
  type WireRow,
} from '#platform/collections/server/store.ts';

type Values = Readonly<Record<string, unknown>>;

/** Context for writing rows: a request, or the replay of an approved change. */
export type RowContext = Pick<
  WriteContext,
  'db' | 'actor' | 'now' | 'ifMatch' | 'isReviewed' | 'audit' | 'emit'
> & { services: Pick<Services, 'clock'> };

/** Creates a row; missing fields get their initial values. */
export async function createRow(ctx: RowContext, resource: Resource, input: Values): Promise<WireRow> {
  await assertNoReviewNeeded(ctx, resource.collection);
  const at = ctx.now.toISOString();
  const values = { ...(await loadDefaultValues(ctx.db, resource.collection, input)), ...input };
  const initial = Object.entries(resource.allFields).map(([name, field]) => [
    name,
    values[name] ?? field.initial,
  ]);
  const row: WireRow = {
    _id: newId(ctx.services.clock),
    createdAt: at,
    updatedAt: at,
    version: 1,
    isActive: true,
    ...Object.fromEntries(initial),
  };
  await assertRowValid(ctx, resource, row, row, null);
  const common = { _id: row._id, createdAt: at, updatedAt: at, version: 1, isActive: 1 };
  const search = resource.isNamed ? { search: searchText(resource, row) } : {};
  await writePreparations[resource.collection]?.(ctx.db, null, row);
  await insertRow(ctx.db, resource, { ...common, ...search, ...toColumns(resource, row) });
  Object.assign(row, await rowEffects[resource.collection]?.(ctx.db, null, row));
  if (resource.collection === 'packagings')
    await recordListPrices(ctx.db, [{ before: null, after: row }], ctx.now);
  await ctx.audit({ action: 'create', entity: resource.collection, id: row._id, after: row });
  emitRowEvents(ctx, resource, row._id, 'created', [row]);
  return row;
}

/**
 * Changes the given fields. A request that changes nothing is accepted.
 *
 * @throws ApiProblem 404, 409, 412, 422
 */
export async function changeRow(
  ctx: RowContext,
  resource: Resource,
  id: string,
  change: Values,
): Promise<WireRow> {
  await assertNoReviewNeeded(ctx, resource.collection);
  const before = await lockRow(ctx, resource, id);
  const permitted = ctx.actor ? removeHiddenFields(resource, ctx.actor, change) : change;
  const changed = Object.fromEntries(Object.entries(permitted).filter(([, value]) => value !== undefined));
  const after: WireRow = {
    ...before,
    ...changed,
    version: before.version + 1,
    updatedAt: ctx.now.toISOString(),
  };
  await assertRowValid(ctx, resource, after, changed, before);
  const search = resource.isNamed ? { search: searchText(resource, after) } : {};
  const common = { version: after.version, updatedAt: after['updatedAt'], isActive: Number(after.isActive) };
  await writePreparations[resource.collection]?.(ctx.db, before, after);
  await updateRow(ctx.db, resource, id, { ...toColumns(resource, changed), ...common, ...search });
  Object.assign(after, await rowEffects[resource.collection]?.(ctx.db, before, after));
  if (resource.collection === 'packagings') await recordListPrices(ctx.db, [{ before, after }], ctx.now);
  await ctx.audit({ action: 'edit', entity: resource.collection, id, before, after });
  emitRowEvents(ctx, resource, id, 'changed', [before, after]);
  return after;
}

/**
 * Deletes a row without references.
 *
 * @throws ApiProblem 409 `IN_USE` with the suggestion to archive it
 */
export async function deleteRow(ctx: RowContext, resource: Resource, id: string): Promise<void> {
  await assertNoReviewNeeded(ctx, resource.collection);
  const before = await lockRow(ctx, resource, id);
  const usedBy = await findFirstUse(ctx.db, resource.collection, id);
  if (usedBy) throw createInUseProblem(String(before['name'] ?? resource.labels.one), usedBy);
  if (resource.collection === 'packagings') await assertPackDeletable(ctx.db, before, ctx.now);
  await ctx.db
    .deleteFrom(resource.table as 'brands')
    .where('_id', '=', id)
    .execute();
  await rowEffects[resource.collection]?.(ctx.db, before, null);
  await ctx.audit({ action: 'delete', entity: resource.collection, id, before });
  emitRowEvents(ctx, resource, id, 'deleted', [before]);
}

/**
 * Locks a row until the transaction ends.
 *
 * @throws ApiProblem 404, 412 for an outdated version
 */
export async function lockRow(ctx: RowContext, resource: Resource, id: string): Promise<WireRow> {
  const row = await findRow(ctx.db, resource, id, { lock: true });
  if (!row) throw notFound();
  if (ctx.ifMatch !== null && ctx.ifMatch !== row.version) throw stale(redactRow(resource, row, ctx.actor));
  return row;
}

/**
 * Validates a row.
 *
 * @throws ApiProblem 422 for violated rules and dangling references, 409 `DUPLICATE` for a value that must be
 *   unique
 */
export async function assertRowValid(
  { db: tx, actor, now }: Pick<WriteContext, 'db' | 'actor' | 'now'>,
  resource: Resource,
  row: WireRow,
  changed: Values,
  before: WireRow | null,
): Promise<void> {
  assertInScope(resource, actor, row);
  const fields = {
    ...checkRow(resource, row),
    ...findDayErrors(resource, now, before, row),
    ...(await findMissingReferences(tx, resource, changed)),
  };
  if (Object.keys(fields).length > 0) throw invalid(fields);
  for (const combination of resource.unique) {
    if (combination.some((name) => name in changed)) await assertUnique(tx, resource, row, combination);
  }
}

async function assertUnique(
  tx: Tx,
  resource: Resource,
  row: WireRow,
  combination: readonly string[],
): Promise<void> {
  const columns = toColumns(resource, row);
  const conditions = combination.map((name) => {
    const column = getFieldColumn(name, resource.allFields[name] as never);
    return sql`${sql.ref(column)} = ${columns[column]}`;
  });
  const label = sql.ref(resource.isNamed ? 'name' : '_id');
  const { rows } = await sql<{ id: string; label: string }>`select ${sql.ref('_id')} as id, ${label} as label
    from ${sql.table(resource.table)} where ${sql.join(conditions, sql` and `)} and ${sql.ref('_id')} <> ${row._id} limit 1`.execute(
    tx,
  );
  const duplicate = rows[0];
  if (!duplicate) return;
  const reason = resource.isNamed
    ? refusal('taken-by', { name: duplicate.label })
    : refusal('already-exists');
  const fieldLabels = combination.map((name) => resource.allFields[name]?.label ?? name).join(' and ');
  throw problem('DUPLICATE', reason, {
    messagePrefix: fieldLabels,
    fields: Object.fromEntries(combination.map((name) => [name, reason])),
    details: { id: duplicate.id },
  });
}

/**
 * Emits events for rows with their states before and after. Events for a branch's rows go to that branch
 * only; if a row moves to a different branch, they go to both.
 */
export function emitRowEvents(
  ctx: Pick<WriteContext, 'emit'>,
  resource: Resource,
  id: string,
  kind: EventKind,
  rows: readonly (WireRow | null)[] = [],
): void {
  const { collection } = resource;
  const owners = getRowOwners(resource, rows);
  if (owners === null) ctx.emit({ collection, id, change: kind, branches: [], kitchens: [] });
  else
    for (const owner of owners)
      ctx.emit({ collection, id, change: kind, branches: [owner], kitchens: [owner] });
}
