import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { neededMessages } from './needed-messages.ts';

export const arabic: TranslationOf<typeof neededMessages> = {
  branch: {
    none: 'لا يوجد فرع بعد',
    addText: 'يطلب الفرع من المطبخ الذي يورّد له.',
    add: 'إضافة فرع',
    noneText: 'يظهر هنا بعد إضافته في صفحة «الفروع».',
    notYours: 'لم يُسنَد إليك فرع',
    notYoursText: 'من يدير المستخدمين يختار فروعك.',
  },
  kitchen: {
    none: (branch) => `لا مطبخ يورّد لفرع ${branch}`,
    chooseText: 'لا وجهة لطلباته حتى يُختار مطبخ.',
    choose: 'اختيار مطبخه',
    noneText: 'يختاره من يدير الفروع في صفحة «الفروع».',
  },
  items: { add: 'إضافة صنف' },
};
