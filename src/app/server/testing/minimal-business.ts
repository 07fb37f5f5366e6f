import { buildSearchText } from '#core/text.ts';
import type { Bit } from '#platform/server/db/tables.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { createLocations } from '#modules/master-data/server/branch-locations.ts';
import { ids, type TestUser } from './ids.ts';

export const testPassword = 'commissary-demo';

const buildRow = (_id: string, at: string) => ({
  _id,
  createdAt: at,
  updatedAt: at,
  version: 1,
  isActive: 1 as Bit,
});
const buildNamedRow = (_id: string, at: string, name: string, additionalSearchText = '') => ({
  ...buildRow(_id, at),
  name,
  nameAlt: null,
  search: buildSearchText(name, null, additionalSearchText),
});

/** Seeds one kitchen, two branches, five items with packs and stock, and the demo users. */
export async function seedMinimalBusiness(tx: Tx, now: Date, passwordHash: string): Promise<void> {
  const at = now.toISOString();
  await seedPlaces(tx, at);
  await seedCatalogue(tx, at);
  await seedStock(tx, at);
  await seedUsers(tx, at, passwordHash);
}

async function seedPlaces(tx: Tx, at: string): Promise<void> {
  const everyDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    cutoffDaysBefore: 1,
    cutoffTime: '16:00',
  }));
  const buildBranch = (_id: string, code: string, name: string, type: string) => ({
    ...buildNamedRow(_id, at, name, code),
    code,
    type,
    brandId: null,
    branchCategoryId: null,
    supplyingKitchenId: type === 'branch' ? ids.kitchen : null,
    timezone: 'Europe/London',
    currencyId: ids.currency,
    taxId: null,
    address: null,
    phone: null,
    email: null,
    deliveryDays: JSON.stringify(type === 'branch' ? everyDay : []),
    minOrderValueE4: null,
    negativeStock: 'block',
    countApprovalValueE4: null,
    countedAt: at,
  });
  const branches = [
    buildBranch(ids.kitchen, 'CK', 'Central Kitchen', 'central_kitchen'),
    buildBranch(ids.branch1, 'B1', 'Riverside', 'branch'),
    buildBranch(ids.branch2, 'B2', 'Station', 'branch'),
  ];
  await tx.insertInto('branches').values(branches).execute();
  await createLocations(tx, branches);
}

const units = [
  ['kg', 'Kilogram', 'mass', 1000, 1, 3, 0],
  ['g', 'Gram', 'mass', 1, 1, 0, 0],
  ['l', 'Litre', 'volume', 1000, 1, 3, 0],
  ['ml', 'Millilitre', 'volume', 1, 1, 0, 0],
  ['piece', 'Piece', 'count', 1, 1, 0, 1],
  ['case', 'Case', 'count', 1, 1, 0, 0],
] as const;

/**
 * Items: key, name, base unit, order unit, base units per order unit, price of a base unit, stock in base
 * units.
 */
const items = [
  ['flour', 'Bread flour', 'kg', 'case', 10, 12_000, 500],
  ['milk', 'Whole milk', 'l', 'case', 12, 9_500, 600],
  ['bun', 'Brioche bun', 'piece', 'case', 48, 4_000, 4800],
  ['tomato', 'Tomato', 'kg', 'kg', 1, 21_000, 80],
  ['box', 'Burger box', 'piece', 'case', 100, 1_200, 10_000],
] as const;

async function seedCatalogue(tx: Tx, at: string): Promise<void> {
  await tx
    .insertInto('currencies')
    .values({
      ...buildNamedRow(ids.currency, at, 'Pound sterling', 'GBP'),
      code: 'GBP',
      symbol: '£',
      minorUnits: 2,
      isBase: 1,
      rates: '[]',
    })
    .execute();
  await tx
    .insertInto('units')
    .values(
      units.map(([symbol, name, dimension, factorNum, factorDen, decimals, wholeOnly]) => ({
        ...buildNamedRow(ids.units[symbol], at, name, symbol),
        symbol,
        dimension,
        factorNum,
        factorDen,
        decimals,
        wholeOnly,
      })),
    )
    .execute();
  await tx
    .insertInto('itemCategories')
    .values({ ...buildNamedRow(ids.category, at, 'Food'), code: 'FOOD', sortOrder: 1 })
    .execute();
  await tx
    .insertInto('sections')
    .values({
      ...buildNamedRow(ids.section, at, 'Dry store', 'DRY'),
      code: 'DRY',
      branchId: null,
      type: 'storage',
      temperature: 'ambient',
      sortOrder: 1,
    })
    .execute();
  await tx
    .insertInto('items')
    .values(items.map((item, position) => buildItemRow(item, position, at)))
    .execute();
  const packs = items.filter(([, , base, order]) => order !== base);
  await tx
    .insertInto('itemConversions')
    .values(
      packs.map(([key, , base, order, num]) => ({
        ...buildRow(ids.conversions[key], at),
        itemId: ids.items[key],
        fromUnit: ids.units[order],
        toUnit: ids.units[base],
        num,
        den: 1,
      })),
    )
    .execute();
  const levels = items.flatMap(([key, , , , num], item) =>
    [ids.branch1, ids.branch2].map((branchId, branch) => ({
      ...buildRow(ids.levels(item, branch), at),
      itemId: ids.items[key],
      branchId,
      minMicro: num * 1_000_000,
      parMicro: num * 3_000_000,
      maxMicro: num * 6_000_000,
      safetyStockMicro: null,
      binSortOrder: item,
      weekdayPar: '{}',
    })),
  );
  await tx.insertInto('itemLevels').values(levels).execute();
}

