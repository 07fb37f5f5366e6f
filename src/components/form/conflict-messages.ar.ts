import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { conflictMessages } from './conflict-messages.ts';

export const arabic: TranslationOf<typeof conflictMessages> = {
  title: (name) => `تغيّر ${name} أثناء كتابتك`,
  by: (who) => `حفظه ${who} قبلك. لم يُفقد شيء: اختر أيهما يبقى.`,
  bySomebody: 'حفظه شخص آخر قبلك. لم يُفقد شيء: اختر أيهما يبقى.',
  shutTitle: (name) => `لم يعد تغيير ${name} ممكنًا هنا`,
  shutText: 'نقله شخص آخر إلى المرحلة التالية أثناء كتابتك. هذا ما كتبته بجانب ما يسري الآن.',
  discard: 'تجاهل ما كتبته',
  field: 'الحقل',
  theirs: 'قيمته',
  mine: 'قيمتك',
  takeTheirs: 'اعتماد قيمته',
  keepMine: 'الإبقاء على قيمتي',
  takeTheirsOf: (field) => `اعتماد قيمته: ${field}`,
  keepMineOf: (field) => `الإبقاء على قيمتي: ${field}`,
  none: 'لا شيء',
  merged: 'غيّر شخص آخر هذا في الأثناء. تغييراته فيه، وتغييراتك فوقها.',
};
