import { formatQuantity } from '#src/lib/format/format.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { fieldMessages } from './field-messages.ts';

export const arabic: TranslationOf<typeof fieldMessages> = {
  search: 'اكتب للبحث',
  searchToAdd: 'اكتب للبحث والإضافة',
  typeToAdd: 'اكتب ثم اضغط Enter',
  choicesLoading: 'جارٍ التحميل…',
  noChoice: 'لا نتائج',
  noneYet: 'لا يوجد شيء بعد: اكتب اسمًا لإضافته.',
  add: (name) => `إضافة «${name}»`,
  unknownChoice: 'لم يعد موجودًا',
  archived: 'مؤرشف',
  archivedChoice: 'هذا الاختيار مؤرشف: يبقى حتى يُختار غيره.',
  clear: (label) => `مسح ${label}`,
  remove: (name) => `إزالة ${name}`,
  chosen: (label) => `${label}: المختار`,
  issues: {
    missing: 'هذا الحقل مطلوب',
    number: 'يُتوقع رقم',
    whole: 'يُتوقع عدد صحيح',
    least: (least) => `${formatQuantity(least)} على الأقل`,
    most: (most) => `${formatQuantity(most)} على الأكثر`,
    decimals: (most) => `عدد المنازل العشرية ${most} على الأكثر`,
    tooLong: (most) => `عدد الأحرف ${most} على الأكثر`,
    tooMany: (most) => `${most} على الأكثر`,
    noSpaces: 'دون مسافات',
    currencyCode: 'ثلاثة أحرف لاتينية كبيرة مثل EUR',
    email: 'يُتوقع عنوان بريد إلكتروني',
    phone: 'يُتوقع رقم هاتف',
    date: 'يُتوقع تاريخ',
    timezone: 'يُتوقع اسم منطقة زمنية مثل Europe/London',
    choice: 'يُتوقع اختيار من القائمة',
    dayOnce: 'كل يوم مرة واحدة: يبدأ مُدخلان في اليوم نفسه',
    stretch: 'اليوم الأخير ليس قبل الأول، ويليه بأقل من سنة',
  },
};
