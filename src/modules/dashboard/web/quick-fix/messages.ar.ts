import { formatArabicCount } from '#platform/web/i18n/arabic-count.ts';
import { formatCount } from '#platform/web/format/format.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { quickFixMessages } from './messages.ts';

const countHours = formatArabicCount({
  none: 'أقل من ساعة',
  one: 'ساعة واحدة',
  two: 'ساعتان',
  few: 'ساعات',
  many: 'ساعة',
  other: 'ساعة',
});

/** Plural forms: one, two, few (3 to 10), many. */
function counted(count: number, [one, two, few, many]: readonly [string, string, string, string]): string {
  if (count === 1) return one;
  if (count === 2) return two;
  const rest = count % 100;
  return `${formatCount(count)} ${rest >= 3 && rest <= 10 ? few : many}`;
}

const entries = (count: number) => counted(count, ['مدخل واحد', 'مدخلان', 'مدخلات', 'مدخلًا']);

export const arabic: TranslationOf<typeof quickFixMessages> = {
  context: 'مشكلات تعيق العمل، مع طرق إصلاحها.',
  session: {
    title: 'الجلسة وواجهة API',
    user: 'المستخدم',
    role: 'الدور',
    since: 'وقت تسجيل الدخول',
    ends: 'تسجيل الخروج التلقائي',
    client: 'العميل',
    clients: { first: 'الأول (مهلة 60 ثانية)', second: 'الثاني (مهلة 30 ثانية)' },
    api: 'واجهة API',
    responding: 'تستجيب',
    notResponding: 'لا تستجيب',
    lastResponse: 'آخر استجابة',
    never: 'لا شيء بعد',
  },
  breaker: {
    title: 'قاطع الدائرة للطلبات',
    closed: 'مغلق: تُحدَّث قوائم الطلبات كالمعتاد.',
    open: 'مفتوح: بعد عشر عمليات جلب دون إعادة ضبط تُعرض الطلبات المحفوظة.',
    reset: 'إعادة الضبط',
    done: 'أُغلق قاطع الدائرة. يُعاد تحميل قوائم الطلبات.',
  },
  cache: {
    title: 'مسح البيانات المؤقتة',
    text: 'يُعاد تحميل البيانات المعروضة. ويبقى العمل الذي لم يُرسل.',
    entries: (count) => `${entries(count)} في الذاكرة المؤقتة`,
    names: {
      user: 'بيانات المستخدم',
      items: 'الأصناف',
      orders: 'الطلبات',
      sections: 'الأقسام',
      everything: 'الكل',
    },
    clear: (cache) => `مسح: ${cache}`,
    done: (cache, count) => `${cache}: مُسح ${entries(count)}.`,
  },
  issues: {
    title: 'مشكلات البيانات',
    loading: 'جارٍ فحص البيانات',
    failed: 'تعذّر فحص البيانات',
    none: 'لا مشكلات',
    unknown: 'غير متاح هنا',
    found: (count) => counted(count, ['مشكلة واحدة', 'مشكلتان', 'مشكلات', 'مشكلة']),
    more: (count) => `و${formatCount(count)} أخرى`,
    refresh: 'فحص من جديد',
    kinds: {
      negativeStock: {
        title: 'مخزون سالب',
        text: 'خرج من المخزون أكثر مما دخل. افتح بطاقة الصنف وصحّح القيود.',
      },
      stuckInTransit: {
        title: 'عالقة في الطريق',
        text: 'شُحنت قبل أكثر من 48 ساعة ولم تُستلم. استلم الشحنة أو اسأل السائق.',
      },
      zeroCost: { title: 'مخزون بلا تكلفة', text: 'موجود بتكلفة صفر. حدّد التكلفة المعيارية للصنف.' },
      missingConversion: {
        title: 'تحويل ناقص',
        text: 'لا تحويل مباشر من وحدة الطلب إلى الوحدة الأساسية. أضف تحويلًا.',
      },
      duplicateNames: {
        title: 'أسماء مكررة',
        text: 'عدة أصناف نشطة بالاسم نفسه. أعد تسميتها أو أرشفها عدا واحدًا.',
      },
      withoutPar: {
        title: 'أصناف بلا مستوى مستهدف',
        text: 'يمكن طلبها وليس لها مستوى مستهدف في أي فرع. حدّد واحدًا.',
      },
    },
    onHand: (quantity, place) => `${quantity} في ${place}`,
    inTransit: (hours, branch) => `${branch}، ${countHours(hours)} في الطريق`,
    fixes: {
      stock: 'فتح بطاقة الصنف',
      receive: 'فتح الشحنة',
      item: 'تعديل الصنف',
      items: (count) => `تعديل الصنف ${count}`,
      levels: 'تحديد المستويات المستهدفة',
    },
    noFix: 'اطلب الإصلاح من المسؤول',
  },
};
