import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query';
import { readQuantity } from '#contract/read-shape.ts';
import type {
  ApplyFairShare,
  FairShare,
  FairShareChange,
  FairShareItem,
  FairShareLine,
} from '#contract/fair-share.ts';
import {
  readBoolean,
  type JsonRecord,
  readNumberValue,
  readRecord,
  readText,
  readTexts,
} from '#contract/tolerant.ts';
import { type ShareBasis, shareBases } from '#domain/fair-share/bases.ts';
import { api } from '#src/lib/api/api.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { readOne, readQuery } from '../read-query.ts';
import { getLocationNames } from './names.ts';

export interface ShareFilters {
  kitchen?: string | undefined;
  day?: string | undefined;
  /** Only this item, whether short or not. */
  item?: string | undefined;
}

/** Queries a kitchen's shortages with the orders that need them; refetched on every mount. */
export function fairShareQuery({ kitchen, day, item }: ShareFilters) {
  const shares = readQuery({
    collection: 'stock_data',
    key: ['fair-share', { kitchen, day, item }],
    lifetime: 'orders',
    path: 'fair-share',
    search: { kitchen, day, items: item },
    read: (reply) => readOne(reply, readShares),
  });
  return {
    ...shares,
    async queryFn(context: QueryFunctionContext): Promise<FairShare> {
      const [share, nameOf] = await Promise.all([shares.queryFn(context), getLocationNames(context.client)]);
      const named = (line: FairShareLine) => ({ ...line, branchName: nameOf(line.branch, line.branchName) });
      return {
        ...share,
        kitchenName: nameOf(share.kitchen, share.kitchenName),
        items: share.items.map((one) => ({ ...one, lines: one.lines.map(named) })),
      };
    },
    refetchOnMount: 'always' as const,
  };
}

/**
 * Approves shares and returns how many orders changed. Throws `ApiError`; 412 lists changes since the
 * proposal.
 */
export async function sendShares(json: ApplyFairShare, idempotencyKey: string): Promise<number> {
  const { data } = await api.send('post', 'fair-share', { json, idempotencyKey });
  const { orders } = readRecord(data);
  return Array.isArray(orders) ? orders.length : 0;
}

/** Refetches visible orders after shares were approved. */
export function refetchSharedOrders(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: ['orders_data'] });
}

/** Returns the changes since the proposal from a 412; null for any other failure. */
export function readFairShareChanges(failure: unknown): FairShareChange[] | null {
  if (!(failure instanceof ApiError) || failure.status !== 412) return null;
  return rowsIn(failure.details['changed']).map((row) => ({
    what: kinds.find((kind) => kind === row['what']) ?? 'order',
    itemId: readText(row['itemId']) ?? '',
    itemName: readText(row['itemName']) ?? '',
    orderNo: readText(row['orderNo']) ?? undefined,
    branchName: readText(row['branchName']) ?? undefined,
    before: readNumberValue(row['before']) ?? undefined,
    now: readNumberValue(row['now']) ?? undefined,
  }));
}

const kinds = ['order', 'new', 'gone', 'stock', 'kept-back'] as const;

const rowsIn = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.map(readRecord) : []);
const basisOf = (value: unknown): ShareBasis => shareBases.find((one) => one === value) ?? 'ordered';
const said = (value: unknown) => readText(value) ?? '';
const figure = (value: unknown) => readQuantity(value) ?? 0;

function readShares(row: JsonRecord): FairShare {
  return {
    kitchen: said(row['kitchen']),
    kitchenName: said(row['kitchenName']),
    day: readText(row['day']),
    basis: basisOf(row['basis']),
    cap: readNumberValue(row['cap']),
    days: readTexts(row['days']),
    items: rowsIn(row['items']).map(readItem),
  };
}

function readItem(row: JsonRecord): FairShareItem {
  return {
    itemId: said(row['itemId']),
    itemCode: said(row['itemCode']),
    itemName: said(row['itemName']),
    itemNameAlt: readText(row['itemNameAlt']),
    unitSymbol: said(row['unitSymbol']),
    onHand: readNumberValue(row['onHand']) ?? 0,
    unusable: figure(row['unusable']),
    heldElsewhere: readNumberValue(row['heldElsewhere']) ?? 0,
    keptBack: figure(row['keptBack']),
    supply: figure(row['supply']),
    asked: figure(row['asked']),
    proposed: figure(row['proposed']),
    leftOver: figure(row['leftOver']),
    basis: basisOf(row['basis']),
    // Computed on the client by the same rule, for any basis.
    rule: [],
    lines: rowsIn(row['lines']).map(readLine),
  };
}

function readLine(row: JsonRecord): FairShareLine {
  return {
    lineId: said(row['lineId']),
    orderId: said(row['orderId']),
    orderNo: said(row['orderNo']),
    status: said(row['status']),
    deliveryDate: said(row['deliveryDate']),
    branch: said(row['branch']),
    branchName: said(row['branchName']),
    priority: readNumberValue(row['priority']) ?? 0,
    tie: said(row['tie']),
    unit: said(row['unit']),
    unitSymbol: said(row['unitSymbol']),
    unitNum: readNumberValue(row['unitNum']) ?? 1,
    unitDen: readNumberValue(row['unitDen']) || 1,
    step: readNumberValue(row['step']) || 1,
    isWhole: readBoolean(row['isWhole']),
    ordered: figure(row['ordered']),
    asked: figure(row['asked']),
    approved: figure(row['approved']),
    usual: readNumberValue(row['usual']),
    usePerDay: readNumberValue(row['usePerDay']),
    has: readNumberValue(row['has']) ?? 0,
    proposed: figure(row['proposed']),
    percent: readNumberValue(row['percent']) ?? 0,
    staysShort: figure(row['staysShort']),
    why: said(row['why']),
    seen: said(row['seen']),
  };
}
