import { sql } from 'kysely';
import { type FieldRefusals, refusal } from '#core/refusals/refusal.ts';
import type { Collection } from '#core/permissions.ts';
import { maxTemplatesPerBranch, type TemplateLine } from '#modules/order-templates/collection.ts';
import { otherReason, wrongItemReason } from '#core/reasons/read-reason.ts';
import type { CurrencyRate } from '#core/currency.ts';
import { fromMicro } from '#core/quantity.ts';
import { earlierRates, type RatedTax } from '#core/tax.ts';
import { acquireTransactionLock } from '#platform/server/db/locking.ts';
import type { Database } from '#platform/server/db/tables.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { documents } from '#modules/documents/server/registry.ts';
import { invalid, problem } from '#platform/server/http/problems.ts';
import { lockBaseCurrency } from '#modules/prices/server/currency-locks.ts';
import { assertDayEndsChangeable } from '#modules/branches/server/day-ends.ts';
import { storePastSchedule } from '#modules/check-points/server/past-schedules.ts';
import { findLevelRefusals, loadLevelUnits } from '#modules/item-levels/server/level-units.ts';
import { findLockedPacks, findLockedPackRefusals } from './locked-packs.ts';
import { assertPastRatesUnchanged, assertPastTaxRatesUnchanged } from '#modules/prices/server/past-rates.ts';
import { createLocations, removeLocations, renameLocations } from './branch-locations.ts';
import { findUnitRefusals } from './line-units.ts';
import { findHistoricalUses } from '#modules/documents/server/historical-uses.ts';
import { createInUseProblem, findFirstUse } from './usage.ts';
import { hasReference, type WireRow } from '#platform/collections/server/store.ts';

/**
 * Side effects of a write; `before` is null for a new row, `after` for a deleted one. May return fields of
 * the row that it changed.
 */
type Effect = (
  tx: Tx,
  before: WireRow | null,
  after: WireRow | null,
) => Promise<Readonly<Record<string, unknown>> | void>;

const toLocationOwner = ({ _id, name, type }: WireRow) => ({ _id, name: String(name), type: String(type) });

/**
 * Creates, renames or deletes a branch's locations. A branch can't be supplied by another branch, and the
 * type of a branch that is in use can't be changed.
 */
const branchEffect: Effect = async (tx, before, after) => {
  if (!after) return removeLocations(tx, (before as WireRow)._id);
  if (
    after['supplyingKitchenId'] !== null &&
    after['supplyingKitchenId'] !== before?.['supplyingKitchenId']
  ) {
    const kitchen = await tx
      .selectFrom('branches')
      .select('type')
      .where('_id', '=', after['supplyingKitchenId'] as string)
      .executeTakeFirst();
    if (kitchen?.type === 'branch') {
      throw invalid({ supplyingKitchenId: refusal('supplied-by-kitchen') });
    }
  }
  if (!before) return createLocations(tx, [toLocationOwner(after)]);
  await assertDayEndsChangeable(tx, before, after);
  if (after['negativeStock'] === 'block' && before['negativeStock'] !== 'block')
    await assertNoNegativeStock(tx, after);
  if (before['type'] === after['type']) return renameLocations(tx, toLocationOwner(after));
  if (await findFirstUse(tx, 'branch', after._id)) {
    throw problem('IN_USE', refusal('type-in-use', { name: String(after['name']) }), {
      fields: { type: refusal('type-locked') },
    });
  }
  await removeLocations(tx, after._id);
  return createLocations(tx, [toLocationOwner(after)]);
};

/**
 * Returns default values of a new row that depend on existing data: if there is exactly one kitchen, it
 * supplies a new branch; otherwise the user must choose.
 */
export async function loadDefaultValues(
  tx: Tx,
  collection: Collection,
  input: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  if (collection !== 'branch' || input['type'] !== 'branch' || input['supplyingKitchenId'] !== undefined)
    return {};
  const kitchens = await tx
    .selectFrom('branches')
    .select('_id')
    .where('type', '=', 'central_kitchen')
    .where('isActive', '=', 1)
    .limit(2)
    .execute();
  return kitchens.length === 1 ? { supplyingKitchenId: kitchens[0]?._id } : {};
}

/**
 * Throws if negative stock is to be blocked while a balance is negative or over-reserved. Locations that were
 * never counted are exempt.
 */
async function assertNoNegativeStock(tx: Tx, { _id }: WireRow): Promise<void> {
  const counted = await tx
    .selectFrom('branches')
    .select('countedAt')
    .where('_id', '=', _id)
    .executeTakeFirst();
  if (!counted?.countedAt) return;
  const rows = await tx
    .selectFrom('balances')
    .innerJoin('items', 'items._id', 'balances.itemId')
    .select(['items.name', 'onHandMicro', 'reservedMicro'])
    .where('placeId', '=', _id)
    .where((eb) => eb.or([eb('onHandMicro', '<', 0), eb('reservedMicro', '>', eb.ref('onHandMicro'))]))
    .orderBy('items.search')
    .execute();
  const [first] = rows;
  if (!first) return;
  const otherItems = rows.length > 1 ? ` and ${rows.length - 1} more` : '';
  const state =
    first.onHandMicro < 0
      ? `on hand ${fromMicro(first.onHandMicro)}`
      : `on hand ${fromMicro(first.onHandMicro)}, reserved ${fromMicro(first.reservedMicro)}`;
  throw invalid({
    negativeStock: refusal('would-be-below-zero', { items: `${first.name} (${state})${otherItems}` }),
  });
}

