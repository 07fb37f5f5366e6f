import { arabicItems } from '#platform/web/i18n/arabic-count.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { sectionsMessages } from './messages.ts';

export const arabic: TranslationOf<typeof sectionsMessages> = {
  order: {
    tab: 'ترتيب المرور',
    text: 'يتبع هذا الترتيب دليل الطلب وقائمة التجهيز والجرد. اسحب القسم أو استخدم أزراره.',
    list: 'الأقسام بترتيب المرور',
    up: (name) => `نقل ${name} إلى أعلى`,
    down: (name) => `نقل ${name} إلى أسفل`,
    handle: (name) => `سحب ${name}`,
    loading: 'جارٍ تحميل الأقسام',
    failed: 'تعذّر تحميل الأقسام',
    empty: 'لا أقسام بعد',
    emptyText: 'أضف الأقسام في القائمة أولًا.',
    readOnly: 'للعرض فقط: ليست لديك صلاحية تغيير الترتيب.',
    save: 'حفظ الترتيب',
    unchanged: 'لم يتغير الترتيب.',
    saved: 'حُفظ ترتيب المرور.',
    saveFailed: 'تعذّر حفظ الترتيب. تبقى تغييراتك هنا.',
    chooseFirst: 'اختر أولًا الترتيب الذي تريد الاحتفاظ به.',
    everywhere: 'كل الفروع',
    instructions: 'اضغط المسافة لالتقاط القسم، والأسهم لنقله، والمسافة لوضعه، وEscape لإعادته.',
    pickedUp: (name, at, of) => `التُقط ${name}، الموضع ${at} من ${of}.`,
    movedTo: (name, at, of) => `${name} في الموضع ${at} من ${of}.`,
    dropped: (name, at, of) => `وُضع ${name} في الموضع ${at} من ${of}.`,
    cancelled: (name) => `عاد ${name} إلى موضعه السابق.`,
  },
  items: (count) => arabicItems(count),
};
