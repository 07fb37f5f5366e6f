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
    fairShareBasis: 'يُوزَّع الناقص بحسب',
    fairShareCap: 'عدد الطلبات المعتادة التي تُحتسب أولاً عند النقص',
    countApprovalValue: 'فروق الجرد التي تتجاوز هذه القيمة تحتاج إلى اعتماد',
    countTolerancePercent: 'يُعاد العدّ فوق هذه النسبة، %',
    countToleranceQty: 'يُعاد العدّ فوق هذه الكمية، بالوحدة الأساسية',
    countToleranceValue: 'يُعاد العدّ فوق هذه القيمة',
  },
  choices: {
    type: { branch: 'فرع', central_kitchen: 'مطبخ مركزي', warehouse: 'مستودع' },
    negativeStock: { block: 'ممنوع', warn: 'مسموح مع تنبيه' },
    fairShareBasis: { ordered: 'الكمية المطلوبة', use: 'متوسط الاستهلاك', cover: 'أيام تغطية متساوية' },
  },
  hints: {
    timezone: 'أوقات الإغلاق محسوبة بها.',
    supplyingKitchenId: 'إليه تذهب طلباته.',
    closedDays: 'لا يُسلَّم فيها شيء. أيام إغلاق المطبخ تسري على كل الفروع التي يورّد لها.',
    negativeStock: 'قبل الجرد الافتتاحي يُسمح للموقع بأن ينزل دون الصفر.',
    fairShareBasis: 'للمطبخ: بحسب ما طلبه كل فرع، أو ما يستهلكه، أو بحيث يكفي الجميعَ العددُ نفسه من الأيام.',
    fairShareCap:
      'للمطبخ: ما يطلبه الفرع فوق هذا العدد من طلباته المعتادة ينتظر حتى يأخذ الآخرون. 3 إن لم يُذكر شيء.',
    leastLifeDays: 'لا تُقترح لهذا الفرع دفعات تنتهي قبل ذلك.',
    countTolerancePercent: 'السطر الذي فرقه أكبر يُسأل عن سببه، ويعدّه شخص آخر من جديد.',
  },
};
