import type { QueryClient } from '@tanstack/react-query';
import { listOf, type Shape, type Wire, withDefault } from '#platform/shapes/shape.ts';
import { type OrderSuggestion, orderSuggestion } from '#modules/orders/shapes.ts';
import type { TemplateLine } from '#modules/order-templates/collection.ts';
import { type JsonRecord, readNumberValue, readText, type TolerantList } from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import { isMissingEndpoint } from '#platform/web/api/missing-endpoint.ts';
import { readItem } from '#modules/items/web/queries/items.ts';
import { readList, readQuery } from '#platform/web/queries/read-query.ts';
import { createReader, readObject, readRows } from '#platform/web/queries/read-shape.ts';

/** An item of the order guide. Quantities are null if the server has items but no guide. */
export type GuideItem = OrderSuggestion;

const readSuggestion = createReader(orderSuggestion);
/** Defaults for quantities that the server omits; null means that a quantity is unknown. */
const defaults = { onHand: 0, inTransit: 0, alreadyOrdered: 0, kitchenAvailable: 0 };

/**
 * Queries the order guide of a branch: all items that it may order, with stock, quantities on order and
 * suggestions. Cached with the orders, because every change to an order affects suggestions. On servers
 * without a guide, returns the list of items without suggestions.
 */
export function suggestionsQuery(branch: string, deliveryDate?: string) {
  const suggestions = readQuery({
    collection: 'orders_data',
    key: [...orderGuideKey(branch).slice(1), deliveryDate ?? null],
    lifetime: 'orders',
    path: 'orders/suggestions',
    search: { branch, deliveryDate },
    read: (reply) => readList(reply, (row) => readSuggestion({ ...defaults, ...row })),
  });
  return {
    ...suggestions,
    async queryFn(context: { signal: AbortSignal }): Promise<TolerantList<GuideItem>> {
      try {
        return await suggestions.queryFn(context);
      } catch (error) {
        if (!isMissingEndpoint(error)) throw error;
        return readList(await api.get('items', { ...context, search: { limit: 500 } }), readItemWithoutGuide);
      }
    },
  };
}

/** Key prefix of a branch's guides for all delivery dates. */
export const orderGuideKey = (branch: string) => ['orders_data', 'suggestions', branch] as const;

function readItemWithoutGuide(row: JsonRecord): GuideItem | null {
  const item = readItem(row);
  if (item === null || !item.isActive || !item.isOrderable) return null;
  const unit = item.orderUnit ?? item.baseUnit;
  return {
    ...readObject(orderSuggestion, {}),
    itemId: item._id,
    itemCode: item.itemCode,
    itemName: item.name,
    itemNameAlt: item.nameAlt,
    category: item.category,
    section: item.section,
    unit,
    unitSymbol: readText(row['unitSymbol']) ?? readText(row['unit']) ?? '',
    unitCost: readNumberValue(row['unitPrice']) ?? readNumberValue(row['price']) ?? 0,
  };
}

const template = {
  _id: 'key',
  name: 'label',
  branch: 'id',
  /** Delivery days that the template is intended for; 1 is Monday. Empty for any day. */
  weekdays: listOf('integer'),
  lines: listOf({ itemId: 'required id', qty: 'required quantity', unit: 'text' }),
  isActive: withDefault('flag', true),
} as const satisfies Shape;

/** A list of lines that a branch orders regularly. */
export type Template = Wire<typeof template>;

/** Queries the active templates of a branch. */
export function templatesQuery(branch: string) {
  return readQuery({
    collection: 'order_templates_data',
    key: ['branch', branch],
    lifetime: 'other',
    path: 'order-templates',
    search: { branch, active: true, limit: 500 },
    // Servers that don't support the filter return the templates of all branches.
    read: (reply) => readRows(reply, template).filter((row) => row.isActive && row.branch === branch),
  });
}

interface NewTemplate {
  name: string;
  branch: string;
  weekdays: readonly number[];
  lines: readonly TemplateLine[];
}

/**
 * Creates a template. `key` is the idempotency key. Throws `ApiError`: 409 `DUPLICATE` if the name exists.
 */
export async function createTemplate(
  queryClient: QueryClient,
  template: NewTemplate,
  key: string,
): Promise<void> {
  await api.send('post', 'order-templates', { json: template, idempotencyKey: key });
  await queryClient.invalidateQueries({ queryKey: ['order_templates_data'] });
}
