import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Texts of the suggestion panel of the order guide. Loaded with the panel. */
export const suggestionTexts = defineMessages('features/orders/guide/suggestion-messages', {
  loading: 'Loading what was wanted',
  failed: 'Failed to load what was wanted',
  why: 'Why this quantity',
  service: (percent: string, words: string) =>
    `Enough on ${percent} of days is meant for its category: ${words}.`,
  backtest: 'The last eight weeks, ordered day by day',
  backtestText: (count: number) =>
    count === 0
      ? 'Too little is known to compare.'
      : `What each rule would have left over and missed on ${count} days, ordered two days ahead, all with safety for the same service level.`,
  rule: 'Rule',
  rules: { ours: 'This suggestion', lastWeek: 'Same as last week', weekdayAverage: 'Average of eight weeks' },
  leftOver: 'Left over',
  missed: 'Missed',
  standsOut: 'Days that stand out',
  standsOutText:
    'A large single order does not come again. Leave such a day out, and nothing is suggested by it.',
  leaveOut: 'Leave out',
  keep: 'It counts',
  days: 'Day by day',
  day: 'Day',
  wanted: 'Wanted',
  expected: 'Expected',
  said: 'It is',
  states: {
    counts: 'Counts',
    closed: 'Closed',
    out: 'Out of stock',
    exceptional: 'Exception',
    before: 'Not known yet',
  },
  holiday: 'Holiday',
  markDay: (day: string) => `What ${day} is`,
  choices: { none: 'As it came', exceptional: 'Exception: leave out', counts: 'Counts all the same' },
  holidayLabel: 'A holiday on which the branch is open',
  addHoliday: 'Mark holiday',
  noHoliday: 'Not a holiday',
  noHolidayOn: (day: string) => `Not a holiday: ${day}`,
  marked: 'Suggestions are worked out with that.',
  kept: 'This item is being counted. What was used of it is shown again when the count is submitted.',
});
