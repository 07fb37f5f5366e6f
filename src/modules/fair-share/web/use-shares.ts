import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ApplyFairShare } from '../input.ts';
import type { FairShare, FairShareChange, FairShareItem, FairShareLine } from '../shapes.ts';
import type { ShareBasis } from '../bases.ts';
import { findShareChanges } from '../changes.ts';
import {
  type ItemShare,
  proposeShares,
  type ShareBalance,
  balanceShares,
  computeShareableMicro,
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
  allocationReason: ShareReason;
  qty: number;
  isEdited: boolean;
  percent: number;
  shortQty: number;
  reason: string | null;
  /** Whether the share exceeds the requested quantity without a reason. */
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
 * Editor state of fair shares. Server data is shown until the first edit; from then on a snapshot is used,
 * and changes on the server are reported separately. Shares are computed on the client with the server's
 * rule, so that a different basis takes effect immediately.
 */
export function useFairShare(filters: ShareFilters) {
  const queryClient = useQueryClient();
  const query = useQuery(fairShareQuery(filters));
  useRefetchWithOpenOrders(query, filters.kitchen);
  const [terms, setTerms] = useState<ShareTerms>({});
  const [edits, setEdits] = useState<ShareEdits>(noEdits);
  const [snapshot, setSnapshot] = useState<FairShare | null>(null);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const idempotencyKey = useRef<{ body: string; key: string } | null>(null);

  const isDirty = [edits.qty, edits.reason, edits.keptBack].some((values) => Object.keys(values).length > 0);
  const data = snapshot ?? query.data;
  const basis = terms.basis ?? data?.basis ?? 'ordered';
  const cap = terms.cap === undefined ? (data?.cap ?? null) : terms.cap;
  const items = (data?.items ?? []).map((item) => computeItemShares(item, { basis, cap }, edits));
  const changed =
    snapshot && query.data ? describeChanges(snapshot, query.data) : (readFairShareChanges(failure) ?? []);
  const changedLines = items.flatMap(({ rows }) => rows.filter(({ line, qty }) => qty !== line.approved));

  function edit(change: Partial<ShareEdits>): void {
    setFailure(null);
    setSnapshot((previous) => previous ?? query.data ?? null);
    setEdits((previous) => ({
      qty: { ...previous.qty, ...change.qty },
      reason: { ...previous.reason, ...change.reason },
      keptBack: { ...previous.keptBack, ...change.keptBack },
    }));
  }

  function discard(): void {
    setEdits(noEdits);
    setSnapshot(null);
    setFailure(null);
  }

  /** Recalculates from current data; edits are kept for lines that did not change. */
  async function recalculate(): Promise<void> {
    const { data: current } = await query.refetch();
    if (!current) return;
    const fingerprintByLine = new Map(
      current.items.flatMap(({ lines }) => lines).map((line) => [line.lineId, line.fingerprint]),
    );
    const before = (snapshot ?? current).items.flatMap(({ lines }) => lines);
    const unchangedLineIds = new Set(
      before
        .filter(({ lineId, fingerprint }) => fingerprintByLine.get(lineId) === fingerprint)
        .map(({ lineId }) => lineId),
    );
    const keepUnchanged = <T>(values: Readonly<Record<string, T>>) =>
      Object.fromEntries(Object.entries(values).filter(([lineId]) => unchangedLineIds.has(lineId)));
    setEdits((previous) => ({
      qty: keepUnchanged(previous.qty),
      reason: keepUnchanged(previous.reason),
      keptBack: previous.keptBack,
    }));
    setSnapshot(isDirty ? current : null);
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
      items: items.map(toItemInput),
    };
    const body = JSON.stringify(json);
    // A retry after a lost response uses the same idempotency key.
    if (idempotencyKey.current?.body !== body) idempotencyKey.current = { body, key: newUuid() };
    setSending(true);
    setFailure(null);
    try {
      const orders = await sendShares(json, idempotencyKey.current.key);
      idempotencyKey.current = null;
      discard();
      await query.refetch();
      refetchSharedOrders(queryClient);
      return orders;
    } catch (error) {
      setFailure(error);
      if (readFairShareChanges(error)) {
        setSnapshot((previous) => previous ?? data);
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
    setTerms: (next: ShareTerms) => setTerms((previous) => ({ ...previous, ...next })),
    isDirty,
    changed,
    /** Number of lines whose approved quantity would change. */
    changedLineCount: changedLines.length,
    isAboveSupply: items.some(({ balance }) => balance.excessMicro > 0),
    isReasonMissing: items.some(({ rows }) => rows.some((row) => row.isReasonMissing)),
    isSending,
    failure: readFairShareChanges(failure) ? null : failure,
    edit,
    discard,
    recalculate,
    apply,
  };
}

export type FairShareEditor = ReturnType<typeof useFairShare>;

/**
 * Refetches the shares whenever the kitchen's open orders are refetched. Order lists are kept up to date by
 * events.
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
  const lastUpdatedAt = useRef(0);
  const refetchAfterUpdate = useEffectEvent(() => {
    if (lastUpdatedAt.current > 0 && !query.isFetching) void query.refetch();
    lastUpdatedAt.current = dataUpdatedAt;
  });
  useEffect(() => {
    if (dataUpdatedAt > 0) refetchAfterUpdate();
  }, [dataUpdatedAt]);
}

function computeItemShares(
  item: FairShareItem,
  terms: { basis: ShareBasis; cap: number | null },
  edits: ShareEdits,
): ItemShareRows {
  const keptBack = edits.keptBack[item.itemId] ?? item.keptBack;
  const share = proposeShares({ ...item, keptBack }, item.lines, terms);
  const rows = item.lines.map((line, index): ShareLineRow => {
    const lineShare = share.lines[index];
    const proposed = fromMicro(lineShare?.qtyMicro ?? 0);
    const qty = edits.qty[line.lineId] ?? proposed;
    const reason = edits.reason[line.lineId] ?? null;
    return {
      line,
      proposed,
      allocationReason: lineShare?.reason ?? 'none',
      qty,
      isEdited: qty !== proposed,
      percent: line.requested > 0 ? Math.floor((toMicro(qty) / toMicro(line.requested)) * 100) : 100,
      shortQty: Math.max(0, fromMicro(toMicro(line.requested) - toMicro(qty))),
      reason,
      isReasonMissing: qty > line.requested && reason === null,
    };
  });
  const shares = rows.map(({ line, qty }) => ({ line, qtyMicro: toMicro(qty) }));
  const supply = computeShareableMicro({ ...item, keptBack });
  return { item, keptBack, supply: fromMicro(supply), share, balance: balanceShares(supply, shares), rows };
}

function toItemInput({ item, keptBack, rows }: ItemShareRows): ApplyFairShare['items'][number] {
  const { itemId, onHand, unusable, heldElsewhere } = item;
  return {
    itemId,
    supplySnapshot: { onHand, unusable, heldElsewhere, keptBack: item.keptBack },
    keptBack,
    lines: rows.map(({ line: { lineId, fingerprint }, qty, reason }) => ({
      lineId,
      fingerprint,
      qty,
      ...(reason !== null && { reason }),
    })),
  };
}

/** Returns the differences between the snapshot and the current data, with names. */
function describeChanges(before: FairShare, current: FairShare): FairShareChange[] {
  const snapshotItems = before.items.map((item) => ({
    itemId: item.itemId,
    supplySnapshot: item,
    lines: item.lines,
  }));
  const items = new Map([...before.items, ...current.items].map((item) => [item.itemId, item]));
  const lines = new Map(
    [...before.items, ...current.items].flatMap((item) => item.lines).map((line) => [line.lineId, line]),
  );
  return findShareChanges(snapshotItems, new Map(current.items.map((item) => [item.itemId, item]))).map(
    (change): FairShareChange => {
      const itemName = items.get(change.itemId)?.itemName ?? '';
      if ('before' in change) return { ...change, itemName };
      const { orderNo, branchName } = lines.get(change.lineId) ?? {};
      return { kind: change.kind, itemId: change.itemId, itemName, orderNo, branchName };
    },
  );
}
