import { formatCount } from '#platform/web/format/format.ts';
import { arabicItems, arabicOrders } from '#platform/web/i18n/arabic-count.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { kitchenViewMessages } from './messages.ts';

export const arabic: TranslationOf<typeof kitchenViewMessages> = {
  context: (kitchen, branch) => `الأصناف التي يمكن أن يطلبها ${branch} من ${kitchen}، ومواعيد التسليم`,
  calendar: {
    title: 'التسليمات خلال 14 يومًا القادمة',
    zone: (city) => `بتوقيت ${city}`,
    day: 'التسليم',
    until: 'الطلب حتى',
    state: 'الطلب',
    timeLeft: (span) => `المتبقي ${span}`,
    closed: 'مغلق',
    missed: { branch: 'لا تسليم: الفرع مغلق', kitchen: 'لا تسليم: المطبخ مغلق' },
    ordered: arabicOrders,
    order: 'طلب',
    none: 'لم تُحدَّد أيام تسليم لهذا الفرع.',
  },
  items: {
    title: 'الأصناف القابلة للطلب',
    search: 'البحث باسم الصنف أو رمزه',
    loading: 'جارٍ تحميل الأصناف',
    failed: 'تعذّر تحميل الأصناف',
    count: arabicItems,
    more: (count) => `عرض المزيد (${formatCount(count)})`,
    item: 'الصنف',
    unit: 'وحدة الطلب',
    step: 'بمضاعفات',
    kitchen: 'مخزون المطبخ',
    none: 'نفد المخزون',
    unknown: 'غير معروف',
    other: 'أصناف أخرى',
    nothingMatches: 'لا صنف يطابق البحث',
    empty: 'لا شيء للطلب بعد',
    emptyText: 'تظهر الأصناف هنا بعد إنشائها وإتاحتها للطلب.',
  },
  stopped: {
    title: 'غير متاحة للطلب',
    text: 'لا يمكن طلب هذه الأصناف حاليًا. لم يُسجَّل موعد لعودتها.',
    none: 'كل الأصناف متاحة للطلب.',
  },
};
