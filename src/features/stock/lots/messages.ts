import { defineMessages } from '#src/lib/i18n/messages.ts';

/** The lots of an item at a place. */
export const lotMessages = defineMessages('features/stock/lots/messages', {
  title: 'Lots',
  none: 'No lot',
  picked: (amount: string) => `${amount} picked`,
  goodUntil: (day: string) => `good until ${day}`,
  states: { held: 'On hold', expired: 'Expired' },
  heldBy: (person: string, why: string) => `${why} · ${person}`,
  hold: 'Hold',
  release: 'Release',
  holdOf: (lot: string) => `Put lot ${lot} on hold`,
  releaseOf: (lot: string) => `Release lot ${lot}`,
  holdHint: 'From now on it is not picked, shipped or used anywhere, picked already or not.',
  releaseHint: 'From now on it may be picked, shipped and used again.',
  why: 'Why',
  choose: 'Choose',
  whyMissing: 'Say why.',
  note: 'Note',
  reasons: {
    recall: 'Recall',
    quality: 'Quality',
    temperature: 'Temperature',
    damaged: 'Damaged',
    papers: 'Papers',
    checked: 'Checked and sound',
    mistake: 'Put on hold by mistake',
    other: 'Other',
  },
  failed: 'This was not saved. Try again.',
  cancel: 'Cancel',
});
