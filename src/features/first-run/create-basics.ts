import { text } from '#contract/tolerant.ts';
import type { Collection } from '#domain/permissions.ts';
import { foldText } from '#domain/text.ts';
import { sendRow } from '#src/collections/master-data/resource-writes.ts';
import { allResourceQuery, type ResourceRow } from '#src/collections/master-data/resources.ts';
import { newUuid } from '#src/lib/uuid.ts';
import { commonUnits, sampleCategories, sampleItems, sampleSections } from './sample-list.ts';

/*
 * What a new business makes with one click, through the calls that every form uses. Each makes what is missing and
 * leaves what is there: who tries again after a failure ends with the same rows. All throw `ApiError`.
 */

/** Called with how much is made already, and of how much. */
export type OnCreateProgress = (made: number, all: number) => void;

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

/** Makes those rows that no row stands for yet, and gives the ids of all by their mark. */
async function createMissing(
  source: SetUpSource,
  markOf: (values: RowValues) => unknown,
  wanted: readonly RowValues[],
  onMade: () => void,
): Promise<Map<string, string>> {
  const mark = (values: RowValues) => foldText(text(markOf(values)) ?? '');
  const ids = new Map((await loadRows(source)).map((row) => [mark(row.values), row._id]));
  for (const values of wanted) {
    if (!ids.has(mark(values))) {
      const made = await send(source, values);
      if (made) ids.set(mark(values), made._id);
    }
    onMade();
  }
  return ids;
}

const bySymbol = (values: RowValues) => values['symbol'];
const byCode = (values: RowValues) => values['code'];
const byName = (values: RowValues) => values['name'];

const unitRows = commonUnits.map(([symbol, name, nameAlt, dimension, factorNum, decimals]) => ({
  symbol,
  name,
  nameAlt,
  dimension,
  factorNum,
  decimals,
  wholeOnly: dimension === 'count',
}));

/** kg, g, l, ml, each, dozen and the usual packs. */
export async function createCommonUnits(): Promise<void> {
  await createMissing('units', bySymbol, unitRows, () => undefined);
}

/** Has money counted in this currency: makes it, or takes the one there is. */
export async function createBaseCurrency(code: string): Promise<void> {
  const known = (await loadRows('currencies')).find(({ values }) => values['code'] === code);
  if (known) await send('currencies', { isBase: true, isActive: true }, known);
  else await send('currencies', { ...currencyValues(code), isBase: true });
}

/** What the browser knows of a currency. */
function currencyValues(code: string): RowValues {
  const nameIn = (locale: string) => new Intl.DisplayNames([locale], { type: 'currency' }).of(code) ?? code;
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  });
  const symbol = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
  return {
    code,
    name: nameIn('en'),
    nameAlt: nameIn('ar'),
    symbol: symbol.replaceAll(/\s/g, '').slice(0, 8) || code,
    minorUnits: Math.min(4, format.resolvedOptions().maximumFractionDigits ?? 2),
  };
}

export interface FirstLocations {
  /** Null where there is one already. */
  kitchen: string | null;
  branch: string | null;
  timezone: string;
}

/** A kitchen and a branch that it supplies, each with a code of its own. */
export async function createFirstLocations({ kitchen, branch, timezone }: FirstLocations): Promise<void> {
  const there = await loadRows('branch');
  const taken = new Set(there.map(({ values }) => text(values['code'])?.toUpperCase() ?? ''));
  let supplier = there.find(({ values, isActive }) => values['type'] === 'central_kitchen' && isActive)?._id;
  if (kitchen !== null) {
    const code = freeCode('CK', taken);
    taken.add(code);
    supplier = (await send('branch', { code, name: kitchen, type: 'central_kitchen', timezone }))?._id;
  }
  if (branch === null) return;
  const code = freeCode('B1', taken);
  await send('branch', {
    code,
    name: branch,
    type: 'branch',
    timezone,
    ...(supplier !== undefined && { supplyingKitchenId: supplier }),
  });
}

/** The code itself, or the first of CK2, CK3... that nobody has. */
function freeCode(wanted: string, taken: ReadonlySet<string>): string {
  const stem = wanted.replace(/\d+$/, '');
  let code = wanted;
  for (let next = 2; taken.has(code); next++) code = `${stem}${next}`;
  return code;
}

/** A small catalogue to begin with: units, sections, categories and items. What is there already stays as it is. */
export async function createSampleItems(onProgress: OnCreateProgress): Promise<void> {
  const all = unitRows.length + sampleSections.length + sampleCategories.length + sampleItems.length;
  let made = 0;
  const onMade = () => onProgress(++made, all);
  const units = await createMissing('units', bySymbol, unitRows, onMade);
  const sections = await createMissing(
    'sections',
    byCode,
    sampleSections.map(([code, name, nameAlt, temperature], at) => ({
      code,
      name,
      nameAlt,
      temperature,
      type: 'storage',
      sortOrder: (at + 1) * 10,
    })),
    onMade,
  );
  const categories = await createMissing(
    'item-categories',
    byName,
    sampleCategories.map(([name, nameAlt]) => ({ name, nameAlt })),
    onMade,
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
  await createMissing('items', (values) => values['itemCode'], rows, onMade);
}
