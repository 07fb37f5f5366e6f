import { boolean, idOf, type JsonRecord, reference, text, texts } from '#contract/tolerant.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readList, readQuery } from '../read-query.ts';

/** An item as short as screens over all items need it. Units, category and section are ids. */
export interface CompactItem {
  _id: string;
  itemCode: string;
  name: string;
  nameAlt: string | null;
  category: string | null;
  section: string | null;
  baseUnit: string;
  orderUnit: string | null;
  /** What it is counted in, where that is not its base unit. */
  countUnit: string | null;
  /** False where the server says that nothing leads from the order unit to the base unit. */
  isOrderUnitConvertible: boolean;
  barcodes: string[];
  substitutes: string[];
  /** The only branches that may order it; none named: all. */
  branches: string[];
  isOrderable: boolean;
  isActive: boolean;
}

/** All items in one call (API.md: up to 20,000 short rows), for screens that filter on the keystroke. */
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

/** Reads an item, short or in full; null for a row without an id. */
export function readItem(row: JsonRecord): CompactItem | null {
  const _id = idOf(row);
  if (_id === null) return null;
  return {
    _id,
    itemCode: text(row['itemCode']) ?? text(row['code']) ?? '',
    ...shownNames(text(row['name']) ?? _id, text(row['nameAlt'])),
    category: reference(row['category'])?.id ?? null,
    section: reference(row['section'])?.id ?? null,
    baseUnit: reference(row['baseUnit'])?.id ?? '',
    orderUnit: reference(row['orderUnit'])?.id ?? null,
    countUnit: reference(row['countUnit'])?.id ?? null,
    isOrderUnitConvertible: row['orderNum'] !== null || row['orderUnit'] === row['baseUnit'],
    barcodes: texts(row['barcodes']),
    substitutes: texts(row['substitutes']),
    branches: texts(row['branches']),
    isOrderable: boolean(row['isOrderable'], true),
    isActive: boolean(row['isActive'], true),
  };
}
