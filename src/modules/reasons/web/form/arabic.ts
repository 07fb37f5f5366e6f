import type { TextsOf } from '#modules/master-data/web/messages.ts';
import { namesInArabic } from '#modules/master-data/web/names-in-arabic.ts';

export const arabic: TextsOf<'reasons'> = {
  one: 'سبب',
  many: 'الأسباب',
  fields: {
    ...namesInArabic,
    code: 'الرمز',
    forPicking: 'فروق التجهيز',
    forReceiving: 'مشكلات الاستلام',
    forApproval: 'اختلاف الكمية المعتمدة',
    forMoves: 'رفض الطلب أو إلغاؤه أو إعادته',
    forWaste: 'الهدر',
    forReturn: 'المرتجعات',
    forCount: 'الجرد',
    forCorrection: 'التراجع عن مستند أو إعادة فتحه',
    forDifference: 'ترحيل فاتورة بفرق',
    returnsTo: 'تذهب المرتجعات إلى',
    requiresNote: 'الملاحظة مطلوبة',
    aliases: 'أسماء بديلة',
  },
  choices: { returnsTo: { stock: 'المخزون', hold: 'العزل', waste: 'الهدر' } },
  hints: {
    code: 'محفوظ في المستندات، فلا يمكن تغييره لاحقًا.',
    returnsTo: 'اتركه فارغًا لإيقاف البضاعة.',
    aliases: 'اسم واحد في كل سطر. تحصل الصفوف المستوردة التي تحمل أحد هذه الأسماء على هذا السبب.',
  },
};
