import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Strings for the panel below the bell. */
export const notificationMessages = defineMessages('app/web/shell/notifications/messages', {
  title: 'New orders',
  generalTitle: 'What’s new',
  description: 'New since your last visit.',
  empty: 'No new orders.',
  markSeen: 'Mark as seen',
  openList: 'Open the order list',
  arrived: (age: string) => `Arrived ${age}`,
  substitutes: {
    title: 'Substitutes to confirm',
    waiting: (count: number) =>
      count === 1
        ? '1 order has a substitute to confirm'
        : `${formatCount(count)} orders have substitutes to confirm`,
    row: (orderNo: string, count: number) =>
      count === 1 ? `${orderNo}: 1 substitute` : `${orderNo}: ${formatCount(count)} substitutes`,
  },
  handedOver: (count: number) =>
    count === 1 ? '1 document waiting for you' : `${formatCount(count)} documents waiting for you`,
  reviews: {
    waiting: (count: number) =>
      count === 1 ? '1 proposal to review' : `${formatCount(count)} proposals to review`,
    decided: (count: number) =>
      count === 1 ? '1 decision on your proposals' : `${formatCount(count)} decisions on your proposals`,
    waitingTitle: 'Proposals to review',
    decidedTitle: 'Decisions on your proposals',
    openList: 'Open the review list',
    proposed: (person: string, age: string) => `${person}, ${age}`,
    approved: (person: string, age: string) => `Approved by ${person}, ${age}`,
    returned: (person: string, age: string) => `Returned by ${person}, ${age}`,
    reason: (text: string) => `Reason: ${text}`,
  },
  purchases: {
    waiting: (count: number) =>
      count === 1 ? '1 purchase order to approve' : `${formatCount(count)} purchase orders to approve`,
    decided: (count: number) =>
      count === 1
        ? '1 decision on your purchase orders'
        : `${formatCount(count)} decisions on your purchase orders`,
    waitingTitle: 'Purchase orders to approve',
    decidedTitle: 'Decisions on your purchase orders',
    requested: (person: string, location: string, age: string) => `${person}, ${location}, ${age}`,
    approved: (person: string, age: string) => `Approved by ${person}, ${age}`,
    sentBack: (person: string, age: string) => `Sent back by ${person}, ${age}`,
    reason: (text: string) => `Reason: ${text}`,
  },
  recalls: {
    title: 'Recalls awaiting response',
    waiting: (count: number) =>
      count === 1 ? '1 recall awaiting response' : `${formatCount(count)} recalls awaiting response`,
    name: (number: string, item: string, lot: string) => `Recall ${number}: ${item}, lot ${lot}`,
    awaiting: (count: number) =>
      count === 1
        ? 'Awaiting response from 1 location'
        : `Awaiting response from ${formatCount(count)} locations`,
    instruction: (locationNames: string) =>
      `Don’t use, sell or move this lot. Awaiting response from ${locationNames}.`,
    respond: 'Respond to recall',
  },
  notifications: {
    title: 'Notifications',
    default: 'Get notified about new orders while you work in another window.',
    allow: 'Allow notifications',
    granted: 'You’re notified about new orders while you work in another window.',
    denied: 'Browser notifications are off. You can allow them in the browser’s settings for this page.',
    unsupported: 'This browser doesn’t support notifications. New orders are listed here.',
  },
});
