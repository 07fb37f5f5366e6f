import { defineMessages } from '#src/lib/i18n/messages.ts';

export const packMessages = defineMessages('entities/item/pack-messages', {
  ladder: (item: string) => `Packs and units of ${item}`,
  one: (unit: string) => `1 ${unit}`,
  base: 'Base unit',
  thisPack: 'This pack',
  chooseItem: 'Choose the item and the unit to see what one pack comes to.',
  holds: (count: number, contents: string, base: string) =>
    `${count} ${count === 1 ? 'pack' : 'packs'} = ${contents} = ${base}`,
  leadsNowhere: (base: string, unit: string) =>
    `Nothing says how many ${base} one ${unit} is, so this pack cannot be ordered or compared.`,
  addConversion: 'Add a conversion to the item',
  perBase: (price: string, base: string) => `${price} per ${base}`,
  priceHint: 'Of one pack.',
  scanHint: 'Type it, or scan it anywhere on this form.',
  scanned: (code: string) => `Scanned ${code}.`,
});
