import type { TextsOf } from '../../messages.ts';
import { namesInArabic } from '../../names-in-arabic.ts';

export const arabic: TextsOf<'purchase-categories'> = {
  one: 'فئة توريد',
  many: 'فئات التوريد',
  fields: {
    ...namesInArabic,
    approver: 'المعتمِد',
    approvalLimit: 'الاعتماد فوق',
    leadTimeDays: 'مدة التوريد بالأيام',
  },
  choices: {},
  hints: {
    approvalLimit: 'ينتظر المعتمِدَ كل أمر شراء تزيد قيمة هذه الفئة فيه على ذلك. فارغ: لا ينتظر أي أمر.',
  },
};
