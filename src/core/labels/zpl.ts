import { bracketedGs1 } from './gs1.ts';
import { canEncodeInCode128, type LabelContent, labelLayout, labelSize } from './label.ts';

/** Dots per millimetre at 203 dpi. */
const dotsPerMm = 8;
const width = labelSize.width * dotsPerMm;
const height = labelSize.height * dotsPerMm;
const margin = 16;
const inside = width - 2 * margin;

/**
 * Formats labels as one ZPL II print job. Text is UTF-8 (`^CI28`); command characters are escaped as
 * hexadecimal (`^FH`).
 */
export const toZpl = (labels: readonly LabelContent[]): string => labels.map(zplLabel).join('');

const dots = (mm: number): number => Math.round(mm * dotsPerMm);

function zplLabel(label: LabelContent): string {
  const { title, mark, code, isGs1, codeText } = label;
  const layout = labelLayout(label);
  const at = ({ top, letterMm }: { top: number; letterMm: number }) => ({
    y: dots(top),
    size: dots(letterMm),
  });
  return [
    '^XA',
    '^CI28',
    `^PW${width}`,
    `^LL${height}`,
    '^LH0,0',
    text(title, at(layout.title)),
    ...layout.facts.map((fact) => text(fact.fact, { ...at(fact), isBeside: mark !== '' })),
    mark === '' ? '' : text(mark, { y: 48, size: 54, isAtEnd: true }),
    text(label.contents ?? '', { ...at(layout.contents), height: dots(layout.contents.height) }),
    ...(canEncodeInCode128(code)
      ? [bars(code, isGs1, { y: dots(layout.bars.top), height: Math.floor(layout.bars.height * dotsPerMm) })]
      : []),
    text(codeText, at(layout.codeText)),
    '^XZ',
  ]
    .filter((line) => line !== '')
    .map((line) => `${line}\r\n`)
    .join('');
}

interface Place {
  y: number;
  size: number;
  isAtEnd?: boolean;
  /** Leaves room for the mark. */
  isBeside?: boolean;
  /** Number of lines; 1 by default. */
  height?: number;
}

/** Formats text within its area; what doesn't fit is cut off rather than overprinted. */
function text(words: string, { y, size, isAtEnd = false, isBeside = false, height = size }: Place): string {
  if (words === '') return '';
  const room = isBeside ? inside - 130 : inside;
  const block = isAtEnd ? `^FB${room},1,0,R` : `^TBN,${room},${height}`;
  return `^FO${margin},${y}^A0N,${size},${size}${block}^FH_^FD${escaped(words)}^FS`;
}

/**
 * Formats Code 128 with 2-dot narrow bars. In mode A the printer chooses the code sets; in mode D it also
 * inserts FNC1 for the bracketed GS1 elements.
 */
function bars(code: string, isGs1: boolean, { y, height: high }: { y: number; height: number }): string {
  const field = isGs1 ? bracketedGs1(code) : code.replaceAll('>', '>0');
  return `^FO${margin},${y}^BY2^BCN,${high},N,N,N,${isGs1 ? 'D' : 'A'}^FH_^FD${escaped(field)}^FS`;
}

/** `^` and `~` start commands, `_` starts an escape; line breaks become spaces. */
function escaped(words: string): string {
  return words
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/[_^~]/g, (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
