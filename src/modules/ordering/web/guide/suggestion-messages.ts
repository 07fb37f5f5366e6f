import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Strings for the suggestion panel of the order guide. Loaded with the panel. */
export const suggestionPanelMessages = defineMessages('modules/ordering/web/guide/suggestion-messages', {
  loading: 'Loading demand',
  failed: 'Couldn’t load demand',
  why: 'Why this quantity',
  service: (percent: string, words: string) => `Service level of the item’s category: ${percent} (${words}).`,
  backtest: 'Test against the last eight weeks',
  backtestText: (count: number) =>
    count === 0
      ? 'Not enough history to compare.'
      : `Surplus and unmet demand for each rule over ${count === 1 ? '1 day' : `${count} days`}, if ordered two days ahead at the same service level.`,
  rule: 'Rule',
  rules: { forecast: 'This suggestion', lastWeek: 'Same as last week', weekdayAverage: 'Eight-week average' },
  surplus: 'Surplus',
  missedDemand: 'Unmet demand',
  unusualDays: 'Unusual days',
  unusualDaysText:
    'If a large one-off order won’t be repeated, exclude its day so that it doesn’t affect suggestions.',
  exclude: 'Exclude',
  include: 'Include',
  days: 'Day by day',
  day: 'Date',
  demand: 'Demand',
  expected: 'Forecast',
  status: 'Status',
  states: {
    counts: 'Included',
    closed: 'Closed',
    out: 'Out of stock',
    exceptional: 'Exception',
    before: 'No data yet',
  },
  holiday: 'Holiday',
  markDay: (day: string) => `Status of ${day}`,
  choices: { none: 'Automatic', exceptional: 'Exception: exclude', counts: 'Always include' },
  holidayLabel: 'Holiday on which the branch is open',
  addHoliday: 'Add holiday',
  removeHoliday: 'Remove',
  removeHolidayOn: (day: string) => `Remove holiday: ${day}`,
  updated: 'Suggestions updated.',
  hiddenByCount: 'This item is being counted. Its demand is shown again after the count is submitted.',
});
