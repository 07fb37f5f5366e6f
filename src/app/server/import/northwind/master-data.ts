import { fromPriceMicro } from '#core/money.ts';
import { bit, commonColumns, masterColumns } from '#app/server/seed/rows.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { newId } from '#platform/server/ids.ts';
import { createLocations } from '#modules/master-data/server/branch-locations.ts';
import { recordListPrices } from '#modules/prices/server/history.ts';
import { type IdsByKey, loadImportedIds, importKey } from './imported-ids.ts';
import type { Northwind } from './read.ts';

/** Master data of the orders, by the files' keys, with the number of created rows. */
export interface MasterData {
  kitchen: string;
  items: IdsByKey;
  branches: IdsByKey;
  created: { items: number; suppliers: number; categories: number; branches: number; kitchens: number };
}

interface Import {
  tx: Tx;
  now: Date;
  data: Northwind;
}

/** Creates missing rows; existing ones stay unchanged. */
export async function importMasterData(tx: Tx, now: Date, data: Northwind): Promise<MasterData> {
  const work = { tx, now, data };
  const unit = await countingUnit(work);
  const categories = await importCategories(work);
  const suppliers = await importSuppliers(work);
  const kitchen = await findOrMakeKitchen(work);
  const items = await importItems(work, {
    unit,
    categories: categories.ids,
    suppliers: suppliers.ids,
    kitchen: kitchen.id,
  });
  const branches = await importBranches(work, kitchen.id);
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

const row = ({ now }: Import, names: { name: string }, code: string) =>
  masterColumns(newId({ now: () => now }), now.toISOString(), { ...names, nameAlt: '' }, code);

/** Products are counted in whole sales units: their contents are text in the files, not a conversion. */
async function countingUnit(work: Import): Promise<string> {
  const existing = await work.tx
    .selectFrom('units')
    .select('_id')
    .where('dimension', '=', 'count')
    .where('factorNum', '=', 1)
    .where('factorDen', '=', 1)
    .where('symbol', 'in', ['each', 'unit'])
    .executeTakeFirst();
  if (existing) return existing._id;
  const values = {
    ...row(work, { name: 'Each' }, 'each'),
    symbol: 'each',
    dimension: 'count',
    factorNum: 1,
    factorDen: 1,
    decimals: 0,
    wholeOnly: bit(true),
  };
  await work.tx.insertInto('units').values(values).execute();
  return values._id;
}

interface Imported {
  ids: IdsByKey;
  created: number;
}

async function importCategories(work: Import): Promise<Imported> {
  const existing = await work.tx.selectFrom('itemCategories').select(['_id', 'name']).execute();
  const ids: IdsByKey = new Map();
  const rows = [...work.data.categories.values()].flatMap(({ id, name }, position) => {
    const there = existing.find((category) => category.name === name);
    const createdRow = {
      ...row(work, { name }, importKey(id)),
      code: importKey(id),
      sortOrder: (position + 1) * 10,
    };
    ids.set(id, there?._id ?? createdRow._id);
    return there ? [] : [createdRow];
  });
  if (rows.length > 0) await work.tx.insertInto('itemCategories').values(rows).execute();
  return { ids, created: rows.length };
}

async function importSuppliers(work: Import): Promise<Imported> {
  const ids = await loadImportedIds(work.tx, { table: 'suppliers', column: 'code' });
  const rows = [...work.data.suppliers.values()]
    .filter(({ id }) => !ids.has(id))
    .map(({ id, name, contact, phone }) => ({
      ...row(work, { name }, importKey(id)),
      code: importKey(id),
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
  if (rows.length > 0) await work.tx.insertInto('suppliers').values(rows).execute();
  return { ids, created: rows.length };
}

async function findOrMakeKitchen(work: Import): Promise<{ id: string; created: number }> {
  const existing = await work.tx
    .selectFrom('branches')
    .select('_id')
    .where('type', '=', 'central_kitchen')
    .where('isActive', '=', 1)
    .orderBy('createdAt')
    .orderBy('_id')
    .executeTakeFirst();
  if (existing) return { id: existing._id, created: 0 };
  const kitchen = {
    ...branchColumns(work, { name: 'Central Kitchen', code: 'NW-CK', timezone: 'Etc/UTC' }),
    type: 'central_kitchen',
    supplyingKitchenId: null,
    countedAt: work.now.toISOString(),
  };
  await work.tx.insertInto('branches').values(kitchen).execute();
  await createLocations(work.tx, [kitchen]);
  return { id: kitchen._id, created: 1 };
}

function branchColumns(
  work: Import,
  { name, code, timezone }: { name: string; code: string; timezone: string },
) {
  return {
    ...row(work, { name }, code),
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

async function importBranches(work: Import, kitchen: string): Promise<Imported> {
  const ids = await loadImportedIds(work.tx, { table: 'branches', column: 'code' });
  const rows = [...work.data.customers.values()]
    .filter(({ id }) => !ids.has(id))
    .map(({ id, name, address, country, phone }) => ({
      ...branchColumns(work, { name, code: importKey(id), timezone: timeZoneOf(country) }),
      type: 'branch',
      supplyingKitchenId: kitchen,
      address,
      phone,
      countedAt: null,
    }));
  for (const createdRow of rows) ids.set(createdRow.code.slice(3), createdRow._id);
  if (rows.length > 0) {
    await work.tx.insertInto('branches').values(rows).execute();
    await createLocations(work.tx, rows);
  }
  return { ids, created: rows.length };
}

interface ItemReferences {
  unit: string;
  categories: IdsByKey;
  suppliers: IdsByKey;
  kitchen: string;
}

async function importItems(work: Import, references: ItemReferences): Promise<Imported> {
  const { tx, now, data } = work;
  const ids = await loadImportedIds(tx, { table: 'items', column: 'itemCode' });
  const products = [...data.products.values()].filter(({ id }) => !ids.has(id));
  if (products.length === 0) return { ids, created: 0 };
  const rows = products.map((product) => ({
    ...row(work, product, importKey(product.id)),
    itemCode: importKey(product.id),
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
    priceIncludesVAT: bit(false),
    transferPrice: null,
    standardCostMicro: product.unitPriceMicro,
    catchWeight: bit(false),
    trackLots: bit(false),
    trackExpiry: bit(false),
    shelfLifeDays: null,
    yieldPercentMicro: null,
    allergens: '{}',
    storageTemp: null,
    receivingPhoto: bit(false),
    receivingMinLifeDays: null,
    receivingLifeRefused: bit(false),
    substitutes: '[]',
    image: null,
    isOrderable: bit(!product.isDiscontinued),
    isCountable: bit(true),
  }));
  for (const createdRow of rows) ids.set(createdRow.itemCode.slice(3), createdRow._id);
  await tx.insertInto('items').values(rows).execute();
  const common = () => commonColumns(newId({ now: () => now }), now.toISOString());
  const packagings = products.map((product) => ({
    ...common(),
    itemId: ids.get(product.id) ?? '',
    supplierId: references.suppliers.get(product.supplier) ?? null,
    name: product.pack ?? product.name,
    unit: references.unit,
    contentsQtyMicro: 1_000_000,
    priceMicro: product.unitPriceMicro,
    priceDate: null,
    barcode: null,
    orderMultipleMicro: null,
    preferred: bit(true),
  }));
  await tx.insertInto('packagings').values(packagings).execute();
  const packRows = packagings.map((pack) => ({
    before: null,
    after: { ...pack, price: fromPriceMicro(pack.priceMicro) },
  }));
  await recordListPrices(tx, packRows, now);
  const levels = products.map((product) => ({
    ...common(),
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
const zones: Readonly<Record<string, string>> = {
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
function timeZoneOf(country: string): string {
  return zones[country] ?? 'Etc/UTC';
}
