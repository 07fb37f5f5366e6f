import { outsideLocationNames } from '#modules/stock/outside-location-names.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Names of ledger locations that are not branches. Loaded with stock and lots. */
export const placeMessages = defineMessages('modules/branches/web/place-messages', {
  held: (branch: string) => `${branch} (hold)`,
  onTheWay: (branch: string) => `${branch} (in transit)`,
  outside: outsideLocationNames,
});
