import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

export const pendingWorkMessages = defineMessages('app/web/pending-work/messages', {
  title: 'Needs a decision',
  none: 'Nothing is waiting for you.',
  failed: 'Couldn’t load your tasks.',
  loading: 'Loading your tasks',
  oldest: (age: string) => `Oldest: ${age}`,
  more: (count: number) => `${formatCount(count)} more`,
});
