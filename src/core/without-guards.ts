import { formulaStarts } from './formula-guard.ts';

/** Removes the apostrophes that `guardFormulas` inserted. */
export function removeFormulaGuards(text: string): string {
  if (!text.includes("'")) return text;
  const pieces: string[] = [];
  let from = 0;
  for (const start of formulaStarts(text)) {
    if (text.charAt(start) !== "'") continue;
    pieces.push(text.slice(from, start));
    from = start + 1;
  }
  return pieces.join('') + text.slice(from);
}
