import { formatRatio } from '#core/ratio-text.ts';
import { foldText } from '#core/text.ts';
import { allergens, allergenStates } from '#modules/items/collection.ts';
import { nutrients, nutritionBases } from '#modules/items/nutrition.ts';
import type { CellFormat } from '#platform/collections/fields.ts';
import { closedDaysCodec } from './closed-days-codec.ts';
import { componentsCodec } from './components-codec.ts';
import type { CellCodec, CellReadOptions } from './cell-codec.ts';
import { parseNumber, formatPlainNumber, padThreeDecimals, matchWord } from './cell-words.ts';
import { readDate, splitAtFirst, stripPercent } from '#core/read-scalars.ts';
import { readConversions } from './read-conversions.ts';

type Row = Readonly<Record<string, unknown>>;

const toRows = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : []);
const toEntries = (value: unknown) => Object.entries((value ?? {}) as Row);
const splitParts = (text: string, separators: RegExp): string[] =>
  text
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Parses all parts; returns undefined if any of them can't be parsed. */
function readAll<T>(texts: readonly string[], read: (text: string) => T | undefined): T[] | undefined {
  const parsedParts: T[] = [];
  for (const text of texts) {
    const parsed = read(text);
    if (parsed === undefined) return undefined;
    parsedParts.push(parsed);
  }
  return parsedParts;
}

/** Splits `name=value` or `name: value`. */
const splitPair = (text: string) => splitAtFirst(text, /[=:]/);

/** Weekday numbers (1 is Monday) by long and short name in all languages of the app. */
const weekdayNumbersByName: ReadonlyMap<string, number> = new Map(
  ['en', 'ar'].flatMap((language) =>
    (['long', 'short'] as const).flatMap((weekday) => {
      const formatter = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
      return [1, 2, 3, 4, 5, 6, 7].map(
        (day) => [foldText(formatter.format(Date.UTC(2026, 5, day))), day] as const,
      );
    }),
  ),
);

/** Parses a weekday name in either language, or its number (1 is Monday); null for anything else. */
function readWeekday(text: string): number | null {
  const word = foldText(text).replace(/\.$/, '');
  return weekdayNumbersByName.get(word) ?? (/^[1-7]$/.test(word) ? Number(word) : null);
}

/** Parses weekdays separated by commas or spaces; null if one is invalid. */
export function readWeekdays(text: string): number[] | null {
  const days: number[] = [];
  for (const word of text.split(/[,;،؛\s]+/)) {
    if (word === '') continue;
    const day = readWeekday(word);
    if (day === null) return null;
    days.push(day);
  }
  return days;
}

const weekdays: CellCodec = {
  form: 'weekdays',
  maxLength: 300,
  sample: [1, 4],
  vocabulary: [],
  write: (value, { weekday }) => (value as number[]).map((day) => weekday(day)).join(', '),
  read: (text) => readWeekdays(text) ?? undefined,
};

const list: CellCodec = {
  form: 'list',
  maxLength: 3000,
  sample: ['5000000000000', '40123450'],
  vocabulary: [],
  write: (value) => (value as string[]).join('; '),
  read: (text) => splitParts(text, /[,;،؛\s]+/),
};

/** Times of day; the server checks each. */
const times: CellCodec = { ...list, form: 'times', sample: ['08:00', '16:30'] };

/** One sentence per line. */
const lines: CellCodec = {
  form: 'lines',
  maxLength: 30_000,
  sample: ['Knead for ten minutes.', 'Leave to rise.'],
  vocabulary: [],
  write(value) {
    const sentences = value as string[];
    // Text that contains line breaks is written as JSON.
    return sentences.some((text) => /[\r\n]/.test(text) || isJson(text))
      ? JSON.stringify(sentences)
      : sentences.join('\n');
  },
  read: (text) => splitParts(text, /[\r\n]+/),
};

const time: CellCodec = {
  form: 'time',
  maxLength: 40,
  sample: '22:30',
  vocabulary: [],
  write: String,
  read: (text) => parseTime(foldText(text)),
};

const parseTime = (text: string): string | undefined => {
  const match = /^(\d{1,2}):(\d{2})(?::00)?$/.exec(text);
  return match ? `${(match[1] as string).padStart(2, '0')}:${match[2]}` : undefined;
};

