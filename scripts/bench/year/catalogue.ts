import { insertRows } from '#platform/server/db/statements.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { createSeededRandom } from '#app/server/seed/random.ts';
import { toBit, buildCommonColumns, buildMasterColumns } from '#app/server/seed/rows.ts';
import { createLocations } from '#modules/master-data/server/branch-locations.ts';
import { ids } from '#app/server/testing/ids.ts';
import { addMenu, type Menu } from './menu.ts';
import type { BusinessSize } from './sizes.ts';
import type { YearBranch, YearItem } from './year-types.ts';

export interface YearCatalogue {
  branches: YearBranch[];
  items: YearItem[];
  itemById: ReadonlyMap<string, YearItem>;
  /** Locations with usable stock, without transit and hold. */
  usableLocations: ReadonlySet<string>;
  suppliers: { _id: string; name: string }[];
  source: string;
  menu: Menu;
}

const categories = ['Dry goods', 'Produce', 'Dairy', 'Meat', 'Packaging'];
/** Categories with lots and expiry. */
const lotCategories: ReadonlySet<string> = new Set(['Dairy', 'Meat']);
const supplierNames = ['Market Hall', 'Harbour', 'Old Mill', 'Green Valley', 'Northgate'];

/** Adds branches, items, recipes, suppliers and a till, using rows of the minimal business as templates. */
export async function addCatalogue(
  tx: Tx,
  size: BusinessSize,
  { seed, at }: { seed: number; at: string },
): Promise<YearCatalogue> {
  const random = createSeededRandom(seed);
  const template = await tx
    .selectFrom('branches')
    .selectAll()
    .where('_id', '=', ids.branch1)
    .executeTakeFirstOrThrow();
  const second = await tx
    .selectFrom('branches')
    .select(['_id', 'name'])
    .where('_id', '=', ids.branch2)
    .executeTakeFirstOrThrow();
  const added = Array.from({ length: size.branches - 2 }, (_, index) => {
    const code = `Y${String(index + 3).padStart(3, '0')}`;
    const names = { name: `Branch ${code}`, nameAlt: '' };
    return { ...template, ...buildMasterColumns(`year-branch-${code}`, at, names, code), code };
  });
  await insertRows(tx, 'branches', added);
  await createLocations(tx, added);
  const branches = [{ _id: ids.branch1, name: template.name }, second, ...added].map(({ _id, name }) => ({
    _id,
    name,
    salesFactor: random.between(0.5, 1.6),
  }));
  const groups = categories.map((name, index) => ({
    ...buildMasterColumns(`year-category-${index}`, at, { name, nameAlt: '' }, `YEAR-${index}`),
    code: `YEAR-${index}`,
    sortOrder: index + 10,
  }));
  await insertRows(tx, 'itemCategories', groups);
  const items = await addItems(tx, size, { random, at, groups });
  await insertRows(
    tx,
    'itemLevels',
    branches.flatMap(({ _id: branchId, salesFactor }, branch) =>
      items
        .filter((_, index) => index % 5 === 0)
        .map(({ _id: itemId, unitNum, dailyUsage }, position) => {
          const parMicro =
            Math.max(1, Math.round((dailyUsage * salesFactor * 2) / unitNum)) * unitNum * 1_000_000;
          return {
            ...buildCommonColumns(`year-level-${branch}-${position}`, at),
            itemId,
            branchId,
            minMicro: Math.round(parMicro / 4),
            parMicro,
            maxMicro: parMicro * 3,
            safetyStockMicro: null,
            binSortOrder: position,
            weekdayPar: '{}',
          };
        }),
    ),
  );
  const suppliers = supplierNames.map((supplierName, index) => ({
    _id: `year-supplier-${index}`,
    name: `${supplierName} Wholesale`,
  }));
  await insertRows(
    tx,
    'suppliers',
    suppliers.map(({ _id, name }, index) => ({
      ...buildMasterColumns(_id, at, { name, nameAlt: '' }, `YEAR-${index}`),
      code: `YEAR-${index}`,
      orderDays: '[]',
    })),
  );
  const source = 'year-tills';
  await insertRows(tx, 'saleSources', [
    {
      _id: source,
      name: 'Tills',
      folded: 'tills of the year',
      layout: '{}',
      createdAt: at,
      updatedAt: at,
      version: 1,
    },
  ]);
  const menu = await addMenu(tx, items, { source, at });
  const itemById = new Map(items.map((item) => [item._id, item]));
  const usableLocations = new Set([ids.kitchen, ...branches.map(({ _id }) => _id)]);
  return { branches, items, itemById, usableLocations, suppliers, source, menu };
}

async function addItems(
  tx: Tx,
  size: BusinessSize,
  {
    random,
    at,
    groups,
  }: { random: ReturnType<typeof createSeededRandom>; at: string; groups: { _id: string }[] },
): Promise<YearItem[]> {
  const [loose, packed] = await Promise.all(
    [ids.items.tomato, ids.items.flour].map((id) =>
      tx.selectFrom('items').selectAll().where('_id', '=', id).executeTakeFirstOrThrow(),
    ),
  );
  if (!loose || !packed) throw new Error('The template items are missing');
  const createdItems = Array.from({ length: size.items }, (_, index) => {
    const isPacked = index % 2 === 1;
    const category = index % categories.length;
    const hasLots = lotCategories.has(categories[category] ?? '');
    const itemCode = `Y-${String(index + 1).padStart(5, '0')}`;
    const costE4 = random.int(4_000, 90_000);
    const item: YearItem = {
      _id: `year-item-${String(index).padStart(5, '0')}`,
      itemCode,
      name: `Item ${itemCode}`,
      category: groups[category]?._id ?? '',
      section: ids.section,
      unit: isPacked ? ids.units.case : ids.units.kg,
      unitSymbol: isPacked ? 'case' : 'kg',
      unitNum: isPacked ? 10 : 1,
      costE4,
      dailyUsage: random.between(2, 25),
      supplier: category,
      shelfLifeDays: hasLots ? random.int(14, 40) : null,
      isProduced: index % 10 === 7,
    };
    const row = {
      ...(isPacked ? packed : loose),
      ...buildMasterColumns(item._id, at, { name: item.name, nameAlt: '' }, itemCode),
      itemCode,
      category: item.category,
      unitPriceMicro: costE4 * 100,
      standardCostMicro: costE4 * 100,
      trackLots: toBit(hasLots),
      trackExpiry: toBit(hasLots),
      shelfLifeDays: item.shelfLifeDays,
    };
    return { item, row };
  });
  await insertRows(
    tx,
    'items',
    createdItems.map(({ row }) => row),
  );
  const items = createdItems.map(({ item }) => item);
  await insertRows(
    tx,
    'itemConversions',
    items
      .filter(({ unitNum }) => unitNum > 1)
      .map(({ _id, unit, unitNum }) => ({
        ...buildCommonColumns(`${_id}-pack`, at),
        itemId: _id,
        fromUnit: unit,
        toUnit: ids.units.kg,
        num: unitNum,
        den: 1,
      })),
  );
  return items;
}
