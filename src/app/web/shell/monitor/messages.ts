import { defineMessages } from '#platform/web/i18n/messages.ts';

export const monitorMessages = defineMessages('app/web/shell/monitor/messages', {
  title: 'Performance monitor',
  entries: 'Entries',
  size: 'Size',
  kilobytes: (amount: string) => `${amount} KB`,
  mostRead: 'Most accessed',
  accesses: (count: number) => (count === 1 ? 'accessed once' : `accessed ${count} times`),
  none: 'none yet',
  clear: 'Clear Cache',
  cleared: 'Cache cleared. Reloading the data on this page.',
  collapse: 'Collapse performance monitor',
  expand: 'Show performance monitor',
  move: 'Move performance monitor: drag, use the arrow keys, or click to move to the next corner',
});
