import { ClipboardList, Package } from 'lucide-react';
import { type Actor, canOpenPage } from '#domain/permissions.ts';
import { orderAddress } from '#src/components/layout/order-places.ts';
import type { OrderRow } from '#src/collections/read-order.ts';
import type { CompactItem } from '#src/collections/items.ts';
import { formatDay } from '#src/lib/format/format.ts';
import type { PaletteEntry } from './entry.ts';

type Found = Pick<PaletteEntry, 'id' | 'label' | 'hint'>;

/** An order as an entry; null where no page of this person shows it. */
export function orderEntry(found: Found, user: Actor, go: (to: string) => void): PaletteEntry | null {
  const address = orderAddress(user, found.id.slice('order:'.length));
  if (address === null) return null;
  return { ...found, kind: 'order', words: [], icon: ClipboardList, run: () => go(address) };
}

export function foundOrder({ _id, orderNo, branchName, deliveryDate }: OrderRow): Found {
  const day = deliveryDate ? formatDay(deliveryDate) : '';
  return { id: `order:${_id}`, label: orderNo, hint: [branchName, day].filter(Boolean).join(' · ') };
}

/** An item as an entry: its own page, or the inventory with it; null where neither is this person's. */
export function itemEntry(found: Found, user: Actor, go: (to: string) => void): PaletteEntry | null {
  const id = encodeURIComponent(found.id.slice('item:'.length));
  const address = canOpenPage(user, '/items')
    ? `/items/${id}/edit`
    : canOpenPage(user, '/inventory')
      ? `/inventory?q=${encodeURIComponent(found.label)}`
      : null;
  if (address === null) return null;
  return { ...found, kind: 'item', words: [], icon: Package, run: () => go(address) };
}

export function foundItem({ _id, itemCode, name }: CompactItem): Found {
  return { id: `item:${_id}`, label: name, hint: itemCode };
}
