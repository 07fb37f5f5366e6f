import type { CostClass } from '#modules/food-cost/cost-classes.ts';
import { toMicro } from '#core/quantity.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { branchCategoryTable, brandTable, supplierTable } from './data/places.ts';
import {
  categoryTable,
  currencyTable,
  departmentTable,
  purchaseCategoryTable,
  sectionTable,
  taxTable,
  unitTable,
} from './data/reference.ts';
import { toE4 } from '#core/money.ts';
import { readNumbers, parseSeedTable } from './read-table.ts';
import { buildMasterColumns } from './rows.ts';
import type { SeedIds } from './seed-ids.ts';

/** Cost classes of the demo data's non-food categories. */
const costClassByCategory: Readonly<Record<string, CostClass>> = {
  Drinks: 'drink',
  Packaging: 'packaging',
  Cleaning: 'other',
};

/** Inserts the business name, units, sections, categories, taxes, brands, departments and currencies. */
export async function insertReferenceData(tx: Tx, ids: SeedIds, at: string): Promise<void> {
  const settings = {
    businessName: 'Harbour Bakehouse',
    businessAddress: '12 Quay Street\nLondon E1W 1AA',
    taxNumber: 'GB 123 4567 89',
    secondLanguage: null,
    version: 1,
  };
  await tx
    .insertInto('settings')
    .values({ key: 'business', value: JSON.stringify(settings) })
    .execute();
  await insertUnits(tx, ids, at);
  await insertSections(tx, ids, at);
  await insertCategories(tx, ids, at);
  await insertPurchaseCategories(tx, ids, at);
  await insertBranchCategories(tx, ids, at);
  await insertTaxes(tx, ids, at);
  await insertBrands(tx, ids, at);
  await insertDepartments(tx, ids, at);
  await insertCurrencies(tx, ids, at);
}

async function insertUnits(tx: Tx, ids: SeedIds, at: string): Promise<void> {
  const columns = ['name', 'symbol', 'dimension', 'factor', 'decimals', 'whole', 'nameAlt'] as const;
  const rows = parseSeedTable(unitTable, columns).map((row) => {
    const [num, den] = row.factor.split('/').map(Number);
    return {
      ...buildMasterColumns(ids.assign('unit', row.symbol), at, row, row.symbol),
      symbol: row.symbol,
      dimension: row.dimension,
      factorNum: num ?? 1,
      factorDen: den ?? 1,
      decimals: Number(row.decimals),
      wholeOnly: row.whole === 'yes' ? (1 as const) : (0 as const),
    };
  });
  await tx.insertInto('units').values(rows).execute();
}

async function insertSections(tx: Tx, ids: SeedIds, at: string): Promise<void> {
  const rows = parseSeedTable(sectionTable, ['code', 'name', 'type', 'temperature', 'nameAlt']).map(
    (row, index) => ({
      ...buildMasterColumns(ids.assign('section', row.code), at, row, row.code),
      code: row.code,
      branchId: null,
      type: row.type,
      temperature: row.temperature,
      sortOrder: (index + 1) * 10,
    }),
  );
  await tx.insertInto('sections').values(rows).execute();
}

async function insertCategories(tx: Tx, ids: SeedIds, at: string): Promise<void> {
  const table = parseSeedTable(categoryTable, ['key', 'name', 'subName', 'nameAlt', 'subNameAlt']);
  const names = [...new Map(table.map((row) => [row.name, row])).values()];
  await tx
    .insertInto('itemCategories')
    .values(
      names.map((row, index) => ({
        ...buildMasterColumns(ids.assign('category', row.name), at, row),
        code: null,
        costClass: costClassByCategory[row.name] ?? 'food',
        sortOrder: (index + 1) * 10,
      })),
    )
    .execute();
  await tx
    .insertInto('subCategories')
    .values(
      table.map((row, index) => ({
        ...buildMasterColumns(ids.assign('subCategory', row.key), at, {
          name: row.subName,
          nameAlt: row.subNameAlt,
        }),
        parent: ids.get('category', row.name),
        sortOrder: (index + 1) * 10,
      })),
    )
    .execute();
}

