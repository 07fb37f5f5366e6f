import { arabicCount } from '#src/lib/i18n/arabic-count.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { shellMessages } from './messages.ts';

const actions = arabicCount({
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
      title: 'ليست على هذا الجهاز بعد',
      text: 'لم تُفتح هذه الصفحة منذ تسجيل دخولك، ولا يمكن الوصول إلى الخادم. ستُفتح تلقائيًا عند عودة الاتصال.',
    },
    gone: {
      title: 'تعذّر فتحها',
      text: 'الخادم يستجيب، لكن هذا الجزء من لوحة المعلومات لم يعد موجودًا: الأرجح أن إصدارًا جديدًا قد ثُبّت. أعد التحميل متى ناسبك. ما كتبته في النماذج محفوظ على هذا الجهاز.',
    },
    noReload: 'لا تُعد تحميل الصفحة: لا يمكن تحميل لوحة المعلومات من جديد دون اتصال.',
    queue: (count) => `محفوظ على هذا الجهاز ويُرسل عند عودة الاتصال: ${actions(count)}.`,
    retry: 'حاول مرة أخرى',
    reload: 'إعادة تحميل الصفحة',
    here: 'ما يمكنك فتحه الآن',
    part: {
      offline: 'ما فتحته ليس على هذا الجهاز بعد. سيُفتح تلقائيًا عند عودة الاتصال.',
      gone: 'تعذّر تحميل ما فتحته: الأرجح أن إصدارًا جديدًا قد ثُبّت. أكمل ما تعمل عليه ثم أعد التحميل.',
    },
  },
};
