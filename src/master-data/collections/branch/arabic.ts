import type { TextsOf } from '../../messages.ts';
import { namesInArabic } from '../../names-in-arabic.ts';

export const arabic: TextsOf<'branch'> = {
  one: 'فرع',
  many: 'الفروع',
  fields: {
    ...namesInArabic,
    code: 'الرمز',
    type: 'النوع',
    timezone: 'المنطقة الزمنية',
    brandId: 'العلامة التجارية',
    branchCategoryId: 'فئة الفرع',
    supplyingKitchenId: 'المطبخ المورِّد',
    currencyId: 'العملة',
    taxId: 'الضريبة',
    address: 'العنوان',
    phone: 'الهاتف',
    email: 'البريد الإلكتروني',
    deliveryDays: 'أيام التسليم',
    closedDays: 'أيام الإغلاق',
    minOrderValue: 'أقل قيمة للطلب',
    negativeStock: 'المخزون دون الصفر',
    leastLifeDays: 'أقل مدة صلاحية بعد التسليم، بالأيام',
    countApprovalValue: 'فروق الجرد التي تتجاوز هذه القيمة تحتاج إلى اعتماد',
  },
  choices: {
    type: { branch: 'فرع', central_kitchen: 'مطبخ مركزي', warehouse: 'مستودع' },
    negativeStock: { block: 'ممنوع', warn: 'مسموح مع تنبيه' },
  },
  hints: {
    timezone: 'أوقات الإغلاق محسوبة بها.',
    supplyingKitchenId: 'إليه تذهب طلباته.',
    closedDays: 'لا يُسلَّم فيها شيء. أيام إغلاق المطبخ تسري على كل الفروع التي يورّد لها.',
    negativeStock: 'قبل الجرد الافتتاحي يُسمح للموقع بأن ينزل دون الصفر.',
    leastLifeDays: 'لا تُقترح لهذا الفرع دفعات تنتهي قبل ذلك.',
  },
};
