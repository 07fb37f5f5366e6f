import { defineMessages } from '#platform/web/i18n/messages.ts';

export const unitsMessages = defineMessages('modules/units/web/messages', {
  units: {
    all: (count: string) => `Show all ${count} in the list`,
    converter: 'Converter',
    quantity: 'Quantity',
    from: 'From',
    to: 'To',
    item: 'For an item',
    itemHint: 'Optional: uses the item’s own conversions.',
    result: (from: string, to: string) => `${from} = ${to}`,
    about: (from: string, to: string) => `${from} ≈ ${to}`,
    exactly: (ratio: string) => `Exactly ${ratio}.`,
    choose: 'Choose two units.',
    noConversion: (from: string, to: string) => `No conversion from ${from} to ${to}.`,
    noConversionForItem: (from: string, to: string, item: string) =>
      `No conversion from ${from} to ${to} for ${item}. Add one on the item’s page.`,
    notANumber: 'Enter a number.',
    tooLarge: 'The result is too large to show exactly.',
    byDimension: 'Units by dimension',
    base: 'base',
  },
});
