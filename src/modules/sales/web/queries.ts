import type { QueryClient } from '@tanstack/react-query';
import {
  foodCost,
  foodCostDocument,
  countPeriod,
  foodCostOfBranch,
  menuEngineering,
} from '#modules/food-cost/shapes.ts';
import { type MenuScope } from '#modules/food-cost/menu-engineering.ts';
import type { TillItemKind, TillItemRequest, SaleLayout, SalesInput } from '../input.ts';
import {
  mappedTillItem,
  tillItem,
  saleDay,
  saleSource,
  salesOfDay,
  importedSales,
  type ImportedSales,
} from '../shapes.ts';
import type { VariancePart } from '#modules/food-cost/food-cost-rules.ts';
import type { CostBasis } from '#modules/recipes/recipe-cost.ts';
import { api } from '#platform/web/api/api.ts';
import { fetchAllPages } from '#platform/web/queries/fetch-all-pages.ts';
import { readList, readQuery } from '#platform/web/queries/read-query.ts';
import { createReader, readResponse, readRows } from '#platform/web/queries/read-shape.ts';

const collection = 'sales_data';
const lifetime = 'orders';

/** Queries sales days of branches, latest first. */
export function saleDaysQuery(search: { branch?: string | undefined; page: number; limit: number }) {
  return readQuery({
    collection,
    key: ['days', search],
    lifetime,
    path: 'sales',
    search,
    read: (reply) => readList(reply, createReader(saleDay)),
  });
}

/** Filter of a till's sales: a range of days, of one branch or all. */
interface SalesSpanFilter {
  source: string;
  from: string;
  to: string;
  branch?: string | undefined;
}

/**
 * Queries all sales of a till in a range of days, across branches; never cached, because imports replace
 * them.
 */
export function saleSpanQuery(params: SalesSpanFilter) {
  return {
    queryKey: [collection, 'days', 'span', params] as const,
    staleTime: 0,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      fetchAllPages('sales', { ...params }, signal, createReader(saleDay), 1_000),
  };
}

/** Queries menu items or modifiers of tills: unmapped ones, or all. */
export function tillItemsQuery(search: {
  kind: TillItemKind;
  state: 'unmapped' | 'all';
  branch?: string | undefined;
  page: number;
  limit: number;
}) {
  return readQuery({
    collection,
    key: ['tillItems', search],
    lifetime,
    path: 'sales/till-items',
    search,
    read: (reply) => readList(reply, createReader(tillItem)),
  });
}

/** Number of till items per page of their list. */
export const tillItemsPageSize = 50;

/** Queries the first unmapped menu items, as their list does when it opens. */
export const unmappedTillItemsQuery = (branch: string | undefined) =>
  tillItemsQuery({
    kind: 'menu-item',
    state: 'unmapped',
    page: 1,
    limit: tillItemsPageSize,
    ...(branch !== undefined && { branch }),
  });

/** Queries the tills with their file layouts. */
export function saleSourcesQuery() {
  return readQuery({
    collection,
    key: ['sources'],
    lifetime,
    path: 'sales/sources',
    read: (reply) => readRows(reply, saleSource),
  });
}

/** Queries the sales of a branch on a day, by the document id in its postings. */
export const daySalesQuery = (id: string) =>
  readQuery({
    collection,
    key: ['day', id],
    lifetime,
    path: `sales/${encodeURIComponent(id)}`,
    read: (reply) => readResponse(reply, salesOfDay),
  });

export interface FoodCostParams {
  branch: string;
  from: string;
  to: string;
  basis: CostBasis;
}

/** Queries the food cost of a branch in a period. */
export function foodCostQuery(params: FoodCostParams) {
  return readQuery({
    collection,
    key: ['food-cost', params],
    lifetime,
    path: 'food-cost',
    search: { ...params },
    read: (reply) => readResponse(reply, foodCost),
  });
}

/** Queries the food cost of every branch in a period. */
export function branchFoodCostsQuery(params: Omit<FoodCostParams, 'branch'>) {
  return readQuery({
    collection,
    key: ['food-cost', 'branches', params],
    lifetime,
    path: 'food-cost/branches',
    search: { ...params },
    read: (reply) => readRows(reply, foodCostOfBranch),
  });
}

/** Queries the documents behind a part of the variance. */
export function foodCostDocumentsQuery({ branch, from, to }: FoodCostParams, part: VariancePart) {
  return readQuery({
    collection,
    key: ['food-cost', 'documents', branch, from, to, part],
    lifetime,
    path: 'food-cost/documents',
    search: { branch, from, to, part },
    read: (reply) => readRows(reply, foodCostDocument),
  });
}

/** Queries the periods between counts of a branch, latest first. */
export function countPeriodsQuery(branch: string) {
  return readQuery({
    collection,
    key: ['food-cost', 'periods', branch],
    lifetime,
    path: 'food-cost/periods',
    search: { branch },
    read: (reply) => readRows(reply, countPeriod),
  });
}

/** Optional parameters of menu engineering; the server has defaults. */
interface MenuEngineeringParams extends FoodCostParams {
  against?: string | undefined;
  by?: MenuScope;
  minPortions?: number | undefined;
  dish?: string | undefined;
}

/** Queries a branch's sales by popularity and margin. */
export function menuEngineeringQuery(params: MenuEngineeringParams) {
  return readQuery({
    collection,
    key: ['food-cost', 'menu', params],
    lifetime,
    path: 'food-cost/menu',
    search: { ...params },
    read: (reply) => readResponse(reply, menuEngineering),
  });
}

/** Invalidates everything that depends on sales and food cost. */
export const invalidateSales = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: [collection] });

/** Uploads sales. Throws `ApiError`. */
export async function sendSales(input: SalesInput, idempotencyKey: string): Promise<ImportedSales> {
  const reply = await api.send('post', 'sales', { json: input, idempotencyKey });
  return readResponse(reply, importedSales);
}

/** Saves the file layout of a till, and invalidates the data that depends on its sales. Throws `ApiError`. */
export async function saveLayout(queryClient: QueryClient, name: string, layout: SaleLayout): Promise<void> {
  await api.send('put', 'sales/sources', { json: { name, layout } });
  await invalidateSales(queryClient);
}

/** Maps a menu item or modifier to a recipe or item. Throws `ApiError`. */
export async function mapTillItem(queryClient: QueryClient, input: TillItemRequest, idempotencyKey: string) {
  const reply = await api.send('put', 'sales/till-items', { json: input, idempotencyKey });
  await invalidateSales(queryClient);
  return readResponse(reply, mappedTillItem);
}

/** Sets whether a branch's sales deplete stock. Throws `ApiError`. */
export async function setSalesDepletion(
  queryClient: QueryClient,
  branch: string,
  isOn: boolean,
): Promise<void> {
  await api.send('put', `branch/${branch}`, { json: { depletesStock: isOn } });
  await queryClient.invalidateQueries({ queryKey: ['branches_data'] });
}
