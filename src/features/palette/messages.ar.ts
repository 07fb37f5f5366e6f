import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { paletteMessages } from './messages.ts';

export const arabic: TranslationOf<typeof paletteMessages> = {
  title: 'البحث في الصفحات والطلبات والأصناف والإجراءات',
  placeholder: 'إلى أين، أو ماذا تريد أن تفعل؟',
  nothing: (query) => `لا توجد نتائج لـ «${query}».`,
  searching: 'جارٍ البحث…',
  results: (count) => {
    if (count === 1) return 'نتيجة واحدة';
    if (count === 2) return 'نتيجتان';
    const rest = count % 100;
    if (rest >= 3 && rest <= 10) return `${count} نتائج`;
    return `${count} نتيجة`;
  },
  keys: { move: 'تنقّل', choose: 'اختيار', close: 'إغلاق' },
  groups: {
    recent: 'الأخيرة',
    page: 'الصفحات',
    order: 'الطلبات',
    item: 'الأصناف',
    action: 'الإجراءات',
  },
  actions: {
    createOrder: 'إنشاء طلب',
    markSeen: 'تعليم الطلبات الجديدة كمُطَّلَع عليها',
    theme: { light: 'المظهر الفاتح', dark: 'المظهر الداكن', system: 'مظهر النظام' },
    language: (name) => `اللغة: ${name}`,
    collapseSidebar: 'طي الشريط الجانبي',
    expandSidebar: 'توسيع الشريط الجانبي',
    clearCache: 'مسح الذاكرة المؤقتة',
    cacheCleared: 'مُسحت الذاكرة المؤقتة.',
    shortcuts: 'اختصارات لوحة المفاتيح',
    signOut: 'تسجيل الخروج',
  },
  shortcuts: {
    title: 'اختصارات لوحة المفاتيح',
    description: 'يمكن استخدام لوحة المعلومات كلها دون فأرة.',
    everywhere: 'في كل مكان',
    lists: 'في القوائم',
    quantities: 'في خانات الكميات',
    palette: 'البحث في الصفحات والطلبات والأصناف والإجراءات',
    help: 'عرض هذه الاختصارات',
    search: 'الانتقال إلى بحث الصفحة',
    close: 'إغلاق ما هو مفتوح والعودة',
    walk: 'الصف التالي أو السابق',
    open: 'فتح الصف',
    down: 'الكمية التالية',
    up: 'الكمية السابقة',
    sums: 'حساب عملية: 2*12',
    or: 'أو',
    letters: 'اختصارات المفتاح الواحد',
    lettersText: 'أوقِفها إذا كانت المفاتيح تُضغط سهوًا أو عبر التحكم الصوتي.',
  },
};
