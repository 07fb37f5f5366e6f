import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

const orders = (count: number) => (count === 1 ? '1 order' : `${formatCount(count)} orders`);
const lines = (count: number) => (count === 1 ? '1 line' : `${formatCount(count)} lines`);
const crates = (count: number) => (count === 1 ? '1 crate' : `${formatCount(count)} crates`);

/** Texts for shipping several orders in one run. */
export const shipTogetherMessages = defineMessages('features/kitchen/shipping/messages', {
  title: 'Ship together',
  back: 'All orders in process',
  day: 'Delivery day',
  allDays: 'All days',
  route: 'Route',
  allRoutes: 'All routes',
  noRoute: 'No route',
  ofRoute: (route: string) => `Orders of ${route}`,
  stop: (stop: number) => `Stop ${formatCount(stop)}`,
  none: 'No order in process matches',
  empty: 'Nothing to ship',
  emptyText: 'Orders come here while they are picked.',
  chooseAll: (count: number) =>
    count === 1 ? 'Choose the one that is ready' : `Choose all ${formatCount(count)} that are ready`,
  choose: (branch: string, orderNo: string) => `${branch}, ${orderNo}`,
  lines,
  short: (item: string, shipped: string, approved: string) => `${item}: ${shipped} of ${approved}`,
  shortHead: (count: number) => `Short, ${lines(count)}:`,
  complete: 'Complete',
  pick: 'Go on picking',
  crates: (branch: string) => `Crates for ${branch}`,
  cratesShort: 'Crates',
  cratesWrong: 'A whole number from 1 to 200',
  transport: { driver: 'Driver', vehicle: 'Vehicle', departsAt: 'Leaves at' },
  sum: (chosen: number, lineCount: number, crateCount: number) =>
    [orders(chosen), lines(lineCount), ...(crateCount > 0 ? [crates(crateCount)] : [])].join(', '),
  sumShort: (count: number) => `${lines(count)} short`,
  ship: (count: number) => `Ship ${orders(count)}`,
  nothingChosen: 'Choose at least one order.',
  onItsWay: 'The shipment is on its way to the server.',
  queued: 'The shipment is kept on this device and goes out when the connection is back.',
  ask: {
    title: (count: number) => `Ship ${orders(count)} now?`,
    text: 'Their stock leaves the kitchen at once, and each gets its delivery note.',
    complete: (lineCount: number) => `${lines(lineCount)}, all as approved`,
    partly: (lineCount: number, short: number) => `${lines(lineCount)}, ${formatCount(short)} short`,
    nothing: 'Nothing of it ships: every line is at 0.',
    unanswered: (count: number) =>
      count === 1
        ? "The branch hasn't answered 1 substitute."
        : `The branch hasn't answered ${formatCount(count)} substitutes.`,
    crates,
    back: 'Back',
    confirm: 'Ship now',
  },
  result: {
    shipped: (count: number) => `${orders(count)} shipped`,
    earlier: 'was on its way already',
    refused: (count: number) => (count === 1 ? '1 order stays' : `${formatCount(count)} orders stay`),
    close: 'Done',
  },
});
