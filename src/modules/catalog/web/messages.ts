import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

export const catalogueMessages = defineMessages('modules/catalog/web/messages', {
  openItem: 'Open item',
  waiting: (count: number) =>
    count === 1 ? '1 proposal waiting for you' : `${formatCount(count)} proposals waiting for you`,
  bySubCategory: {
    context: 'Items by sub-category, including items without one.',
    uncategorised: 'No sub-category',
    everything: 'All items',
    choose: 'Sub-categories',
    subCategories: 'Sub-categories and categories',
  },
  creation: {
    context: 'Everything you order, count and cook with.',
    related: 'Related pages',
  },
  branchItems: {
    context: 'Items used only by certain branches, in addition to company-wide items.',
    tabs: 'Item lists',
    own: 'Branch items',
    all: 'All items',
  },
});
