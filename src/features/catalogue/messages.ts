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
    context: 'Everything that is ordered, counted and cooked with.',
    related: 'Related pages',
  },
  branchItems: {
    context: 'Items that a branch keeps for itself, beside those of the business.',
  },
});
