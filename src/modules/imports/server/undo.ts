import { refusal } from '#core/refusals/refusal.ts';
import type { ImportState } from '../shapes.ts';
import type { ItemConversion } from '#core/conversions.ts';
import { items } from '#modules/items/collection.ts';
import { itemLevels } from '#modules/item-levels/collection.ts';
import { resources } from '#modules/master-data/collections.ts';
import type { Resource } from '#platform/collections/define-resource.ts';
import { packagings } from '#modules/packagings/collection.ts';
import { recipes } from '#modules/recipes/collection.ts';
import type { Collection } from '#core/permissions.ts';
import { type PostedMove, buildReversal } from '#modules/stock/postings.ts';
import type { ImportChangeRow } from '#platform/server/db/tables.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import type { NewAuditEntry, WriteContext } from '#platform/server/http/route.ts';
import type { AppEvent } from '#platform/server/http/services.ts';
import { findBaseUnitLock, loadUnitRows, findUnitRefusals } from '#modules/items/server/checks.ts';
import { rowEffects } from '#modules/master-data/server/effects.ts';
import { findResizedPacks, findLockedPacks } from '#modules/master-data/server/locked-packs.ts';
import { emitRowEvents } from '#modules/master-data/server/service.ts';
import type { WireRow } from '#platform/collections/server/store.ts';
import { findHistoricalUses } from '#modules/documents/server/historical-uses.ts';
import { removeDocumentPrices } from '#modules/prices/server/history.ts';
import { blockPostings } from '#modules/stock/server/accounting-period.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import { deleteCosts } from '#modules/recipes/server/service.ts';
import { applySideEffects, lockRecipeVersions, writePlannedRows } from './apply.ts';
import { updateImport } from './commit.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import { readRowsById } from './existing.ts';
import { findLockedUnitSettings } from './item-rules.ts';
import type { PlannedRow } from './plan-types.ts';
import { assertMayImport, buildImportProblem } from './refusals.ts';
import { openingKind } from './openings.ts';
import { isSameImportValue } from './row-matcher.ts';
import { getImportKind } from './service.ts';
import { buildInProgressProblem } from './steps.ts';
import { parseImportInput, lockImport, presentImport } from './store.ts';
import { emitStockEvents } from './emit-stock-events.ts';
import { findReferenced } from './find-referenced.ts';

const importedResources: readonly Resource[] = [...resources, items, itemLevels, packagings, recipes];

/** Returns the definition of a collection that imports write. */
export function getResourceByCollection(collection: string): Resource {
  const resource = importedResources.find((importedResource) => importedResource.collection === collection);
  if (!resource) throw new Error(`Unknown collection ${collection}`);
  return resource;
}

/**
 * Reason why a row can't be reverted: `name` is empty for rows without a name, `by` is the collection that
 * uses it.
 */
export interface UndoBlocker {
  reason: 'used' | 'priced' | 'deleted' | 'changed' | 'moved' | 'refused';
  params: { name: string; collection: string; usedBy?: string };
}

/** Builds the 409 problem that describes a blocker. */
export const buildUndoProblem = ({ reason, params }: UndoBlocker) =>
  buildImportProblem('IN_USE', { reason: reason === 'refused' ? 'undo-changed' : `undo-${reason}`, params });

/** Builds the blocker of a row. */
export function buildBlocker(
  reason: UndoBlocker['reason'],
  { collection }: Resource,
  row: Readonly<Record<string, unknown>> | null | undefined,
): UndoBlocker {
  return { reason, params: { name: typeof row?.['name'] === 'string' ? row['name'] : '', collection } };
}

type UndoContext = WriteContext<unknown, unknown, AppEvent[] | null>;

/**
 * Undoes an import: deletes created rows, restores changed ones, reverses stock. All or nothing, and only if
 * nothing was changed or used since, and no pack has prices that recipe costs depend on. For a large import,
 * `prepareUndo` has already done this in steps.
 *
 * @throws ApiProblem 403, 404, 409 with the reason, 503 while another request is undoing it
 */
