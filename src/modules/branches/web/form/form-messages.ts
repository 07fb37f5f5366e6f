import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Strings for the editors in a branch’s form. Loaded with them. */
export const branchFormMessages = defineMessages('modules/branches/web/form/form-messages', {
  dayEnds: {
    midnight: '00:00 (midnight)',
    from: 'From business day',
    fromHint: 'Earlier days don’t change.',
  },
  delivery: {
    day: (weekday: string) => `Delivery on ${weekday}`,
    before: (weekday: string) => `Days before delivery, ${weekday}`,
    time: (weekday: string) => `Order by, ${weekday}`,
    daysBefore: (days: number) =>
      days === 0 ? 'the same day' : days === 1 ? 'the day before' : `${formatCount(days)} days before`,
    until: (cutoff: string, time: string, delivery: string) => `Order by ${cutoff} ${time} for ${delivery}`,
    weekBefore: 'a week before',
    weeksBefore: 'two weeks before',
    copy: 'Use this cut-off for all days',
    upcoming: (timezone: string) => `Deliveries in the next two weeks (time zone: ${timezone})`,
    none: 'Without delivery days, orders are never marked late and no delivery day is suggested.',
    noZone: 'Choose a time zone to see upcoming deliveries.',
    orderBy: (day: string, time: string) => `order by ${day}, ${time}`,
    timeLeft: (span: string) => `${span} left`,
    closed: 'cut-off passed',
    cancelled: { branch: 'no delivery: the branch is closed', kitchen: 'no delivery: the kitchen is closed' },
    earlier: 'earlier cut-off because the kitchen is closed',
    shifted: (time: string) => `Clocks skip ${time} that day, so the cut-off is later.`,
  },
  closed: {
    none: 'No closed days.',
    from: 'From',
    until: 'To',
    yearly: 'Every year',
    note: 'Occasion',
    add: 'Add closed days',
    clearPast: (count: number) =>
      count === 1 ? 'Remove 1 past closure' : `Remove ${formatCount(count)} past closures`,
    remove: (day: string) => `Remove closed days starting ${day}`,
    removeEntry: (position: number) => `Remove closure ${formatCount(position)}`,
    entry: (position: number) => `Closed days, row ${formatCount(position)}`,
    cancels: (days: string) => `No delivery on ${days}`,
    andMore: (days: string, more: number) => `${days} and ${formatCount(more)} more`,
    cancelsNone: 'No deliveries affected.',
    past: 'Past',
  },
  negativeStock: {
    block: 'Can’t ship, waste or transfer more than is on hand. Post a receipt or count first.',
    warn: 'Stock can go below zero. Negative balances are flagged and listed under “Data problems” until the item is counted.',
  },
});
