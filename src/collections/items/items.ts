import type { PackBarcode } from '#contract/arranging.ts';
import { boolean, idOf, type JsonRecord, number, reference, text, texts } from '#contract/tolerant.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readList, readOne, readQuery } from '../read-query.ts';

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

/** How much of an item one of a pack is, in its base unit, by the barcode of the pack. None where the server has no such list. */
export function packBarcodesQuery() {
  return readQuery({
    collection: 'packagings_data',
    key: ['barcodes'],
    lifetime: 'items',
    path: 'items/pack-barcodes',
    read: (reply) =>
      readList(reply, (row): PackBarcode | null => {
        const [barcode, itemId, qty] = [text(row['barcode']), text(row['itemId']), number(row['qty'])];
        return barcode && itemId && qty ? { barcode, itemId, qty } : null;
      }).rows,
  });
}

/**
 * What one piece nominally weighs, in base units, by item: of those that are counted in pieces. None where the server
 * has no such items.
 */
export function pieceWeightsQuery() {
  return readQuery({
    collection: 'items_data',
    key: ['piece-weights'],
    lifetime: 'items',
    path: 'items',
    search: { catchWeight: true, limit: 500 },
    read: (reply) =>
      new Map(
        readList(reply, (row) => {
          const [_id, weight] = [idOf(row), number(row['pieceWeight'])];
          return _id !== null && boolean(row['catchWeight']) && weight ? ([_id, weight] as const) : null;
        }).rows,
      ),
  });
}

/** The first items that fit what was typed: name, code or barcode, as the server searches. */
export function itemSearchQuery(q: string, limit: number) {
  return readQuery({
    collection: 'items_data',
    key: ['search', q, limit],
    lifetime: 'items',
    path: 'items',
    search: { q, limit },
    read: (reply) => readList(reply, readItem).rows,
  });
}

/** What may stand in for an item: the usual ones, and whether something else may go at all; as far as the server says. */
export function substitutionQuery(itemId: string) {
  return readQuery({
    collection: 'items_data',
    key: ['substitution', itemId],
    lifetime: 'items',
    path: `items/${encodeURIComponent(itemId)}`,
    read: (reply) =>
      readOne(reply, (row) => ({
        usual: texts(row['substitutes']),
        substituting: text(row['substituting']),
      })),
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
