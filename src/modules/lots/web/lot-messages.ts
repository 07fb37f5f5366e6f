import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Strings for choosing and displaying lots. Loaded with the first lot field or table. */
export const lotMessages = defineMessages('modules/lots/web/lot-messages', {
  title: 'Lots',
  none: 'No lot',
  came: 'Received as:',
  goodUntil: (day: string) => `Use by ${day}`,
  past: 'Expired',
  today: 'Expires today',
  short: 'Short-dated',
  held: 'On hold',
  find: 'Lot or carton code',
  findHint: 'Type or scan, then press Enter',
  amount: (lot: string) => `Lot ${lot}, quantity`,
  there: (amount: string) => `${amount} on hand`,
  onlyThere: (amount: string) => `Only ${amount} on hand`,
  notHere: (code: string) => `No lot ${code} here.`,
  several: 'Several lots match. Choose one.',
  notUsable: (lot: string, reason: string) => `Lot ${lot} can’t be used: ${reason}.`,
  otherItem: 'This code belongs to another item.',
});
