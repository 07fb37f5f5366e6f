import { refusal } from '#domain/refusals/refusal.ts';
import type { ImportState } from '#contract/imports/wire.ts';
import type { ItemConversion } from '#contract/item-bodies.ts';
import { items } from '#contract/items.ts';
import { itemLevels } from '#contract/resources/item-levels.ts';
import { resources } from '#contract/resources/index.ts';
import type { Resource } from '#contract/resources/define-resource.ts';
import { packagings } from '#contract/resources/packagings.ts';
import { recipes } from '#contract/resources/recipes.ts';
import type { Collection } from '#domain/permissions.ts';
import { type PostedMove, buildReversal } from '#domain/stock/postings.ts';
import type { ImportChangeRow } from '../../db/tables.ts';
import type { Queryable, Tx } from '../../db/types.ts';
import type { NewAuditEntry, WriteContext } from '../../http/route.ts';
import type { AppEvent } from '../../http/services.ts';
import { baseUnitFixedBy, loadUnitRows, unitFaults } from '../items/checks.ts';
import { rowEffects } from '../master-data/effects.ts';
import { findResizedPacks, findFixedPacks } from '../master-data/fixed-packs.ts';
import { emitRowEvents } from '../master-data/service.ts';
import type { WireRow } from '../master-data/store.ts';
import { findHistoricalUses } from '../master-data/historical-uses.ts';
import { removeDocumentPrices } from '../prices/history.ts';
import { blockPostings } from '../stock/accounting-period.ts';
import { postStockChange } from '../stock/ledger.ts';
import { deleteCosts } from '../recipes/service.ts';
import { applySideEffects, lockRecipeVersions, writePlannedRows } from './apply.ts';
import { updateImport } from './commit.ts';
import { chunks, withEventLoopYields } from '../../db/many-rows.ts';
import { readRowsById } from './existing.ts';
import { findFixedMeasures } from './item-rules.ts';
import type { PlannedRow } from './plan-types.ts';
import { assertMayImport, importProblem } from './refusals.ts';
import { openingKind } from './openings.ts';
import { isSameValue } from './row-matcher.ts';
import { importKindOf } from './service.ts';
import { inProgressProblem } from './steps.ts';
import { parseImportInput, lockImport, presentImport } from './store.ts';
import { emitStockEvents } from './emit-stock-events.ts';
import { findReferenced } from './find-referenced.ts';

const importedResources: readonly Resource[] = [...resources, items, itemLevels, packagings, recipes];

/** Every collection that an import writes rows of. */
export function resourceByCollection(collection: string): Resource {
  const found = importedResources.find((one) => one.collection === collection);
  if (!found) throw new Error(`Unknown collection ${collection}`);
  return found;
}

/** Why a row cannot be taken back: `name` is empty for what has none, and `by` says what uses it. */
export interface UndoBlocker {
  reason: 'used' | 'priced' | 'deleted' | 'changed' | 'moved' | 'refused';
  params: { name: string; collection: string; by?: string };
}

/** 409 with what is in the way of the whole undo. */
export const undoProblem = ({ reason, params }: UndoBlocker) =>
  importProblem('IN_USE', { reason: reason === 'refused' ? 'undo-changed' : `undo-${reason}`, params });

/** What of it is in the way. */
export function undoBlocker(
  reason: UndoBlocker['reason'],
  { collection }: Resource,
  row: Readonly<Record<string, unknown>> | null | undefined,
): UndoBlocker {
  return { reason, params: { name: typeof row?.['name'] === 'string' ? row['name'] : '', collection } };
}

type UndoContext = WriteContext<unknown, unknown, AppEvent[] | null>;

/**
 * Takes an import back: what it made is deleted, what it changed is as it was, stock goes back. All of it or nothing,
 * and only while nobody has changed or used any of it since, and no pack of it has prices that recipes have cost by; a large one was taken back in steps before
 * (`prepareUndo`), and what came of it is answered. Throws 403, 404, 409 with the reason, 503 while another call does it.
 */
