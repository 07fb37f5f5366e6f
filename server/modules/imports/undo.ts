import type { ImportState } from '#contract/imports/wire.ts';
import { items } from '#contract/items.ts';
import { itemLevels } from '#contract/resources/item-levels.ts';
import { resources } from '#contract/resources/index.ts';
import type { Resource } from '#contract/resources/kit.ts';
import { packagings } from '#contract/resources/packagings.ts';
import { reversalOf } from '#domain/stock/postings.ts';
import type { ImportChangeRow } from '../../db/tables.ts';
import type { WriteContext } from '../../http/route.ts';
import { effects } from '../master-data/effects.ts';
import { announce } from '../master-data/service.ts';
import { wordFor } from '../master-data/usage.ts';
import type { WireRow } from '../master-data/store.ts';
import { post } from '../stock/ledger.ts';
import { writeRows } from './apply.ts';
import { save } from './commit.ts';
import { chunks, rowsById } from './existing.ts';
import type { Draft } from './judge-types.ts';
import { refusal } from './reasons.ts';
import { refuseStrangers } from './rights.ts';
import { openingKind } from './openings.ts';
import { kindOf } from './service.ts';
import { inputOf, lockImport } from './store.ts';
import { tellStock } from './tell-stock.ts';
import { usedAmong } from './used-among.ts';

const known: readonly Resource[] = [...resources, items, itemLevels, packagings];

/** What of it is in the way, for people and for clients with words of their own. */
const naming = (resource: Resource, row: WireRow | undefined) => {
  const name = typeof row?.['name'] === 'string' ? row['name'] : '';
  const collection = resource.collection;
  return [
    { name, collection },
    { name: name || `one of the ${resource.labels.many.toLowerCase()}` },
  ] as const;
};

/**
 * Takes an import back: what it made is deleted, what it changed is as it was, stock goes back. All of it or nothing,
 * and only while nobody has changed or used any of it since. Throws 403, 404, 409 with the reason.
 */
export async function undoImport(ctx: WriteContext, id: string): Promise<ImportState> {
  const found = await lockImport(ctx, id);
  // One that cannot go on is taken back as far as it came; while it goes on, what it writes is held.
  if (found.status !== 'Committed' && found.status !== 'Applying') throw refusal('NOT_EDITABLE', 'undo-once');
  await refuseStrangers(ctx, kindOf(found), inputOf(found).columns);
  const changes = await ctx.db
    .selectFrom('importChanges')
    .selectAll()
    .where('importId', '=', id)
    .orderBy('position', 'desc')
    .execute();
  const gone = new Set(changes.filter(({ before }) => before === null).map(({ rowId }) => rowId));
  // Backwards: packs go before their items.
  for (const [collection, some] of Map.groupBy(changes, (change) => change.collection)) {
    const resource = known.find((one) => one.collection === collection);
    if (resource) await takeBack(ctx, resource, some, gone);
  }
  await takeStockBack(ctx, id);
  await ctx.db.deleteFrom('importSteps').where('importId', '=', id).execute();
  await ctx.audit({ action: 'undo', entity: 'imports', id });
  return save(ctx, found, { status: 'Undone' });
}

async function takeBack(
  ctx: WriteContext,
  resource: Resource,
  changes: readonly ImportChangeRow[],
  gone: ReadonlySet<string>,
): Promise<void> {
  const now = await currentRows(ctx, resource, changes);
  const made = changes.flatMap(({ rowId, before }) => (before === null ? [now.get(rowId) as WireRow] : []));
  const used = await usedAmong(
    ctx.db,
    resource.collection,
    made.map(({ _id }) => _id),
    gone,
  );
  if (used) {
    const [params, words] = naming(resource, now.get(used.id));
    throw refusal('IN_USE', 'undo-used', { ...params, by: used.by }, { ...words, by: wordFor(used.by) });
  }
  const at = ctx.now.toISOString();
  const restored = changes.flatMap(({ rowId, before }): Draft[] => {
    const current = now.get(rowId) as WireRow;
    if (before === null) return [];
    const after = { ...(JSON.parse(before) as WireRow), version: current.version + 1, updatedAt: at };
    return [{ row: 0, resource, before: current, after, columnOf: (field) => field }];
  });
  await writeRows(ctx.db, resource, restored, ctx.services.clock);
  for (const { before, after } of restored) {
    await effects[resource.collection]?.(ctx.db, before, after);
    await ctx.audit({ action: 'edit', entity: resource.collection, id: after._id, before, after });
  }
  await deleteRows(ctx, resource, made);
  const rows = [...made, ...restored.flatMap(({ before, after }) => [before, after])];
  announce(ctx, resource, changes[0]?.importId ?? '', 'undone', rows);
}

