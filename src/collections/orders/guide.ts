import type { QueryClient } from '@tanstack/react-query';
import { readQuantity } from '#contract/read-shape.ts';
import type { OrderSuggestion } from '#contract/shapes/orders.ts';
import type { TemplateLine } from '#contract/resources/order-templates.ts';
import {
  readBoolean,
  readId,
  type JsonRecord,
  readNumberValue,
  readRecord,
  readReference,
  readText,
  readTexts,
  type TolerantList,
} from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { isMissingEndpoint } from '#src/lib/api/missing-endpoint.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { readItem } from '../items/items.ts';
import { readList, readQuery } from '../read-query.ts';
import { readBasis } from './read-basis.ts';

type Figure = 'onHand' | 'inTransit' | 'alreadyOrdered' | 'kitchenAvailable';

/** An item of the order guide. Figures are null if the server has items but no guide. */
export type GuideItem = Omit<OrderSuggestion, Figure> & Record<Figure, number | null>;

/**
 * Queries the order guide of a branch: every item it may order, with stock, quantities on order and
 * suggestion. Cached with the orders, because every order change affects suggestions. On servers without a
 * guide, the item list without suggestions.
 */
export function suggestionsQuery(branch: string, deliveryDate?: string) {
  const suggestions = readQuery({
    collection: 'orders_data',
    key: [...orderGuideKey(branch).slice(1), deliveryDate ?? null],
    lifetime: 'orders',
    path: 'orders/suggestions',
    search: { branch, deliveryDate },
    read: (reply) => readList(reply, readSuggestion),
  });
  return {
    ...suggestions,
    async queryFn(context: { signal: AbortSignal }): Promise<TolerantList<GuideItem>> {
      try {
        return await suggestions.queryFn(context);
      } catch (error) {
        if (!isMissingEndpoint(error)) throw error;
        return readList(await api.get('items', { ...context, search: { limit: 500 } }), readUnguided);
      }
    },
  };
}

/** Key prefix of all guides of a branch, for any day. */
export const orderGuideKey = (branch: string) => ['orders_data', 'suggestions', branch] as const;

function readUnguided(row: JsonRecord): GuideItem | null {
  const item = readItem(row);
  if (item === null || !item.isActive || !item.isOrderable) return null;
  const unit = item.orderUnit ?? item.baseUnit;
  return {
    itemId: item._id,
    itemCode: item.itemCode,
    itemName: item.name,
    itemNameAlt: item.nameAlt,
    category: item.category,
    section: item.section,
    unit,
    unitSymbol: readText(row['unitSymbol']) ?? readText(row['unit']) ?? '',
    unitNum: 1,
    unitDen: 1,
    onHand: null,
    inTransit: null,
    alreadyOrdered: null,
    kitchenAvailable: null,
    par: null,
    lastOrderQty: null,
    averageQty: null,
    usePerDay: null,
    orderMultiple: null,
    suggestedQty: 0,
    forecast: null,
    covers: [],
    basis: 'par',
    reason: null,
    unitCost: readNumberValue(row['unitPrice']) ?? readNumberValue(row['price']) ?? 0,
  };
}

/** A missing value is 0; null means unknown. */
const figureOf = (value: unknown): number | null => (value === null ? null : (readQuantity(value) ?? 0));

function readSuggestion(row: JsonRecord): GuideItem | null {
  const itemId = readReference(row['itemId'])?.id ?? readId(row);
  if (itemId === null) return null;
  const names = shownNames(readText(row['itemName']) ?? itemId, readText(row['itemNameAlt']));
  return {
    itemId,
    itemCode: readText(row['itemCode']) ?? '',
    itemName: names.name,
    itemNameAlt: names.nameAlt,
    category: readReference(row['category'])?.id ?? null,
    section: readReference(row['section'])?.id ?? null,
    unit: readReference(row['unit'])?.id ?? '',
    unitSymbol: readText(row['unitSymbol']) ?? '',
    unitNum: readNumberValue(row['unitNum']) ?? 1,
    unitDen: readNumberValue(row['unitDen']) ?? 1,
    onHand: figureOf(row['onHand']),
    inTransit: figureOf(row['inTransit']),
    alreadyOrdered: figureOf(row['alreadyOrdered']),
    kitchenAvailable: figureOf(row['kitchenAvailable']),
    par: readQuantity(row['par']),
    lastOrderQty: readQuantity(row['lastOrderQty']),
    averageQty: readQuantity(row['averageQty']),
    usePerDay: readQuantity(row['usePerDay']),
    orderMultiple: readQuantity(row['orderMultiple']),
    suggestedQty: readQuantity(row['suggestedQty']) ?? 0,
    ...readBasis(row),
    unitCost: readNumberValue(row['unitCost']) ?? 0,
  };
}

/** A list of lines that a branch orders regularly. */
export interface Template {
  _id: string;
  name: string;
  branch: string;
  /** Delivery days it is meant for, 1 is Monday; none: any. */
  weekdays: number[];
  lines: TemplateLine[];
}

/** Queries the active templates of a branch. */
export function templatesQuery(branch: string) {
  return readQuery({
    collection: 'order_templates_data',
    key: ['branch', branch],
    lifetime: 'other',
    path: 'order-templates',
    search: { branch, active: true, limit: 500 },
    // A server without filters sends the templates of all branches.
    read: (reply) => readList(reply, readTemplate).rows.filter((template) => template.branch === branch),
  });
}

interface NewTemplate {
  name: string;
  branch: string;
  weekdays: readonly number[];
  lines: readonly TemplateLine[];
}

/**
 * Creates a template. `key` is the idempotency key. Throws `ApiError`: 409 `DUPLICATE` for an existing name.
 */
export async function createTemplate(
  queryClient: QueryClient,
  template: NewTemplate,
  key: string,
): Promise<void> {
  await api.send('post', 'order-templates', { json: template, idempotencyKey: key });
  await queryClient.invalidateQueries({ queryKey: ['order_templates_data'] });
}

function readTemplate(row: JsonRecord): Template | null {
  const _id = readId(row);
  if (_id === null || !readBoolean(row['isActive'], true)) return null;
  const { lines } = row;
  return {
    _id,
    name: readText(row['name']) ?? _id,
    branch: readReference(row['branch'])?.id ?? '',
    weekdays: readTexts(row['weekdays']).map(Number),
    lines: Array.isArray(lines) ? lines.flatMap((line: unknown) => readLine(readRecord(line))) : [],
  };
}

function readLine(row: JsonRecord): TemplateLine[] {
  const [itemId, qty] = [readReference(row['itemId'])?.id, readQuantity(row['qty'])];
  return itemId && qty !== null ? [{ itemId, qty, unit: readText(row['unit']) ?? '' }] : [];
}