export async function undoImport(ctx: UndoContext, id: string): Promise<ImportState> {
  const known = await lockImport({ ...ctx, ifMatch: null }, id);
  // Also where the answer of before was lost with its key.
  if (known.status === 'Undone' && (ctx.prepared || known.isUndoUntold === 1)) {
    for (const event of ctx.prepared ?? []) ctx.emit(event);
    await ctx.db.updateTable('imports').set({ isUndoUntold: 0 }).where('_id', '=', id).execute();
    return presentImport(known);
  }
  const found = await lockImport(ctx, id);
  if (found.status === 'Undoing') throw inProgressProblem();
  // One that cannot go on is taken back as far as it came; while it goes on, what it writes is held.
  if (found.status !== 'Committed' && found.status !== 'Applying')
    throw importProblem('NOT_EDITABLE', refusal('undo-once'));
  await assertMayImport(ctx, importKindOf(found), parseImportInput(found).columns);
  const changes = await readImportChanges(ctx.db, id);
  const gone = createdIds(changes);
  const at = ctx.now.toISOString();
  for (const [collection, some] of Map.groupBy(changes, (change) => change.collection)) {
    const resource = resourceByCollection(collection);
    await lockRecipeVersions(ctx.db, resource);
    const { now, inTheWay } = await findRowBlockers({ ...ctx, at }, resource, some, gone);
    for (const one of inTheWay.values()) throw undoProblem(one);
    const taken = await revertRows(ctx, { id, resource, changes: some, now, at });
    for (const entry of taken.entries) await ctx.audit(entry);
    emitRowEvents(ctx, resource, id, 'undone', taken.rows);
  }
  const moves = await readPostedOpenings(ctx.db, id);
  for (const one of (await findStockBlockers(ctx.db, moves)).values()) throw undoProblem(one);
  for (const entry of await reverseOpenings(ctx, id, moves, { userId: ctx.actor?._id ?? '', now: at }))
    await ctx.audit(entry);
  const places = moves.map(({ toPlace }) => toPlace);
  emitStockEvents(ctx, id, 'undone', places);
  await ctx.db.deleteFrom('importSteps').where('importId', '=', id).execute();
  await ctx.audit({ action: 'undo', entity: 'imports', id });
  return updateImport(ctx, found, { status: 'Undone' });
}

/** What a committed import did to rows, backwards: packs go before their items. */
export const readImportChanges = (db: Queryable, id: string): Promise<ImportChangeRow[]> =>
  db.selectFrom('importChanges').selectAll().where('importId', '=', id).orderBy('position', 'desc').execute();

export const createdIds = (changes: readonly ImportChangeRow[]): Set<string> =>
  new Set(changes.filter(({ before }) => before === null).map(({ rowId }) => rowId));

/** The openings that a committed import posted. */
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
 * The rows as they are now, held on PostgreSQL, and which of them cannot be taken back, by id: somebody changed, deleted
 * or used them. What refers to them from among `gone` does not count. `at` is when they are taken back, in ISO 8601.
 */
export async function findRowBlockers(
  { db, at }: { db: Queryable; at: string },
  resource: Resource,
  changes: readonly ImportChangeRow[],
  gone: ReadonlySet<string>,
): Promise<{ now: Map<string, WireRow>; inTheWay: Map<string, UndoBlocker> }> {
  const now = new Map<string, WireRow>();
  for await (const some of withEventLoopYields(chunks(changes, 250))) {
    const ids = some.map(({ rowId }) => rowId);
    if ('lock' in db)
      await db
        .selectFrom(resource.table as 'brands')
        .select('_id')
        .where('_id', 'in', ids)
        .orderBy('_id')
        .$call(db.lock)
        .execute();
    for (const row of await readRowsById(db, resource, ids, null)) now.set(row._id, row);
  }
  const inTheWay = new Map<string, UndoBlocker>();
  for await (const { rowId, version, before } of withEventLoopYields(changes)) {
    const row = now.get(rowId);
    const was = before === null ? null : (JSON.parse(before) as WireRow);
    if (!row) inTheWay.set(rowId, undoBlocker('deleted', resource, was));
    else if (row.version !== Number(version)) inTheWay.set(rowId, undoBlocker('changed', resource, row));
  }
  if (resource.collection === 'items')
    for (const [id, by] of await findFixedItems(db, changes, now, { gone, at }))
      if (!inTheWay.has(id)) inTheWay.set(id, usedBlocker(by, resource, now.get(id)));
  if (resource.collection === 'packagings')
    for (const [{ after }, by] of await findFixedPacks(db, await findRestoredRows(changes, now), at))
      if (!inTheWay.has(after._id))
        inTheWay.set(
          after._id,
          usedBlocker(by === 'prices' ? 'packagings' : by, resource, now.get(after._id)),
        );
  const made = changes.flatMap(({ rowId, before }) => (before === null ? [rowId] : []));
  for (const [id, by] of await findReferenced(db, resource.collection, made, gone)) {
    if (!inTheWay.has(id)) inTheWay.set(id, usedBlocker(by, resource, now.get(id)));
  }
  if (resource.collection === 'packagings')
    for (const [id, by] of await findHistoricalUses(db, 'packagings', made, at))
      if (by === 'prices' && !inTheWay.has(id))
        inTheWay.set(id, undoBlocker('priced', resource, now.get(id)));
  return { now, inTheWay };
}

