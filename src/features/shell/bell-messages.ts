import { defineMessages } from '#src/lib/i18n/messages.ts';

const counted = (count: number) => (count === 1 ? '1 new order' : `${count} new orders`);

export const bellMessages = defineMessages('features/shell/bell-messages', {
  counted,
  open: (count: number) => (count === 0 ? 'New orders' : counted(count)),
  title: 'New orders',
  description: 'What has come in since you last looked.',
  empty: 'No new orders.',
  markSeen: 'Mark as seen',
  openList: 'Open the order list',
  came: (age: string) => `Came ${age}`,
  notifications: {
    title: 'Notifications',
    default: 'This browser can tell you about new orders while you work in another window.',
    allow: 'Allow notifications',
    granted: 'This browser tells you about new orders while you work in another window.',
    denied: 'Notifications are blocked in this browser’s settings for this page. New orders are listed here.',
    unsupported: 'This browser shows no notifications. New orders are listed here.',
  },
});
