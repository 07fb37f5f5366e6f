import type { LinkProps } from '@tanstack/react-router';
import { type Actor, canOpenPage } from '#domain/permissions.ts';
import { formatCount, formatQuantity } from '#src/lib/format/format.ts';
import type { Translation } from '#src/lib/i18n/messages.ts';
import type { Fault } from './data-faults.ts';
import type { quickFixMessages } from './messages.ts';

type Texts = Translation<(typeof quickFixMessages)['en']>['faults'];

interface Fix {
  text: string;
  link: LinkProps;
}

/** A fault as a line: what it is about, what is wrong, and where it is mended. No fix: the person may not go there. */
export interface FaultLine {
  key: string;
  name: string;
  detail: string;
  fixes: Fix[];
}

/** Puts a fault into words and finds the screens that mend it, among those the person may open. */
export function faultLine(fault: Fault, user: Actor, t: Texts): FaultLine {
  const open = (page: string, fix: Fix): Fix[] => (canOpenPage(user, page) ? [fix] : []);
  const edit = (id: string, text: string = t.fixes.item): Fix[] =>
    open(`/items/${id}/edit`, { text, link: { to: '/items/$id/edit', params: { id } } });
  switch (fault.kind) {
    case 'negativeStock':
    case 'zeroCost': {
      const { kind, itemId, placeId, place, onHand } = fault;
      const card = open('/inventory', {
        text: t.fixes.stock,
        link: { to: '/inventory', search: { item: itemId, at: placeId } },
      });
      return {
        key: `${itemId} ${placeId} ${onHand}`,
        name: fault.item?.name ?? itemId,
        detail: t.onHand(formatQuantity(onHand), place),
        fixes: kind === 'zeroCost' ? [...edit(itemId), ...card] : card,
      };
    }
    case 'stuckInTransit': {
      const { _id, orderNo, branchName } = fault.order;
      return {
        key: _id,
        name: orderNo,
        detail: t.onRoad(formatCount(fault.hours), branchName),
        fixes: open('/branch-order/receiving-order', {
          text: t.fixes.receive,
          link: { to: '/branch-order/receiving-order', search: { order: _id } },
        }),
      };
    }
    case 'missingConversion':
      return { ...named(fault.item), fixes: edit(fault.item._id) };
    case 'duplicateNames': {
      const codes = fault.items.map(({ itemCode, _id }) => itemCode || _id);
      return {
        key: codes.join(),
        name: fault.items[0]?.name ?? '',
        detail: codes.join(' · '),
        fixes: fault.items.slice(0, 5).flatMap(({ _id }, index) => edit(_id, t.fixes.items(index + 1))),
      };
    }
    case 'withoutPar':
      return {
        ...named(fault.item),
        fixes: open('/branch-order/settings', {
          text: t.fixes.levels,
          link: { to: '/branch-order/settings', search: { q: fault.item.itemCode || fault.item.name } },
        }),
      };
  }
}

function named({ _id, name, itemCode }: { _id: string; name: string; itemCode: string }) {
  return { key: _id, name, detail: itemCode };
}
