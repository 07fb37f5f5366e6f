import type { TextsOf } from '../../messages.ts';
import { namesInArabic } from '../../names-in-arabic.ts';

export const arabic: TextsOf<'reasons'> = {
  one: 'سبب',
  many: 'الأسباب',
  fields: {
    ...namesInArabic,
    code: 'الرمز',
    forPicking: 'نقص أو زيادة عند التجهيز',
    forReceiving: 'خلل عند الاستلام',
    forApproval: 'اعتماد كمية أخرى',
    forMoves: 'رفض الطلب أو إلغاؤه أو إعادته',
    forWaste: 'الهدر',
    forReturn: 'المرتجعات',
    forCount: 'الجرد',
    forCorrection: 'التراجع عن مستند أو إعادة فتحه',
    forDifference: 'ترحيل فاتورة بفرق',
    returnsTo: 'تذهب المرتجعات إلى',
    asksNote: 'يطلب ملاحظة',
    wordings: 'كلمات أخرى له',
  },
  choices: { returnsTo: { stock: 'المخزون', hold: 'العزل', waste: 'الهدر' } },
  hints: {
    code: 'تحفظه المستندات، فلا يمكن تغييره لاحقًا.',
    returnsTo: 'إن تُرك فارغًا تُعزل.',
    wordings: 'كل عبارة في سطر. ما يصل بهذه الكلمات من أنظمة أخرى يُعدّ هذا السبب.',
  },
};
