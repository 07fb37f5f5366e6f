import type { LinkProps } from '@tanstack/react-router';
import { ClipboardList, Handshake, type LucideIcon, Package, Store, UserRound } from 'lucide-react';
import { type Actor, canOpenPage } from '#domain/permissions.ts';
import { foldText } from '#domain/text.ts';
import { text } from '#contract/tolerant.ts';
import { orderListOf } from '#src/components/layout/order-places.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';
import type { CompactItem } from '#src/collections/items/items.ts';
import type { Person } from '#src/collections/people/people.ts';
import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import { formatDay } from '#src/lib/format/format.ts';
import { rowLink } from '#src/master-data/collection-pages.ts';
import type { EntryKind, PaletteEntry } from './entry.ts';

export type Found = Pick<PaletteEntry, 'id' | 'label' | 'hint' | 'status'>;

/** What the server is searched for; each has a page on which one of its rows is opened. */
export type FoundKind = Exclude<EntryKind, 'page' | 'action'>;

interface Kind {
  icon: LucideIcon;
  /** Where the person looks at one; null where no page of theirs shows it. */
  linkTo(user: Actor, id: string, label: string): LinkProps | null;
}

const rowOf = (collection: string) => (user: Actor, id: string) => rowLink(user, collection, id);

const kinds: Readonly<Record<FoundKind, Kind>> = {
  order: {
    icon: ClipboardList,
    linkTo(user, id) {
      const list = orderListOf(user);
      return list === null ? null : { to: list, search: { order: id } as LinkProps['search'] };
    },
  },
  item: {
    icon: Package,
    linkTo: (user, id, label) =>
      rowLink(user, 'items', id) ??
      (canOpenPage(user, '/inventory')
        ? { to: '/inventory', search: { q: label } as LinkProps['search'] }
        : null),
  },
  supplier: { icon: Handshake, linkTo: rowOf('suppliers') },
  branch: { icon: Store, linkTo: rowOf('branch') },
  person: { icon: UserRound, linkTo: rowOf('users') },
};

export function isFoundKind(kind: EntryKind): kind is FoundKind {
  return Object.hasOwn(kinds, kind);
}

/** What was found as an entry; null where no page of this person shows it. */
export function foundEntry(
  kind: FoundKind,
  { id, label, hint, status }: Found,
  user: Actor,
  follow: (link: LinkProps) => void,
): PaletteEntry | null {
  const { icon, linkTo } = kinds[kind];
  const link = linkTo(user, id.slice(kind.length + 1), label);
  if (link === null) return null;
  return {
    id,
    label,
    hint,
    ...(status !== undefined && { status }),
    kind,
    words: [],
    icon,
    run: () => follow(link),
  };
}

/** An order; with its delivery note where that is what was typed. */
export function foundOrder(row: OrderRow, query: string): Found {
  const { _id, orderNo, branchName, deliveryDate, deliveryNoteNo, status } = row;
  const day = deliveryDate ? formatDay(deliveryDate) : '';
  const typed = foldText(query);
  const note =
    deliveryNoteNo && !foldText(orderNo).includes(typed) && foldText(deliveryNoteNo).includes(typed)
      ? deliveryNoteNo
      : '';
  return {
    id: `order:${_id}`,
    label: orderNo,
    hint: [note, branchName, day].filter(Boolean).join(' · '),
    status,
  };
}

export function foundItem({ _id, itemCode, name }: CompactItem): Found {
  return { id: `item:${_id}`, label: name, hint: itemCode };
}

export function foundRow(kind: FoundKind, { _id, name, values }: ResourceRow): Found {
  return { id: `${kind}:${_id}`, label: name, hint: text(values['code']) ?? '' };
}

export function foundPerson({ _id, name, email }: Person): Found {
  return { id: `person:${_id}`, label: name, hint: email };
}
