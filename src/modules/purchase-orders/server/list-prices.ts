import type { UnitSize } from '#core/exact-totals.ts';
import { fromPriceMicro } from '#core/money.ts';
import { toExactOrNull } from '#core/quantity.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { computeAgreedPriceMicro } from '../order-fulfilment.ts';

const discountedLines = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('purchaseLines')
    .select(['lineId', 'itemId', 'unitNum', 'unitDen', 'listPriceMicro as priceMicro'])
    .where('lineId', 'in', ids)
    .where('listPriceMicro', 'is not', null),
);

/** A line of a receipt or invoice, and the purchase line that it refers to. */
type ReferringLine = UnitSize & { itemId: string; poLineId: string | null };

/**
 * Loads order prices before the discount, per unit of the given lines; null without a discount, and for
 * substitutes.
 */
export async function loadListPrices(
  db: Queryable,
  lines: readonly ReferringLine[],
): Promise<(line: ReferringLine) => number | null> {
  const ids = [...new Set(lines.flatMap(({ poLineId }) => poLineId ?? []))];
  const discounted = new Map(
    (ids.length > 0 ? await discountedLines(db, ids) : []).map((row) => [row.lineId, row]),
  );
  return (line) => {
    const ordered = discounted.get(line.poLineId ?? '');
    const priceMicro =
      ordered &&
      toExactOrNull(() => computeAgreedPriceMicro(line, { ...ordered, priceMicro: ordered.priceMicro ?? 0 }));
    return priceMicro == null ? null : fromPriceMicro(priceMicro);
  };
}
