import { formatGs1 } from './gs1.ts';
import {
  canEncodeInCode128,
  computeDeclarationLayout,
  declarationMm,
  type LabelContent,
  type LabelDeclaration,
  computeLabelHeight,
  computeLabelLayout,
  type LabelRun,
  labelSize,
  getColumnWidths,
} from './label.ts';

/** Dots per millimetre at 203 dpi. */
const dotsPerMm = 8;
const width = labelSize.width * dotsPerMm;
const margin = 16;
const printableWidth = width - 2 * margin;

/**
 * Formats labels as one ZPL II print job. Text is UTF-8 (`^CI28`); command characters are escaped as
 * hexadecimal (`^FH`).
 */
export const toZpl = (labels: readonly LabelContent[]): string => labels.map(formatLabel).join('');

const toDots = (mm: number): number => Math.round(mm * dotsPerMm);

function formatLabel(label: LabelContent): string {
  const { title, mark, code, isGs1, codeText, link } = label;
  const layout = computeLabelLayout(label);
  const sideDots = toDots(layout.sideWidth);
  const position = ({ top, letterMm }: { top: number; letterMm: number }) => ({
    y: toDots(top),
    size: toDots(letterMm),
  });
  return [
    '^XA',
    '^CI28',
    `^PW${width}`,
    `^LL${computeLabelHeight(label) * dotsPerMm}`,
    '^LH0,0',
    formatText(title, { ...position(layout.title), sideDots }),
    ...layout.facts.map((line) =>
      formatText(line.fact, { ...position(line), sideDots, hasMark: mark !== '' }),
    ),
    mark === '' ? '' : formatText(mark, { y: 48, size: 54, sideDots, isAtEnd: true }),
    link ? formatQr(link, toDots(layout.qr.top), toDots(layout.qr.size)) : '',
    formatText(label.contents ?? '', {
      ...position(layout.contents),
      height: toDots(layout.contents.height),
    }),
    ...(canEncodeInCode128(code)
      ? [
          formatBarcode(code, isGs1, {
            y: toDots(layout.bars.top),
            height: Math.floor(layout.bars.height * dotsPerMm),
          }),
        ]
      : []),
    formatText(codeText, position(layout.codeText)),
    ...(label.declaration ? formatDeclaration(label.declaration) : []),
    '^XZ',
  ]
    .filter((line) => line !== '')
    .map((line) => `${line}\r\n`)
    .join('');
}

/** Formats every line of a declaration as a separate field, so that the printer can't cut off any text. */
function formatDeclaration(declaration: LabelDeclaration): string[] {
  const { texts, rows } = computeDeclarationLayout(declaration);
  const size = toDots(declarationMm);
  const format = (runs: readonly LabelRun[], x: number, y: number, blockWidth: number, isAtEnd: boolean) =>
    `^FO${x},${y}^A0N,${size},${size}^FB${blockWidth},1,0,${isAtEnd ? 'R' : 'L'}^FH_^FD${escapeText(
      runs.map(emphasise).join('').trimEnd(),
    )}^FS`;
  return [
    ...texts.flatMap((lines) =>
      lines.map(({ runs, top }) => format(runs, margin, toDots(top), printableWidth, isRightToLeft(lines))),
    ),
    ...rows.flatMap(({ cells, top }) => {
      const widths = getColumnWidths(cells.map(() => '')).map(toDots);
      return cells.flatMap((lines, index) => {
        const x = margin + widths.slice(0, index).reduce((sum, width) => sum + width, 0);
        return lines.map((runs, line) =>
          format(runs, x, toDots(top) + line * Math.ceil(size * 1.1), widths[index] ?? 0, index > 0),
        );
      });
    }),
  ];
}

const isRightToLeft = (lines: readonly { runs: readonly LabelRun[] }[]): boolean =>
  /\p{Script=Arabic}/u.test(lines[0]?.runs[0]?.text ?? '');

/** Printers have no bold font; letters without upper case, such as Arabic ones, are marked by asterisks. */
const emphasise = ({ text, isStrong }: LabelRun): string =>
  isStrong && text.toUpperCase() === text.toLowerCase() ? `*${text.trimEnd()}*` : text;

interface TextPosition {
  y: number;
  size: number;
  isAtEnd?: boolean;
  /** Width at the end of the line for the QR code. */
  sideDots?: number;
  /** Leaves room for the mark. */
  hasMark?: boolean;
  /** Number of lines; 1 by default. */
  height?: number;
}

/** Formats text within its area; overflow is cut off rather than overprinted. */
function formatText(
  text: string,
  { y, size, isAtEnd = false, sideDots = 0, hasMark = false, height = size }: TextPosition,
): string {
  if (text === '') return '';
  const blockWidth = printableWidth - sideDots - (hasMark ? 130 : 0);
  const block = isAtEnd ? `^FB${blockWidth},1,0,R` : `^TBN,${blockWidth},${height}`;
  return `^FO${margin},${y}^A0N,${size},${size}${block}^FH_^FD${escapeText(text)}^FS`;
}

/**
 * Formats Code 128 with narrow bars of 2 dots. In mode A the printer chooses the code sets; in mode D it also
 * inserts FNC1 for the bracketed GS1 elements.
 */
function formatBarcode(
  code: string,
  isGs1: boolean,
  { y, height: barsHeight }: { y: number; height: number },
): string {
  const field = isGs1 ? formatGs1(code) : code.replaceAll('>', '>0');
  return `^FO${margin},${y}^BY2^BCN,${barsHeight},N,N,N,${isGs1 ? 'D' : 'A'}^FH_^FD${escapeText(field)}^FS`;
}

/** Formats a QR code with 2-dot modules and error correction level M at the end of the label. */
const formatQr = (text: string, y: number, sizeDots: number): string =>
  `^FO${width - margin - sizeDots},${y}^BQN,2,2^FH_^FDMA,${escapeText(text)}^FS`;

/** `^` and `~` start commands, `_` starts an escape; line breaks become spaces. */
function escapeText(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/[_^~]/g, (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