export async function undoImport(ctx: UndoContext, id: string): Promise<ImportState> {
  const row = await lockImport({ ...ctx, ifMatch: null }, id);
  // Also handles a retry after the earlier response and its idempotency key were lost.
  if (row.status === 'Undone' && (ctx.prepared || row.isUndoResponsePending === 1)) {
    for (const event of ctx.prepared ?? []) ctx.emit(event);
    await ctx.db.updateTable('imports').set({ isUndoResponsePending: 0 }).where('_id', '=', id).execute();
    return presentImport(row);
  }
  const locked = await lockImport(ctx, id);
  if (locked.status === 'Undoing') throw buildInProgressProblem();
  // If an import was interrupted and can't continue, the part that was written is undone; a running import
  // locks its collections.
  if (locked.status !== 'Committed' && locked.status !== 'Applying')
    throw buildImportProblem('NOT_EDITABLE', refusal('undo-once'));
  await assertMayImport(ctx, getImportKind(locked), parseImportInput(locked).columns);
  const changes = await readImportChanges(ctx.db, id);
  const deletedIds = listCreatedIds(changes);
  const at = ctx.now.toISOString();
  for (const [collection, group] of Map.groupBy(changes, (change) => change.collection)) {
    const resource = getResourceByCollection(collection);
    await lockRecipeVersions(ctx.db, resource);
    const { currentRows, blockers } = await findRowBlockers({ ...ctx, at }, resource, group, deletedIds);
    for (const blocker of blockers.values()) throw buildUndoProblem(blocker);
    const reversed = await revertRows(ctx, { id, resource, changes: group, currentRows, at });
    for (const entry of reversed.entries) await ctx.audit(entry);
    emitRowEvents(ctx, resource, id, 'undone', reversed.rows);
  }
  const moves = await readPostedOpenings(ctx.db, id);
  for (const blocker of (await findStockBlockers(ctx.db, moves)).values()) throw buildUndoProblem(blocker);
  for (const entry of await reverseOpenings(ctx, id, moves, { userId: ctx.actor?._id ?? '', now: at }))
    await ctx.audit(entry);
  const places = moves.map(({ toPlace }) => toPlace);
  emitStockEvents(ctx, id, 'undone', places);
  await ctx.db.deleteFrom('importSteps').where('importId', '=', id).execute();
  await ctx.audit({ action: 'undo', entity: 'imports', id });
  return updateImport(ctx, locked, { status: 'Undone' });
}

/** Returns the changes of a committed import in reverse order, so that packs come before their items. */
export const readImportChanges = (db: Queryable, id: string): Promise<ImportChangeRow[]> =>
  db.selectFrom('importChanges').selectAll().where('importId', '=', id).orderBy('position', 'desc').execute();

export const listCreatedIds = (changes: readonly ImportChangeRow[]): Set<string> =>
  new Set(changes.filter(({ before }) => before === null).map(({ rowId }) => rowId));

/** Returns the opening postings of a committed import. */
export const readPostedOpenings = (db: Queryable, id: string): Promise<PostedMove[]> =>
  db
    .selectFrom('stockMoves')
    .selectAll()
    .where('docType', '=', 'import')
    .where('docId', '=', id)
    .where('kind', '=', openingKind)
    .orderBy('seq')
    .execute();

/**
 * Returns the current rows (locked on PostgreSQL) and the blockers of those that were changed, deleted or
 * used. References from `deletedIds` don't count.
 *
 * @param at time of the undo (ISO 8601)
 */
export async function findRowBlockers(
  { db, at }: { db: Queryable; at: string },
  resource: Resource,
  changes: readonly ImportChangeRow[],
  deletedIds: ReadonlySet<string>,
): Promise<{ currentRows: Map<string, WireRow>; blockers: Map<string, UndoBlocker> }> {
  const currentRows = new Map<string, WireRow>();
  for await (const chunk of withEventLoopYields(chunks(changes, 250))) {
    const ids = chunk.map(({ rowId }) => rowId);
    if ('lock' in db)
      await db
        .selectFrom(resource.table as 'brands')
        .select('_id')
        .where('_id', 'in', ids)
        .orderBy('_id')
        .$call(db.lock)
        .execute();
    for (const row of await readRowsById(db, resource, ids, null)) currentRows.set(row._id, row);
  }
  const blockers = new Map<string, UndoBlocker>();
  for await (const { rowId, version, before } of withEventLoopYields(changes)) {
    const row = currentRows.get(rowId);
    const stored = before === null ? null : (JSON.parse(before) as WireRow);
    if (!row) blockers.set(rowId, buildBlocker('deleted', resource, stored));
    else if (row.version !== Number(version)) blockers.set(rowId, buildBlocker('changed', resource, row));
  }
  if (resource.collection === 'items')
    for (const [id, by] of await findLockedItems(db, changes, currentRows, { deletedIds, at }))
      if (!blockers.has(id)) blockers.set(id, buildUsedBlocker(by, resource, currentRows.get(id)));
  if (resource.collection === 'packagings')
    for (const [{ after }, by] of await findLockedPacks(db, await findRestoredRows(changes, currentRows), at))
      if (!blockers.has(after._id))
        blockers.set(
          after._id,
          buildUsedBlocker(by === 'prices' ? 'packagings' : by, resource, currentRows.get(after._id)),
        );
  const createdRows = changes.flatMap(({ rowId, before }) => (before === null ? [rowId] : []));
  for (const [id, by] of await findReferenced(db, resource.collection, createdRows, deletedIds)) {
    if (!blockers.has(id)) blockers.set(id, buildUsedBlocker(by, resource, currentRows.get(id)));
  }
  if (resource.collection === 'packagings')
    for (const [id, by] of await findHistoricalUses(db, 'packagings', createdRows, at))
      if (by === 'prices' && !blockers.has(id))
        blockers.set(id, buildBlocker('priced', resource, currentRows.get(id)));
  return { currentRows, blockers };
}

