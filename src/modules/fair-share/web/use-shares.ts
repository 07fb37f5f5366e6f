import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ApplyFairShare } from '../input.ts';
import type { FairShare, FairShareChange, FairShareItem, FairShareLine } from '../shapes.ts';
import type { ShareBasis } from '../bases.ts';
import { shareChangesSince } from '../changes.ts';
import {
  type ItemShare,
  proposeShares,
  type ShareBalance,
  balanceShares,
  shareableMicro,
} from '../proposals.ts';
import type { ShareReason } from '../share.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import {
  readFairShareChanges,
  fairShareQuery,
  refetchSharedOrders,
  sendShares,
  type ShareFilters,
} from './queries.ts';
import { ordersQuery } from '#modules/orders/web/queries/queries.ts';
import { newUuid } from '#platform/web/uuid.ts';

/** A line with its share: proposed or edited. */
export interface ShareLineRow {
  line: FairShareLine;
  proposed: number;
  why: ShareReason;
  qty: number;
  isTyped: boolean;
  percent: number;
  staysShort: number;
  reason: string | null;
  /** The share exceeds the ordered quantity and has no reason. */
  isReasonMissing: boolean;
}

/** An item with its lines, calculated with the selected basis and cap. */
export interface ItemShareRows {
  item: FairShareItem;
  keptBack: number;
  supply: number;
  share: ItemShare;
  balance: ShareBalance;
  rows: ShareLineRow[];
}

interface ShareTerms {
  basis?: ShareBasis;
  cap?: number | null;
}

/** Entered values by line and item. */
interface ShareEdits {
  qty: Readonly<Record<string, number>>;
  reason: Readonly<Record<string, string | null>>;
  keptBack: Readonly<Record<string, number>>;
}

const noEdits: ShareEdits = { qty: {}, reason: {}, keptBack: {} };

/**
 * Fair shares being edited. They follow the server until the first edit; then they keep that snapshot and
 * report changes separately. Shares are computed on the client with the server's rule, so that a changed
 * basis takes effect immediately.
 */
export function useFairShare(filters: ShareFilters) {
  const queryClient = useQueryClient();
  const query = useQuery(fairShareQuery(filters));
  useRefetchWithOpenOrders(query, filters.kitchen);
  const [terms, setTerms] = useState<ShareTerms>({});
  const [typed, setTyped] = useState<ShareEdits>(noEdits);
  const [snapshot, setSnapshot] = useState<FairShare | null>(null);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const key = useRef<{ body: string; key: string } | null>(null);

  const isDirty = [typed.qty, typed.reason, typed.keptBack].some((each) => Object.keys(each).length > 0);
  const data = snapshot ?? query.data;
  const basis = terms.basis ?? data?.basis ?? 'ordered';
  const cap = terms.cap === undefined ? (data?.cap ?? null) : terms.cap;
  const items = (data?.items ?? []).map((item) => itemShareRows(item, { basis, cap }, typed));
  const changed =
    snapshot && query.data ? namedChanges(snapshot, query.data) : (readFairShareChanges(failure) ?? []);
  const moving = items.flatMap(({ rows }) => rows.filter(({ line, qty }) => qty !== line.approved));

  function type(change: Partial<ShareEdits>): void {
    setFailure(null);
    setSnapshot((old) => old ?? query.data ?? null);
    setTyped((old) => ({
      qty: { ...old.qty, ...change.qty },
      reason: { ...old.reason, ...change.reason },
      keptBack: { ...old.keptBack, ...change.keptBack },
    }));
  }

  function forget(): void {
    setTyped(noEdits);
    setSnapshot(null);
    setFailure(null);
  }

  /** Recalculates from current data; edits are kept for lines that did not change. */
  async function recomputeShares(): Promise<void> {
    const { data: now } = await query.refetch();
    if (!now) return;
    const same = new Map(now.items.flatMap(({ lines }) => lines).map((line) => [line.lineId, line.seen]));
    const before = (snapshot ?? now).items.flatMap(({ lines }) => lines);
    const unchangedLineIds = new Set(
      before.filter(({ lineId, seen }) => same.get(lineId) === seen).map(({ lineId }) => lineId),
    );
    const only = <T>(of: Readonly<Record<string, T>>) =>
      Object.fromEntries(Object.entries(of).filter(([lineId]) => unchangedLineIds.has(lineId)));
    setTyped((old) => ({ qty: only(old.qty), reason: only(old.reason), keptBack: old.keptBack }));
    setSnapshot(isDirty ? now : null);
    setFailure(null);
  }

  /** Approves the shares on screen. Returns the number of changed orders; null on failure. */
  async function apply(): Promise<number | null> {
    if (!data || isSending) return null;
    const json: ApplyFairShare = {
      kitchen: data.kitchen,
      day: data.day,
      basis,
      cap,
      items: items.map(itemShareInput),
    };
    const body = JSON.stringify(json);
    // A retry after a lost response uses the same idempotency key.
    if (key.current?.body !== body) key.current = { body, key: newUuid() };
    setSending(true);
    setFailure(null);
    try {
      const orders = await sendShares(json, key.current.key);
      key.current = null;
      forget();
      await query.refetch();
      refetchSharedOrders(queryClient);
      return orders;
    } catch (error) {
      setFailure(error);
      if (readFairShareChanges(error)) {
        setSnapshot((old) => old ?? data);
        void query.refetch();
      }
      return null;
    } finally {
      setSending(false);
    }
  }

  return {
    query,
    data,
    items,
    terms: { basis, cap },
    setTerms: (next: ShareTerms) => setTerms((old) => ({ ...old, ...next })),
    isDirty,
    changed,
    /** Number of lines whose approved quantity would change. */
    moving: moving.length,
    isBeyond: items.some(({ balance }) => balance.beyondMicro > 0),
    isReasonMissing: items.some(({ rows }) => rows.some((row) => row.isReasonMissing)),
    isSending,
    failure: readFairShareChanges(failure) ? null : failure,
    type,
    forget,
    shareAgain: recomputeShares,
    apply,
  };
}

