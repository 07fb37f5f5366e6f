import type { TranslationOf } from '#platform/web/i18n/messages.ts';
import type { unitMessages } from './unit-messages.ts';

/** Arabic names of common units, used until the units are loaded. */
const arabicNames: Readonly<Record<string, string>> = {
  g: 'غرام',
  kg: 'كيلوغرام',
  ml: 'ميليلتر',
  l: 'لتر',
  m: 'متر',
  each: 'حبة',
  doz: 'دزينة',
  bag: 'كيس',
  block: 'قالب',
  bottle: 'زجاجة',
  box: 'علبة',
  can: 'عبوة',
  case: 'كرتونة',
  crate: 'صندوق',
  net: 'شبكة',
  pack: 'حزمة',
  piece: 'قطعة',
  pouch: 'مغلف',
  sack: 'جوال',
  sleeve: 'ربطة',
  tin: 'صفيحة',
  tray: 'صينية',
  tub: 'وعاء',
};

/** Metric units, written as on scales and labels. */
const abbreviations: Readonly<Record<string, string>> = {
  غرام: 'غ',
  كيلوغرام: 'كغ',
  ميليلتر: 'مل',
  لتر: 'ل',
  متر: 'م',
};

/** Plural forms for 3 to 10 and for 11 to 99; one, two, hundreds and fractions use the name itself. */
const pluralForms: Readonly<Record<string, readonly [few: string, many: string]>> = {
  حبة: ['حبات', 'حبة'],
  دزينة: ['دزينات', 'دزينة'],
  كيس: ['أكياس', 'كيسًا'],
  قالب: ['قوالب', 'قالبًا'],
  زجاجة: ['زجاجات', 'زجاجة'],
  علبة: ['علب', 'علبة'],
  عبوة: ['عبوات', 'عبوة'],
  كرتونة: ['كراتين', 'كرتونة'],
  صندوق: ['صناديق', 'صندوقًا'],
  شبكة: ['شبكات', 'شبكة'],
  حزمة: ['حزم', 'حزمة'],
  قطعة: ['قطع', 'قطعة'],
  مغلف: ['مغلفات', 'مغلفًا'],
  جوال: ['أجولة', 'جوالًا'],
  ربطة: ['ربطات', 'ربطة'],
  صفيحة: ['صفائح', 'صفيحة'],
  صينية: ['صوانٍ', 'صينية'],
  وعاء: ['أوعية', 'وعاءً'],
};

const rules = new Intl.PluralRules('ar');

/** Removes isolation marks, which a name may already contain. */
const removeIsolation = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '');

export const arabic: TranslationOf<typeof unitMessages> = {
  unit(symbol, nameAlt, qty) {
    const name =
      removeIsolation(nameAlt) || (arabicNames[removeIsolation(symbol)] ?? removeIsolation(symbol));
    const abbreviation = abbreviations[name];
    if (abbreviation !== undefined) return qty === null ? name : abbreviation;
    const [few, many] = pluralForms[name] ?? [name, name];
    const form = qty === null ? 'one' : rules.select(Math.abs(qty));
    return form === 'few' ? few : form === 'many' ? many : name;
  },
  pieces: (count) => {
    const n = Math.abs(count);
    if (n === 1) return '(قطعة واحدة)';
    if (n === 2) return '(قطعتان)';
    return `(${count} ${n >= 3 && n <= 10 ? 'قطع' : 'قطعة'})`;
  },
};
