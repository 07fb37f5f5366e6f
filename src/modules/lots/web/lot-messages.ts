import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Strings for choosing and displaying lots. Loaded with the first lot field or table. */
export const lotMessages = defineMessages('modules/lots/web/lot-messages', {
  title: 'Lots',
  none: 'No lot',
  receivedAs: 'Received as:',
  useBy: (day: string) => `Use by ${day}`,
  expired: 'Expired',
  expiresToday: 'Expires today',
  shortDated: 'Short-dated',
  onHold: 'On hold',
  find: 'Lot or carton code',
  findHint: 'Type or scan, then press Enter',
  amount: (lot: string) => `Lot ${lot}, quantity`,
  onHand: (amount: string) => `${amount} on hand`,
  onlyOnHand: (amount: string) => `Only ${amount} on hand`,
  notFound: (code: string) => `Lot ${code} isn’t in stock at this location.`,
  several: 'Several lots match. Choose one.',
  notUsable: (lot: string, reason: string) => `Lot ${lot} can’t be used: ${reason}.`,
  otherItem: 'This code belongs to another item.',
});
