import { defineMessages } from '#src/lib/i18n/messages.ts';

export const countMessages = defineMessages('features/order-lists/branch-home/count-messages', {
  title: 'Counts due',
  none: 'No count is scheduled.',
  failed: 'The count schedule could not be loaded.',
  by: (day: string, time: string) => `${day}, by ${time}`,
  types: { full: 'Full', cycle: 'Cycle' },
  schedules: 'Count schedule',
  more: (count: number) => `${count} more in the count schedule`,
});
