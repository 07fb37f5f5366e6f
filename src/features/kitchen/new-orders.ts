import { useState } from 'react';
import type { OrderRow } from '#src/collections/read-order.ts';

const storageKey = (userId: string) => `commissary.kitchen-seen.${userId}`;

/** The orders that first reached the kitchen after the last one seen. */
export function newSince(orders: readonly OrderRow[], seen: string | null): OrderRow[] {
  return seen === null ? [] : orders.filter((order) => order.sentAt !== null && order.sentAt > seen);
}

/** When the latest of the orders reached the kitchen; null where there is none. */
export function latestSent(orders: readonly OrderRow[]): string | null {
  return orders.reduce<string | null>(
    (latest, { sentAt }) => (sentAt !== null && (latest === null || sentAt > latest) ? sentAt : latest),
    null,
  );
}

/**
 * Which orders have come since this person last said "seen" on this device. What is there at the very first look
 * is the baseline, and not new. `orders` is null while nothing is loaded.
 */
export function useNewOrders(userId: string, orders: readonly OrderRow[] | null) {
  const [seen, setSeen] = useState(() => recall(userId));
  const [openedAt] = useState(() => new Date().toISOString());
  if (seen === null && orders !== null) {
    const baseline = latestSent(orders) ?? openedAt;
    remember(userId, baseline);
    setSeen(baseline);
  }
  return {
    fresh: newSince(orders ?? [], seen),
    markSeen(): void {
      const latest = latestSent(orders ?? []);
      if (latest === null) return;
      remember(userId, latest);
      setSeen(latest);
    },
  };
}

function recall(userId: string): string | null {
  try {
    return localStorage.getItem(storageKey(userId));
  } catch {
    return null;
  }
}

function remember(userId: string, seen: string): void {
  try {
    localStorage.setItem(storageKey(userId), seen);
  } catch {
    // Without storage what is new is counted anew at each visit.
  }
}