function buildUsedBlocker(by: Collection, resource: Resource, row: WireRow | undefined): UndoBlocker {
  const { reason, params } = buildBlocker('used', resource, row);
  return { reason, params: { ...params, usedBy: by } };
}

/**
 * Returns items whose units can't be restored because the items have been ordered, moved or stocked, or have
 * a pack whose unit couldn't be converted to the base unit.
 */
async function findLockedItems(
  db: Queryable,
  changes: readonly ImportChangeRow[],
  currentRows: ReadonlyMap<string, WireRow>,
  { deletedIds, at }: { deletedIds: ReadonlySet<string>; at: string },
): Promise<Map<string, Collection>> {
  const restored = (await findRestoredRows(changes, currentRows)).filter(({ before, after }) =>
    isUnitSettingChanged(before, after),
  );
  const lockedItems = new Map<string, Collection>();
  if (restored.length === 0) return lockedItems;
  if ('lock' in db && restored.some(({ before, after }) => before['catchWeight'] !== after['catchWeight']))
    await blockPostings(db);
  const units = await loadUnitRows(db);
  for (const chunk of chunks(restored, 500)) {
    const ids = chunk.map(({ after }) => after._id);
    const packs = Map.groupBy(
      (
        await db
          .selectFrom('packagings')
          .select(['_id', 'itemId', 'name', 'unit'])
          .where('itemId', 'in', ids)
          .execute()
      ).filter(({ _id }) => !deletedIds.has(_id)),
      ({ itemId }) => itemId,
    );
    for (const { after } of chunk) {
      const conversions = (after['conversions'] as ItemConversion[] | undefined) ?? [];
      const item = { item: after, conversions, units, packs: packs.get(after._id) ?? [] };
      if (
        Object.keys(findUnitRefusals(item, { areConversionsChanged: true, isBaseChanged: true })).length > 0
      )
        lockedItems.set(after._id, 'packagings');
    }
  }
  for (const [{ after }, field] of await findLockedUnitSettings(db, restored))
    lockedItems.set(
      after._id,
      (field === 'baseUnit' && (await findBaseUnitLock(db, after._id))) === 'orders' ? 'orders' : 'stock',
    );
  for (const { after } of (await findResizedPacks(db, restored, { at, excludedPackIds: deletedIds })).keys())
    lockedItems.set(after._id, 'packagings');
  return lockedItems;
}

/** Returns existing rows with their restored state. */
async function findRestoredRows(
  changes: readonly ImportChangeRow[],
  currentRows: ReadonlyMap<string, WireRow>,
) {
  const restored: { before: WireRow; after: WireRow }[] = [];
  for await (const change of withEventLoopYields(changes)) {
    const before = currentRows.get(change.rowId);
    const after = before && restoreRow(change, before, '');
    if (after) restored.push({ before, after });
  }
  return restored;
}

const isUnitSettingChanged = (before: WireRow, after: WireRow): boolean =>
  ['baseUnit', 'orderUnit', 'catchWeight', 'conversions'].some(
    (field) => !isSameImportValue(before[field], after[field]),
  );

/** Returns the restored row; null if the row is to be deleted. */
export function restoreRow({ before }: ImportChangeRow, current: WireRow, at: string): WireRow | null {
  return before === null
    ? null
    : { ...(JSON.parse(before) as WireRow), version: current.version + 1, updatedAt: at };
}

interface RowReversal {
  /** Id of the import. */
  id: string;
  resource: Resource;
  changes: readonly ImportChangeRow[];
  currentRows: ReadonlyMap<string, WireRow>;
  /** Time of the undo (ISO 8601). */
  at: string;
}

