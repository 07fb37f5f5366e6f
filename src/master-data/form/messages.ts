import { defineMessages } from '#src/lib/i18n/messages.ts';

export const formTexts = defineMessages('master-data/form/messages', {
  failed: 'It could not be saved. Nothing you typed is lost.',
  stays: {
    network:
      'It is not queued: what you typed stays here until you save again, and is saved once however often you try.',
    server: 'What you typed stays here: save it again in a moment.',
  },
  madeAlready:
    'The first try has arrived after all: the entry is in the list as you sent it then. Change it there.',
  held: 'Sent for review: it takes effect once it is approved.',
  review: {
    send: 'Send for review',
    ahead: {
      create:
        'Somebody who approves items, packs and prices looks at it first. Until then it is in no list and nobody can order it; the bell tells you what was decided.',
      change:
        'Somebody who approves items, packs and prices looks at it first. Until then everything stays as it is; the bell tells you what was decided.',
    },
  },
  notVisible: 'You may not see these, so it stays as it is.',
  choose: 'Choose',
  created: (name: string) => `${name} is added.`,
  createHeld: (name: string) => `${name} is sent for review. Choose another for now.`,
  createFailed: (name: string) => `${name} could not be added.`,
  none: 'None',
  nothingIn: 'Nothing filled in',
  groups: {
    what: 'What it is',
    counting: 'How it is counted and packed',
    costs: 'What it costs and where it comes from',
    stockRules: 'Stock rules and lots',
    makes: 'What it takes and gives',
    sold: 'What it is sold for',
    more: 'More',
    chosenFor: 'Chosen for',
    contact: 'Contact',
    ordering: 'Ordering',
    payment: 'Payment',
    receipt: 'Goods receipt',
    stockAndMoney: 'Stock and money',
    shortages: 'Shortages',
    size: 'Size',
    figures: 'Figures',
  },
});
