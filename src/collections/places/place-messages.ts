import { outsideInEnglish } from '#domain/stock/outside-in-english.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

/** What the places of the ledger are called that are no branch. */
export const placeMessages = defineMessages('collections/places/place-messages', {
  held: (branch: string) => `${branch} (hold)`,
  onTheWay: (branch: string) => `${branch} (in transit)`,
  outside: outsideInEnglish,
});
