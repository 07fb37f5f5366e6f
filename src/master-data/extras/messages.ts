import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

const items = (count: number) => (count === 1 ? '1 item' : `${formatCount(count)} items`);
const subCategories = (count: number) =>
  count === 1 ? '1 sub-category' : `${formatCount(count)} sub-categories`;

/** Words of what some lists of master data have besides. */
export const extrasMessages = defineMessages('master-data/extras/messages', {
  items: 'Items',
  branch: {
    books: 'Books',
    nextDelivery: 'Next delivery',
    cutoff: 'Order until',
    openOrders: 'Open orders',
    at: (day: string, time: string, city: string) => `${day}, ${time} · ${city}`,
  },
  order: {
    tab: 'Walking order',
    text: 'People walk past the sections in this order: order guide, pick list and stock count follow it. Drag a section, or use its buttons.',
    list: 'Sections in walking order',
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    handle: (name: string) => `Drag ${name}`,
    loading: 'Loading the sections',
    failed: 'Failed to load the sections',
    empty: 'No sections yet',
    emptyText: 'Add one in the list; it then stands here.',
    readOnly: 'To look at: you do not have permission to change the order.',
    save: 'Save order',
    unchanged: 'The order has not changed.',
    saved: 'The walking order is saved.',
    saveFailed: 'The order could not be saved. It stands as you put it.',
    chooseFirst: 'Choose first which order stays.',
    everywhere: 'every branch',
    instructions:
      'Press space to pick up a section, the arrow keys to move it, space to drop it, Escape to put it back.',
    picked: (name: string, at: number, of: number) => `${name} is picked up, place ${at} of ${of}.`,
    over: (name: string, at: number, of: number) => `${name} is at place ${at} of ${of}.`,
    dropped: (name: string, at: number, of: number) => `${name} is dropped at place ${at} of ${of}.`,
    cancelled: (name: string) => `${name} is back where it was.`,
  },
  tax: { today: 'Rate today' },
  packs: {
    perBase: 'Per base unit',
    price: (price: string, unit: string) => `${price} / ${unit}`,
  },
  currency: {
    now: 'Rate now',
    base: (name: string) =>
      `${name} is the base currency: rates say how much of it one of another currency is. Making another currency the base takes this from it, and its rates are then entered anew.`,
    noBase: 'No base currency yet: mark one, so that rates can be entered against it.',
  },
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
    notANumber: 'A number is expected.',
    tooMuch: 'The result is beyond what can be told exactly.',
    byDimension: 'By dimension',
    base: 'base',
  },
  supplier: {
    label: 'Price list',
    loading: 'Loading the price list',
    failed: 'Failed to load the price list',
    none: 'No pack of this supplier yet: packs are entered with an item, or on the packaging page.',
    pack: 'Item and pack',
    contents: 'Contents',
    price: 'Price',
    preferred: 'Preferred',
    since: (day: string) => `since ${day}`,
    noReceipts:
      'Nothing was received from a supplier yet: how they keep their word is told once receipts are recorded.',
    promised: 'Lead time promised',
    days: (shown: string, count: number) => (count === 1 ? `${shown} day` : `${shown} days`),
    onTime: 'Deliveries on time',
    complete: 'Deliveries complete',
    priceChanges: 'Invoices at another price',
    notYet: 'No receipts yet',
  },
  merge: {
    action: 'Merge…',
    title: (name: string) => `Merge ${name} into another`,
    into: 'Into',
    choose: 'Choose what takes everything over.',
    loading: 'Looking what moves',
    failed: 'It could not be merged. Nothing was changed.',
    preview: (moving: string, name: string) => `${moving} to ${name}.`,
    items: (count: number) => `${items(count)} will move`,
    nothing: 'Nothing refers to it',
    subCategories: (count: number) => `${subCategories(count)} will come along.`,
    merged: (count: number) =>
      count === 1
        ? '1 sub-category has a namesake there and is merged with it.'
        : `${formatCount(count)} sub-categories have namesakes there and are merged with them.`,
    archived: (name: string) => `${name} is archived afterwards.`,
    confirm: 'Merge',
    cancel: 'Cancel',
    noItems: 'Items would move, and you do not have permission to change items.',
    done: (name: string, into: string, count: number) =>
      `${name} is merged into ${into}; ${items(count)} moved.`,
    alike: 'These look the same',
    alikeText: (names: string) => `${names}: one of them may take the others over.`,
  },
  tree: {
    title: 'Categories',
    all: 'All',
    uncategorised: 'Items without a sub-category',
    items: (count: number) => items(count),
    open: (name: string) => `Sub-categories of ${name}`,
    search: 'Find a category',
    noneFound: 'No category matches.',
    empty: 'No sub-category',
  },
  move: {
    action: 'Move to…',
    title: (count: number) => `Move ${items(count)}`,
    into: 'Sub-category',
    none: 'Without sub-category',
    hint: 'The category comes along.',
    takeOff: 'Take the sub-category off',
    confirm: (count: number) => `Move ${items(count)}`,
    cancel: 'Cancel',
    choose: 'Choose a sub-category.',
    tooMany: (most: number) => `At most ${formatCount(most)} items at once.`,
    noRight: 'You do not have permission to change items.',
    failed: 'They could not be moved. Nothing was changed.',
    stale: (name: string) =>
      `${name} was changed meanwhile, so nothing was moved. Check the list and try again.`,
    done: (count: number) => `${items(count)} moved.`,
  },
});
