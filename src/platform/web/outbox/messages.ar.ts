import { formatArabicCount } from '#platform/web/i18n/arabic-count.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { outboxMessages } from './messages.ts';

const days = formatArabicCount({
  none: 'أقل من يوم',
  one: 'يوم واحد',
  two: 'يومين',
  few: 'أيام',
  many: 'يومًا',
  other: 'يوم',
});

export const arabic: TranslationOf<typeof outboxMessages> = {
  noRoom:
    'نفدت مساحة التخزين في هذا الجهاز، فلم يُحفظ هذا الإجراء ولم يُرسل. أفرغ بعض المساحة ثم حاول مرة أخرى.',
  notStored: 'تعذّر حفظ هذا الإجراء على الجهاز، فلم يُرسل. حاول مرة أخرى، وإذا تكرر ذلك فأعد تحميل الصفحة.',
  notDurable: 'لا يحفظ هذا المتصفح شيئًا على الجهاز. أبقِ هذه الصفحة مفتوحة حتى يُحفظ كل شيء على الخادم.',
  failed: 'لم تستجب ذاكرة تخزين هذا الجهاز. ستُعاد المحاولة تلقائيًا.',
  old: (count) =>
    `هذا الإجراء في الانتظار منذ ${days(count)}، وربما أُرسل من قبل. تحقق من وصوله ثم حاول مرة أخرى أو تجاهله.`,
};
