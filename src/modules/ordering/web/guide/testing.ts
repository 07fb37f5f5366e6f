import type { Order, OrderLine } from '#modules/orders/shapes.ts';
import { readOrder } from '#modules/orders/web/queries/read.ts';
import type { GuideItem } from '../queries.ts';
import { buildGuide, type GuideRow } from './guide-rows.ts';

/** Returns a guide row for tests: rice in bags of 10 kg, none on hand, par 6. */
export function buildTestSuggestion(change: Partial<GuideItem> = {}): GuideItem {
  return {
    itemId: 'rice',
    itemCode: 'DRY-001',
    itemName: 'Basmati rice',
    itemNameAlt: null,
    category: null,
    section: 'dry',
    unit: 'bag',
    unitSymbol: 'bag',
    unitNum: 10,
    unitDen: 1,
    onHand: 0,
    inTransit: 0,
    alreadyOrdered: 0,
    kitchenAvailable: 100,
    par: 6,
    lastOrderQty: null,
    averageQty: null,
    usagePerDay: null,
    orderMultiple: 1,
    suggestedQty: 6,
    unitCost: 12.5,
    forecast: null,
    coveredDays: [],
    basis: 'par',
    reason: null,
    ...change,
  };
}

/** Returns the guide rows of these suggestions. */
export function buildTestRows(...suggestions: GuideItem[]): GuideRow[] {
  return buildGuide({ suggestions, sections: [], items: [], units: [] }, 'Other').flatMap(({ rows }) => rows);
}

/** Returns an order for tests, parsed like a response; line ids are l1, l2, ... */
export function buildTestOrder(change: Partial<Order> = {}, ...lines: Partial<OrderLine>[]): Order {
  const items = lines.map((line, index) => ({
    lineId: `l${index + 1}`,
    itemId: `i${index + 1}`,
    itemName: `Item ${index + 1}`,
    unit: 'bag',
    unitSymbol: 'bag',
    orderQty: 10,
    ...line,
  }));
  return readOrder({
    _id: 'o1',
    orderNo: 'ORD-1',
    status: 'Draft',
    branch: 'b1',
    kitchen: 'k1',
    ...change,
    items,
  });
}