/** Reverts rows of one collection that have no blockers. Returns audit entries and the affected rows. */
export async function revertRows(
  { db }: { db: Tx },
  { id, resource, changes, currentRows, at }: RowReversal,
): Promise<{ entries: NewAuditEntry[]; rows: WireRow[] }> {
  const { collection } = resource;
  const entries: NewAuditEntry[] = [];
  const restored: (PlannedRow & { before: WireRow })[] = [];
  const createdRows: WireRow[] = [];
  for await (const change of withEventLoopYields(changes)) {
    const before = currentRows.get(change.rowId) as WireRow;
    const after = restoreRow(change, before, at);
    if (after) restored.push({ row: 0, resource, before, after, columnOf: (field) => field });
    else createdRows.push(before);
  }
  await writePlannedRows(db, resource, restored, { now: () => new Date(at) });
  if (collection === 'packagings')
    await removeDocumentPrices(
      db,
      id,
      changes.map(({ rowId }) => rowId),
    );
  if (collection === 'recipes')
    for (const { after } of (await applySideEffects(db, resource, restored)).keys())
      throw buildUndoProblem(buildBlocker('refused', resource, after));
  for (const { before, after } of restored) {
    await rowEffects[collection]?.(db, before, after);
    entries.push({ action: 'edit', entity: collection, id: after._id, before, after });
  }
  await deleteRows(db, resource, createdRows);
  for (const before of createdRows) {
    await rowEffects[collection]?.(db, before, null);
    entries.push({ action: 'delete', entity: collection, id: before._id, before });
  }
  return { entries, rows: [...createdRows, ...restored.flatMap(({ before, after }) => [before, after])] };
}

async function deleteRows(db: Tx, { collection, table }: Resource, rows: readonly WireRow[]): Promise<void> {
  for (const chunk of chunks(rows, 500)) {
    const ids = chunk.map(({ _id }) => _id);
    if (collection === 'items') {
      for (const detailTable of ['itemBarcodes', 'itemConversions', 'balances'] as const)
        await db.deleteFrom(detailTable).where('itemId', 'in', ids).execute();
    }
    if (collection === 'recipes') await deleteCosts(db, ids);
    await db
      .deleteFrom(table as 'brands')
      .where('_id', 'in', ids)
      .execute();
  }
}

/** Returns openings that can't be reversed because of later movements, by ledger position. */
export async function findStockBlockers(
  db: Queryable,
  moves: readonly PostedMove[],
): Promise<Map<number, UndoBlocker>> {
  const blockers = new Map<number, UndoBlocker>();
  if (moves.length === 0) return blockers;
  const seqs = new Map(moves.map(({ toPlace, itemId, seq }) => [`${toPlace} ${itemId}`, Number(seq)]));
  const first = Math.min(...seqs.values());
  for await (const chunk of withEventLoopYields(
    chunks([...new Set(moves.map(({ itemId }) => itemId))], 500),
  )) {
    const laterMoves = await db
      .selectFrom('stockMoves')
      .innerJoin('items', 'items._id', 'stockMoves.itemId')
      .select(['stockMoves.itemId', 'fromPlace', 'toPlace', 'stockMoves.seq', 'items.name'])
      .where('stockMoves.itemId', 'in', chunk)
      .where('stockMoves.seq', '>', first)
      .execute();
    for (const { itemId, fromPlace, toPlace, seq, name } of laterMoves) {
      for (const place of [fromPlace, toPlace]) {
        const ownSeq = seqs.get(`${place} ${itemId}`);
        if (ownSeq !== undefined && ownSeq < Number(seq))
          blockers.set(ownSeq, buildBlocker('moved', items, { name }));
      }
    }
  }
  return blockers;
}

/**
 * Posts the reversals of openings. Returns audit entries.
 *
 * @throws ApiProblem 409 `INSUFFICIENT_STOCK`
 */
export async function reverseOpenings(
  { db }: { db: Tx },
  id: string,
  moves: readonly PostedMove[],
  context: { userId: string; now: string },
): Promise<NewAuditEntry[]> {
  const entries: NewAuditEntry[] = [];
  for (const chunk of chunks(moves, 500)) {
    await postStockChange(db, { postings: chunk.map(buildReversal) }, context);
    for (const { itemId, toPlace, qtyMicro, valueE4 } of chunk) {
      const before = { itemId, place: toPlace, qtyMicro, valueE4, import: id };
      entries.push({ action: 'opening_undone', entity: 'stock', id: itemId, before });
    }
  }
  return entries;
}