function buildItemRow(
  [key, name, base, order, , costE4]: (typeof items)[number],
  position: number,
  at: string,
) {
  const itemCode = `IT-${String(position + 1).padStart(3, '0')}`;
  return {
    ...buildNamedRow(ids.items[key], at, name, itemCode),
    itemCode,
    kind: key === 'box' ? 'packaging' : 'raw',
    category: ids.category,
    subCategory: null,
    purchaseCategory: null,
    section: ids.section,
    brands: '[]',
    branches: '[]',
    baseUnit: ids.units[base],
    orderUnit: ids.units[order],
    countUnit: ids.units[base],
    recipeUnit: null,
    barcodes: '[]',
    tax: null,
    unitPriceMicro: costE4 * 100,
    priceIncludesVAT: 0 as Bit,
    transferPrice: null,
    standardCostMicro: costE4 * 100,
    catchWeight: 0 as Bit,
    trackLots: 0 as Bit,
    trackExpiry: 0 as Bit,
    shelfLifeDays: null,
    yieldPercentMicro: null,
    allergens: '{}',
    storageTemp: null,
    receivingPhoto: 0 as Bit,
    receivingMinLifeDays: null,
    rejectsShortShelfLife: 0 as Bit,
    substitutes: '[]',
    image: null,
    isOrderable: 1 as Bit,
    isCountable: 1 as Bit,
  };
}

async function seedStock(tx: Tx, at: string): Promise<void> {
  const receipts = items.map(([key, , , , , unitCostE4, qty]) => ({
    itemId: ids.items[key],
    qtyMicro: qty * 1_000_000,
    unitCostE4,
    valueE4: qty * unitCostE4,
  }));
  await tx
    .insertInto('stockMoves')
    .values(
      receipts.map((receipt) => ({
        ...receipt,
        postedAt: at,
        effectiveAt: at,
        businessDay: at.slice(0, 10),
        arrivalDay: at.slice(0, 10),
        fromPlace: 'supplier',
        toPlace: ids.kitchen,
        lot: '',
        docType: 'stock_count' as const,
        docNo: null,
        docId: 'opening',
        docLineId: receipt.itemId,
        kind: 'receipt' as const,
        cycle: 0,
        reason: null,
        userId: ids.users.master,
        reversesSeq: null,
      })),
    )
    .execute();
  await tx
    .insertInto('stockDaily')
    .values(
      receipts.map(({ itemId, qtyMicro, valueE4 }) => ({
        placeId: ids.kitchen,
        itemId,
        kind: 'receipt',
        businessDay: at.slice(0, 10),
        qtyMicro,
        valueE4,
      })),
    )
    .execute();
  await tx
    .insertInto('balances')
    .values(
      receipts.map(({ itemId, qtyMicro, valueE4, unitCostE4 }) => ({
        placeId: ids.kitchen,
        itemId,
        onHandMicro: qtyMicro,
        reservedMicro: 0,
        valueE4,
        lastCostE4: unitCostE4,
      })),
    )
    .execute();
}

const branchPages = ['branch-order', 'branch-settings'];
const kitchenPages = ['central-kitchen', 'inventory', 'production', 'operations'];

/** Demo users: key, email, role, flags, pages, branches, kitchens. */
const users: readonly (readonly [TestUser, string, string, string, string[], string[], string[]])[] = [
  ['master', 'master@demo.test', 'master_admin', 'CEDV', ['*'], [], []],
  ['admin', 'admin@demo.test', 'admin', 'CEDV', ['*'], [], []],
  ['branch', 'branch@demo.test', 'custom_role_sk', 'CEDV', branchPages, [ids.branch1], []],
  ['staff', 'branch.staff@demo.test', 'custom_role_sk', 'CV', ['branch-order'], [ids.branch1], []],
  ['branch2', 'branch2@demo.test', 'custom_role_sk', 'CEDV', branchPages, [ids.branch2], []],
  ['kitchen', 'kitchen@demo.test', 'custom_role_ck', 'CEV', kitchenPages, [], [ids.kitchen]],
  ['viewer', 'viewer@demo.test', 'auditor', 'V', [], [], []],
];

async function seedUsers(tx: Tx, at: string, passwordHash: string): Promise<void> {
  const toFlagBit = (flags: string, letter: string): Bit => (flags.includes(letter) ? 1 : 0);
  await tx
    .insertInto('users')
    .values(
      users.map(([key, email, role, flags, pages, branches, kitchens]) => ({
        ...buildRow(ids.users[key], at),
        name: `Test ${key}`,
        email,
        passwordHash,
        passwordVersion: 1,
        passwordKind: 'own' as const,
        role,
        isMasterAdmin: key === 'master' ? 1 : 0,
        canCreate: toFlagBit(flags, 'C'),
        canEdit: toFlagBit(flags, 'E'),
        canDelete: toFlagBit(flags, 'D'),
        canView: toFlagBit(flags, 'V'),
        allowedPages: JSON.stringify(pages),
        roleDescription: null,
        branches: JSON.stringify(branches),
        kitchens: JSON.stringify(kitchens),
        lastLogin: null,
        language: null,
      })),
    )
    .execute();
}