/** `Mon 16:00 -1`: cut-off at 16:00 on the day before; several days may share a time. */
const deliveryDays: CellCodec = {
  form: 'deliveryDays',
  maxLength: 1000,
  sample: [
    { weekday: 1, cutoffDaysBefore: 1, cutoffTime: '16:00' },
    { weekday: 4, cutoffDaysBefore: 0, cutoffTime: '09:00' },
  ],
  vocabulary: [],
  write: (value, { weekday }) =>
    toRows(value)
      .map(({ weekday: day, cutoffTime, cutoffDaysBefore: before }) =>
        [weekday(Number(day)), cutoffTime, ...(before === 0 ? [] : [`-${Number(before)}`])].join(' '),
      )
      .join('; '),
  read(text) {
    const days = readAll(splitParts(text, /[;؛\n]/), (part) => {
      // The last colon is part of the time: weekdays precede it, and the number of days before the delivery
      // follows it.
      const folded = foldText(part);
      const colon = folded.lastIndexOf(':');
      const hour = / \d{1,2}$/.exec(folded.slice(Math.max(0, colon - 3), Math.max(0, colon)))?.[0] ?? '';
      const cutoffTime = parseTime(`${hour.trim()}${folded.slice(colon, colon + 3)}`);
      const suffix = folded.slice(colon + 3).trim();
      const before = suffix === '' ? '0' : /^[-–−]? ?(\d{1,2})[^\d:,]*$/.exec(suffix)?.[1];
      if (colon < 0 || cutoffTime === undefined || before === undefined) return undefined;
      const weekdayNumbers = readWeekdays(folded.slice(0, colon - hour.length).replace(/:$/, ''));
      return weekdayNumbers?.map((weekday) => ({ weekday, cutoffDaysBefore: Number(before), cutoffTime }));
    });
    return days?.flat();
  },
};

/** Values with the date from which they apply: `2026-01-01=3.67; 2026-07-01=3.7`. */
const createDatedCodec = (
  form: CellFormat,
  [day, figure]: readonly [day: string, figure: string],
  sample: unknown,
  readValue: (text: string, options: CellReadOptions) => unknown,
): CellCodec => ({
  form,
  maxLength: 5000,
  sample: [{ [day]: '2026-01-01', [figure]: sample }],
  vocabulary: ['start'],
  write: (value, { word }) =>
    toRows(value)
      .map((row) => {
        const text = typeof row[figure] === 'number' ? formatPlainNumber(row[figure]) : String(row[figure]);
        return `${row[day] === null ? word('start') : String(row[day])}=${text}`;
      })
      .join('; '),
  read(text, options) {
    return readAll(splitParts(text, /[;؛\n]/), (part) => {
      const entry = splitPair(part);
      const from = entry && readDate(entry[0], options.format.dates);
      const isStart = entry !== null && matchWord(entry[0], ['start'], options) === 'start';
      const value = entry ? readValue(entry[1], options) : undefined;
      return (from || isStart) && value !== undefined ? { [day]: from ?? null, [figure]: value } : undefined;
    });
  },
});

const readRate = (text: string, options: CellReadOptions) => parseNumber(stripPercent(text), options);

/** `Mon=20; Sat=40` */
const byWeekday: CellCodec = {
  form: 'byWeekday',
  maxLength: 1000,
  sample: { 5: 40, 6: 60 },
  vocabulary: [],
  write: (value, { weekday }) =>
    toEntries(value)
      .map(([day, qty]) => `${weekday(Number(day))}=${formatPlainNumber(qty)}`)
      .join('; '),
  read(text, options) {
    const entries = readAll(splitParts(text, /[;؛\n]/), (part) => {
      const entry = splitPair(part);
      const days = entry && readWeekdays(entry[0]);
      const qty = entry ? parseNumber(entry[1], options) : undefined;
      return days && qty !== undefined ? days.map((day) => [String(day), qty] as const) : undefined;
    });
    return entries && Object.fromEntries(entries.flat());
  },
};

/** `milk: contains; nuts: may contain`; a name alone means that the allergen is contained. */
const allergensCodec: CellCodec = {
  form: 'allergens',
  maxLength: 2000,
  sample: { milk: 'contains', nuts: 'may_contain' },
  vocabulary: [...allergens, ...allergenStates],
  write: (value, { word }) =>
    toEntries(value)
      .map(([name, state]) => `${word(name)}: ${word(String(state))}`)
      .join('; '),
  read(text, options) {
    const entries = readAll(splitParts(text, /[,;،؛\n]/), (part): [string, string] | undefined => {
      const [name, state] = splitPair(part) ?? [part, null];
      const key = matchWord(name, allergens, options);
      const allergenState = state === null ? 'contains' : matchWord(state, allergenStates, options);
      return key !== undefined && allergenState !== undefined ? [key, allergenState] : undefined;
    });
    return entries && Object.fromEntries(entries);
  },
};

