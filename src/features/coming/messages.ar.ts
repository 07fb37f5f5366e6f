import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { comingMessages } from './messages.ts';

export const arabic: TranslationOf<typeof comingMessages> = {
  comingSoon: 'قريبًا...',
  working: 'فتح النسخة العاملة',
  notBuilt: 'هذه الصفحة ليست جزءًا من هذا الإصدار بعد.',
  willShow: {
    analytics: 'ستعرض الطلب حسب أيام الأسبوع ونسبة التلبية والهدر ودوران المخزون ومقارنة الفروع.',
  },
  untilThen: 'ما يعمل الآن',
  shortcuts: {
    inventoryStock: 'المخزون والقيم وحركات كل صنف، مع تصدير CSV',
    orders: 'كل الطلبات بما طُلب وشُحن واستُلم',
    wastage: 'الهدر المسجل',
  },
};
