import { defineMessages } from '#src/lib/i18n/messages.ts';

export const wasteStatusMessages = defineMessages('entities/wastage/messages', {
  statuses: {
    Draft: 'Draft',
    'Pending Approval': 'Pending approval',
    Posted: 'Posted',
    Reversed: 'Reversed',
  },
});
