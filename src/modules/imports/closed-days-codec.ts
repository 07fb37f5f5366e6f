import type { ClosedDays } from '#core/closed-days.ts';
import { foldText } from '#core/text.ts';
import type { CellCodec, CellReadOptions } from './cell-codec.ts';
import { readDate } from '#core/read-scalars.ts';

const datePattern = String.raw`\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}`;
/** One or two days and a note, separated by single spaces. */
const periodPattern = new RegExp(
  String.raw`^(${datePattern})(?: ?(?:-|–|—|\.\.|to|until|إلى) ?(${datePattern}))? ?(.*)$`,
  'i',
);
const separators = /[;؛\n]/;

/** `2026-12-25 yearly: Christmas; 2026-12-28 – 2026-12-31: Stocktaking` */
export const closedDaysCodec: CellCodec = {
  form: 'closedDays',
  maxLength: 5000,
  sample: [
    { from: '2026-12-25', until: '2026-12-25', yearly: true, note: 'Christmas' },
    { from: '2026-12-28', until: '2026-12-31', yearly: false, note: 'Stocktaking' },
  ] satisfies ClosedDays[],
  vocabulary: ['yearly'],
  write(value, { word }) {
    const periods = value as ClosedDays[];
    // Notes with separators are written as JSON.
    if (periods.some(({ note }) => separators.test(note ?? ''))) return JSON.stringify(periods);
    return periods
      .map(({ from, until, yearly, note }) =>
        [
          from === until ? from : `${from} – ${until}`,
          yearly ? ` ${word('yearly')}` : '',
          note === null ? '' : `: ${note}`,
        ].join(''),
      )
      .join('; ');
  },
  read(text, options) {
    const entries = text.split(separators).filter((entry) => entry.trim() !== '');
    const periods: ClosedDays[] = [];
    for (const entry of entries) {
      const parsed = readEntry(entry.trim(), options);
      if (!parsed) return undefined;
      periods.push(parsed);
    }
    return periods;
  },
};

function readEntry(entry: string, { format, words }: CellReadOptions): ClosedDays | undefined {
  // The note follows the first colon.
  const colon = entry.indexOf(':');
  const days = (colon < 0 ? entry : entry.slice(0, colon)).replace(/\s+/g, ' ').trim();
  const occasion = colon < 0 ? '' : entry.slice(colon + 1).trim();
  const [, first = '', last = first, word = ''] = periodPattern.exec(days) ?? [];
  const [from, until] = [readDate(first, format.dates), readDate(last, format.dates)];
  const folded = foldText(word);
  const yearly = folded === 'yearly' || words[folded] === 'yearly';
  if (from === null || until === null || (word !== '' && !yearly)) return undefined;
  return { from, until, yearly, note: occasion === '' ? null : occasion };
}
