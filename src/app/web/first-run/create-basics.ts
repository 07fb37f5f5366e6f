import { readText } from '#platform/shapes/tolerant.ts';
import type { Collection } from '#core/permissions.ts';
import { foldText } from '#core/text.ts';
import { sendRow } from '#modules/master-data/web/queries/resource-writes.ts';
import { allResourceQuery, type ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { commonUnits, sampleCategories, sampleItems, sampleSections } from './sample-list.ts';

/*
 * Creates the basic data of a new business through the same API calls as the forms. Existing rows are kept, so
 * a retry after a failure creates no duplicates. All functions throw `ApiError`.
 */

/** Called with the number of rows created so far and in total. */
export type OnCreateProgress = (created: number, total: number) => void;

type RowValues = Record<string, unknown>;

const sources = {
  units: { collection: 'units', path: '/units' },
  currencies: { collection: 'currencies', path: '/currencies' },
  branch: { collection: 'branch', path: '/branch' },
  sections: { collection: 'sections', path: '/sections' },
  'item-categories': { collection: 'item-categories', path: '/item-categories' },
  items: { collection: 'items', path: '/items' },
} as const satisfies Partial<Record<Collection, { collection: Collection; path: string }>>;
type SetUpSource = keyof typeof sources;

async function loadRows(source: SetUpSource): Promise<ResourceRow[]> {
  const { signal } = new AbortController();
  return [...(await allResourceQuery(sources[source]).queryFn({ signal })).rows];
}

function send(source: SetUpSource, values: RowValues, row?: ResourceRow): Promise<ResourceRow | null> {
  const options = { idempotencyKey: newUuid(), ifMatch: null };
  return sendRow(sources[source], row?._id ?? null, values, options);
}

/** Creates the rows that don't exist yet and returns the ids of all rows by key. */
async function createMissing(
  source: SetUpSource,
  readKey: (values: RowValues) => unknown,
  requested: readonly RowValues[],
  onRow: () => void,
): Promise<Map<string, string>> {
  const getKey = (values: RowValues) => foldText(readText(readKey(values)) ?? '');
  const ids = new Map((await loadRows(source)).map((row) => [getKey(row.values), row._id]));
  for (const values of requested) {
    if (!ids.has(getKey(values))) {
      const createdRow = await send(source, values);
      if (createdRow) ids.set(getKey(values), createdRow._id);
    }
    onRow();
  }
  return ids;
}

const readSymbol = (values: RowValues) => values['symbol'];
const readCode = (values: RowValues) => values['code'];
const readName = (values: RowValues) => values['name'];

const unitRows = commonUnits.map(([symbol, name, nameAlt, dimension, factorNum, decimals]) => ({
  symbol,
  name,
  nameAlt,
  dimension,
  factorNum,
  decimals,
  wholeOnly: dimension === 'count',
}));

/** Creates kg, g, l, ml, each, dozen and the usual packs. */
export async function createCommonUnits(): Promise<void> {
  await createMissing('units', readSymbol, unitRows, () => undefined);
}

/** Sets the base currency, creating it if necessary. */
export async function createBaseCurrency(code: string): Promise<void> {
  const existing = (await loadRows('currencies')).find(({ values }) => values['code'] === code);
  if (existing) await send('currencies', { isBase: true, isActive: true }, existing);
  else await send('currencies', { ...buildCurrencyValues(code), isBase: true });
}

/** Returns name, symbol and minor units of a currency from the browser's locale data. */
function buildCurrencyValues(code: string): RowValues {
  const getName = (locale: string) => new Intl.DisplayNames([locale], { type: 'currency' }).of(code) ?? code;
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  });
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
  return {
    code,
    name: getName('en'),
    nameAlt: getName('ar'),
    symbol: symbol.replaceAll(/\s/g, '').slice(0, 8) || code,
    minorUnits: Math.min(4, format.resolvedOptions().maximumFractionDigits ?? 2),
  };
}

export interface FirstLocations {
  /** Name of the kitchen to create; null if there is one. */
  kitchen: string | null;
  branch: string | null;
  timezone: string;
}

/** Creates a kitchen and a branch supplied by it, with unique codes. */
export async function createFirstLocations({ kitchen, branch, timezone }: FirstLocations): Promise<void> {
  const locations = await loadRows('branch');
  const usedCodes = new Set(locations.map(({ values }) => readText(values['code'])?.toUpperCase() ?? ''));
  let supplier = locations.find(
    ({ values, isActive }) => values['type'] === 'central_kitchen' && isActive,
  )?._id;
  if (kitchen !== null) {
    const code = findUnusedCode('CK', usedCodes);
    usedCodes.add(code);
    supplier = (await send('branch', { code, name: kitchen, type: 'central_kitchen', timezone }))?._id;
  }
  if (branch === null) return;
  const code = findUnusedCode('B1', usedCodes);
  await send('branch', {
    code,
    name: branch,
    type: 'branch',
    timezone,
    ...(supplier !== undefined && { supplyingKitchenId: supplier }),
  });
}

/** Returns the requested code, or the first unused code with a number, e.g. CK2, CK3. */
function findUnusedCode(requested: string, usedCodes: ReadonlySet<string>): string {
  const stem = requested.replace(/(?<!\d)\d+$/, '');
  let code = requested;
  for (let suffix = 2; usedCodes.has(code); suffix++) code = `${stem}${suffix}`;
  return code;
}

/** Creates a sample catalogue: units, sections, categories and items. Existing rows are not changed. */
export async function createSampleItems(onProgress: OnCreateProgress): Promise<void> {
  const total = unitRows.length + sampleSections.length + sampleCategories.length + sampleItems.length;
  let created = 0;
  const onRow = () => onProgress(++created, total);
  const units = await createMissing('units', readSymbol, unitRows, onRow);
  const sections = await createMissing(
    'sections',
    readCode,
    sampleSections.map(([code, name, nameAlt, temperature], index) => ({
      code,
      name,
      nameAlt,
      temperature,
      type: 'storage',
      sortOrder: (index + 1) * 10,
    })),
    onRow,
  );
  const categories = await createMissing(
    'item-categories',
    readName,
    sampleCategories.map(([name, nameAlt]) => ({ name, nameAlt })),
    onRow,
  );
  const rows = sampleItems.map(([itemCode, name, nameAlt, category, section, kind, base, order, num]) => {
    const [baseUnit, orderUnit] = [units.get(base), units.get(order)];
    return {
      itemCode,
      name,
      nameAlt,
      kind,
      category: categories.get(foldText(category)),
      section: sections.get(foldText(section)) ?? null,
      baseUnit,
      orderUnit,
      conversions: num === null ? [] : [{ fromUnit: orderUnit, toUnit: baseUnit, num, den: 1 }],
    };
  });
  await createMissing('items', (values) => values['itemCode'], rows, onRow);
}
