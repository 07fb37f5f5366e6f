import { parseRatio } from '#domain/ratio-text.ts';

/** A conversion of an item with its units as a file calls them. */
export interface SaidConversion {
  fromUnit: string;
  toUnit: string;
  num: number;
  den: number;
}

/** Reads `case=12 ea`, `1 case = 7.5 kg`, `pallet = 40 x 12 ea`; null as soon as one of them cannot be read. */
export function readConversions(lines: readonly string[]): SaidConversion[] | null {
  const read = lines.map((line): SaidConversion | null => {
    const match = /^(?:1\s+)?(\S.*?)\s*=\s*([\d٠-٩][\d٠-٩.,/⁄٫x×*\s]*)\s+(\S.*)$/.exec(line);
    const ratio = match ? parseRatio((match[2] as string).replace(/\s+/g, '')) : null;
    return match && ratio ? { fromUnit: match[1] as string, toUnit: match[3] as string, ...ratio } : null;
  });
  return read.includes(null) ? null : (read as SaidConversion[]);
}
