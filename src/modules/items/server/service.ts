import type { ItemConversion } from '#core/conversions.ts';
import { items } from '../collection.ts';
import { redactRow } from '#platform/collections/define-resource.ts';
import { packagings } from '#modules/packagings/collection.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { ApiProblem, notFound, stale } from '#platform/server/http/problems.ts';
import type { WriteContext } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/ids.ts';
import { removeHiddenFields } from '#platform/collections/server/remove-hidden-fields.ts';
import { findFirstUse } from '#modules/master-data/server/usage.ts';
import { assertNoReviewNeeded } from '#modules/reviews/server/guard.ts';
import { emitRowEvents, createRow, assertRowValid } from '#modules/master-data/server/service.ts';
import { createInUseProblem } from '#modules/master-data/server/usage.ts';
import {
  findRow,
  insertRow,
  searchText,
  toColumns,
  updateRow,
  type WireRow,
} from '#platform/collections/server/store.ts';
import {
  checkItemUnits,
  hasHistory,
  assertBaseUnitUnchanged,
  assertPackSizesUnchanged,
  assertCatchWeightUnchanged,
  replaceBarcodes,
} from './checks.ts';
import { buildConversionsJson } from './shape.ts';

type Values = Readonly<Record<string, unknown>>;

/** Creates an item with its conversions, barcodes and first packs. */
export async function createItem(ctx: WriteContext, input: Values): Promise<WireRow> {
  await assertNoReviewNeeded(ctx, 'items');
  const { conversions = [], packs = [], ...values } = removeHiddenFields(items, ctx.actor, input);
  const at = ctx.now.toISOString();
  const initial = Object.entries(items.allFields).map(([name, field]) => [
    name,
    values[name] ?? field.initial,
  ]);
  const initialValues: Record<string, unknown> = Object.fromEntries(initial);
  const common = { _id: newId(ctx.services.clock), createdAt: at, updatedAt: at, version: 1 };
  const row: WireRow = {
    ...common,
    isActive: true,
    ...initialValues,
    orderUnit: initialValues['orderUnit'] ?? initialValues['baseUnit'],
  };
  await assertRowValid(ctx, items, row, row, null);
  await checkItemUnits(ctx.db, row, conversions as ItemConversion[], {
    areConversionsChanged: true,
    isBaseChanged: false,
  });
  await insertRow(ctx.db, items, {
    ...common,
    isActive: 1,
    search: searchText(items, row),
    ...toColumns(items, row),
  });
  await replaceBarcodes(ctx.db, row._id, row['barcodes'] as string[]);
  await replaceConversions(ctx, row._id, conversions as ItemConversion[]);
  await createPacks(ctx, row._id, packs as Values[]);
  const created = { ...row, conversions };
  await ctx.audit({ action: 'create', entity: 'items', id: row._id, after: created });
  emitRowEvents(ctx, items, row._id, 'created');
  return redactRow(items, created, ctx.actor);
}

/** Changes an item; omitted fields are left unchanged, and conversions are replaced as a whole. */
export async function changeItem(ctx: WriteContext, id: string, input: Values): Promise<WireRow> {
  await assertNoReviewNeeded(ctx, 'items');
  const before = await lockItem(ctx, id);
  const change = removeHiddenFields(items, ctx.actor, input);
  const { conversions, ...changedValues } = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  );
  const after: WireRow = {
    ...before,
    ...changedValues,
    version: before.version + 1,
    updatedAt: ctx.now.toISOString(),
  };
  if (conversions !== undefined) after['conversions'] = conversions;
  after['orderUnit'] ??= after['baseUnit'];
  await assertRowValid(ctx, items, after, changedValues, before);
  await assertBaseUnitUnchanged(ctx.db, before, after);
  await assertCatchWeightUnchanged(ctx.db, before, after);
  await checkItemUnits(ctx.db, after, after['conversions'] as ItemConversion[], {
    areConversionsChanged: conversions !== undefined,
    isBaseChanged: before['baseUnit'] !== after['baseUnit'],
  });
  await assertPackSizesUnchanged(ctx.db, before, after);
  await updateRow(ctx.db, items, id, {
    ...toColumns(items, { ...changedValues, orderUnit: after['orderUnit'] }),
    search: searchText(items, after),
    version: after.version,
    updatedAt: after['updatedAt'],
    isActive: Number(after.isActive),
  });
  if (changedValues['barcodes'] !== undefined)
    await replaceBarcodes(ctx.db, id, changedValues['barcodes'] as string[]);
  if (conversions !== undefined) await replaceConversions(ctx, id, conversions as ItemConversion[]);
  await ctx.audit({ action: 'edit', entity: 'items', id, before, after });
  emitRowEvents(ctx, items, id, 'changed');
  return redactRow(items, after, ctx.actor);
}

