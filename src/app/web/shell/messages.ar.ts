import { formatArabicCount } from '#platform/web/i18n/arabic-count.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { shellMessages } from './messages.ts';

const actions = formatArabicCount({
  none: 'لا إجراءات',
  one: 'إجراء واحد',
  two: 'إجراءان',
  few: 'إجراءات',
  many: 'إجراءً',
  other: 'إجراء',
});

export const arabic: TranslationOf<typeof shellMessages> = {
  account: 'حسابك',
  savedOrders: {
    showing: (time) => `تُعرض الطلبات المحفوظة من الساعة ${time}`,
    resume: 'استئناف',
  },
  missing: {
    page: 'هذه الصفحة',
    offline: {
      title: 'غير متاحة دون اتصال',
      text: 'لم تُفتح هذه الصفحة منذ تسجيل دخولك، ولا يمكن الوصول إلى الخادم. ستُفتح تلقائيًا عند عودة الاتصال.',
    },
    gone: {
      title: 'تعذّر فتح هذه الصفحة',
      text: 'على الأرجح ثُبّت إصدار جديد من Commissary. أعد تحميل الصفحة متى كنت جاهزًا. ما كتبته في النماذج محفوظ على هذا الجهاز.',
    },
    noReload: 'لا تُعد تحميل الصفحة: لا يمكن تحميلها دون اتصال.',
    queue: (count) => `محفوظ على هذا الجهاز ويُرسل عند عودة الاتصال: ${actions(count)}.`,
    retry: 'حاول مرة أخرى',
    reload: 'إعادة تحميل الصفحة',
    available: 'المتاح الآن',
    part: {
      offline: 'هذا الجزء من الصفحة غير متاح دون اتصال. سيُفتح تلقائيًا عند عودة الاتصال.',
      gone: 'تعذّر تحميل جزء من الصفحة. على الأرجح ثُبّت إصدار جديد: أكمل ما تعمل عليه ثم أعد تحميل الصفحة.',
    },
  },
};
