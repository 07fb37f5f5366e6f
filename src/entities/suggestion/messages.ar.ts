import type { TranslationOf } from '#src/lib/i18n/messages.ts';
import type { suggestionMessages } from './messages.ts';

const days = (count: number): string => {
  if (count === 1) return 'يوم واحد';
  if (count === 2) return 'يومان';
  return count <= 10 ? `${count} أيام` : `${count} يومًا`;
};

export const arabic: TranslationOf<typeof suggestionMessages> = {
  does: { sold: 'يُباع', used: 'يُستهلك', ordered: 'يُطلب' },
  week: (weekday, does, average, lastFour) =>
    `${does} يوم ${weekday} ${average} في المتوسط${lastFour === null ? '' : `، وفي آخر أربعة ${lastFour}`}`,
  ofCategory: 'أيام الأسبوع كما هي في فئته',
  covers: (names) => {
    const [first = '', ...rest] = names;
    const last = rest.at(-1);
    if (last === undefined) return first === '' ? 'لا يغطي التسليم أي يوم عمل' : `يغطي التسليم ${first}`;
    return rest.length === 1
      ? `يغطي التسليم ${first} و${last}`
      : `يغطي التسليم من ${first} إلى ${last} (${days(names.length)})`;
  },
  there: (onHand, coming, used) =>
    `المتوفر ${onHand}، والقادم ${coming ?? 'لا شيء'}${used === null ? '' : `، يُستهلك منهما ${used} حتى ذلك الحين`}`,
  upToPar: (par) => `يكمل إلى المستوى المستهدف ${par}`,
  asLast: 'بقدر الطلب الأخير',
  littleHistory: (count) => (count === 0 ? 'لا يُعرف عنه شيء بعد' : `المعروف عنه ${days(count)} فقط`),
  nothing: 'لا مستوى مستهدف ولم يُطلب من قبل',
  result: (why, amount, packs) => `${why}: ${amount}${packs === null ? '' : `، أي ${packs}`}`,
  packsOf: (packs, contents) => `${packs} في كل منها ${contents}`,
  unusable: (amount) => `لا يُحسب ${amount} محجوزًا أو منتهي الصلاحية حينها.`,
  leftOut: (count) => `لا تُحسب الأيام التي نفد فيها أو اعتُبرت استثناءً: ${days(count)}.`,
  runsOut: (oneIn) => {
    if (oneIn === null) return 'بهذا القدر لا ينفد عمليًا.';
    return oneIn <= 1 ? 'بهذا القدر يُرجَّح أن ينفد.' : `بهذا القدر ينفد نحو مرة في كل ${oneIn} عمليات تسليم.`;
  },
  outOfStock: (oneIn) => `ينفد نحو يوم من كل ${oneIn}`,
};
