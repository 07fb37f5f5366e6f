import { defineMessages } from '#src/lib/i18n/messages.ts';

export const unitsMessages = defineMessages('master-data/collections/units/messages', {
  units: {
    all: (count: string) => `All ${count} in the list`,
    converter: 'Converter',
    quantity: 'Quantity',
    from: 'From',
    to: 'To',
    item: 'For an item',
    itemHint: 'Only where a pack of its own counts; empty converts by size alone.',
    result: (from: string, to: string) => `${from} = ${to}`,
    about: (from: string, to: string) => `${from} ≈ ${to}`,
    exactly: (ratio: string) => `Exactly ${ratio}.`,
    choose: 'Choose two units.',
    noWay: (from: string, to: string) => `Nothing says how many ${to} one ${from} is.`,
    noWayForItem: (from: string, to: string, item: string) =>
      `Nothing says how many ${to} one ${from} of ${item} is: add a conversion on the item’s page.`,
    notANumber: 'Enter a number.',
    tooMuch: 'The result is beyond what can be told exactly.',
    byDimension: 'By dimension',
    base: 'base',
  },
});
