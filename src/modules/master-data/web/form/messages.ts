import { defineMessages } from '#platform/web/i18n/messages.ts';

export const formMessages = defineMessages('modules/master-data/web/form/messages', {
  failed: 'Couldn’t save your changes. Nothing you entered is lost.',
  retained: {
    network:
      'This form can’t be saved offline. Your entries stay here: save again when you’re connected. Saving again never creates duplicates.',
    server: 'Your entries stay here. Save again in a moment.',
  },
  alreadySaved: 'Your first attempt was saved. To make more changes, edit the saved record in the list.',
  sentForReview: 'Sent for review. The change takes effect once it’s approved.',
  review: {
    send: 'Send for review',
    notice: {
      create:
        'A reviewer must approve this first. Until then, it isn’t listed and can’t be ordered. You’ll be notified of the decision.',
      change:
        'A reviewer must approve this first. Until then, nothing changes. You’ll be notified of the decision.',
    },
  },
  notVisible: 'You don’t have access to these records, so you can’t change this field.',
  choose: 'Choose',
  created: (name: string) => `${name} added.`,
  createdForReview: (name: string) => `${name} was sent for review. Choose another for now.`,
  createFailed: (name: string) => `Couldn’t add ${name}.`,
  none: 'Not set',
  emptySection: 'Not set',
  sections: {
    basics: 'Basics',
    unitsAndPacks: 'Units and packs',
    costs: 'Price and cost',
    stockRules: 'Stock rules and lots',
    ingredients: 'Ingredients and yield',
    sellingPrice: 'Selling price',
    more: 'More',
    usedFor: 'Used for',
    contact: 'Contact',
    ordering: 'Ordering',
    payment: 'Payment',
    receipt: 'Goods receipt',
    nutrition: 'Nutrition and ingredients',
    stockAndMoney: 'Stock and finance',
    shortages: 'Shortages',
    conversion: 'Conversion',
    rounding: 'Rounding',
  },
});
