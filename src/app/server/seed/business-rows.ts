import { fromPriceMicro } from '#core/money.ts';
import { divideHalfEven, multiplyRatio, toMicro } from '#core/quantity.ts';
import { createLocations } from '#modules/master-data/server/branch-locations.ts';
import { recordListPrices } from '#modules/prices/server/history.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { receiptCheckRules, trackedItems } from './data/items.ts';
import { categoryTable } from './data/reference.ts';
import type { SeedBranch, SeedItem } from './model.ts';
import type { SeedLevel } from './plan/levels.ts';
import { parseSeedTable } from './read-table.ts';
import { readCurrencies, readSuppliers } from './reference-rows.ts';
import { toBit, buildCommonColumns, buildMasterColumns } from './rows.ts';
import type { SeedIds } from './seed-ids.ts';

/** Rows per statement: PostgreSQL accepts at most 65,535 parameters. */
const rowsPerStatement = 500;

/** Branches that recount differences above this amount (ten-thousandths). */
const tolerances: ReadonlyMap<string, number> = new Map([['B03', 100_000]]);

/**
 * Inserts the kitchen and its branches with their locations; negative stock is blocked once they are counted.
 */
export async function insertBranches(
  tx: Tx,
  ids: SeedIds,
  at: string,
  kitchen: SeedBranch,
  branches: readonly SeedBranch[],
): Promise<void> {
  const kitchenId = ids.assign('branch', kitchen.code);
  const rows = [kitchen, ...branches].map((branch) => ({
    ...buildMasterColumns(ids.assign('branch', branch.code), at, branch, branch.code),
    code: branch.code,
    type: branch === kitchen ? 'central_kitchen' : 'branch',
    brandId: ids.get('brand', branch.brand),
    branchCategoryId: branch.category === '' ? null : ids.get('branchCategory', branch.category),
    supplyingKitchenId: branch === kitchen ? null : kitchenId,
    timezone: branch.timezone,
    currencyId: ids.get('currency', 'GBP'),
    taxId: null,
    address: branch.address,
    phone: branch.phone,
    email: `${branch.code.toLowerCase()}@harbour.test`,
    deliveryDays: JSON.stringify(
      branch.deliveryDays.map((weekday) => ({
        weekday,
        cutoffDaysBefore: branch.cutoffDaysBefore,
        cutoffTime: branch.cutoffTime,
      })),
    ),
    minOrderValueE4: null,
    negativeStock: 'block',
    countApprovalValueE4: 1_000_000,
    // Branches start with an opening count; the kitchen builds up stock by purchasing and producing.
    countedAt: branch === kitchen ? at : null,
    countToleranceValueE4: tolerances.get(branch.code) ?? null,
  }));
  await tx.insertInto('branches').values(rows).execute();
  await createLocations(tx, rows);
}

const temperatures: Readonly<Record<string, string>> = { CHL: 'chilled', PRD: 'chilled', FRZ: 'frozen' };

/** Inserts items with their order packs: a unit conversion and a supplier's pack. */
export async function insertItems(
  tx: Tx,
  ids: SeedIds,
  at: string,
  items: readonly SeedItem[],
): Promise<void> {
  const categoryNames = new Map(
    parseSeedTable(categoryTable, ['key', 'name', 'subName', 'nameAlt', 'subNameAlt']).map((row) => [
      row.key,
      row.name,
    ]),
  );
  const rows = items.map((item) => ({
    ...buildMasterColumns(ids.assign('item', item.code), at, item, item.code),
    itemCode: item.code,
    kind: item.kind,
    category: ids.get('category', categoryNames.get(item.category) ?? ''),
    subCategory: ids.get('subCategory', item.category),
    purchaseCategory: null,
    section: ids.get('section', item.section),
    brands: '[]',
    branches: '[]',
    baseUnit: ids.get('unit', item.baseUnit),
    orderUnit: ids.get('unit', item.orderUnit),
    countUnit: ids.get('unit', item.baseUnit),
    recipeUnit: null,
    barcodes: '[]',
    tax: null,
    unitPriceMicro: item.costE4 * 100,
    priceIncludesVAT: toBit(false),
    transferPrice: JSON.stringify({ mode: 'cost' }),
    standardCostMicro: item.costE4 * 100,
    catchWeight: toBit(false),
    trackLots: toBit(trackedItems.get(item.code)?.tracksLots ?? false),
    trackExpiry: toBit(trackedItems.has(item.code)),
    shelfLifeDays: item.lifeDays > 0 ? item.lifeDays : null,
    yieldPercentMicro: null,
    allergens: JSON.stringify(parseAllergens(item.allergens)),
    storageTemp: temperatures[item.section] ?? 'ambient',
    receivingMinTemp: receiptCheckRules.get(item.code)?.min ?? null,
    receivingMaxTemp: receiptCheckRules.get(item.code)?.max ?? null,
    receivingPhoto: toBit(receiptCheckRules.get(item.code)?.photo ?? false),
    receivingMinLifeDays: null,
    rejectsShortShelfLife: toBit(false),
    substitutes: '[]',
    image: null,
    isOrderable: toBit(true),
    isCountable: toBit(true),
  }));
  await tx.insertInto('items').values(rows).execute();
  await insertPacks(tx, ids, at, items);
}

