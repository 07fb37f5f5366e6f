import { defineMessages } from '#platform/web/i18n/messages.ts';

export const taxesMessages = defineMessages('modules/taxes/web/messages', {
  list: { today: 'Current rate' },
  rates: {
    none: 'No earlier rates.',
    until: (rate: string, day: string) => `${rate} through ${day}`,
    between: (rate: string, from: string, until: string) => `${rate} from ${from} through ${until}`,
    willKeep: (rate: string, day: string) => `When you save, ${rate} stays in the history through ${day}.`,
    remove: (rate: string) => `Remove ${rate} from the history`,
  },
});
