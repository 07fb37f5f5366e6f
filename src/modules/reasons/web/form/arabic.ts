import type { TextsOf } from '#modules/master-data/web/messages.ts';
import { namesInArabic } from '#modules/master-data/web/names-in-arabic.ts';

export const arabic: TextsOf<'reasons'> = {
  one: 'سبب',
  many: 'الأسباب',
  fields: {
    ...namesInArabic,
    code: 'الرمز',
    forPicking: 'نقص أو زيادة عند التجهيز',
    forReceiving: 'مشكلة عند الاستلام',
    forApproval: 'اعتماد كمية مختلفة',
    forMoves: 'رفض الطلب أو إلغاؤه أو إعادته',
    forWaste: 'الهدر',
    forReturn: 'المرتجعات',
    forCount: 'الجرد',
    forCorrection: 'التراجع عن مستند أو إعادة فتحه',
    forDifference: 'ترحيل فاتورة بفرق',
    returnsTo: 'تذهب المرتجعات إلى',
    asksNote: 'الملاحظة مطلوبة',
    wordings: 'صيغ بديلة',
  },
  choices: { returnsTo: { stock: 'المخزون', hold: 'العزل', waste: 'الهدر' } },
  hints: {
    code: 'محفوظ في المستندات، فلا يمكن تغييره لاحقًا.',
    returnsTo: 'اتركه فارغًا لإيقاف البضاعة.',
    wordings: 'عبارة واحدة في كل سطر. تُعدّ هذه العبارات في البيانات المستوردة هذا السبب.',
  },
};