export type FairShareEditor = ReturnType<typeof useFairShare>;

/**
 * Refetches whenever the kitchen's open orders are refetched; those are kept current like every order list.
 */
function useRefetchWithOpenOrders(
  query: { refetch(): unknown; isFetching: boolean },
  kitchen: string | undefined,
): void {
  const { dataUpdatedAt } = useQuery({
    ...ordersQuery({
      status: 'Sent to Central Kitchen,Under Process',
      kitchen,
      limit: 1,
      sort: 'deliveryDate',
    }),
    refetchOnMount: 'always',
  });
  const first = useRef(0);
  const follow = useEffectEvent(() => {
    if (first.current > 0 && !query.isFetching) void query.refetch();
    first.current = dataUpdatedAt;
  });
  useEffect(() => {
    if (dataUpdatedAt > 0) follow();
  }, [dataUpdatedAt]);
}

function itemShareRows(
  item: FairShareItem,
  terms: { basis: ShareBasis; cap: number | null },
  typed: ShareEdits,
): ItemShareRows {
  const keptBack = typed.keptBack[item.itemId] ?? item.keptBack;
  const share = proposeShares({ ...item, keptBack }, item.lines, terms);
  const rows = item.lines.map((line, at): ShareLineRow => {
    const lineShare = share.lines[at];
    const proposed = fromMicro(lineShare?.qtyMicro ?? 0);
    const qty = typed.qty[line.lineId] ?? proposed;
    const reason = typed.reason[line.lineId] ?? null;
    return {
      line,
      proposed,
      why: lineShare?.why ?? 'none',
      qty,
      isTyped: qty !== proposed,
      percent: line.asked > 0 ? Math.floor((toMicro(qty) / toMicro(line.asked)) * 100) : 100,
      staysShort: Math.max(0, fromMicro(toMicro(line.asked) - toMicro(qty))),
      reason,
      isReasonMissing: qty > line.asked && reason === null,
    };
  });
  const shares = rows.map(({ line, qty }) => ({ line, qtyMicro: toMicro(qty) }));
  const supply = shareableMicro({ ...item, keptBack });
  return { item, keptBack, supply: fromMicro(supply), share, balance: balanceShares(supply, shares), rows };
}

function itemShareInput({ item, keptBack, rows }: ItemShareRows): ApplyFairShare['items'][number] {
  const { itemId, onHand, unusable, heldElsewhere } = item;
  return {
    itemId,
    seen: { onHand, unusable, heldElsewhere, keptBack: item.keptBack },
    keptBack,
    lines: rows.map(({ line: { lineId, seen }, qty, reason }) => ({
      lineId,
      seen,
      qty,
      ...(reason !== null && { reason }),
    })),
  };
}

/** Returns the differences between the snapshot and the current data, with names. */
function namedChanges(before: FairShare, now: FairShare): FairShareChange[] {
  const snapshotItems = before.items.map((item) => ({ itemId: item.itemId, seen: item, lines: item.lines }));
  const items = new Map([...before.items, ...now.items].map((item) => [item.itemId, item]));
  const lines = new Map(
    [...before.items, ...now.items].flatMap((item) => item.lines).map((line) => [line.lineId, line]),
  );
  return shareChangesSince(snapshotItems, new Map(now.items.map((item) => [item.itemId, item]))).map(
    (change): FairShareChange => {
      const itemName = items.get(change.itemId)?.itemName ?? '';
      if ('before' in change) return { ...change, itemName };
      const { orderNo, branchName } = lines.get(change.lineId) ?? {};
      return { what: change.what, itemId: change.itemId, itemName, orderNo, branchName };
    },
  );
}