function usedBlocker(by: Collection, resource: Resource, row: WireRow | undefined): UndoBlocker {
  const { reason, params } = undoBlocker('used', resource, row);
  return { reason, params: { ...params, by } };
}

/**
 * Items that cannot be given back how they were measured, as nobody could by hand: by now they were ordered or moved, are
 * on hand, or have a pack in a unit that nothing would lead to base from.
 */
async function findFixedItems(
  db: Queryable,
  changes: readonly ImportChangeRow[],
  now: ReadonlyMap<string, WireRow>,
  { gone, at }: { gone: ReadonlySet<string>; at: string },
): Promise<Map<string, Collection>> {
  const restored = (await findRestoredRows(changes, now)).filter(({ before, after }) =>
    isMeasureChanged(before, after),
  );
  const fixed = new Map<string, Collection>();
  if (restored.length === 0) return fixed;
  if ('lock' in db && restored.some(({ before, after }) => before['catchWeight'] !== after['catchWeight']))
    await blockPostings(db);
  const units = await loadUnitRows(db);
  for (const some of chunks(restored, 500)) {
    const ids = some.map(({ after }) => after._id);
    const packs = Map.groupBy(
      (
        await db
          .selectFrom('packagings')
          .select(['_id', 'itemId', 'name', 'unit'])
          .where('itemId', 'in', ids)
          .execute()
      ).filter(({ _id }) => !gone.has(_id)),
      ({ itemId }) => itemId,
    );
    for (const { after } of some) {
      const conversions = (after['conversions'] as ItemConversion[] | undefined) ?? [];
      const item = { item: after, conversions, units, packs: packs.get(after._id) ?? [] };
      if (Object.keys(unitFaults(item, { isChanged: true, isBaseChanged: true })).length > 0)
        fixed.set(after._id, 'packagings');
    }
  }
  for (const [{ after }, field] of await findFixedMeasures(db, restored))
    fixed.set(
      after._id,
      (field === 'baseUnit' && (await baseUnitFixedBy(db, after._id))) === 'orders' ? 'orders' : 'stock',
    );
  for (const { after } of (await findResizedPacks(db, restored, { at, without: gone })).keys())
    fixed.set(after._id, 'packagings');
  return fixed;
}

/** Rows that are there and become again what they were before the import. */
async function findRestoredRows(changes: readonly ImportChangeRow[], now: ReadonlyMap<string, WireRow>) {
  const restored: { before: WireRow; after: WireRow }[] = [];
  for await (const change of withEventLoopYields(changes)) {
    const before = now.get(change.rowId);
    const after = before && restoredRow(change, before, '');
    if (after) restored.push({ before, after });
  }
  return restored;
}

const isMeasureChanged = (before: WireRow, after: WireRow): boolean =>
  ['baseUnit', 'orderUnit', 'catchWeight', 'conversions'].some(
    (field) => !isSameValue(before[field], after[field]),
  );

/** A row as it becomes by its undo; null for one that goes. */
export function restoredRow({ before }: ImportChangeRow, current: WireRow, at: string): WireRow | null {
  return before === null
    ? null
    : { ...(JSON.parse(before) as WireRow), version: current.version + 1, updatedAt: at };
}

