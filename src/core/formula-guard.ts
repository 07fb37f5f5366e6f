/** Signs that start a formula in spreadsheets, including their full-width and small forms. */
const formulaSigns = new Set('=+-@＝＋－＠﹦﹢﹣﹫');
/** Separators at which a program may start a new cell. */
const separators = new Set(';|\t\r\n');
/** Characters that programs skip: white space, control characters and zero-width characters. */
const skippedCharacters = /[\s\p{C}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/u;
/** Fast check: text without one of these contains no formula. */
const mayStartFormula = /[=+@\t\r＝＋－＠﹦﹢﹣﹫-]/;
/** A negative number isn't a formula. */
const negativeNumber = /^-\d{1,20}(?:[.,]\d{1,20})?$/;

/**
 * Returns the positions where a formula could start: after a separator, or at the start of the text. Linear
 * time.
 */
function findFormulaStarts(text: string): number[] {
  const starts: number[] = [];
  let start: number | null = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    // A tab or a carriage return at the very start also counts.
    const isFirst = start === 0 && (character === '\t' || character === '\r');
    if (start !== null && (formulaSigns.has(character) || isFirst)) {
      starts.push(start);
      start = null;
    }
    if (separators.has(character)) start = index + 1;
    else if (start !== null && character !== "'" && !skippedCharacters.test(character)) start = null;
  }
  return starts;
}

/**
 * Inserts an apostrophe wherever a spreadsheet could read a formula: at the start, after skipped characters,
 * and after separators. Negative numbers are left unchanged.
 */
export function guardFormulas(text: string): string {
  if (!mayStartFormula.test(text) || negativeNumber.test(text)) return text;
  const parts: string[] = [];
  let from = 0;
  for (const start of findFormulaStarts(text)) {
    parts.push(text.slice(from, start), "'");
    from = start;
  }
  return parts.join('') + text.slice(from);
}

/** Removes the apostrophes that `guardFormulas` inserted. */
export function removeFormulaGuards(text: string): string {
  if (!text.includes("'")) return text;
  const parts: string[] = [];
  let from = 0;
  for (const start of findFormulaStarts(text)) {
    if (text.charAt(start) !== "'") continue;
    parts.push(text.slice(from, start));
    from = start + 1;
  }
  return parts.join('') + text.slice(from);
}
