import { arabicCount, arabicItems } from '#src/lib/i18n/arabic-count.ts';
import { formatCount } from '#src/lib/format/format.ts';
import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { arrangingMessages } from './messages.ts';

const subCategories = arabicCount({
  none: 'لا فئات فرعية',
  one: 'فئة فرعية واحدة',
  two: 'فئتان فرعيتان',
  few: 'فئات فرعية',
  many: 'فئة فرعية',
  other: 'فئة فرعية',
});

export const arabic: TranslationOf<typeof arrangingMessages> = {
  items: 'الأصناف',
  merge: {
    action: 'دمج…',
    title: (name) => `دمج ${name} في غيرها`,
    into: 'في',
    choose: 'اختر ما ينتقل إليه كل شيء.',
    loading: 'جارٍ البحث عما ينتقل',
    failed: 'تعذّر الدمج. لم يتغير شيء.',
    preview: (moving, name) => `${moving} إلى ${name}.`,
    items: (count) => `سينتقل ${arabicItems(count)}`,
    nothing: 'لا شيء يشير إليها، فلا ينتقل شيء',
    subCategories: (count) => `تنتقل معها ${subCategories(count)}.`,
    merged: (count) => `${subCategories(count)} لها مثيلة بالاسم هناك وتُدمج معها.`,
    archived: (name) => `تُؤرشف ${name} بعد ذلك.`,
    confirm: 'دمج',
    cancel: 'إلغاء',
    noItems: 'ستنتقل أصناف، وليست لديك صلاحية تغيير الأصناف.',
    done: (name, into, count) => `دُمجت ${name} في ${into}؛ انتقل ${arabicItems(count)}.`,
    alike: 'تبدو هذه متشابهة',
    alikeText: (names) => `${names}: يمكن لإحداها أن تستوعب الأخرى.`,
  },
  move: {
    action: 'نقل إلى…',
    title: (count) => `نقل ${arabicItems(count)}`,
    into: 'الفئة الفرعية',
    none: 'بلا فئة فرعية',
    hint: 'تنتقل معها الفئة.',
    takeOff: 'إزالة الفئة الفرعية',
    confirm: (count) => `نقل ${arabicItems(count)}`,
    cancel: 'إلغاء',
    choose: 'اختر فئة فرعية.',
    tooMany: (most) => `${formatCount(most)} صنف على الأكثر في المرة الواحدة.`,
    noRight: 'ليست لديك صلاحية تغيير الأصناف.',
    failed: 'تعذّر النقل. لم يتغير شيء.',
    stale: (name) => `تغيّر ${name} في هذه الأثناء فلم يُنقل شيء. راجعها ثم انقلها.`,
    done: (count) => `انتقل ${arabicItems(count)}.`,
  },
};
