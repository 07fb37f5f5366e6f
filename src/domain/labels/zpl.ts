import { bracketedGs1 } from '../lots/gs1.ts';
import { isForBars, type Label, labelSize, wholeSize } from './label.ts';

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
export const zplOf = (labels: readonly Label[]): string => labels.map(zplLabel).join('');

function zplLabel({ title, mark, facts, whole = '', code, isGs1, codeText }: Label): string {
  const [first = '', second = ''] = facts;
  const { letterMm, lines } = wholeSize(whole);
  const isTall = lines > 1;
  return [
    '^XA',
    '^CI28',
    `^PW${width}`,
    `^LL${height}`,
    '^LH0,0',
    text(title, { y: 14, size: 40 }),
    text(first, { y: 60, size: 26, isBeside: mark !== '' }),
    text(second, { y: 90, size: 22, isBeside: mark !== '' }),
    mark === '' ? '' : text(mark, { y: 58, size: 54, isAtEnd: true }),
    text(whole, { y: isTall ? 84 : 90, size: letterMm * dotsPerMm, height: isTall ? 72 : 26 }),
    ...(isForBars(code) ? [bars(code, isGs1, isTall ? { y: 158, height: 40 } : { y: 118, height: 76 })] : []),
    text(codeText, { y: 202, size: 20 }),
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