async function insertPacks(tx: Tx, ids: SeedIds, at: string, items: readonly SeedItem[]): Promise<void> {
  const packedItems = items.filter((item) => item.orderUnit !== item.baseUnit);
  const conversions = packedItems.map((item) => {
    return {
      ...buildCommonColumns(ids.assign('conversion', item.code), at),
      itemId: ids.get('item', item.code),
      fromUnit: ids.get('unit', item.orderUnit),
      toUnit: ids.get('unit', item.baseUnit),
      ...multiplyRatio({ num: item.packMicro, den: 1_000_000 }, { num: 1, den: 1 }),
    };
  });
  await tx.insertInto('itemConversions').values(conversions).execute();
  const rates = new Map(readCurrencies().map(({ code, rate }) => [code, rate]));
  const supplierRates = new Map(
    readSuppliers().map(({ code, currency }) => [code, rates.get(currency) ?? '1']),
  );
  const packagings = packedItems.map((item) => ({
    ...buildCommonColumns(ids.assign('packaging', item.code), at),
    itemId: ids.get('item', item.code),
    supplierId: item.supplier === '' ? null : ids.get('supplier', item.supplier),
    name: item.packName,
    unit: ids.get('unit', item.baseUnit),
    contentsQtyMicro: item.packMicro,
    priceMicro: convertPriceMicro(item.packPriceMicro, supplierRates.get(item.supplier) ?? '1'),
    priceDate: at.slice(0, 10),
    barcode: null,
    orderMultipleMicro: 1_000_000,
    preferred: toBit(true),
  }));
  await tx.insertInto('packagings').values(packagings).execute();
  const packRows = packagings.map((pack) => ({
    before: null,
    after: { ...pack, price: fromPriceMicro(pack.priceMicro) },
  }));
  await recordListPrices(tx, packRows, new Date(at));
}

/**
 * Converts a price to the supplier's currency, with four decimals. `rate` is the cost of one unit of that
 * currency in the base currency.
 */
function convertPriceMicro(priceMicro: number, rate: string): number {
  return Number(divideHalfEven(BigInt(priceMicro) * 10_000n, BigInt(toMicro(rate)))) * 100;
}

/** Inserts the stock levels of every branch. */
export async function insertLevels(
  tx: Tx,
  ids: SeedIds,
  at: string,
  branches: readonly { branch: string; levels: readonly SeedLevel[] }[],
): Promise<void> {
  const rows = branches.flatMap(({ branch, levels }) =>
    levels.map((level, position) => ({
      ...buildCommonColumns(ids.assign('level', `${branch}/${level.item.code}`), at),
      itemId: ids.get('item', level.item.code),
      branchId: ids.get('branch', branch),
      minMicro: level.minMicro,
      parMicro: level.parMicro,
      maxMicro: level.maxMicro,
      safetyStockMicro: level.safetyMicro,
      binSortOrder: (position + 1) * 10,
      weekdayPar: '{}',
    })),
  );
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await tx
      .insertInto('itemLevels')
      .values(rows.slice(start, start + rowsPerStatement))
      .execute();
  }
}

/** Parses `milk, nuts?`: contains milk and may contain nuts. */
function parseAllergens(text: string): Record<string, 'contains' | 'may_contain'> {
  const names = text.split(',').map((name) => name.trim());
  return Object.fromEntries(
    names
      .filter((name) => name !== '')
      .map((name) => (name.endsWith('?') ? [name.slice(0, -1), 'may_contain'] : [name, 'contains'])),
  );
}
