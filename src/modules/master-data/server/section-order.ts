import type { z } from 'zod';
import type { sectionOrder } from '#platform/shapes/bulk-changes.ts';
import { sections } from '#modules/sections/collection.ts';
import { stale } from '#platform/server/http/problems.ts';
import type { RouteResponse, WriteContext } from '#platform/server/http/route.ts';
import { emitRowEvents } from './service.ts';
import { findRow, type WireRow } from '#platform/collections/server/store.ts';

/**
 * Numbers the active sections in the given order. Throws 412 if the order is based on an outdated list, since
 * saving it would undo concurrent changes.
 */
export async function orderSections(
  ctx: WriteContext<z.output<typeof sectionOrder>>,
): Promise<RouteResponse> {
  const requested = ctx.body.sections;
  const activeSections = await ctx.db
    .selectFrom('sections')
    .select(['_id', 'version', 'sortOrder'])
    .where('isActive', '=', 1)
    .orderBy('_id')
    .$call(ctx.db.lock)
    .execute();
  const byId = new Map(activeSections.map((row) => [row._id, row]));
  const isCurrent =
    requested.length === activeSections.length &&
    requested.every(({ _id, version }) => Number(byId.get(_id)?.version) === version);
  if (!isCurrent) throw stale(await loadRows(ctx, [...byId.keys()]));
  for (const [index, { _id, version }] of requested.entries()) {
    const sortOrder = index + 1;
    const before = Number(byId.get(_id)?.sortOrder);
    if (before === sortOrder) continue;
    await ctx.db
      .updateTable('sections')
      .set({ sortOrder, version: version + 1, updatedAt: ctx.now.toISOString() })
      .where('_id', '=', _id)
      .execute();
    await ctx.audit({
      action: 'edit',
      entity: 'sections',
      id: _id,
      before: { sortOrder: before },
      after: { sortOrder },
    });
    emitRowEvents(ctx, sections, _id, 'changed');
  }
  return {
    status: 200,
    body: await loadRows(
      ctx,
      requested.map(({ _id }) => _id),
    ),
  };
}

async function loadRows(ctx: WriteContext, ids: readonly string[]): Promise<WireRow[]> {
  const rows: WireRow[] = [];
  for (const id of ids) {
    const row = await findRow(ctx.db, sections, id);
    if (row) rows.push(row);
  }
  return rows.toSorted((a, b) => Number(a['sortOrder']) - Number(b['sortOrder']));
}
