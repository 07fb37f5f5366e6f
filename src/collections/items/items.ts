import {
  readBoolean,
  readId,
  type JsonRecord,
  readReference,
  readText,
  readTexts,
} from '#contract/tolerant.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readList, readQuery } from '../read-query.ts';

/** An item in compact form, for screens with all items. Units, category and section are ids. */
export interface CompactItem {
  _id: string;
  itemCode: string;
  name: string;
  nameAlt: string | null;
  category: string | null;
  section: string | null;
  baseUnit: string;
  orderUnit: string | null;
  /** Count unit, if it differs from the base unit. */
  countUnit: string | null;
  /** False if the server reports that the order unit has no conversion to the base unit. */
  isOrderUnitConvertible: boolean;
  barcodes: string[];
  substitutes: string[];
  /** The only branches that may order it; empty: all. */
  branches: string[];
  isOrderable: boolean;
  isActive: boolean;
}

/**
 * Queries all items in one call (API.md: up to 20,000 short rows), for screens that filter on each keystroke.
 */
export function compactItemsQuery() {
  return readQuery({
    collection: 'items_data',
    key: ['compact'],
    lifetime: 'items',
    path: 'items',
    search: { view: 'compact' },
    read: (reply) => readList(reply, readItem).rows,
  });
}

/** Reads an item, compact or complete; null for a row without an id. */
export function readItem(row: JsonRecord): CompactItem | null {
  const _id = readId(row);
  if (_id === null) return null;
  return {
    _id,
    itemCode: readText(row['itemCode']) ?? readText(row['code']) ?? '',
    ...shownNames(readText(row['name']) ?? _id, readText(row['nameAlt'])),
    category: readReference(row['category'])?.id ?? null,
    section: readReference(row['section'])?.id ?? null,
    baseUnit: readReference(row['baseUnit'])?.id ?? '',
    orderUnit: readReference(row['orderUnit'])?.id ?? null,
    countUnit: readReference(row['countUnit'])?.id ?? null,
    isOrderUnitConvertible: row['orderNum'] !== null || row['orderUnit'] === row['baseUnit'],
    barcodes: readTexts(row['barcodes']),
    substitutes: readTexts(row['substitutes']),
    branches: readTexts(row['branches']),
    isOrderable: readBoolean(row['isOrderable'], true),
    isActive: readBoolean(row['isActive'], true),
  };
}
