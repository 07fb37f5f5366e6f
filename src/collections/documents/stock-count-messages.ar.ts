import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { stockCountMessages } from './stock-count-messages.ts';

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
  decide: (number) => `قرارات ${number}`,
  entries: (number) => `ما جُرد في ${number}`,
  section: (number) => `قسم من ${number}`,
  add: (number) => `بنود إضافية في ${number}`,
};
