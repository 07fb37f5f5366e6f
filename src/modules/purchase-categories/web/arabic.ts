import type { TextsOf } from '#modules/master-data/web/messages.ts';
import { namesInArabic } from '#modules/master-data/web/names-in-arabic.ts';

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
    approvalLimit:
      'أوامر الشراء التي تزيد قيمة هذه الفئة فيها على ذلك تحتاج إلى المعتمِد. إن تُرك فارغًا فلا يحتاج أي أمر.',
  },
};
