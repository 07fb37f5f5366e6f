import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { missingSetupMessages } from './missing-setup-messages.ts';

export const arabic: TranslationOf<typeof missingSetupMessages> = {
  branch: {
    none: 'لا توجد فروع بعد',
    addText: 'يطلب الفرع من المطبخ الذي يورّد له.',
    add: 'إضافة فرع',
    noneText: 'تظهر الفروع هنا بعد إضافتها في صفحة «الفروع».',
    notYours: 'لم يُعيَّن لك فرع',
    notYoursText: 'اطلب من المسؤول تعيين فرع لك.',
  },
  kitchen: {
    none: (branch) => `لا مطبخ يورّد لفرع ${branch}`,
    chooseText: 'اختر مطبخًا كي يتمكن هذا الفرع من الطلب.',
    choose: 'اختيار المطبخ',
    noneText: 'اطلب من المسؤول اختيار مطبخ في صفحة «الفروع».',
  },
  items: { add: 'إضافة صنف' },
};
