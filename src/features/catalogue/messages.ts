import { defineMessages } from '#src/lib/i18n/messages.ts';

export const catalogueMessages = defineMessages('features/catalogue/messages', {
  openItem: 'Open item',
  bySubCategory: {
    context: 'Which items belong to a sub-category, and which to none.',
    uncategorised: 'Without sub-category',
    everything: 'All items',
    choose: 'Sub-categories',
    subCategories: 'Sub-categories and categories',
  },
  creation: {
    context: 'The items there are. Entering and importing new ones come with a later version.',
    related: 'Related pages',
  },
  branchItems: {
    context:
      'The items there are. A short form for items of a branch, with review, comes with a later version of this page.',
  },
  item: {
    context: 'To look up. Editing comes with a later version of this page.',
    loading: 'Loading item',
    failed: 'Failed to load this item',
    back: 'All items',
    stock: 'Stock and ledger',
    archived: 'Archived',
    tabs: 'Parts of this item',
    general: 'General',
    units: 'Units and packs',
    levels: 'Levels',
    suppliers: 'Suppliers and packs',
    conversion: (one: string, many: string) => `1 ${one} = ${many}`,
    noConversions: 'This item is kept, ordered and counted in its base unit or units of the same kind.',
    noLevels: 'No branch has a level for this item.',
    noPackagings: 'No supplier’s pack is entered for this item.',
    partFailed: 'Failed to load this part',
    columns: {
      branch: 'Branch',
      min: 'Least',
      par: 'Par',
      max: 'Most',
      pack: 'Pack',
      supplier: 'Supplier',
      contents: 'Contents',
      price: 'Price',
      barcode: 'Barcode',
    },
  },
});
