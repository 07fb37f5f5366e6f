import type { DecimalSeparator } from '#core/number-text.ts';
import { parseRatio, createNumberReader } from '#core/ratio-text.ts';
import { splitAtFirst } from '#core/read-scalars.ts';

/** A conversion of an item with the file's unit names. */
export interface ParsedConversion {
  fromUnit: string;
  toUnit: string;
  num: number;
  den: number;
}

/** Parses `case=12 ea`, `1 case = 7.5 kg`, `pallet = 40 x 12 ea`; null if any part can't be read. */
export function readConversions(
  lines: readonly string[],
  decimal: DecimalSeparator = 'point',
): ParsedConversion[] | null {
  const conversions: ParsedConversion[] = [];
  for (const line of lines) {
    const parsed = readConversion(line, decimal);
    if (!parsed) return null;
    conversions.push(parsed);
  }
  return conversions;
}

function readConversion(line: string, decimal: DecimalSeparator): ParsedConversion | null {
  const [fromWord, definition] = splitAtFirst(line, /=/) ?? ['', ''];
  // The leading figures with their spaces; the unit follows.
  const figures = /^[\d٠-٩][\d٠-٩.,/⁄٫x×*\s]*/.exec(definition)?.[0] ?? '';
  let end = Math.min(figures.length, definition.length - 1);
  while (end > 0 && !/\s/.test(figures.charAt(end - 1))) end--;
  const ratio =
    end > 0 ? parseRatio(figures.slice(0, end).replace(/\s+/g, ''), createNumberReader(decimal)) : null;
  const fromUnit = fromWord.replace(/^1\s+/, '');
  return ratio && fromUnit !== '' ? { fromUnit, toUnit: definition.slice(end), ...ratio } : null;
}
