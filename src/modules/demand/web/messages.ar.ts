import { formatArabicCount } from '#platform/web/i18n/arabic-count.ts';
import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { suggestionMessages } from './messages.ts';

const days = formatArabicCount({
  none: 'لا أيام',
  one: 'يوم واحد',
  two: 'يومين',
  few: 'أيام',
  many: 'يومًا',
  other: 'يوم',
});

const deliveries = formatArabicCount({
  none: 'لا تسليم',
  one: 'تسليم واحد',
  two: 'تسليمين',
  few: 'تسليمات',
  many: 'تسليمًا',
  other: 'تسليم',
});

export const arabic: TranslationOf<typeof suggestionMessages> = {
  verbs: { sold: 'يُباع', used: 'يُستهلك', ordered: 'يُطلب' },
  week: (weekday, verb, average, lastFour) =>
    `متوسط ما ${verb} أيام ${weekday}: ${average}${lastFour === null ? '' : ` (آخر أربعة: ${lastFour})`}.`,
  categoryPattern: 'يُستخدم نمط أيام الأسبوع لفئته.',
  coveredDays: (names) => {
    const [first = '', ...rest] = names;
    const last = rest.at(-1);
    if (last === undefined) return first === '' ? 'لا يغطي التسليم أي يوم عمل.' : `يغطي التسليم ${first}.`;
    return rest.length === 1
      ? `يغطي التسليم ${first} و${last}.`
      : `يغطي التسليم من ${first} إلى ${last} (${days(names.length)}).`;
  },
  stock: (onHand, incoming, used) =>
    `الموجود: ${onHand}. الوارد: ${incoming ?? 'لا شيء'}.${used === null ? '' : ` يُستهلك قبل التسليم: ${used}.`}`,
  upToPar: (par) => `يكمل المخزون إلى المستوى المستهدف ${par}.`,
  sameAsLast: 'مثل الطلب الأخير.',
  littleHistory: (count) => (count === 0 ? 'لا بيانات سابقة بعد.' : `البيانات السابقة: ${days(count)} فقط.`),
  noBasis: 'لا مستوى مستهدف ولا طلب سابق.',
  notNeeded: 'لا حاجة إلى كمية.',
  suggested: (amount, contents) => `المقترح: ${amount}${contents === null ? '' : ` (${contents})`}.`,
  unusable: (amount) => `لا يشمل ${amount} موقوفًا أو منتهي الصلاحية حينها.`,
  excludedDays: (count) => `لا يشمل أيام نفاد المخزون أو الاستثناءات: ${days(count)}.`,
  runsOut: (oneIn) => {
    if (oneIn === null) return 'بهذه الكمية يكاد لا ينفد.';
    return oneIn <= 1 ? 'بهذه الكمية يُرجَّح أن ينفد.' : `بهذه الكمية ينفد نحو مرة كل ${deliveries(oneIn)}.`;
  },
  outOfStock: (oneIn) => `ينفد نحو يوم واحد من كل ${days(oneIn)}`,
};
