/** What a spreadsheet takes for the beginning of a formula, in the wide and small forms of other keyboards, too. */
const signs = new Set('=+-@＝＋－＠﹦﹢﹣﹫');
/** Where a reader of tables may begin another cell, whatever separates the cells of this one. */
const separators = new Set(';|\t\r\n');
/** Passed over by one reader or another: white space, controls, and what has no width. */
const unseen = /[\s\p{C}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/u;
/** Without one of these there is no formula: nearly every text is done with here. */
const begins = /[=+@\t\r＝＋－＠﹦﹢﹣﹫-]/;
/** A number below zero is one. */
const negative = /^-\d{1,20}(?:[.,]\d{1,20})?$/;

/** The places where a formula might begin: behind the separator before it, or at the start. Looks at each letter once. */
export function formulaStarts(text: string): number[] {
  const starts: number[] = [];
  let start: number | null = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    // A tab or a return at the very start is taken for one, too.
    const isFirst = start === 0 && (letter === '\t' || letter === '\r');
    if (start !== null && (signs.has(letter) || isFirst)) {
      starts.push(start);
      start = null;
    }
    if (separators.has(letter)) start = at + 1;
    else if (start !== null && letter !== "'" && !unseen.test(letter)) start = null;
  }
  return starts;
}

/**
 * Text with an apostrophe wherever a spreadsheet might take what follows for a formula: at the start, behind spaces
 * and signs that nobody sees, and behind what other readers split at. Numbers below zero stay as they are.
 */
export function guardFormulas(text: string): string {
  if (!begins.test(text) || negative.test(text)) return text;
  const pieces: string[] = [];
  let from = 0;
  for (const start of formulaStarts(text)) {
    pieces.push(text.slice(from, start), "'");
    from = start;
  }
  return pieces.join('') + text.slice(from);
}
