import { arabicLines } from '#platform/web/i18n/arabic-count.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { templateMessages } from './template-messages.ts';

export const arabic: TranslationOf<typeof templateMessages> = {
  fillTitle: 'الملء من قالب',
  fillText: 'تبقى الكميات التي أدخلتها كما هي.',
  loading: 'جارٍ تحميل القوالب',
  failed: 'تعذّر تحميل القوالب',
  none: 'لا قوالب بعد',
  noneText: 'احفظ طلبًا كقالب هنا، أو أنشئ قالبًا في الإعدادات.',
  forDays: (days) => `ليوم ${days}`,
  lines: arabicLines,
  gone: 'لم يعد هذا القالب موجودًا.',
  done: (name, filled, unchanged, omitted) =>
    [
      `مُلئ ${arabicLines(filled)} من ${name}.`,
      unchanged > 0 ? `وبقي ${arabicLines(unchanged)} كما أدخلتها.` : '',
      omitted > 0 ? `وتُرك ${arabicLines(omitted)}: لم يعد يُطلب، أو تغيّرت وحدته.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  undo: 'تراجع',
  saveTitle: 'الحفظ كقالب',
  saveText: (count) => `${arabicLines(count)} مع الكميات.`,
  name: 'الاسم',
  nameRequired: 'الاسم مطلوب',
  weekdays: 'أيام التسليم',
  weekdaysHint: 'يُعرض أولًا في هذه الأيام.',
  cancel: 'إلغاء',
  save: 'حفظ القالب',
  saving: 'جارٍ الحفظ…',
  saved: (name) => `حُفظ القالب ${name}.`,
  saveFailed: 'تعذّر حفظ القالب.',
};
