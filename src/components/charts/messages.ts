import { defineMessages } from '#src/lib/i18n/messages.ts';

export const chartMessages = defineMessages('components/charts/messages', {
  /** Instructions for keyboard users. */
  howToWalk: 'Arrow keys go from point to point, Enter opens what stands behind it.',
  point: (label: string, value: string) => `${label}: ${value}`,
  pointBeside: (label: string, value: string, name: string, beside: string) =>
    `${label}: ${value}, ${name}: ${beside}`,
  /** For an unfinished day or week, and a week that is partly outside the period. */
  running: (name: string) => `${name} (not over yet)`,
  ofWeek: (name: string, days: string) => `${name} (${days} of 7 days)`,
  table: 'As a table',
  csv: 'Save as CSV',
});
