import { formatCount } from '#platform/web/format/format.ts';

/** Forms of a counted noun: for one (`طلب واحد`), two (`طلبان`), 3 to 10, 11 to 99, and 100 or more. */
export interface CountedNoun {
  none: string;
  one: string;
  two: string;
  few: string;
  many: string;
  other: string;
}

const rules = new Intl.PluralRules('ar');

/** Formats a count with an Arabic noun in its plural form; used by Arabic catalogues only. */
export function formatArabicCount(noun: CountedNoun): (count: number) => string {
  return (count) => {
    const form = rules.select(count);
    if (form === 'zero') return noun.none;
    if (form === 'one' || form === 'two') return noun[form];
    return `${formatCount(count)} ${noun[form]}`;
  };
}

export const arabicOrders = formatArabicCount({
  none: 'لا طلبات',
  one: 'طلب واحد',
  two: 'طلبان',
  few: 'طلبات',
  many: 'طلبًا',
  other: 'طلب',
});

export const arabicLines = formatArabicCount({
  none: 'لا بنود',
  one: 'بند واحد',
  two: 'بندان',
  few: 'بنود',
  many: 'بندًا',
  other: 'بند',
});

export const arabicItems = formatArabicCount({
  none: 'لا أصناف',
  one: 'صنف واحد',
  two: 'صنفان',
  few: 'أصناف',
  many: 'صنفًا',
  other: 'صنف',
});

/** In the oblique case, as after a preposition or a verb. */
export const arabicDays = formatArabicCount({
  none: 'أقل من يوم',
  one: 'يوم واحد',
  two: 'يومين',
  few: 'أيام',
  many: 'يومًا',
  other: 'يوم',
});
