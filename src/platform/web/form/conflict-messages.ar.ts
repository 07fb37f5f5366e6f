import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { conflictMessages } from './conflict-messages.ts';

export const arabic: TranslationOf<typeof conflictMessages> = {
  title: (name) => `تغيّر ${name} أثناء تعديلك`,
  savedBy: (person) => `حفظ ${person} تغييرًا قبلك. اختر ما تريد الإبقاء عليه.`,
  savedBySomeone: 'حفظ شخص آخر تغييرًا قبلك. اختر ما تريد الإبقاء عليه.',
  lockedTitle: (name) => `لم يعد تعديل ${name} ممكنًا`,
  lockedText: 'غيّر شخص آخر حالته أثناء تعديلك. قارن ما أدخلته بالمحفوظ حاليًا.',
  discard: 'تجاهل تغييراتي',
  field: 'الحقل',
  theirs: 'قيمته',
  mine: 'قيمتك',
  takeTheirs: 'اعتماد قيمته',
  keepMine: 'الإبقاء على قيمتي',
  takeTheirsForField: (field) => `اعتماد قيمته: ${field}`,
  keepMineForField: (field) => `الإبقاء على قيمتي: ${field}`,
  none: 'لا شيء',
  merged: 'غيّر شخص آخر هذا أيضًا. دُمجت تغييراته مع تغييراتك.',
};