async function insertPurchaseCategories(tx: Tx, ids: SeedIds, at: string): Promise<void> {
  const rows = parseSeedTable(purchaseCategoryTable, ['name', 'days', 'nameAlt']).map((row) => ({
    ...buildMasterColumns(ids.assign('purchaseCategory', row.name), at, row),
    approver: null,
    leadTimeDays: Number(row.days),
  }));
  await tx.insertInto('purchaseCategories').values(rows).execute();
}

async function insertBranchCategories(tx: Tx, ids: SeedIds, at: string): Promise<void> {
  const rows = parseSeedTable(branchCategoryTable, ['name', 'priority', 'nameAlt']).map((row) => ({
    ...buildMasterColumns(ids.assign('branchCategory', row.name), at, row),
    priority: Number(row.priority),
  }));
  await tx.insertInto('branchCategories').values(rows).execute();
}

async function insertTaxes(tx: Tx, ids: SeedIds, at: string): Promise<void> {
  const rows = parseSeedTable(taxTable, ['name', 'rate', 'nameAlt']).map((row) => ({
    ...buildMasterColumns(ids.assign('tax', row.name), at, row),
    rateMicro: toMicro(row.rate),
    inclusive: 0 as const,
    validFrom: null,
  }));
  await tx.insertInto('taxes').values(rows).execute();
}

async function insertBrands(tx: Tx, ids: SeedIds, at: string): Promise<void> {
  const rows = parseSeedTable(brandTable, ['code', 'name', 'nameAlt']).map((row) => ({
    ...buildMasterColumns(ids.assign('brand', row.code), at, row, row.code),
    code: row.code,
    logo: null,
  }));
  await tx.insertInto('brands').values(rows).execute();
}

async function insertDepartments(tx: Tx, ids: SeedIds, at: string): Promise<void> {
  const rows = parseSeedTable(departmentTable, ['code', 'name', 'nameAlt']).map((row) => ({
    ...buildMasterColumns(ids.assign('department', row.code), at, row, row.code),
    code: row.code,
  }));
  await tx.insertInto('departments').values(rows).execute();
}

export const readCurrencies = () =>
  parseSeedTable(currencyTable, ['code', 'name', 'symbol', 'minorUnits', 'rate', 'nameAlt']);

async function insertCurrencies(tx: Tx, ids: SeedIds, at: string): Promise<void> {
  const rows = readCurrencies().map((row) => ({
    ...buildMasterColumns(ids.assign('currency', row.code), at, row, row.code),
    code: row.code,
    symbol: row.symbol,
    minorUnits: Number(row.minorUnits),
    isBase: row.rate === '1' ? (1 as const) : (0 as const),
    rates: JSON.stringify(row.rate === '1' ? [] : [{ date: at.slice(0, 10), rate: Number(row.rate) }]),
  }));
  await tx.insertInto('currencies').values(rows).execute();
}

const supplierColumns = [
  'code',
  'name',
  'contact',
  'email',
  'phone',
  'taxNumber',
  'currency',
  'terms',
  'leadDays',
  'days',
  'minOrderValue',
  'nameAlt',
] as const;

export function readSuppliers() {
  return parseSeedTable(supplierTable, supplierColumns).map((row) => ({
    ...row,
    weekdays: readNumbers(row.days),
  }));
}

export async function insertSuppliers(tx: Tx, ids: SeedIds, at: string): Promise<void> {
  const rows = readSuppliers().map((row) => ({
    ...buildMasterColumns(ids.assign('supplier', row.code), at, row, row.code),
    code: row.code,
    contact: row.contact,
    email: row.email,
    phone: row.phone,
    taxNumber: row.taxNumber,
    currency: ids.get('currency', row.currency),
    paymentTermsDays: Number(row.terms),
    leadTimeDays: Number(row.leadDays),
    orderDays: JSON.stringify(row.weekdays),
    minOrderValueE4: toE4(row.minOrderValue),
  }));
  await tx.insertInto('suppliers').values(rows).execute();
}
