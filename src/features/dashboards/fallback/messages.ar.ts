import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { fallbackMessages } from './messages.ts';

export const arabic: TranslationOf<typeof fallbackMessages> = {
  context: 'تعمل أيضًا حين لا يستجيب الخادم.',
  connection: {
    title: 'الاتصال',
    check: 'فحص الاتصال',
    checking: 'جارٍ فحص الاتصال',
    notChecked: 'لم يُفحص بعد.',
    alive: (ms) => `الخادم يستجيب خلال ${ms} مللي ثانية. قد يعمل الآن ما تعطّل.`,
    troubled: (status) => `الخادم يستجيب لكنه يُبلغ عن خلل لديه (${status}). يُرجى المحاولة لاحقًا.`,
    refused: (status) => `الخادم يستجيب لكنه يرفض الفحص (${status}).`,
    silent: 'الخادم لا يستجيب. تحقق من كابل الشبكة أو شبكة Wi-Fi في هذا الجهاز.',
    lastHeard: (age) => `آخر استجابة: ${age}.`,
    neverHeard: 'لا استجابة منذ تحميل هذه الصفحة.',
  },
  orders: {
    title: 'آخر الطلبات المحفوظة',
    loading: 'جارٍ تحميل الطلبات',
    live: 'كما هي لدى الخادم الآن.',
    saved: (age) => `محفوظة على هذا الجهاز، شوهدت آخر مرة ${age}.`,
    none: 'لا طلبات محفوظة على هذا الجهاز',
    noneText: 'تُحفظ هنا بعد فتح أي قائمة طلبات.',
    empty: 'لا طلبات بعد',
    failed: 'تعذّر تحميل الطلبات',
    notAllowed: 'دورك لا يطّلع على الطلبات.',
    number: 'الطلب',
    status: 'الحالة',
    branch: 'الفرع',
    delivery: 'التسليم',
    seen: 'شوهد',
  },
  pages: 'صفحات يمكنك فتحها',
};
