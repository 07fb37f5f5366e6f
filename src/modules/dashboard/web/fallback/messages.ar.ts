import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { fallbackMessages } from './messages.ts';

export const arabic: TranslationOf<typeof fallbackMessages> = {
  context: 'تعمل حتى إن لم يستجب الخادم.',
  connection: {
    title: 'الاتصال',
    check: 'فحص الاتصال',
    checking: 'جارٍ فحص الاتصال',
    notChecked: 'لم يُفحص بعد.',
    alive: (ms) => `استجاب الخادم خلال ${ms} مللي ثانية. أعد محاولة ما تعذّر من قبل.`,
    serverError: (status) => `استجاب الخادم بخطأ (${status}). حاول لاحقًا.`,
    refused: (status) => `رفض الخادم الطلب (${status}).`,
    unreachable: 'الخادم لا يستجيب. تحقق من كابل الشبكة أو شبكة Wi-Fi في هذا الجهاز.',
    lastResponse: (age) => `آخر استجابة: ${age}.`,
    noResponse: 'لا استجابة منذ تحميل هذه الصفحة.',
  },
  orders: {
    title: 'آخر الطلبات المحفوظة',
    loading: 'جارٍ تحميل الطلبات',
    live: 'محدَّثة.',
    saved: (age) => `محفوظة على هذا الجهاز، آخر تحديث ${age}.`,
    none: 'لا طلبات محفوظة على هذا الجهاز',
    noneText: 'افتح قائمة طلبات لحفظها على هذا الجهاز.',
    empty: 'لا طلبات بعد',
    failed: 'تعذّر تحميل الطلبات',
    notAllowed: 'ليست لديك صلاحية الوصول إلى الطلبات.',
    number: 'الطلب',
    status: 'الحالة',
    branch: 'الفرع',
    delivery: 'التسليم',
    seen: 'آخر تحديث',
  },
  pages: 'صفحاتك',
};
