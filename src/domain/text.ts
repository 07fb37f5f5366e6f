/** Letters that Unicode does not decompose, and Arabic letters that people type for one another. */
const sameAs: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ـ: '',
};

/**
 * Text as every search compares it: case, accents and Arabic diacritics folded, look-alike letters made one,
 * digits of any script as 0-9, white space single. Folding twice changes nothing. Store the folded text beside
 * the name and fold what the user types: SQLite's own `lower` and `like` know ASCII only.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[ßæœøđðłþıٱىیکةـ]/gu, (letter) => sameAs[letter] ?? letter)
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * What a list is searched and sorted by: the folded name, the folded second name (empty where there is none) and
 * further words, a line each. A line break sorts before every letter, so that "Basil" comes before "Basil pesto"
 * whatever stands behind them: comparing these texts byte by byte compares the names as people read them.
 */
export function searchLines(name: string, nameAlt: string | null, ...words: string[]): string {
  return [name, nameAlt ?? '', words.join(' ')].map(foldText).join('\n');
}

/** The order of codes, ids and ISO days: by their letters as they are, alike in every language. */
export function compareCodes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Somebody wrote something: neither nothing nor spaces alone. */
export const isNotBlank = (words: string | null | undefined): boolean => (words ?? '').trim() !== '';
