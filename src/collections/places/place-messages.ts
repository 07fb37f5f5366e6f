import { outsideInEnglish } from '#domain/stock/outside-words-in-english.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

/** Names of ledger locations that are not branches. */
export const placeMessages = defineMessages('collections/places/place-messages', {
  held: (branch: string) => `${branch} (hold)`,
  onTheWay: (branch: string) => `${branch} (in transit)`,
  outside: outsideInEnglish,
});
