import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Words of the form's own editors. Loaded with them; the list has its own. */
export const branchFormMessages = defineMessages('master-data/collections/branch/form-messages', {
  delivery: {
    day: (weekday: string) => `Delivery on ${weekday}`,
    before: (weekday: string) => `Days before, ${weekday}`,
    time: (weekday: string) => `Order until, ${weekday}`,
    daysBefore: (days: number) =>
      days === 0 ? 'the same day' : days === 1 ? 'the day before' : `${formatCount(days)} days before`,
    until: (cutoff: string, time: string, delivery: string) => `Order by ${cutoff} ${time} for ${delivery}`,
    weekBefore: 'a week before',
    weeksBefore: 'two weeks before',
    copy: 'Same cut-off on all days',
    coming: (timezone: string) => `The coming two weeks, in the branch’s own time (${timezone})`,
    none: 'No delivery days: orders are never late, and no day is proposed.',
    noZone: 'Choose a time zone to see the coming deliveries.',
    orderBy: (day: string, time: string) => `order by ${day}, ${time}`,
    left: (span: string) => `${span} left`,
    closed: 'closed',
    missed: { branch: 'no delivery: the branch is closed', kitchen: 'no delivery: the kitchen is closed' },
    earlier: 'earlier: the kitchen is closed before',
    shifted: (time: string) => `The clocks skip ${time} on that day, so it is later.`,
  },
  closed: {
    none: 'Always open.',
    from: 'From',
    until: 'Until',
    yearly: 'Every year',
    note: 'Occasion',
    add: 'Add closed days',
    clearPast: (count: number) =>
      count === 1 ? 'Remove 1 past entry' : `Remove ${formatCount(count)} past entries`,
    remove: (day: string) => `Remove the closed days from ${day}`,
    stretch: (nth: number) => `Closed days, entry ${formatCount(nth)}`,
    takesAway: (days: string) => `No delivery on ${days}`,
    andMore: (days: string, more: number) => `${days} and ${formatCount(more)} more`,
    takesNone: 'No delivery day falls on it.',
    past: 'Past',
  },
  negativeStock: {
    block:
      'Nothing leaves that is not there: whoever ships, wastes or moves more is stopped until a receipt or a count.',
    warn: 'More can leave than is there. The balance goes below zero, is marked, and stays in the repair queue until a count.',
  },
});