/** The rows as they are now, held. Throws 409 when one was changed or deleted since. */
async function currentRows(
  ctx: WriteContext,
  resource: Resource,
  changes: readonly ImportChangeRow[],
): Promise<Map<string, WireRow>> {
  const ids = changes.map(({ rowId }) => rowId);
  for (const some of chunks(ids, 500)) {
    await ctx.db
      .selectFrom(resource.table as 'brands')
      .select('_id')
      .where('_id', 'in', some)
      .orderBy('_id')
      .$call(ctx.db.lock)
      .execute();
  }
  const rows = await rowsById(ctx.db, resource, ids, null);
  const now = new Map(rows.map((row) => [row._id, row]));
  for (const { rowId, version } of changes) {
    const row = now.get(rowId);
    if (!row) throw refusal('IN_USE', 'undo-deleted');
    if (row.version !== version) throw refusal('IN_USE', 'undo-changed', ...naming(resource, row));
  }
  return now;
}

async function deleteRows(ctx: WriteContext, resource: Resource, rows: readonly WireRow[]): Promise<void> {
  for (const some of chunks(rows, 500)) {
    const ids = some.map(({ _id }) => _id);
    if (resource.collection === 'items') {
      for (const table of ['itemBarcodes', 'itemConversions', 'balances'] as const)
        await ctx.db.deleteFrom(table).where('itemId', 'in', ids).execute();
    }
    await ctx.db
      .deleteFrom(resource.table as 'brands')
      .where('_id', 'in', ids)
      .execute();
  }
  for (const before of rows) {
    await effects[resource.collection]?.(ctx.db, before, null);
    await ctx.audit({ action: 'delete', entity: resource.collection, id: before._id, before });
  }
}

/** Posts every opening the other way round, as long as nothing else moved there since. */
async function takeStockBack(ctx: WriteContext, id: string): Promise<void> {
  const moves = await ctx.db
    .selectFrom('stockMoves')
    .selectAll()
    .where('docType', '=', 'import')
    .where('docId', '=', id)
    .where('kind', '=', openingKind)
    .execute();
  if (moves.length === 0) return;
  const keys = new Map(moves.map(({ toPlace, itemId, seq }) => [`${toPlace} ${itemId}`, Number(seq)]));
  for (const some of chunks([...new Set(moves.map(({ itemId }) => itemId))], 500)) {
    const later = await ctx.db
      .selectFrom('stockMoves')
      .innerJoin('items', 'items._id', 'stockMoves.itemId')
      .select(['stockMoves.itemId', 'fromPlace', 'toPlace', 'stockMoves.seq', 'items.name'])
      .where('stockMoves.itemId', 'in', some)
      .where('stockMoves.seq', '>', Math.min(...keys.values()))
      .execute();
    const other = later.find(({ itemId, fromPlace, toPlace, seq }) =>
      [fromPlace, toPlace].some((place) => (keys.get(`${place} ${itemId}`) ?? Number(seq)) < Number(seq)),
    );
    if (other) throw refusal('IN_USE', 'undo-moved', { name: other.name });
  }
  const context = { userId: ctx.actor?._id ?? '', now: ctx.now.toISOString() };
  for (const some of chunks(moves, 500)) {
    await post(ctx.db, { postings: some.map(reversalOf) }, context);
    for (const { itemId, toPlace, qtyMicro, valueE4 } of some) {
      const before = { itemId, place: toPlace, qtyMicro, valueE4, import: id };
      await ctx.audit({ action: 'opening_undone', entity: 'stock', id: itemId, before });
    }
  }
  tellStock(
    ctx,
    id,
    'undone',
    moves.map(({ toPlace }) => toPlace),
  );
}
