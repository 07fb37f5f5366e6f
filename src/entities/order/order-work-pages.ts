import type { LinkProps } from '@tanstack/react-router';
import { isOrderStatus, type OrderStatus } from '#domain/orders/status.ts';

/** What is done with an order on the screen where it is worked on. */
export type OrderWork = 'submission' | 'accept' | 'pick' | 'receive';

interface WorkPlace {
  work: OrderWork;
  to: Extract<LinkProps['to'], `/${string}`>;
  /** The part of the screen. */
  bin?: string;
}

const places: Partial<Record<OrderStatus, WorkPlace>> = {
  Draft: { work: 'submission', to: '/branch-order/order-submission' },
  'Under Review': { work: 'submission', to: '/branch-order/order-submission' },
  'Sent to Central Kitchen': { work: 'accept', to: '/central-kitchen/dashboard', bin: 'accept' },
  'Under Process': { work: 'pick', to: '/central-kitchen/order-processing-prep' },
  Shipped: { work: 'receive', to: '/branch-order/receiving-order' },
};

/** Where an order of this status is worked on; undefined where nothing more is done with it. */
export const getOrderWorkPage = (status: string): WorkPlace | undefined =>
  isOrderStatus(status) ? places[status] : undefined;
