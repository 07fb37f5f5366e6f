import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Strings for an item's conversions and first pack. Loaded with the forms of items and packs. */
export const itemPackMessages = defineMessages('modules/items/web/pack-messages', {
  packs: 'Packs',
  perUnit: (price: string, unit: string) => `${price} per ${unit}`,
  conversions: {
    title: 'Conversions',
    hint: 'Exact conversions for this item only. You can enter 9, 7.5, 1/3 or 12 x 0.75.',
    none: 'This item is stocked, ordered and counted in its base unit or units of the same type.',
    unit: 'Unit',
    from: (line: string) => `Line ${line}: unit`,
    size: (line: string) => `Line ${line}: quantity`,
    to: (line: string) => `Line ${line}: to unit`,
    example: '12 × 0.75',
    remove: (line: string) => `Remove line ${line}`,
    add: 'Add conversion',
    missing: (base: string, unit: string) => `No conversion from ${unit} to ${base} yet.`,
    addFor: (unit: string) => `Add ${unit} conversion`,
    incomplete: 'Choose both units and enter a quantity.',
    sameUnit: 'A unit can’t be converted to itself.',
    lineErrors: {
      redundant: (unit: string, size: string) => `1 ${unit} already equals ${size}. This line isn’t needed.`,
      contradictory: (unit: string, size: string, path: string) =>
        `The other lines and the units make 1 ${unit} equal ${size} (${path}), which contradicts this line.`,
      inexact: (_unit: string) =>
        `Combined with the other conversions, this number is too large. Enter a smaller one.`,
    },
    converter: 'Convert',
    quantity: 'Quantity to convert',
    convertFrom: 'From unit',
    convertTo: 'To unit',
    as: 'in',
    noQuantity: 'Enter a quantity.',
    noConversion: (from: string, to: string) => `No conversion from ${from} to ${to}.`,
  },
  firstPack: {
    packHint: 'How a supplier sells the item. You can add more packs on the item’s page.',
    withPack: 'Add a pack with its price now',
    packName: 'Name on the invoice',
    packSupplier: 'Supplier',
    packUnit: 'Contents unit',
    packContents: 'Contents',
    packPrice: 'Price',
    packBarcode: 'Pack barcode',
  },
  /** Pack contents. */
  pack: {
    hierarchy: (item: string) => `Packs and units for ${item}`,
    one: (unit: string) => `1 ${unit}`,
    base: 'Base unit',
    thisPack: 'This pack',
    chooseItem: 'Choose the item and the unit to see the contents of one pack.',
    contents: (count: number, contents: string, base: string) =>
      `${count} ${count === 1 ? 'pack' : 'packs'} = ${contents} = ${base}`,
    noConversion: (base: string, unit: string) =>
      `There’s no conversion from ${unit} to ${base}, so this pack can’t be ordered or compared.`,
    addConversion: 'Add conversion to item',
    pricePerBase: (price: string, base: string) => `${price} per ${base}`,
    priceHint: 'Per pack.',
    scanHint: 'Type the barcode, or scan it anywhere in this form.',
    scanned: (code: string) => `Scanned ${code}.`,
  },
  /** Price history of a pack. */
  prices: {
    label: 'Price history',
    of: (name: string) => `Price history: ${name}`,
    failed: 'Couldn’t load the price history',
    none: 'No prices for this pack yet.',
    from: 'Valid from',
    current: 'Current',
    supplier: 'Supplier',
    price: 'Price',
    change: 'Change',
    source: 'Source',
    chart: (title: string, min: string, max: string, from: string, to: string) =>
      `${title}: from ${min} to ${max}, ${from} to ${to}. The table lists every price.`,
    sources: { list: 'Price list', receipt: 'Goods receipt', invoice: 'Invoice' },
  },
});
