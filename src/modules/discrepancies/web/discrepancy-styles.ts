import type { LinkProps } from '@tanstack/react-router';
import {
  ArrowDownToLine,
  CheckCircle2,
  CircleDot,
  HeartCrack,
  type LucideIcon,
  PackageMinus,
  Shuffle,
} from 'lucide-react';
import type { Discrepancy } from '../shapes.ts';
import { type Actor, canOpenPage } from '#core/permissions.ts';
import type { DiscrepancyType } from '../discrepancy-rules.ts';
import { getOrderListPage } from '#platform/web/layout/order-pages.ts';
import type { Tone } from '#platform/web/ui/pill.tsx';
import type { StatusStyle } from '#platform/documents/web/status-pill.tsx';

export const discrepancyTypeStyles: Record<DiscrepancyType, { tone: Tone; icon: LucideIcon }> = {
  short: { tone: 'amber', icon: PackageMinus },
  damaged: { tone: 'red', icon: HeartCrack },
  over: { tone: 'blue', icon: ArrowDownToLine },
  wrong_item: { tone: 'violet', icon: Shuffle },
};

export const discrepancyStatusStyles: Readonly<Record<string, StatusStyle>> = {
  Open: { tone: 'amber', icon: CircleDot },
  Resolved: { tone: 'green', icon: CheckCircle2 },
};

const transferPages = ['/branch-order/inventory-control/transfers', '/inventory/transfers'] as const;

/** Returns a link to the discrepancy's source document; null if the user can't open a page that shows it. */
export function getSourceLink(
  user: Actor,
  { orderId, docType }: Pick<Discrepancy, 'orderId' | 'docType'>,
): Pick<LinkProps, 'to' | 'search'> | null {
  if (docType === 'transfer') {
    const page = transferPages.find((path) => canOpenPage(user, path));
    return page === undefined ? null : { to: page, search: { row: orderId } };
  }
  const kitchen = '/central-kitchen/dashboard';
  if (canOpenPage(user, kitchen)) return { to: kitchen, search: { stage: 'reconcile', order: orderId } };
  const list = getOrderListPage(user);
  return list && { to: list, search: { order: orderId } as LinkProps['search'] };
}
