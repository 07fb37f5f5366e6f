import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

const orders = (count: number) => (count === 1 ? '1 order' : `${formatCount(count)} orders`);
const lines = (count: number) => (count === 1 ? '1 line' : `${formatCount(count)} lines`);
const crates = (count: number) => (count === 1 ? '1 crate' : `${formatCount(count)} crates`);

/** Strings for shipping several orders in one run. */
export const shipTogetherMessages = defineMessages('modules/picking/web/shipping/messages', {
  title: 'Ship together',
  back: 'All orders being processed',
  day: 'Delivery day',
  allDays: 'All days',
  route: 'Route',
  allRoutes: 'All routes',
  noRoute: 'No route',
  ofRoute: (route: string) => `Orders on ${route}`,
  stop: (stop: number) => `Stop ${formatCount(stop)}`,
  none: 'No matching orders',
  empty: 'Nothing to ship',
  emptyText: 'Orders appear here while they’re being picked.',
  chooseAll: (count: number) =>
    count === 1 ? 'Select the ready order' : `Select all ${formatCount(count)} ready orders`,
  choose: (branch: string, orderNo: string) => `${branch}, ${orderNo}`,
  lines,
  short: (item: string, shipped: string, approved: string) => `${item}: ${shipped} of ${approved}`,
  shortHeading: (count: number) => `${lines(count)} short:`,
  complete: 'Complete',
  pick: 'Continue picking',
  crates: (branch: string) => `Crates for ${branch}`,
  cratesShort: 'Crates',
  cratesWrong: 'Enter a whole number from 1 to 200',
  transport: { driver: 'Driver', vehicle: 'Vehicle', departsAt: 'Departs at' },
  sum: (chosen: number, lineCount: number, crateCount: number) =>
    [orders(chosen), lines(lineCount), ...(crateCount > 0 ? [crates(crateCount)] : [])].join(', '),
  sumShort: (count: number) => `${lines(count)} short`,
  ship: (count: number) => (count === 0 ? 'Ship orders' : `Ship ${orders(count)}`),
  nothingChosen: 'Select at least one order.',
  pending: 'The shipment is still being saved.',
  queued: 'The shipment is saved on this device. It will be sent when you’re back online.',
  confirmation: {
    title: (count: number) => `Ship ${orders(count)} now?`,
    text: 'Stock is deducted now and the delivery notes are issued.',
    complete: (lineCount: number) => `${lines(lineCount)}, all as approved`,
    partly: (lineCount: number, short: number) => `${lines(lineCount)}, ${formatCount(short)} short`,
    nothing: 'All lines are 0, so nothing will ship.',
    unanswered: (count: number) =>
      count === 1
        ? '1 substitute is still waiting for the branch’s response.'
        : `${formatCount(count)} substitutes are still waiting for the branch’s response.`,
    crates,
    back: 'Back',
    confirm: 'Ship now',
  },
  result: {
    shipped: (count: number) => `${orders(count)} shipped`,
    alreadyShipped: 'already shipped',
    failed: (count: number) =>
      count === 1 ? '1 order not shipped' : `${formatCount(count)} orders not shipped`,
    close: 'Done',
  },
});
