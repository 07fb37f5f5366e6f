import type { TransferPriceRule } from '#modules/prices/pack-price.ts';
import { toPriceMicro, computeValueAtPrice } from '#core/money.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { Posting, ChargedValue } from '#modules/stock/postings.ts';
import type { PriceRule } from '#modules/transfers/kinds.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { invalid } from '#platform/server/http/problems.ts';

/** Charge of a location for goods from other locations. */
export interface TransferCharge {
  rule: PriceRule;
  percentMicro: number | null;
}

const chargeRulesByPlace = statement((db, place: string) =>
  db
    .selectFrom('branches as b')
    .innerJoin('transferPrices as p', (join) =>
      join.on((eb) =>
        eb.or([eb('p._id', '=', eb.ref('b._id')), eb('p._id', '=', eb.ref('b.branchCategoryId'))]),
      ),
    )
    .select(['p._id', 'p.rule', 'p.percentMicro'])
    .where('b._id', '=', place),
);

/** Loads the charge of a location: its own rule, otherwise its category's, otherwise cost. */
export async function loadTransferCharge(db: Queryable, place: string): Promise<TransferCharge> {
  const rules = await chargeRulesByPlace(db, place);
  return rules.find(({ _id }) => _id === place) ?? rules[0] ?? { rule: 'cost', percentMicro: null };
}

/** Returns an item's own transfer price, otherwise its general price, per base unit; null if neither is set. */
export function getFixedPriceMicro(item: {
  transferPrice: string | null;
  unitPriceMicro: number | null;
}): number | null {
  const itemRule = JSON.parse(item.transferPrice ?? 'null') as TransferPriceRule | null;
  return itemRule?.mode === 'fixed' ? toPriceMicro(itemRule.price) : item.unitPriceMicro;
}

/** Prices for postings that ship goods to a location. */
export interface ShipmentCharging {
  rule: PriceRule;
  price(posting: Posting): Posting;
}

/**
 * Loads the charges of a location for these items.
 *
 * @param getField returns the field to report for an item without a price
 * @throws ApiProblem 422 when pricing a posting whose item has no price
 */
export async function loadShipmentCharging(
  db: Queryable,
  place: string,
  itemIds: readonly string[],
  getField = ({ docLineId }: Posting): string => `items.${docLineId}.itemId`,
): Promise<ShipmentCharging> {
  const { rule, percentMicro } = await loadTransferCharge(db, place);
  if (rule === 'cost' || itemIds.length === 0) return { rule, price: (posting) => posting };
  const items = await db
    .selectFrom('items')
    .select(['_id', 'name', 'transferPrice', 'unitPriceMicro'])
    .where('_id', 'in', [...new Set(itemIds)])
    .execute();
  const kind = 'transfer_difference' as const;
  const computeCharge = (posting: Posting): ChargedValue => {
    if (rule === 'cost_plus') return { kind, percentMicro: percentMicro ?? 0 };
    const item = items.find(({ _id }) => _id === posting.itemId);
    const priceMicro = item ? getFixedPriceMicro(item) : null;
    if (priceMicro !== null) return { kind, valueE4: computeValueAtPrice(posting.qtyMicro, priceMicro) };
    throw invalid({ [getField(posting)]: refusal('transfer-no-price', { item: item?.name ?? '' }) });
  };
  return { rule, price: (posting) => ({ ...posting, priced: computeCharge(posting) }) };
}
