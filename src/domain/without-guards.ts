import { formulaStarts } from './formula-guard.ts';

/** Takes off what `guardFormulas` put in: one apostrophe at each of those places. */
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
