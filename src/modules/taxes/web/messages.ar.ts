import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { taxesMessages } from './messages.ts';

export const arabic: TranslationOf<typeof taxesMessages> = {
  list: { today: 'النسبة الحالية' },
  rates: {
    none: 'لا نسب سابقة.',
    until: (rate, day) => `${rate} حتى ${day}`,
    between: (rate, from, until) => `${rate} من ${from} حتى ${until}`,
    willKeep: (rate, day) => `عند الحفظ تبقى النسبة ${rate} في السجل حتى ${day}.`,
    remove: (rate) => `حذف ${rate} من السجل`,
  },
};
