import { defineMessages } from '#src/lib/i18n/messages.ts';

export const chartMessages = defineMessages('components/charts/messages', {
  /** Said to who reaches a picture by keyboard. */
  howToWalk: 'Arrow keys go from point to point, Enter opens what stands behind it.',
  point: (label: string, value: string) => `${label}: ${value}`,
  pointBeside: (label: string, value: string, name: string, beside: string) =>
    `${label}: ${value}, ${name}: ${beside}`,
  /** A day or a week that is still going on, and a week of which the days asked for have a part. */
  running: (name: string) => `${name} (not over yet)`,
  ofWeek: (name: string, days: string) => `${name} (${days} of 7 days)`,
  table: 'As a table',
  csv: 'Save as CSV',
});