interface RowReversal {
  /** The import's. */
  id: string;
  resource: Resource;
  changes: readonly ImportChangeRow[];
  /** The rows as they are. */
  now: ReadonlyMap<string, WireRow>;
  /** When; ISO 8601. */
  at: string;
}

/** Takes rows of one collection back that nothing is in the way of. Answers what is to be told, and of which rows. */
export async function revertRows(
  { db }: { db: Tx },
  { id, resource, changes, now, at }: RowReversal,
): Promise<{ entries: NewAuditEntry[]; rows: WireRow[] }> {
  const { collection } = resource;
  const entries: NewAuditEntry[] = [];
  const restored: (PlannedRow & { before: WireRow })[] = [];
  const made: WireRow[] = [];
  for await (const change of withEventLoopYields(changes)) {
    const before = now.get(change.rowId) as WireRow;
    const after = restoredRow(change, before, at);
    if (after) restored.push({ row: 0, resource, before, after, columnOf: (field) => field });
    else made.push(before);
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
      throw undoProblem(undoBlocker('refused', resource, after));
  for (const { before, after } of restored) {
    await rowEffects[collection]?.(db, before, after);
    entries.push({ action: 'edit', entity: collection, id: after._id, before, after });
  }
  await deleteRows(db, resource, made);
  for (const before of made) {
    await rowEffects[collection]?.(db, before, null);
    entries.push({ action: 'delete', entity: collection, id: before._id, before });
  }
  return { entries, rows: [...made, ...restored.flatMap(({ before, after }) => [before, after])] };
}

async function deleteRows(db: Tx, { collection, table }: Resource, rows: readonly WireRow[]): Promise<void> {
  for (const some of chunks(rows, 500)) {
    const ids = some.map(({ _id }) => _id);
    if (collection === 'items') {
      for (const belonging of ['itemBarcodes', 'itemConversions', 'balances'] as const)
        await db.deleteFrom(belonging).where('itemId', 'in', ids).execute();
    }
    if (collection === 'recipes') await deleteCosts(db, ids);
    await db
      .deleteFrom(table as 'brands')
      .where('_id', 'in', ids)
      .execute();
  }
}

/** Which openings cannot be taken back because something else moved there since, by their place in the ledger. */
export async function findStockBlockers(
  db: Queryable,
  moves: readonly PostedMove[],
): Promise<Map<number, UndoBlocker>> {
  const inTheWay = new Map<number, UndoBlocker>();
  if (moves.length === 0) return inTheWay;
  const seqs = new Map(moves.map(({ toPlace, itemId, seq }) => [`${toPlace} ${itemId}`, Number(seq)]));
  const first = Math.min(...seqs.values());
  for await (const some of withEventLoopYields(
    chunks([...new Set(moves.map(({ itemId }) => itemId))], 500),
  )) {
    const later = await db
      .selectFrom('stockMoves')
      .innerJoin('items', 'items._id', 'stockMoves.itemId')
      .select(['stockMoves.itemId', 'fromPlace', 'toPlace', 'stockMoves.seq', 'items.name'])
      .where('stockMoves.itemId', 'in', some)
      .where('stockMoves.seq', '>', first)
      .execute();
    for (const { itemId, fromPlace, toPlace, seq, name } of later) {
      for (const place of [fromPlace, toPlace]) {
        const own = seqs.get(`${place} ${itemId}`);
        if (own !== undefined && own < Number(seq)) inTheWay.set(own, undoBlocker('moved', items, { name }));
      }
    }
  }
  return inTheWay;
}

/** Posts openings of an import the other way round. Answers what the audit is to be told. Throws 409 `INSUFFICIENT_STOCK`. */
export async function reverseOpenings(
  { db }: { db: Tx },
  id: string,
  moves: readonly PostedMove[],
  context: { userId: string; now: string },
): Promise<NewAuditEntry[]> {
  const entries: NewAuditEntry[] = [];
  for (const some of chunks(moves, 500)) {
    await postStockChange(db, { postings: some.map(buildReversal) }, context);
    for (const { itemId, toPlace, qtyMicro, valueE4 } of some) {
      const before = { itemId, place: toPlace, qtyMicro, valueE4, import: id };
      entries.push({ action: 'opening_undone', entity: 'stock', id: itemId, before });
    }
  }
  return entries;
}
