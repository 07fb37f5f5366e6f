import { bracketedGs1 } from '../lots/gs1.ts';
import { canEncodeInCode128, type LabelContent, labelLayout, labelSize } from './label.ts';

/** Dots of a printer with 203 dpi in one millimetre. */
const dotsPerMm = 8;
const width = labelSize.width * dotsPerMm;
const height = labelSize.height * dotsPerMm;
const margin = 16;
const inside = width - 2 * margin;

/**
 * Labels as ZPL II, one job for all of them: for a label printer that takes a file as it is. Text is UTF-8 (`^CI28`); what
 * would be a command in it is said by its hexadecimal code (`^FH`).
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
  /** Of as many lines as it takes; left out: of one. */
  height?: number;
}

/** Text within its room, on one line unless it has more; what does not fit is cut off and not written over. */
function text(words: string, { y, size, isAtEnd = false, isBeside = false, height = size }: Place): string {
  if (words === '') return '';
  const room = isBeside ? inside - 130 : inside;
  const block = isAtEnd ? `^FB${room},1,0,R` : `^TBN,${room},${height}`;
  return `^FO${margin},${y}^A0N,${size},${size}${block}^FH_^FD${escaped(words)}^FS`;
}

/**
 * Code 128 with narrow bars of 2 dots. In mode A the printer chooses the code sets, in mode D it puts FNC1 before the
 * first element and where one is needed behind an element, and takes the brackets for what they are.
 */
function bars(code: string, isGs1: boolean, { y, height: high }: { y: number; height: number }): string {
  const field = isGs1 ? bracketedGs1(code) : code.replaceAll('>', '>0');
  return `^FO${margin},${y}^BY2^BCN,${high},N,N,N,${isGs1 ? 'D' : 'A'}^FH_^FD${escaped(field)}^FS`;
}

/** `^` and `~` begin commands, `_` begins a code; a line has no breaks. */
function escaped(words: string): string {
  return words
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/[_^~]/g, (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
