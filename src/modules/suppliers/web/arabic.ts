import type { TextsOf } from '#modules/master-data/web/messages.ts';
import { namesInArabic, tolerancesInArabic } from '#modules/master-data/web/names-in-arabic.ts';

export const arabic: TextsOf<'suppliers'> = {
  one: 'مورّد',
  many: 'المورّدون',
  fields: {
    ...namesInArabic,
    code: 'الرمز',
    contact: 'جهة الاتصال',
    email: 'البريد الإلكتروني',
    phone: 'الهاتف',
    taxNumber: 'الرقم الضريبي',
    currency: 'العملة',
    paymentTermsDays: 'مهلة السداد بالأيام',
    leadTimeDays: 'مدة التوريد بالأيام',
    orderDays: 'أيام الطلب',
    minOrderValue: 'أقل قيمة للطلب',
    freight: 'رسوم الشحن لكل طلب',
    freeFreightFrom: 'الشحن مجاني ابتداءً من',
    ...tolerancesInArabic,
  },
  choices: {},
  hints: {
    orderDays: 'الأيام التي يقبل فيها المورّد الطلبات.',
    freight: 'تُضاف إلى أوامر الشراء الجديدة ما دامت دون حد الشحن المجاني.',
    overReceiptPercent: 'مقدار ما يمكن استلامه زيادة على المطلوب. اتركه فارغًا أو 0 لمنع أي زيادة.',
  },
};
