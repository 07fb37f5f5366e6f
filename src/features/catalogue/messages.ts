import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

export const catalogueMessages = defineMessages('features/catalogue/messages', {
  openItem: 'Open item',
  waiting: (count: number) =>
    count === 1 ? '1 proposal waits for you' : `${formatCount(count)} proposals wait for you`,
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
    tabs: 'Which items',
    own: 'Kept by branches',
    all: 'All items',
  },
});
