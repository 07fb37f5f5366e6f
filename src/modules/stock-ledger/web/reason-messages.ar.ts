import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { wasteReasons } from './reason-messages.ts';

export const arabic: TranslationOf<typeof wasteReasons> = {
  expired: 'انتهاء الصلاحية',
  spoiled: 'فساد',
  damaged: 'تلف',
  overproduction: 'فائض إنتاج',
  trim: 'بقايا تجهيز',
  'customer return': 'مرتجع عميل',
  dropped: 'سقوط',
  temperature: 'درجة الحرارة',
  quality: 'الجودة',
  missing: 'مفقود',
  'staff meal': 'وجبة موظفين',
  other: 'أخرى',
};