/**
 * Moves the base currency flag to a different currency; the database allows only one. Once there are
 * postings, the base currency can't be changed, because all stored values are in that currency.
 */
const replaceBaseCurrency: Effect = async (tx, before, after) => {
  if (after?.['isBase'] !== true || before?.['isBase'] === true) return;
  await lockBaseCurrency(tx);
  const base = await tx
    .selectFrom('currencies')
    .select('name')
    .where('isBase', '=', 1)
    .where('_id', '!=', after._id)
    .executeTakeFirst();
  if (base && (await hasPostings(tx))) {
    const reason = refusal('base-currency-locked', { name: base.name });
    throw problem('IN_USE', reason, { fields: { isBase: reason } });
  }
  await tx
    .updateTable('currencies')
    .set({ isBase: 0 })
    .where('isBase', '=', 1)
    .where('_id', '!=', after._id)
    .execute();
};

/**
 * Returns whether anything has been moved, ordered or invoiced. Stock counts are ignored, because their
 * values can be entered again.
 */
async function hasPostings(tx: Tx): Promise<boolean> {
  const postingQueries = ['orders', 'purchaseOrders', 'supplierInvoices'].map(
    (table) => sql`select 1 as one from ${sql.table(table)}`,
  );
  postingQueries.push(
    sql`select 1 as one from ${sql.table('stockMoves')} where ${sql.ref('docType')} <> 'stock_count'`,
  );
  for (const query of postingQueries)
    if ((await sql`${query} limit 1`.execute(tx)).rows.length > 0) return true;
  return false;
}

/** The base currency can't be deleted, archived or unset, only replaced. Rates of closed days can't be changed. */
const currencyEffect: Effect = async (tx, before, after) => {
  if (before && after && before['isBase'] !== true)
    await assertPastRatesUnchanged(
      tx,
      { before: before['rates'] as CurrencyRate[], after: after['rates'] as CurrencyRate[] },
      () => isCurrencyUsed(tx, after),
    );
  if (before?.['isBase'] !== true || (after?.['isBase'] === true && after.isActive)) return;
  throw problem('IN_USE', refusal('is-base-currency', { name: String(before['name']) }));
};

/** Returns whether documents or supplier prices use a currency. */
async function isCurrencyUsed(tx: Tx, { _id, updatedAt }: WireRow): Promise<boolean> {
  const suppliers = await tx.selectFrom('suppliers').select('_id').where('currency', '=', _id).execute();
  const supplierIds = suppliers.map((supplier) => supplier._id);
  return (
    supplierIds.length > 0 &&
    (await findHistoricalUses(tx, 'suppliers', supplierIds, String(updatedAt))).size > 0
  );
}

/**
 * A supplier's currency can't be changed once something was bought or a price is older than a day, because
 * all pack prices, including past ones, are in that currency.
 */
const supplierEffect: Effect = async (tx, before, after) => {
  if (!before || !after || before['currency'] === after['currency']) return;
  const base = await tx.selectFrom('currencies').select('_id').where('isBase', '=', 1).executeTakeFirst();
  const getCurrencyId = ({ currency }: WireRow) => currency ?? base?._id ?? null;
  if (getCurrencyId(before) === getCurrencyId(after)) return;
  if ((await findHistoricalUses(tx, 'suppliers', [after._id], String(after['updatedAt']))).size > 0)
    throw problem('IN_USE', refusal('supplier-currency-in-use', { name: String(after['name']) }), {
      fields: { currency: refusal('supplier-currency-locked') },
    });
};

/**
 * The code of a reason can't be changed. Reasons used by rules can't be archived or deleted; reasons used by
 * documents can't be deleted.
 */
const reasonEffect: Effect = async (tx, before, after) => {
  if (!before) return;
  const [code, name] = [String(before['code']), String(before['name'])];
  if (after && after['code'] !== code) throw invalid({ code: refusal('reason-code-locked') });
  if (after?.isActive) return;
  if (reservedReasons.has(code)) throw problem('IN_USE', refusal('reason-of-rules', { name }));
  if (after) return;
  for (const [usedBy, table, column] of reasonUses) {
    if (await hasReference(tx, table, column, code)) throw createInUseProblem(name, usedBy);
  }
};

const reservedReasons: ReadonlySet<string> = new Set([otherReason, wrongItemReason]);

const reasonUses: readonly (readonly [usedBy: string, table: keyof Database, column: string])[] = [
  ...documents.flatMap(({ collection, reasons = [] }) =>
    reasons.map(([table, column]) => [collection, table, column] as const),
  ),
  ['documents', 'documentHistory', 'reasonCode'],
];

