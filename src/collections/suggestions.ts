import type { OrderSuggestion } from '#contract/orders.ts';
import { idOf, type JsonRecord, number, reference, text } from '#contract/tolerant.ts';
import { quantityOf } from './read-order.ts';
import { readList, readQuery } from './read-query.ts';

/**
 * The order guide of a branch: every item it may order, with what it has, what is coming and what to order.
 * Belongs to the orders: whatever changes an order changes what is suggested.
 */
export function suggestionsQuery(branch: string, deliveryDate?: string) {
  return readQuery({
    collection: 'orders_data',
    key: ['suggestions', branch, deliveryDate ?? null],
    lifetime: 'orders',
    path: 'orders/suggestions',
    search: { branch, deliveryDate },
    read: (reply) => readList(reply, readSuggestion),
  });
}

function readSuggestion(row: JsonRecord): OrderSuggestion | null {
  const itemId = reference(row['itemId'])?.id ?? idOf(row);
  if (itemId === null) return null;
  return {
    itemId,
    itemCode: text(row['itemCode']) ?? '',
    itemName: text(row['itemName']) ?? itemId,
    itemNameAlt: text(row['itemNameAlt']),
    category: reference(row['category'])?.id ?? null,
    section: reference(row['section'])?.id ?? null,
    unit: reference(row['unit'])?.id ?? '',
    unitSymbol: text(row['unitSymbol']) ?? '',
    unitNum: number(row['unitNum']) ?? 1,
    unitDen: number(row['unitDen']) ?? 1,
    onHand: quantityOf(row['onHand']) ?? 0,
    inTransit: quantityOf(row['inTransit']) ?? 0,
    alreadyOrdered: quantityOf(row['alreadyOrdered']) ?? 0,
    kitchenAvailable: quantityOf(row['kitchenAvailable']) ?? 0,
    par: quantityOf(row['par']),
    lastOrderQty: quantityOf(row['lastOrderQty']),
    averageQty: quantityOf(row['averageQty']),
    orderMultiple: quantityOf(row['orderMultiple']),
    suggestedQty: quantityOf(row['suggestedQty']) ?? 0,
    unitCost: number(row['unitCost']) ?? 0,
  };
}
