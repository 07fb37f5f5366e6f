import { formatCount } from '#platform/web/format/format.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { menuEngineeringMessages } from './menu-messages.ts';

export const arabic: TranslationOf<typeof menuEngineeringMessages> = {
  classes: { star: 'نجم', plowhorse: 'رائج قليل الربح', puzzle: 'مربح قليل الرواج', dog: 'ضعيف' },
  thresholds: 'الحدود',
  category: 'فئة القائمة',
  noCategory: 'بلا فئة',
  everything: 'كل الأطباق',
  compared: 'الأطباق المقارنة',
  popularFrom: 'حد الرواج',
  profitableFrom: 'حد الهامش',
  excluded: 'مستبعد',
  excludedCounts: {
    few: (count) => `قليل المبيعات: ${formatCount(count)}`,
    cost: (count) => `بلا تكلفة: ${formatCount(count)}`,
    returned: (count) => `مسترجع: ${formatCount(count)}`,
  },
  exclusionReasons: { few: 'قليل المبيعات', cost: 'بلا تكلفة', returned: 'مسترجع' },
  none: 'لا شيء',
  isNew: 'جديد',
};
