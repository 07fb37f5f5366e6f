import { formatArabicCount, arabicItems } from '#platform/web/i18n/arabic-count.ts';
import { formatCount } from '#platform/web/format/format.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { mergeAndMoveMessages } from './messages.ts';

const subCategories = formatArabicCount({
  none: 'لا فئات فرعية',
  one: 'فئة فرعية واحدة',
  two: 'فئتان فرعيتان',
  few: 'فئات فرعية',
  many: 'فئة فرعية',
  other: 'فئة فرعية',
});

export const arabic: TranslationOf<typeof mergeAndMoveMessages> = {
  items: 'الأصناف',
  merge: {
    action: 'دمج…',
    title: (name) => `دمج ${name}`,
    into: 'الدمج في',
    choose: 'اختر ما تُدمج فيه.',
    loading: 'جارٍ التحقق من الأصناف المتأثرة',
    failed: 'تعذّر الدمج. لم يتغير شيء.',
    preview: (moving, name) => `${moving} إلى ${name}.`,
    items: (count) => `سينتقل ${arabicItems(count)}`,
    nothing: 'لا تُستخدم في أي مكان',
    subCategories: (count) => `تنتقل معها ${subCategories(count)}.`,
    merged: (count) => `تُدمج الفئات الفرعية ذات الأسماء المتطابقة: ${formatCount(count)}.`,
    archived: (name) => `ستُؤرشف ${name}.`,
    confirm: 'دمج',
    cancel: 'إلغاء',
    noPermissionToMoveItems: 'الدمج ينقل أصنافًا، وليست لديك صلاحية تغيير الأصناف.',
    done: (name, into, count) => `دُمجت ${name} في ${into}؛ انتقل ${arabicItems(count)}.`,
    duplicates: 'تكرار محتمل',
    duplicatesText: (names) => `الاسم نفسه أو اسم مشابه: ${names}`,
  },
  move: {
    action: 'نقل إلى…',
    title: (count) => `نقل ${arabicItems(count)}`,
    into: 'الفئة الفرعية',
    none: 'بلا فئة فرعية',
    hint: 'تنتقل الأصناف أيضًا إلى فئة هذه الفئة الفرعية.',
    removeSubCategory: 'إزالة الفئة الفرعية',
    confirm: (count) => `نقل ${arabicItems(count)}`,
    cancel: 'إلغاء',
    choose: 'اختر فئة فرعية.',
    tooMany: (max) => `الحد الأقصى في المرة الواحدة: ${arabicItems(max)}.`,
    failed: 'تعذّر نقل الأصناف. لم يتغير شيء.',
    stale: (name) => `غيّر شخص آخر ${name}، فلم يُنقل شيء. راجع القائمة وحاول مرة أخرى.`,
    done: (count) => `انتقل ${arabicItems(count)}.`,
  },
};
