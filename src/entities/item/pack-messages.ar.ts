import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { packMessages } from './pack-messages.ts';

export const arabic: TranslationOf<typeof packMessages> = {
  ladder: (item) => `عبوات ${item} ووحداته`,
  one: (unit) => `1 ${unit}`,
  base: 'الوحدة الأساسية',
  thisPack: 'هذه العبوة',
  chooseItem: 'اختر الصنف والوحدة لترى ما تساويه العبوة الواحدة.',
  holds: (count, contents, base) => `${count === 1 ? 'عبوة واحدة' : 'عبوتان'} = ${contents} = ${base}`,
  leadsNowhere: (base, unit) => `لا شيء يحدّد كم ${base} في كل ${unit}، فلا يمكن طلب هذه العبوة أو مقارنتها.`,
  addConversion: 'أضف تحويلًا إلى الصنف',
  perBase: (price, base) => `${price} لكل ${base}`,
  priceHint: 'للعبوة الواحدة.',
  scanHint: 'اكتبه، أو امسحه في أي موضع من هذا النموذج.',
  scanned: (code) => `مُسح ${code}.`,
};
