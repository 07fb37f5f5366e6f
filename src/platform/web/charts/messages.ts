import { defineMessages } from '#platform/web/i18n/messages.ts';

export const chartMessages = defineMessages('platform/web/charts/messages', {
  /** Instructions for keyboard users. */
  howToMove: 'Use the arrow keys to move between points. Press Enter to open the details.',
  point: (label: string, value: string) => `${label}: ${value}`,
  pointWithComparison: (label: string, value: string, name: string, comparison: string) =>
    `${label}: ${value}, ${name}: ${comparison}`,
  /** For an unfinished day or week, and a week that is partly outside the period. */
  running: (name: string) => `${name} (in progress)`,
  partOfWeek: (name: string, days: string) => `${name} (${days} of 7 days)`,
  table: 'Show as table',
  csv: 'Save as CSV',
});
