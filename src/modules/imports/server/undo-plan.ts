import { items } from '#modules/items/collection.ts';
import type { Resource } from '#platform/collections/define-resource.ts';
import type { PostedMove } from '#modules/stock/postings.ts';
import type { ImportChangeRow } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { WireRow } from '#platform/collections/server/store.ts';
import { hasSideEffects, reassignsUniqueValues } from './apply.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import { changesUnitSetting, type PlannedRow } from './plan-types.ts';
import { openingsPerStep, rowsPerStep } from './steps.ts';
import {
  type UndoBlocker,
  buildBlocker,
  findRowBlockers,
  listCreatedIds,
  findStockBlockers,
  buildUndoProblem,
  getResourceByCollection,
  restoreRow,
} from './undo.ts';

/** Content of one transaction: rows by position in the import, or stock movements by ledger position. */
export interface UndoPart {
  rows?: { collection: string; positions: number[] };
  stock?: { seqs: number[] };
}

/**
 * Plans an undo outside a transaction.
 *
 * @returns the parts; null if it needs one transaction
 * @throws ApiProblem 409 with the blockers
 */
export async function planUndo(
  ctx: { db: Queryable; now: Date },
  changes: readonly ImportChangeRow[],
  moves: readonly PostedMove[],
): Promise<UndoPart[] | null> {
  const createdRowIds = listCreatedIds(changes);
  const parts: UndoPart[] = [];
  let canUseSteps = true;
  for (const [collection, group] of Map.groupBy(changes, (change) => change.collection)) {
    const resource = getResourceByCollection(collection);
    const { currentRows, blockers } = await findRowBlockers(
      { db: ctx.db, at: ctx.now.toISOString() },
      resource,
      group,
      createdRowIds,
    );
    const rows = group.map(({ rowId, before }) => ({
      before: currentRows.get(rowId) ?? null,
      after: before === null ? null : (JSON.parse(before) as WireRow),
    }));
    if (hasSideEffects(resource, rows)) return null;
    for (const blocker of blockers.values()) throw buildUndoProblem(blocker);
    const stepGroups = (await canSplit(resource, group, currentRows))
      ? await groupIntoSteps(resource, group, currentRows)
      : null;
    canUseSteps &&= stepGroups !== null;
    for (const step of stepGroups ?? [])
      parts.push({ rows: { collection, positions: step.map(({ position }) => Number(position)) } });
  }
  for (const blocker of (await findStockBlockers(ctx.db, moves)).values()) throw buildUndoProblem(blocker);
  for (const blocker of (await findReservedOpenings(ctx.db, moves)).values()) throw buildUndoProblem(blocker);
  for (const chunk of chunks(moves, openingsPerStep))
    parts.push({ stock: { seqs: chunk.map(({ seq }) => seq) } });
  return canUseSteps ? parts : null;
}

/**
 * Returns whether the data is consistent after every step: no base unit changes, and no unique value moves
 * from one row to another.
 */
async function canSplit(
  resource: Resource,
  changes: readonly ImportChangeRow[],
  currentRows: ReadonlyMap<string, WireRow>,
): Promise<boolean> {
  const drafts: (PlannedRow & { before: WireRow })[] = [];
  for await (const change of withEventLoopYields(changes)) {
    const before = currentRows.get(change.rowId) as WireRow;
    // A deleted row releases all its unique values.
    const after = restoreRow(change, before, '') ?? { _id: before._id, version: 0, isActive: false };
    drafts.push({ row: 0, resource, before, after, columnOf: (field: string) => field });
  }
  const restored = drafts.filter(({ after }) => after.version > 0);
  return !restored.some(changesUnitSetting) && !(await reassignsUniqueValues(resource, drafts));
}

/**
 * Groups rows into steps. Deleted rows that reference each other share a step; null if a group is too large.
 */
async function groupIntoSteps(
  resource: Resource,
  changes: readonly ImportChangeRow[],
  currentRows: ReadonlyMap<string, WireRow>,
): Promise<ImportChangeRow[][] | null> {
  const ownReferences = Object.entries(resource.allFields).flatMap(([name, { refersTo }]) =>
    refersTo === resource.collection ? [name] : [],
  );
  const createdIdSet = listCreatedIds(changes);
  const groupsById = new Map<string, Set<string>>();
  for await (const id of withEventLoopYields(createdIdSet)) {
    const row = currentRows.get(id) as WireRow;
    const others = ownReferences
      .flatMap((name) => [row[name] ?? []].flat() as string[])
      .filter((otherId) => createdIdSet.has(otherId));
    const merged = new Set(
      [id, ...others].flatMap((memberId) => [...(groupsById.get(memberId) ?? [memberId])]),
    );
    if (merged.size > rowsPerStep) return null;
    if (merged.size > 1) for (const memberId of merged) groupsById.set(memberId, merged);
  }
  const byGroup = Map.groupBy(changes, ({ rowId }) => groupsById.get(rowId) ?? rowId);
  const steps: ImportChangeRow[][] = [];
  for (const group of byGroup.values()) {
    const last = steps.at(-1);
    if (last && last.length + group.length <= rowsPerStep) last.push(...group);
    else steps.push([...group]);
  }
  return steps;
}

/** Returns openings whose stock is reserved for orders, so that it can't be reversed. */
export async function findReservedOpenings(
  db: Queryable,
  moves: readonly PostedMove[],
): Promise<Map<number, UndoBlocker>> {
  const blockers = new Map<number, UndoBlocker>();
  const seqs = new Map(moves.map(({ toPlace, itemId, seq }) => [`${toPlace} ${itemId}`, Number(seq)]));
  for await (const chunk of withEventLoopYields(
    chunks([...new Set(moves.map(({ itemId }) => itemId))], 500),
  )) {
    const rows = await db
      .selectFrom('balances')
      .innerJoin('items', 'items._id', 'balances.itemId')
      .select(['balances.itemId', 'placeId', 'items.name'])
      .where('balances.itemId', 'in', chunk)
      .where('reservedMicro', '>', 0)
      .execute();
    for (const { itemId, placeId, name } of rows) {
      const seq = seqs.get(`${placeId} ${itemId}`);
      if (seq === undefined) continue;
      const { reason, params } = buildBlocker('used', items, { name });
      blockers.set(seq, { reason, params: { ...params, usedBy: 'orders' } });
    }
  }
  return blockers;
}
