import { toPriceMicro } from '#core/money.ts';
import { divideHalfEven, toMicro } from '#core/quantity.ts';
import { itemTable } from './data/items.ts';
import { branchTable } from './data/places.ts';
import { readNumbers, parseSeedTable } from './read-table.ts';

/** An item of the demo business. */
export interface SeedItem {
  code: string;
  name: string;
  nameAlt: string;
  /** Key of the category table. */
  category: string;
  /** Code of the section; also the first letters of the item's code. */
  section: string;
  kind: string;
  baseUnit: string;
  orderUnit: string;
  /** Base units in one order unit, in millionths. */
  packMicro: number;
  /** Name of the pack, such as `Case 6 x 1 l`. */
  packName: string;
  packPriceMicro: number;
  /** Per base unit. */
  costE4: number;
  /** Code of the supplier; empty for kitchen products. */
  supplier: string;
  packsPerWeek: number;
  lifeDays: number;
  allergens: string;
}

/** The kitchen or a branch. */
export interface SeedBranch {
  code: string;
  name: string;
  nameAlt: string;
  brand: string;
  category: string;
  timezone: string;
  deliveryDays: number[];
  cutoffDaysBefore: number;
  cutoffTime: string;
  size: number;
  address: string;
  phone: string;
}

const itemColumns = [
  'code',
  'name',
  'category',
  'kind',
  'baseUnit',
  'pack',
  'price',
  'supplier',
  'perWeek',
  'life',
  'allergens',
  'nameAlt',
] as const;

export function readItems(): SeedItem[] {
  return parseSeedTable(itemTable, itemColumns).map((row) => {
    const pack = readPack(row.pack, row.baseUnit);
    const packPriceMicro = toPriceMicro(row.price);
    return {
      ...row,
      section: row.code.slice(0, 3),
      orderUnit: pack.unit,
      packMicro: pack.contentsMicro,
      packName: pack.name,
      packPriceMicro,
      costE4: Number(divideHalfEven(BigInt(packPriceMicro) * 10_000n, BigInt(pack.contentsMicro))),
      packsPerWeek: Number(row.perWeek),
      lifeDays: Number(row.life),
    };
  });
}

const branchColumns = [
  'code',
  'name',
  'brand',
  'category',
  'timezone',
  'days',
  'cutoff',
  'size',
  'address',
  'phone',
  'nameAlt',
] as const;

/** Returns the kitchen first, then the branches. */
export function readBranches(): SeedBranch[] {
  return parseSeedTable(branchTable, branchColumns).map((row) => ({
    ...row,
    deliveryDays: readNumbers(row.days),
    cutoffDaysBefore: Number(row.cutoff.split(' ')[0] || 0),
    cutoffTime: row.cutoff.split(' ')[1] ?? '',
    size: Number(row.size),
  }));
}

/** Millionths of a base unit per unit of a pack's contents. */
const contentUnits: Readonly<Record<string, { base: string; micro: number }>> = {
  kg: { base: 'kg', micro: 1_000_000 },
  g: { base: 'kg', micro: 1_000 },
  l: { base: 'l', micro: 1_000_000 },
  ml: { base: 'l', micro: 1_000 },
  each: { base: 'each', micro: 1_000_000 },
};

/** Parses `case 6 x 1 l` or `bag 12.5 kg`. */
function readPack(text: string, baseUnit: string): { unit: string; name: string; contentsMicro: number } {
  const match = /^(\w+) (?:(\d+) x )?([\d.]+) (\w+)$/.exec(text);
  const [unit = '', count = '1', size = '', sizeUnit = ''] = match?.slice(1) ?? [];
  const contents = contentUnits[sizeUnit];
  if (!contents || contents.base !== baseUnit)
    throw new Error(`This pack in the seed doesn't contain ${baseUnit}: ${text}`);
  const contentsMicro = (Number(count) * toMicro(size) * contents.micro) / 1_000_000;
  return { unit, name: text.charAt(0).toUpperCase() + text.slice(1), contentsMicro };
}