/**
 * Deletes an item that was never ordered, moved or packed.
 *
 * @throws ApiProblem 409 otherwise, suggesting that the item be archived
 */
export async function deleteItem(ctx: WriteContext, id: string): Promise<void> {
  await assertNoReviewNeeded(ctx, 'items');
  const before = await lockItem(ctx, id);
  const usedBy = (await hasHistory(ctx.db, id))
    ? 'orders or stock moves'
    : await findFirstUse(ctx.db, 'items', id);
  if (usedBy) throw createInUseProblem(String(before['name']), usedBy);
  await removeRelatedRows(ctx.db, id);
  await ctx.db.deleteFrom('items').where('_id', '=', id).execute();
  await ctx.audit({ action: 'delete', entity: 'items', id, before });
  emitRowEvents(ctx, items, id, 'deleted');
}

/** Creates the first packs of an item; errors are reported under `packs.<n>`. */
async function createPacks(ctx: WriteContext, itemId: string, packs: readonly Values[]): Promise<void> {
  for (const [index, pack] of packs.entries()) {
    try {
      await createRow(ctx, packagings, { ...pack, itemId });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const fields = Object.entries(error.options.fields ?? {}).map(([name, reason]) => [
        `packs.${index}.${name}`,
        reason,
      ]);
      throw new ApiProblem(error.status, error.code, error.refusal, {
        ...error.options,
        fields: Object.fromEntries(fields),
      });
    }
  }
}

async function removeRelatedRows(tx: Tx, itemId: string): Promise<void> {
  for (const table of ['itemBarcodes', 'itemConversions', 'itemLevels', 'balances'] as const) {
    await tx.deleteFrom(table).where('itemId', '=', itemId).execute();
  }
}

/** Locks the item and returns it with its costs, which are hidden only in the response. */
async function lockItem(ctx: WriteContext, id: string): Promise<WireRow> {
  const row = await findRow(ctx.db, items, id, {
    lock: true,
    additional: { conversions: buildConversionsJson(ctx.db.dialect) },
  });
  if (!row) throw notFound();
  if (ctx.ifMatch !== null && ctx.ifMatch !== row.version) throw stale(redactRow(items, row, ctx.actor));
  return row;
}

/**
 * Inserts and deletes only the differences: unchanged conversions keep their rows, because each change is
 * stored with its date.
 */
async function replaceConversions(
  ctx: WriteContext,
  itemId: string,
  conversions: readonly ItemConversion[],
): Promise<void> {
  const stored = await ctx.db
    .selectFrom('itemConversions')
    .select(['_id', 'fromUnit', 'toUnit', 'num', 'den'])
    .where('itemId', '=', itemId)
    .execute();
  const getConversionKey = ({ fromUnit, toUnit, num, den }: ItemConversion) =>
    [fromUnit, toUnit, Number(num), Number(den)].join(' ');
  const [newKeys, storedKeys] = [
    new Set(conversions.map(getConversionKey)),
    new Set(stored.map(getConversionKey)),
  ];
  const removed = stored.filter((conversion) => !newKeys.has(getConversionKey(conversion)));
  if (removed.length > 0)
    await ctx.db
      .deleteFrom('itemConversions')
      .where(
        '_id',
        'in',
        removed.map(({ _id }) => _id),
      )
      .execute();
  const newConversions = conversions.filter((conversion) => !storedKeys.has(getConversionKey(conversion)));
  if (newConversions.length === 0) return;
  const at = ctx.now.toISOString();
  const rows = newConversions.map((conversion) => ({
    ...conversion,
    _id: newId(ctx.services.clock),
    itemId,
    createdAt: at,
    updatedAt: at,
    version: 1,
    isActive: 1 as const,
  }));
  await ctx.db.insertInto('itemConversions').values(rows).execute();
}
