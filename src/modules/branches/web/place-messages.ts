import { virtualLocationNames } from '#modules/stock/virtual-location-names.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

/** Names of ledger locations that are not branches. Loaded with stock and lots. */
export const placeMessages = defineMessages('modules/branches/web/place-messages', {
  held: (branch: string) => `${branch} (hold)`,
  onTheWay: (branch: string) => `${branch} (in transit)`,
  virtualLocations: virtualLocationNames,
});
