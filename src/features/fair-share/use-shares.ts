import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type {
  ApplyFairShare,
  FairShare,
  FairShareChange,
  FairShareItem,
  FairShareLine,
} from '#contract/fair-share.ts';
import type { ShareBasis } from '#domain/fair-share/bases.ts';
import { changesSince } from '#domain/fair-share/changes.ts';
import {
  type ItemShare,
  proposeShares,
  type Standing,
  standingOf,
  supplyMicro,
} from '#domain/fair-share/proposals.ts';
import type { ShareWhy } from '#domain/fair-share/share.ts';
import { fromMicro, toMicro } from '#domain/quantity.ts';
import {
  changesIn,
  fairShareQuery,
  renewOrders,
  sendShares,
  type ShareFilters,
} from '#src/collections/orders/fair-share.ts';
import { ordersQuery } from '#src/collections/orders/queries.ts';
import { newUuid } from '#src/lib/uuid.ts';

/** A line with what it gets: proposed, or typed over that. */
export interface ShareLineRow {
  line: FairShareLine;
  proposed: number;
  why: ShareWhy;
  qty: number;
  isTyped: boolean;
  percent: number;
  staysShort: number;
  reason: string | null;
  /** More than was asked, and nobody has said why. */
  isReasonMissing: boolean;
}

/** An item with its lines, by the terms that are chosen on the screen. */
export interface ItemShareRows {
  item: FairShareItem;
  keptBack: number;
  supply: number;
  share: ItemShare;
  standing: Standing;
  rows: ShareLineRow[];
}

interface ShareTerms {
  basis?: ShareBasis;
  cap?: number | null;
}

/** What somebody typed, by line and item. */
interface ShareEdits {
  qty: Readonly<Record<string, number>>;
  reason: Readonly<Record<string, string | null>>;
  keptBack: Readonly<Record<string, number>>;
}

const noEdits: ShareEdits = { qty: {}, reason: {}, keptBack: {} };

/**
 * The shares on screen. Until something is typed they follow what the server says; from then on they stand on what was
 * seen, and what changed since is told beside them. Everything is worked out here by the rule of the server, so that
 * another basis is there at once.
 */
export function useFairShare(filters: ShareFilters) {
  const queryClient = useQueryClient();
  const query = useQuery(fairShareQuery(filters));
  useRefetchWithOpenOrders(query, filters.kitchen);
  const [terms, setTerms] = useState<ShareTerms>({});
  const [typed, setTyped] = useState<ShareEdits>(noEdits);
  const [held, setHeld] = useState<FairShare | null>(null);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const key = useRef<{ body: string; key: string } | null>(null);

  const isDirty = [typed.qty, typed.reason, typed.keptBack].some((each) => Object.keys(each).length > 0);
  const data = held ?? query.data;
  const basis = terms.basis ?? data?.basis ?? 'ordered';
  const cap = terms.cap === undefined ? (data?.cap ?? null) : terms.cap;
  const items = (data?.items ?? []).map((item) => itemShareRows(item, { basis, cap }, typed));
  const changed = held && query.data ? namedChanges(held, query.data) : (changesIn(failure) ?? []);
  const moving = items.flatMap(({ rows }) => rows.filter(({ line, qty }) => qty !== line.approved));

  function type(change: Partial<ShareEdits>): void {
    setFailure(null);
    setHeld((old) => old ?? query.data ?? null);
    setTyped((old) => ({
      qty: { ...old.qty, ...change.qty },
      reason: { ...old.reason, ...change.reason },
      keptBack: { ...old.keptBack, ...change.keptBack },
    }));
  }

  function forget(): void {
    setTyped(noEdits);
    setHeld(null);
    setFailure(null);
  }

  /** Stands on what is there now; what was typed stays for lines that are as they were. */
  async function shareAgain(): Promise<void> {
    const { data: now } = await query.refetch();
    if (!now) return;
    const same = new Map(now.items.flatMap(({ lines }) => lines).map((line) => [line.lineId, line.seen]));
    const before = (held ?? now).items.flatMap(({ lines }) => lines);
    const kept = new Set(
      before.filter(({ lineId, seen }) => same.get(lineId) === seen).map(({ lineId }) => lineId),
    );
    const only = <T>(of: Readonly<Record<string, T>>) =>
      Object.fromEntries(Object.entries(of).filter(([lineId]) => kept.has(lineId)));
    setTyped((old) => ({ qty: only(old.qty), reason: only(old.reason), keptBack: old.keptBack }));
    setHeld(isDirty ? now : null);
    setFailure(null);
  }

  /** Applies what stands on screen; answers how many orders changed, null where it failed. */
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
    // The same shares sent again after a lost answer are the same call.
    if (key.current?.body !== body) key.current = { body, key: newUuid() };
    setSending(true);
    setFailure(null);
    try {
      const orders = await sendShares(json, key.current.key);
      key.current = null;
      forget();
      await query.refetch();
      renewOrders(queryClient);
      return orders;
    } catch (error) {
      setFailure(error);
      if (changesIn(error)) {
        setHeld((old) => old ?? data);
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
    /** Lines that are approved otherwise than they are now. */
    moving: moving.length,
    isBeyond: items.some(({ standing }) => standing.beyondMicro > 0),
    lacksReason: items.some(({ rows }) => rows.some((row) => row.isReasonMissing)),
    isSending,
    failure: changesIn(failure) ? null : failure,
    type,
    forget,
    shareAgain,
    apply,
  };
}

export type FairShareEditor = ReturnType<typeof useFairShare>;

/** Asks anew whenever the open orders of the kitchen are: those are kept up to date as every list of orders is. */
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
    const own = share.lines[at];
    const proposed = fromMicro(own?.qtyMicro ?? 0);
    const qty = typed.qty[line.lineId] ?? proposed;
    const reason = typed.reason[line.lineId] ?? null;
    return {
      line,
      proposed,
      why: own?.why ?? 'none',
      qty,
      isTyped: qty !== proposed,
      percent: line.asked > 0 ? Math.floor((toMicro(qty) / toMicro(line.asked)) * 100) : 100,
      staysShort: Math.max(0, fromMicro(toMicro(line.asked) - toMicro(qty))),
      reason,
      isReasonMissing: qty > line.asked && reason === null,
    };
  });
  const given = rows.map(({ line, qty }) => ({ line, qtyMicro: toMicro(qty) }));
  const supply = supplyMicro({ ...item, keptBack });
  return { item, keptBack, supply: fromMicro(supply), share, standing: standingOf(supply, given), rows };
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

/** What is not as it was when somebody began to type, with its names. */
function namedChanges(before: FairShare, now: FairShare): FairShareChange[] {
  const seen = before.items.map((item) => ({ itemId: item.itemId, seen: item, lines: item.lines }));
  const items = new Map([...before.items, ...now.items].map((item) => [item.itemId, item]));
  const lines = new Map(
    [...before.items, ...now.items].flatMap((item) => item.lines).map((line) => [line.lineId, line]),
  );
  return changesSince(seen, new Map(now.items.map((item) => [item.itemId, item]))).map(
    (change): FairShareChange => {
      const itemName = items.get(change.itemId)?.itemName ?? '';
      if ('before' in change) return { ...change, itemName };
      const { orderNo, branchName } = lines.get(change.lineId) ?? {};
      return { what: change.what, itemId: change.itemId, itemName, orderNo, branchName };
    },
  );
}
