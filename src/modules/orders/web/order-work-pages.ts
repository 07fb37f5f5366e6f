import type { LinkProps } from '@tanstack/react-router';
import { isOrderStatus, type OrderStatus } from '../status.ts';

/** Work steps that have a page. */
export type OrderWork = 'submission' | 'accept' | 'pick' | 'receive';

interface WorkPage {
  work: OrderWork;
  to: Extract<LinkProps['to'], `/${string}`>;
  /** The tab of the page. */
  stage?: string;
}

const pageByStatus: Partial<Record<OrderStatus, WorkPage>> = {
  Draft: { work: 'submission', to: '/branch-order/order-submission' },
  'Under Review': { work: 'submission', to: '/branch-order/order-submission' },
  'Sent to Central Kitchen': { work: 'accept', to: '/central-kitchen/dashboard', stage: 'accept' },
  'Under Process': { work: 'pick', to: '/central-kitchen/order-processing-prep' },
  Shipped: { work: 'receive', to: '/branch-order/receiving-order' },
};

/** Returns the page for working on an order in this status; undefined if there is no next step. */
export const getOrderWorkPage = (status: string): WorkPage | undefined =>
  isOrderStatus(status) ? pageByStatus[status] : undefined;
