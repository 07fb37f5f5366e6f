/** Letters that Unicode doesn't decompose, and Arabic letters that people use interchangeably. */
const replacements: Readonly<Record<string, string>> = {
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
 * Folds text for searching: case, accents and Arabic diacritics are removed, look-alike letters unified,
 * digits of any script converted to 0-9, and spaces reduced to single ones. Idempotent. Store the folded text
 * with the name and fold the search text, because SQLite's `lower` and `like` are limited to ASCII.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[ßæœøđðłþıٱىیکةـ]/gu, (letter) => replacements[letter] ?? letter)
    .replace(arabicDigits, toWesternDigit)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Arabic and Persian digits. */
const arabicDigits = /[٠-٩۰-۹]/g;
const toWesternDigit = (digit: string) => String(digit.charCodeAt(0) & 0xf);

/** Converts Arabic and Persian digits to 0-9. */
export function toWesternDigits(text: string): string {
  return text.replace(arabicDigits, toWesternDigit);
}

/**
 * Builds the search and sort key of a row in three lines: folded name, folded localized name (empty if none),
 * and additional words. A line break sorts before every letter, so comparing bytes sorts "Basil" before
 * "Basil pesto" regardless of the following lines.
 */
export function buildSearchText(name: string, nameAlt: string | null, ...words: string[]): string {
  return [name, nameAlt ?? '', words.join(' ')].map(foldText).join('\n');
}

/** Compares codes, ids and ISO days by code unit, independent of the language. */
export function compareCodes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns whether a text contains anything other than spaces. */
export const isNotBlank = (text: string | null | undefined): boolean => (text ?? '').trim() !== '';