/** The dimension and size of a unit that is in use can't be changed. */
const unitEffect: Effect = async (tx, before, after) => {
  if (!before || !after) return;
  const changed = ['dimension', 'factorNum', 'factorDen'].filter((field) => before[field] !== after[field]);
  if (changed.length === 0 || !(await findFirstUse(tx, 'units', after._id))) return;
  const fields = Object.fromEntries(changed.map((field) => [field, refusal('size-locked')]));
  throw problem('IN_USE', refusal('size-in-use', { name: String(after['name']) }), {
    fields,
  });
};

/** When a new rate starts, the earlier rates are stored in the history. Rates of closed days can't be changed. */
const taxEffect: Effect = async (tx, before, after) => {
  if (!before || !after) return;
  const [previous, current] = [before, after] as unknown as [RatedTax, RatedTax];
  const rates = earlierRates(previous, current);
  await assertPastTaxRatesUnchanged(
    tx,
    { before: previous, after: { ...current, rates } },
    async () => (await findFirstUse(tx, 'taxes', after._id)) !== null,
  );
  if (rates.length === current.rates.length) return;
  await tx
    .updateTable('taxes')
    .set({ rates: JSON.stringify(rates) })
    .where('_id', '=', after._id)
    .execute();
  return { rates };
};

/** Fields that determine a pack's contents and its price per base unit. */
export const packFields = ['itemId', 'unit', 'contentsQty', 'price'] as const;

/** Converts a pack to a line: a quantity of an item in a unit. */
export const toPackLine = (pack: WireRow) => ({
  itemId: String(pack['itemId']),
  unit: String(pack['unit']),
  amount: toPackAmount(pack),
});

export const toPackAmount = (pack: WireRow) => ({
  field: 'contentsQty' as const,
  qty: Number(pack['contentsQty']),
  price: (pack['price'] ?? null) as number | null,
});

/** A pack must be convertible to the item's base unit. The contents of a pack that is in use can't be changed. */
const packagingEffect: Effect = async (tx, before, after) => {
  if (!after || packFields.every((name) => before?.[name] === after[name])) return;
  const change = { before, after };
  if ((await findLockedPacks(tx, [change])).size > 0)
    throw problem('IN_USE', refusal('pack-in-use', { name: String(before?.['name']) }), {
      fields: findLockedPackRefusals(change),
    });
  throwIfRefused(await findUnitRefusals(tx, [{ ...toPackLine(after), path: '' }]));
};

/** Levels are stored in the item's base unit and must be convertible to its order unit. */
const itemLevelEffect: Effect = async (tx, before, after) => {
  if (!after) return;
  const itemId = String(after['itemId']);
  const units = (await loadLevelUnits(tx, [itemId]))(itemId);
  throwIfRefused(units ? findLevelRefusals(before, after, units) : {});
};

/** An item can occur only once in a template, in a unit in which it can be ordered. */
const orderTemplateEffect: Effect = async (tx, before, after) => {
  if (!after) return;
  if (before?.['branch'] !== after['branch']) await assertTemplateLimit(tx, String(after['branch']));
  if (JSON.stringify(before?.['lines']) === JSON.stringify(after['lines'])) return;
  const lines = after['lines'] as readonly TemplateLine[];
  const fields = await findUnitRefusals(
    tx,
    lines.map(({ itemId, unit, qty }, index) => ({
      itemId,
      unit,
      path: `lines.${index}`,
      amount: { field: 'qty', qty, price: null },
    })),
  );
  const seenKeys = new Set<string>();
  for (const [index, { itemId }] of lines.entries()) {
    if (seenKeys.has(itemId)) fields[`lines.${index}.itemId`] = refusal('item-in-line');
    seenKeys.add(itemId);
  }
  throwIfRefused(fields);
};

async function assertTemplateLimit(tx: Tx, branch: string): Promise<void> {
  await acquireTransactionLock(tx, `order templates of ${branch}`);
  const total = await tx
    .selectFrom('orderTemplates')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('branch', '=', branch)
    .executeTakeFirst();
  // The new template has already been written, so it is included in the count.
  if (Number(total?.count ?? 0) <= maxTemplatesPerBranch) return;
  throw invalid({ branch: refusal('too-many-templates', { n: maxTemplatesPerBranch }) });
}

function throwIfRefused(fields: FieldRefusals): void {
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

/** Side effects that run before the row is written. */
export const writePreparations: Partial<Record<Collection, Effect>> = { currencies: replaceBaseCurrency };

export const rowEffects: Partial<Record<Collection, Effect>> = {
  branch: branchEffect,
  currencies: currencyEffect,
  reasons: reasonEffect,
  suppliers: supplierEffect,
  taxes: taxEffect,
  units: unitEffect,
  packagings: packagingEffect,
  'item-levels': itemLevelEffect,
  'check-points': storePastSchedule,
  'order-templates': orderTemplateEffect,
};
