import { formatQuantity } from '#platform/web/format/format.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { fieldMessages } from './field-messages.ts';

export const arabic: TranslationOf<typeof fieldMessages> = {
  search: 'اكتب للبحث',
  searchToAdd: 'اكتب للبحث والإضافة',
  typeToAdd: 'اكتب ثم اضغط Enter',
  choicesLoading: 'جارٍ التحميل…',
  noChoice: 'لا نتائج',
  noneYet: 'لا يوجد شيء بعد. اكتب اسمًا لإضافته.',
  add: (name) => `إضافة «${name}»`,
  unknownChoice: 'لم يعد متاحًا',
  archived: 'مؤرشف',
  archivedChoice: 'هذا الاختيار مؤرشف. يبقى محددًا حتى تختار غيره.',
  clear: (label) => `مسح ${label}`,
  remove: (name) => `إزالة ${name}`,
  chosen: (label) => `${label}: المحدد`,
  issues: {
    missing: 'هذا الحقل مطلوب',
    number: 'أدخل رقمًا',
    whole: 'أدخل عددًا صحيحًا',
    min: (min) => `${formatQuantity(min)} على الأقل`,
    max: (max) => `${formatQuantity(max)} على الأكثر`,
    decimals: (max) => `عدد المنازل العشرية ${max} على الأكثر`,
    tooLong: (max) => `عدد الأحرف ${max} على الأكثر`,
    tooMany: (max) => `${max} على الأكثر`,
    noSpaces: 'لا يُسمح بالمسافات',
    currencyCode: 'أدخل ثلاثة أحرف لاتينية كبيرة، مثل EUR',
    email: 'أدخل عنوان بريد إلكتروني',
    phone: 'أدخل رقم هاتف',
    date: 'أدخل تاريخًا',
    timezone: 'أدخل منطقة زمنية مثل Europe/London',
    choice: 'اختر من القائمة',
    uniqueDates: 'لا تستخدم تاريخ البداية نفسه أكثر من مرة.',
    dayRange: 'يجب ألا يسبق اليوم الأخير اليوم الأول، وأن يقع خلال أقل من سنة بعده',
  },
};
