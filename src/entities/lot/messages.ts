import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Lots wherever they are chosen or named. */
export const lotMessages = defineMessages('entities/lot/messages', {
  title: 'Lots',
  none: 'No lot named',
  came: 'Came instead:',
  goodUntil: (day: string) => `good until ${day}`,
  past: 'Expired',
  today: 'Last day',
  short: 'Short life',
  held: 'On hold',
  find: 'Lot or carton code',
  findHint: 'Type or scan, then Enter',
  amount: (lot: string) => `Lot ${lot}, quantity`,
  there: (amount: string) => `${amount} there`,
  onlyThere: (amount: string) => `Only ${amount} there`,
  notHere: (code: string) => `No lot here is called ${code}.`,
  several: 'Several lots fit: choose one of them.',
  notUsable: (lot: string, why: string) => `Lot ${lot} cannot be taken: ${why}.`,
  otherItem: 'This code is on another item.',
});
