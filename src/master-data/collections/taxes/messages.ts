import { defineMessages } from '#src/lib/i18n/messages.ts';

export const taxesMessages = defineMessages('master-data/collections/taxes/messages', {
  list: { today: 'Rate today' },
  rates: {
    none: 'No earlier rate.',
    until: (rate: string, day: string) => `${rate} until ${day}`,
    between: (rate: string, from: string, until: string) => `${rate} from ${from} until ${until}`,
    willKeep: (rate: string, day: string) => `Saving keeps ${rate} until ${day}.`,
    remove: (rate: string) => `Remove ${rate} from the history`,
  },
});
