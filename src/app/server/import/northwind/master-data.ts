import { fromPriceMicro } from '#core/money.ts';
import { toBit, buildCommonColumns, buildMasterColumns } from '#app/server/seed/rows.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { newId } from '#platform/server/ids.ts';
import { createLocations } from '#modules/master-data/server/branch-locations.ts';
import { recordListPrices } from '#modules/prices/server/history.ts';
import { type IdsByKey, loadImportedIds, buildImportCode } from './imported-ids.ts';
import type { Northwind } from './read.ts';

/** Master data that the orders refer to, keyed as in the files, with the number of created rows. */
export interface MasterData {
  kitchen: string;
  items: IdsByKey;
  branches: IdsByKey;
  created: { items: number; suppliers: number; categories: number; branches: number; kitchens: number };
}

interface ImportContext {
  tx: Tx;
  now: Date;
  data: Northwind;
}

/** Creates missing rows; existing ones stay unchanged. */
export async function importMasterData(tx: Tx, now: Date, data: Northwind): Promise<MasterData> {
  const context = { tx, now, data };
  const unit = await findOrCreateCountUnit(context);
  const categories = await importCategories(context);
  const suppliers = await importSuppliers(context);
  const kitchen = await findOrCreateKitchen(context);
  const items = await importItems(context, {
    unit,
    categories: categories.ids,
    suppliers: suppliers.ids,
    kitchen: kitchen.id,
  });
  const branches = await importBranches(context, kitchen.id);
  return {
    kitchen: kitchen.id,
    items: items.ids,
    branches: branches.ids,
    created: {
      items: items.created,
      suppliers: suppliers.created,
      categories: categories.created,
      branches: branches.created,
      kitchens: kitchen.created,
    },
  };
}

const buildMasterRow = ({ now }: ImportContext, names: { name: string }, code: string) =>
  buildMasterColumns(newId({ now: () => now }), now.toISOString(), { ...names, nameAlt: '' }, code);

/**
 * Products are counted in whole sales units: the files describe pack contents as free text, not as a
 * conversion.
 */
async function findOrCreateCountUnit(context: ImportContext): Promise<string> {
  const existing = await context.tx
    .selectFrom('units')
    .select('_id')
    .where('dimension', '=', 'count')
    .where('factorNum', '=', 1)
    .where('factorDen', '=', 1)
    .where('symbol', 'in', ['each', 'unit'])
    .executeTakeFirst();
  if (existing) return existing._id;
  const values = {
    ...buildMasterRow(context, { name: 'Each' }, 'each'),
    symbol: 'each',
    dimension: 'count',
    factorNum: 1,
    factorDen: 1,
    decimals: 0,
    wholeOnly: toBit(true),
  };
  await context.tx.insertInto('units').values(values).execute();
  return values._id;
}

interface ImportedRows {
  ids: IdsByKey;
  created: number;
}

async function importCategories(context: ImportContext): Promise<ImportedRows> {
  const existing = await context.tx.selectFrom('itemCategories').select(['_id', 'name']).execute();
  const ids: IdsByKey = new Map();
  const rows = [...context.data.categories.values()].flatMap(({ id, name }, position) => {
    const existingCategory = existing.find((category) => category.name === name);
    const createdRow = {
      ...buildMasterRow(context, { name }, buildImportCode(id)),
      code: buildImportCode(id),
      sortOrder: (position + 1) * 10,
    };
    ids.set(id, existingCategory?._id ?? createdRow._id);
    return existingCategory ? [] : [createdRow];
  });
  if (rows.length > 0) await context.tx.insertInto('itemCategories').values(rows).execute();
  return { ids, created: rows.length };
}

async function importSuppliers(context: ImportContext): Promise<ImportedRows> {
  const ids = await loadImportedIds(context.tx, { table: 'suppliers', column: 'code' });
  const rows = [...context.data.suppliers.values()]
    .filter(({ id }) => !ids.has(id))
    .map(({ id, name, contact, phone }) => ({
      ...buildMasterRow(context, { name }, buildImportCode(id)),
      code: buildImportCode(id),
      contact,
      email: null,
      phone,
      taxNumber: null,
      currency: null,
      paymentTermsDays: null,
      leadTimeDays: null,
      orderDays: '[]',
      minOrderValueE4: null,
    }));
  for (const createdRow of rows) ids.set(createdRow.code.slice(3), createdRow._id);
  if (rows.length > 0) await context.tx.insertInto('suppliers').values(rows).execute();
  return { ids, created: rows.length };
}

async function findOrCreateKitchen(context: ImportContext): Promise<{ id: string; created: number }> {
  const existing = await context.tx
    .selectFrom('branches')
    .select('_id')
    .where('type', '=', 'central_kitchen')
    .where('isActive', '=', 1)
    .orderBy('createdAt')
    .orderBy('_id')
    .executeTakeFirst();
  if (existing) return { id: existing._id, created: 0 };
  const kitchen = {
    ...buildBranchColumns(context, { name: 'Central Kitchen', code: 'NW-CK', timezone: 'Etc/UTC' }),
    type: 'central_kitchen',
    supplyingKitchenId: null,
    countedAt: context.now.toISOString(),
  };
  await context.tx.insertInto('branches').values(kitchen).execute();
  await createLocations(context.tx, [kitchen]);
  return { id: kitchen._id, created: 1 };
}

