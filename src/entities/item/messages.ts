import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Texts of an item's conversions and its first pack. */
export const itemSizeMessages = defineMessages('entities/item/messages', {
  packs: 'Packs',
  perUnit: (price: string, unit: string) => `${price} per ${unit}`,
  conversions: {
    title: 'Conversions',
    hint: 'Exact sizes for this item alone. 9, 7.5, 1/3 and 12 x 0.75 are all understood.',
    none: 'This item is stocked, ordered and counted in its base unit or units of the same kind.',
    unit: 'Unit',
    from: (line: string) => `Line ${line}: unit`,
    size: (line: string) => `Line ${line}: how many`,
    to: (line: string) => `Line ${line}: of unit`,
    example: '12 × 0.75',
    remove: (line: string) => `Remove line ${line}`,
    add: 'Add a conversion',
    missing: (base: string, unit: string) => `Nothing says yet how many ${base} one ${unit} is.`,
    say: (unit: string) => `Say what one ${unit} is`,
    incomplete: 'Choose both units, and say how many.',
    sameUnit: 'A unit can’t be converted to itself.',
    faults: {
      known: (unit: string, size: string) => `1 ${unit} is ${size} already: this line is not needed.`,
      contradicts: (unit: string, size: string, way: string) =>
        `The other lines and the units make 1 ${unit} ${size} (${way}): this line says something else.`,
      inexact: (unit: string) => `With the other lines, 1 ${unit} is too large a number to be exact.`,
    },
    converter: 'Convert',
    quantity: 'Quantity to convert',
    convertFrom: 'From unit',
    convertTo: 'To unit',
    as: 'in',
    noQuantity: 'Type a quantity.',
    noWay: (from: string, to: string) => `Nothing leads from ${from} to ${to}.`,
  },
  firstPack: {
    packHint: 'How a supplier sells it. More packs are entered on the item’s own page.',
    withPack: 'Enter a pack with its price now',
    packName: 'Name on the invoice',
    packSupplier: 'Supplier',
    packUnit: 'Unit of the contents',
    packContents: 'Contents',
    packPrice: 'Price',
    packBarcode: 'Barcode of the pack',
  },
  /** Pack contents. */
  pack: {
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
  },
  /** Price history of a pack. */
  prices: {
    label: 'Price history',
    of: (name: string) => `Price history: ${name}`,
    failed: 'Failed to load the price history',
    none: 'This pack has had no price yet.',
    from: 'From',
    current: 'Current',
    supplier: 'Supplier',
    price: 'Price',
    change: 'Change',
    source: 'Source',
    picture: (title: string, least: string, most: string, from: string, to: string) =>
      `${title}: from ${least} to ${most}, ${from} to ${to}. The table has every price.`,
    sources: { list: 'Price list', receipt: 'Goods receipt', invoice: 'Invoice' },
  },
});
