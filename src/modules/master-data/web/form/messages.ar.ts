import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { formMessages } from './messages.ts';

export const arabic: TranslationOf<typeof formMessages> = {
  failed: 'تعذّر حفظ التغييرات. لم يُفقد شيء مما أدخلته.',
  retained: {
    network:
      'لا يمكن حفظه دون اتصال. يبقى ما أدخلته هنا: احفظ مجددًا عند عودة الاتصال. تكرار المحاولة لا ينشئ نسخًا مكررة.',
    server: 'يبقى ما أدخلته هنا. احفظه مجددًا بعد لحظات.',
  },
  alreadySaved: 'حُفظت محاولتك الأولى. لإجراء تغييرات أخرى، عدّل السجل المحفوظ من القائمة.',
  sentForReview: 'أُرسل للمراجعة. يسري بعد اعتماده.',
  review: {
    send: 'إرسال للمراجعة',
    notice: {
      create: 'يجب أن يعتمده أحد المراجعين أولًا. لا يظهر في القوائم ولا يمكن طلبه قبل ذلك. ستُخطر بالقرار.',
      change: 'يجب أن يعتمده أحد المراجعين أولًا. لا يتغيّر شيء قبل ذلك. ستُخطر بالقرار.',
    },
  },
  notVisible: 'ليست لديك صلاحية الاطلاع على هذه السجلات، لذلك لا يمكنك تغيير هذا الحقل.',
  choose: 'اختر',
  created: (name) => `أُضيف ${name}.`,
  createdForReview: (name) => `أُرسل ${name} للمراجعة. اختر غيره الآن.`,
  createFailed: (name) => `تعذّرت إضافة ${name}.`,
  none: 'غير محدد',
  emptySection: 'غير محدد',
  sections: {
    basics: 'الأساسيات',
    unitsAndPacks: 'الوحدات والعبوات',
    costs: 'السعر والتكلفة',
    stockRules: 'قواعد المخزون والدفعات',
    ingredients: 'المكونات والمردود',
    sellingPrice: 'سعر البيع',
    more: 'المزيد',
    usedFor: 'يُستخدم عند',
    contact: 'الاتصال',
    ordering: 'الطلب',
    payment: 'السداد',
    receipt: 'استلام البضاعة',
    nutrition: 'القيم الغذائية والمكونات',
    stockAndMoney: 'المخزون والمالية',
    shortages: 'حالات النقص',
    conversion: 'التحويل',
    rounding: 'التقريب',
  },
};
