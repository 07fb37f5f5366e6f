import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { stockCountMessages } from './action-messages.ts';

export const arabic: TranslationOf<typeof stockCountMessages> = {
  create: 'جرد مخزون جديد',
  moves: {
    Draft: 'إعادة إلى المسودات',
    Counting: 'بدء',
    Submitted: 'تقديم',
    Recount: 'إعادة الجرد',
    Approved: 'اعتماد',
    Cancelled: 'إلغاء',
  },
  move: (number, move) => `${number}: ${move}`,
  decide: (number) => `قرارات الفروق في ${number}`,
  entries: (number) => `إدخالات ${number}`,
  section: (number) => `تعيين قسم في ${number}`,
  add: (number) => `بنود مضافة إلى ${number}`,
};
