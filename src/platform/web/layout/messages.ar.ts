import { formatArabicCount } from '#platform/web/i18n/arabic-count.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { layoutMessages } from './messages.ts';

const actions = formatArabicCount({
  none: 'لا إجراءات',
  one: 'إجراء واحد',
  two: 'إجراءان',
  few: 'إجراءات',
  many: 'إجراءً',
  other: 'إجراء',
});

const rows = formatArabicCount({
  none: 'لا صفوف',
  one: 'صف واحد',
  two: 'صفان',
  few: 'صفوف',
  many: 'صفًا',
  other: 'صف',
});

export const arabic: TranslationOf<typeof layoutMessages> = {
  appName: 'Commissary',
  footer: '© 2024 شركتك',
  skipToContent: 'الانتقال إلى المحتوى',
  mainMenu: 'القائمة الرئيسية',
  breadcrumb: 'مسار الصفحة',
  learnMore: 'معرفة المزيد',
  moreTabs: 'المزيد',
  relatedPages: 'صفحات ذات صلة',
  search: 'بحث',
  openMenu: 'فتح القائمة',
  expandSidebar: 'توسيع الشريط الجانبي',
  collapseSidebar: 'طي الشريط الجانبي',
  logout: 'تسجيل الخروج',
  account: (name) => `حساب ${name}`,
  masterAdmin: 'مدير عام',
  theme: { label: 'المظهر', light: 'فاتح', dark: 'داكن', system: 'حسب النظام' },
  displayOptions: { 'large-text': 'نص كبير', 'high-contrast': 'تباين عالٍ' },
  language: 'اللغة',
  numbers: { label: 'تنسيق الأرقام', auto: (sample) => `مثل هذا الجهاز (${sample})` },
  emptyGroup: (page) => `فئات الأصناف تبويب في صفحة «${page}». أو اضغط Ctrl+K للبحث عنها.`,
  arrivedAt: (title) => `الصفحة: ${title}`,
  display: 'العرض واللغة والحساب',
  languageFailed: (language) => `تعذّر تحميل ${language}. تحقق من الاتصال ثم حاول مرة أخرى.`,
  noAccess: {
    title: 'لا صلاحية',
    text: 'تواصل مع المسؤول للحصول على صلاحية',
    page: (page) => `ليست لديك صلاحية فتح «${page}».`,
    goTo: (page) => `الانتقال إلى ${page}`,
  },
  notFound: { title: 'الصفحة غير موجودة', text: 'لا توجد صفحة بهذا العنوان. الصفحات المتاحة لك:' },
  retry: 'حاول مرة أخرى',
  notOffered: {
    title: 'غير متاح',
    text: 'الخادم الذي تتصل به لا يدعم هذا.',
  },
  clearFilters: 'مسح عوامل التصفية',
  moreActions: 'إجراءات أخرى',
  offline: {
    title: 'لا اتصال بالخادم.',
    text: 'تُحفظ الطلبات وعمليات الاستلام والهدر على هذا الجهاز وتُرسل عند عودة الاتصال. أما النماذج الأخرى فيلزم الاتصال لحفظها.',
    reopens: 'يمكنك إغلاق Commissary وإعادة فتحه.',
    noReload: 'لا تُعد تحميل الصفحة: لا يمكن تحميلها دون اتصال.',
    queued: (count) => `بانتظار الإرسال: ${actions(count)}.`,
    lastContact: (age) => `آخر اتصال ${age}.`,
    saved: (age) => `تُعرض بيانات حُفظت ${age}.`,
  },
  rowsSkipped: (count) => `تعذّرت قراءة بعض البيانات ولم تُعرض: ${rows(count)}.`,
  continueTo: (page) => `المتابعة إلى ${page}`,
  dismiss: 'إخفاء',
};