function buildBranchColumns(
  context: ImportContext,
  { name, code, timezone }: { name: string; code: string; timezone: string },
) {
  return {
    ...buildMasterRow(context, { name }, code),
    code,
    timezone,
    brandId: null,
    branchCategoryId: null,
    currencyId: null,
    taxId: null,
    address: null,
    phone: null,
    email: null,
    deliveryDays: '[]',
    minOrderValueE4: null,
    negativeStock: 'block',
    countApprovalValueE4: null,
  };
}

async function importBranches(context: ImportContext, kitchen: string): Promise<ImportedRows> {
  const ids = await loadImportedIds(context.tx, { table: 'branches', column: 'code' });
  const rows = [...context.data.customers.values()]
    .filter(({ id }) => !ids.has(id))
    .map(({ id, name, address, country, phone }) => ({
      ...buildBranchColumns(context, { name, code: buildImportCode(id), timezone: getTimeZone(country) }),
      type: 'branch',
      supplyingKitchenId: kitchen,
      address,
      phone,
      countedAt: null,
    }));
  for (const createdRow of rows) ids.set(createdRow.code.slice(3), createdRow._id);
  if (rows.length > 0) {
    await context.tx.insertInto('branches').values(rows).execute();
    await createLocations(context.tx, rows);
  }
  return { ids, created: rows.length };
}

interface ItemReferences {
  unit: string;
  categories: IdsByKey;
  suppliers: IdsByKey;
  kitchen: string;
}

async function importItems(context: ImportContext, references: ItemReferences): Promise<ImportedRows> {
  const { tx, now, data } = context;
  const ids = await loadImportedIds(tx, { table: 'items', column: 'itemCode' });
  const products = [...data.products.values()].filter(({ id }) => !ids.has(id));
  if (products.length === 0) return { ids, created: 0 };
  const rows = products.map((product) => ({
    ...buildMasterRow(context, product, buildImportCode(product.id)),
    itemCode: buildImportCode(product.id),
    kind: 'finished',
    category: references.categories.get(product.category) ?? '',
    subCategory: null,
    purchaseCategory: null,
    section: null,
    brands: '[]',
    branches: '[]',
    baseUnit: references.unit,
    orderUnit: references.unit,
    countUnit: references.unit,
    recipeUnit: null,
    barcodes: '[]',
    tax: null,
    unitPriceMicro: product.unitPriceMicro,
    priceIncludesVAT: toBit(false),
    transferPrice: null,
    standardCostMicro: product.unitPriceMicro,
    catchWeight: toBit(false),
    trackLots: toBit(false),
    trackExpiry: toBit(false),
    shelfLifeDays: null,
    yieldPercentMicro: null,
    allergens: '{}',
    storageTemp: null,
    receivingPhoto: toBit(false),
    receivingMinLifeDays: null,
    rejectsShortShelfLife: toBit(false),
    substitutes: '[]',
    image: null,
    isOrderable: toBit(!product.isDiscontinued),
    isCountable: toBit(true),
  }));
  for (const createdRow of rows) ids.set(createdRow.itemCode.slice(3), createdRow._id);
  await tx.insertInto('items').values(rows).execute();
  const createCommonColumns = () => buildCommonColumns(newId({ now: () => now }), now.toISOString());
  const packagings = products.map((product) => ({
    ...createCommonColumns(),
    itemId: ids.get(product.id) ?? '',
    supplierId: references.suppliers.get(product.supplier) ?? null,
    name: product.pack ?? product.name,
    unit: references.unit,
    contentsQtyMicro: 1_000_000,
    priceMicro: product.unitPriceMicro,
    priceDate: null,
    barcode: null,
    orderMultipleMicro: null,
    preferred: toBit(true),
  }));
  await tx.insertInto('packagings').values(packagings).execute();
  const packRows = packagings.map((pack) => ({
    before: null,
    after: { ...pack, price: fromPriceMicro(pack.priceMicro) },
  }));
  await recordListPrices(tx, packRows, now);
  const levels = products.map((product) => ({
    ...createCommonColumns(),
    itemId: ids.get(product.id) ?? '',
    branchId: references.kitchen,
    minMicro: product.reorderLevel * 1_000_000,
    parMicro: null,
    maxMicro: null,
    safetyStockMicro: null,
    binSortOrder: null,
    weekdayPar: '{}',
  }));
  await tx.insertInto('itemLevels').values(levels).execute();
  return { ids, created: rows.length };
}

/** The time zone of a country's capital or largest city; it can be changed per branch afterwards. */
const timeZones: Readonly<Record<string, string>> = {
  Argentina: 'America/Argentina/Buenos_Aires',
  Austria: 'Europe/Vienna',
  Belgium: 'Europe/Brussels',
  Brazil: 'America/Sao_Paulo',
  Canada: 'America/Toronto',
  Denmark: 'Europe/Copenhagen',
  Finland: 'Europe/Helsinki',
  France: 'Europe/Paris',
  Germany: 'Europe/Berlin',
  Ireland: 'Europe/Dublin',
  Italy: 'Europe/Rome',
  Mexico: 'America/Mexico_City',
  Norway: 'Europe/Oslo',
  Poland: 'Europe/Warsaw',
  Portugal: 'Europe/Lisbon',
  Spain: 'Europe/Madrid',
  Sweden: 'Europe/Stockholm',
  Switzerland: 'Europe/Zurich',
  UK: 'Europe/London',
  USA: 'America/New_York',
  Venezuela: 'America/Caracas',
};

/** Returns UTC for a country that is not in the table. */
function getTimeZone(country: string): string {
  return timeZones[country] ?? 'Etc/UTC';
}