/** `per 100 g; energy (kJ): 1500; fat: 1.2; …`; per 100 g if no basis is given. */
const nutrition: CellCodec = {
  form: 'nutrition',
  maxLength: 1000,
  sample: {
    per: '100ml',
    energyKj: 265,
    energyKcal: 63,
    fat: 3.6,
    saturates: 2.3,
    carbohydrate: 4.6,
    sugars: 4.6,
    fibre: null,
    protein: 3.4,
    salt: 0.1,
  },
  vocabulary: [...nutritionBases, ...nutrients],
  write(value, { word }) {
    const { per, ...amounts } = value as Row;
    const entries = Object.entries(amounts).filter(([, amount]) => amount !== null);
    return [
      word(String(per)),
      ...entries.map(([name, amount]) => `${word(name)}: ${formatPlainNumber(amount)}`),
    ].join('; ');
  },
  read(text, options) {
    const entries = readAll(splitParts(text, /[;؛\n]/), (part): [string, string | number] | undefined => {
      const pair = splitPair(part);
      if (pair === null) {
        const per = matchWord(part, nutritionBases, options);
        return per === undefined ? undefined : ['per', per];
      }
      const nutrient = matchWord(pair[0], nutrients, options);
      const amount = parseNumber(pair[1], options);
      return nutrient !== undefined && amount !== undefined ? [nutrient, amount] : undefined;
    });
    return entries && { per: '100g', ...Object.fromEntries(entries) };
  },
};

/** `cost`, `cost +5%`, or a fixed price. */
const transferPrice: CellCodec = {
  form: 'transferPrice',
  maxLength: 200,
  sample: { mode: 'cost_plus', percent: 5 },
  vocabulary: ['cost'],
  write(value, { word }) {
    const { mode, percent, price } = value as Row;
    if (mode === 'fixed') return formatPlainNumber(price);
    return mode === 'cost' ? word('cost') : `${word('cost')} +${formatPlainNumber(percent)}%`;
  },
  read(text, options) {
    const price = parseNumber(text, options);
    if (price !== undefined) return { mode: 'fixed', price };
    const [word, percentText] = splitAtFirst(text, /\+/) ?? [text, null];
    if (matchWord(word, ['cost'], options) !== 'cost') return undefined;
    if (percentText === null) return { mode: 'cost' };
    const percent = parseNumber(stripPercent(percentText), options);
    return percent === undefined ? undefined : { mode: 'cost_plus', percent };
  },
};

/** `case=12 ea; pallet=40 case`: a case is 12 each, a pallet 40 cases. */
const conversions: CellCodec = {
  form: 'conversions',
  maxLength: 5000,
  sample: [{ fromUnit: 'case', toUnit: 'each', num: 12, den: 1 }],
  vocabulary: [],
  write: (value) =>
    toRows(value)
      .map(({ fromUnit, toUnit, num, den }) => {
        const ratio = padThreeDecimals(formatRatio({ num: Number(num), den: Number(den) }));
        return `${String(fromUnit)}=${ratio} ${String(toUnit)}`;
      })
      .join('; '),
  read: (text, { format }) => readConversions(splitParts(text, /[;؛\n]/), format.decimal) ?? undefined,
};

/** Codecs of structured values by the form in their definition. */
export const cellCodecs: Readonly<Record<CellFormat, CellCodec>> = {
  weekdays,
  list,
  times,
  time,
  deliveryDays,
  rates: createDatedCodec('rates', ['date', 'rate'], 3.5, readRate),
  earlierRates: createDatedCodec('earlierRates', ['from', 'rate'], 3.5, readRate),
  dayEnds: createDatedCodec('dayEnds', ['from', 'at'], '03:00', (text) => parseTime(foldText(text))),
  byWeekday,
  allergens: allergensCodec,
  nutrition,
  transferPrice,
  conversions,
  closedDays: closedDaysCodec,
  components: componentsCodec,
  lines,
};

/** Whether a structured value is written as JSON. */
export const isJson = (text: string): boolean => /^[[{]/.test(text);

/** Parses a structured value from JSON or the text format of its field; undefined if it can't be read. */
export function readCodedCell(text: string, codec: CellCodec | null, options: CellReadOptions): unknown {
  if (!isJson(text)) return codec?.read(text, options);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
