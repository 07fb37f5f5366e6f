/** What was typed: a quantity, nothing, or text that is no quantity. */
export type ParsedQuantity = { kind: 'quantity'; value: number } | { kind: 'empty' } | { kind: 'invalid' };

const largest = 9_000_000_000;

/**
 * Reads a typed or pasted quantity. Simple arithmetic is allowed (`2*12`, `3 x 6 + 2`, `(2+1)/4`), Arabic digits,
 * a comma as decimal sign (`2,5`) and as thousands sign (`1,204` and `1,204.5`). The result is rounded to six
 * decimals; negative or huge results are invalid.
 */
export function parseQuantity(typed: string): ParsedQuantity {
  const text = typed
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/٫/g, '.')
    .replace(/[\s\u00a0\u202f٬]/g, '')
    .replace(/[x×]/gi, '*')
    .replace(/÷/g, '/')
    .replace(/[\d.,]+/g, plainNumber);
  if (text === '') return { kind: 'empty' };
  if (text.length > 60 || !/^[\d.+\-*/()]+$/.test(text)) return { kind: 'invalid' };
  const value = evaluate(text);
  if (value === null || value < 0 || value > largest) return { kind: 'invalid' };
  return { kind: 'quantity', value: Math.round(value * 1e6) / 1e6 };
}

/** One value per line of a pasted spreadsheet column; of several columns the first counts. */
export function pastedColumn(clipboard: string): string[] {
  const lines = clipboard.replace(/\r/g, '').split('\n');
  while (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines.map((line) => line.split('\t')[0]?.trim() ?? '');
}

function plainNumber(typed: string): string {
  const hasThousands = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed);
  return hasThousands ? typed.replaceAll(',', '') : typed.replace(',', '.');
}

/** Sums of products of numbers and brackets; null for anything that is not one. */
function evaluate(text: string): number | null {
  let at = 0;

  function sum(): number {
    let total = product();
    while (text[at] === '+' || text[at] === '-')
      total = text[at++] === '+' ? total + product() : total - product();
    return total;
  }
  function product(): number {
    let total = atom();
    while (text[at] === '*' || text[at] === '/') total = text[at++] === '*' ? total * atom() : total / atom();
    return total;
  }
  function atom(): number {
    if (text[at] === '(') {
      at += 1;
      const inner = sum();
      if (text[at++] !== ')') return Number.NaN;
      return inner;
    }
    const match = /^(\d+\.?\d*|\.\d+)/.exec(text.slice(at));
    if (!match) return Number.NaN;
    at += match[0].length;
    return Number(match[0]);
  }

  const value = sum();
  return at === text.length && Number.isFinite(value) ? value : null;
}
