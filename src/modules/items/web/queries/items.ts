import type { Wire } from '#platform/shapes/shape.ts';
import { listedItem } from '../../shapes.ts';
import { type JsonRecord, readText } from '#platform/shapes/tolerant.ts';
import { readList, readQuery } from '#platform/web/queries/read-query.ts';
import { createRowReader } from '#platform/web/queries/read-shape.ts';

/** An item in compact form, for screens with all items. Units, category and section are ids. */
export interface CompactItem extends Wire<typeof listedItem> {
  /** False if the server reports that the order unit has no conversion to the base unit. */
  isOrderUnitConvertible: boolean;
}

/**
 * Queries all items in one request (API.md: up to 20,000 short rows), for screens that filter on each
 * keystroke.
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

const readListed = createRowReader(listedItem);

/** Reads an item, compact or complete; null for a row without an id. */
export function readItem(row: JsonRecord): CompactItem | null {
  const item = readListed(row);
  return (
    item && {
      ...item,
      itemCode: item.itemCode || (readText(row['code']) ?? ''),
      isOrderUnitConvertible: row['orderNum'] !== null || row['orderUnit'] === row['baseUnit'],
    }
  );
}
