import { foldText } from '#domain/text.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';

/** Deliveries on the road, the latest first, and orders that the kitchen is still preparing, the soonest first. */
export interface Deliveries {
  expected: OrderRow[];
  preparing: OrderRow[];
}

export function deliveriesOf(
  rows: readonly OrderRow[],
  query: string,
  branchWords: (id: string) => string,
): Deliveries {
  const words = foldText(query).split(' ').filter(Boolean);
  const matching = rows.filter((row) => {
    const text = foldText(
      [row.orderNo, row.branchName, branchWords(row.branch), row.deliveryNoteNo ?? '', row.driver ?? ''].join(
        ' ',
      ),
    );
    return words.every((word) => text.includes(word));
  });
  return {
    expected: matching
      .filter((row) => row.status === 'Shipped')
      .toSorted((a, b) => (b.shippedAt ?? '').localeCompare(a.shippedAt ?? '')),
    preparing: matching
      .filter((row) => row.status === 'Under Process')
      .toSorted((a, b) => a.deliveryDate.localeCompare(b.deliveryDate)),
  };
}
