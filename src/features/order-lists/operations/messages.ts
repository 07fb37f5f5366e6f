import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

const orders = (count: number) => (count === 1 ? '1 order' : `${formatCount(count)} orders`);

/** Today's board of operations. */
export const operationsMessages = defineMessages('features/order-lists/operations/messages', {
  context: (day: string) => `Today, ${day}`,
  failed: 'Failed to load orders',
  figures: {
    title: 'Where orders stand',
    accept: 'To accept',
    picking: 'In picking',
    pickingNote: (done: string, all: string) => `${done} of ${all} lines picked`,
    road: 'On the road',
    roadNote: (count: number) => `${formatCount(count)} for more than 24 h`,
    receipts: 'Receipts pending',
    receiptsNote: 'shipped, and the delivery day is here or past',
    discrepancies: 'Open discrepancies',
    discrepanciesNote: (age: string) => `the oldest from ${age}`,
  },
  branches: {
    title: 'Cut-offs and orders of the branches',
    summary: (ordered: string, all: string) => `${ordered} of ${all} have ordered`,
    delivery: (day: string) => `Delivery ${day}`,
    cutoff: (instant: string) => `until ${instant}`,
    left: (span: string) => `${span} left`,
    draft: 'Draft only',
    missing: 'Not yet',
    several: orders,
    loading: 'Loading branches',
    none: 'No branch has delivery days.',
    failed: 'Failed to load branches',
  },
  picking: {
    title: 'Picking progress',
    none: 'No order is being picked.',
    done: (done: number, all: number) => `${formatCount(done)} of ${formatCount(all)}`,
    more: (count: number) => `${orders(count)} more`,
    all: 'Pick list',
  },
  ageing: {
    title: 'Discrepancies by age',
    none: 'No discrepancy is open.',
    failed: 'Failed to load discrepancies',
    under1: 'Under a day',
    under3: '1 to 3 days',
    under7: '3 to 7 days',
    older: 'Over 7 days',
    resolve: 'Reconcile',
    capped: 'Only the oldest 200 are counted here.',
  },
});
