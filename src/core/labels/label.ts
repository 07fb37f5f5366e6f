/** A run of text; emphasised runs are printed in bold. */
export interface LabelRun {
  text: string;
  isStrong: boolean;
}

/** Ingredients and nutrition values, printed below the rest of the label, which makes it longer. */
export interface LabelDeclaration {
  /** Paragraphs, each in one language. */
  paragraphs: readonly (readonly LabelRun[])[];
  /** Rows of equal length: the name, one or two values, and the name in the other language. */
  table: readonly (readonly string[])[];
}

/** Contents of a 62 x 29 mm label: a large title, details below it, and a barcode. */
export interface LabelContent {
  /** Large, on one line. */
  title: string;
  /** Large, at the end of the second line: `2/3`. */
  mark: string;
  /** Small, one line each, at most two. */
  facts: readonly string[];
  /**
   * Small, below the facts, never truncated: allergens. The barcode is shorter if this takes more than one
   * line.
   */
  contents?: string;
  /** Barcode data: a GS1 element string with U+001D for FNC1, or any other ASCII text. */
  code: string;
  isGs1: boolean;
  /** Text below the barcode. */
  codeText: string;
  /** Address that a QR code in the top corner opens. */
  link?: string;
  declaration?: LabelDeclaration;
}

/** In millimetres. */
export const labelSize = { width: 62, height: 29 } as const;

/** Font sizes and line height. A character is about half as wide as high. */
const factFontSizes = [2.9, 2.6, 2.25, 2, 1.75] as const;
const contentFontSizes = [2.75, 2.25, 2, 1.75] as const;
export const lineHeight = 1.1;
const letterWidth = 0.55;
const contentArea = { width: 57, height: 7.75 } as const;
/** Width reserved for the mark next to the facts. */
const markWidth = 16.25;
/** Side length of the QR code with its quiet zone, and the width reserved for it next to title and facts. */
const qrSize = 11;
const qrWidth = 12;
/** Distances from the top of the label: the title, the facts, and the text below the barcode. */
const tops = { title: 1.2, facts: 6, codeText: 25 } as const;
const maxBarsHeight = 9.5;
const gap = 0.2;

/** Returns the font size at which a text fits without truncation, and its number of lines. */
export function fitContents(text: string): { letterMm: number; lines: number } {
  const sizes = contentFontSizes.map((letterMm) => ({
    letterMm,
    perLine: Math.floor(contentArea.width / (letterMm * letterWidth)),
    lines: Math.floor(contentArea.height / (letterMm * lineHeight)),
  }));
  const size = sizes.find(({ perLine, lines }) => text.length <= perLine * lines) ?? sizes.at(-1);
  const { letterMm = 0, perLine = 1 } = size ?? {};
  return { letterMm, lines: Math.ceil(text.length / perLine) };
}

/** Returns positions and sizes in millimetres from the top of the label; parts don't overlap. */
export function computeLabelLayout({
  facts,
  mark,
  contents = '',
  link,
}: Pick<LabelContent, 'facts' | 'mark' | 'contents' | 'link'>) {
  const sideWidth = link ? qrWidth : 0;
  const factWidth = contentArea.width - sideWidth - (mark === '' ? 0 : markWidth);
  const longest = Math.max(0, ...facts.map(({ length }) => length));
  const factMm =
    factFontSizes.find((letterMm) => longest * letterMm * letterWidth <= factWidth) ?? factFontSizes[4];
  const { letterMm, lines } = fitContents(contents);
  const factsBottom = tops.facts + facts.length * factMm * lineHeight;
  const contentsTop = link ? Math.max(factsBottom, tops.title + qrSize) : factsBottom;
  const contentsHeight = lines * letterMm * lineHeight;
  const barsHeight = Math.min(maxBarsHeight, tops.codeText - 2 * gap - contentsTop - contentsHeight);
  return {
    title: { top: tops.title, letterMm: 4.6 },
    facts: facts.map((fact, index) => ({
      fact,
      top: tops.facts + index * factMm * lineHeight,
      letterMm: factMm,
    })),
    contents: { top: contentsTop, letterMm, height: contentsHeight },
    bars: { top: tops.codeText - gap - barsHeight, height: barsHeight },
    codeText: { top: tops.codeText, letterMm: 2.5 },
    /** Width reserved at the end of title and facts; 0 without a QR code. */
    sideWidth,
    qr: { top: tops.title, size: qrSize },
  };
}

/**
 * Font size of ingredients and nutrition values in millimetres. Lower-case letters of common fonts are half as
 * high, and must be 1.2 mm high (Regulation (EU) 1169/2011, article 13).
 */
export const declarationMm = 2.4;
const declarationLine = declarationMm * lineHeight;
/** Column widths of the table, by the number of columns. */
const columnWidths: Readonly<Record<number, readonly number[]>> = {
  3: [22, 13, 22],
  4: [17, 11.5, 11.5, 17],
};
export const getColumnWidths = (row: readonly string[]): readonly number[] => columnWidths[row.length] ?? [];

/** Width of an emphasised capital letter relative to the font size. */
const capitalWidth = 0.75;

/** Breaks text into lines that fit a width, using conservative letter widths; long words are split. */
export function wrapRuns(runs: readonly LabelRun[], widthMm: number): LabelRun[][] {
  const lines: LabelRun[][] = [[]];
  let usedMm = 0;
  for (const { text, isStrong } of runs)
    for (const word of text.match(/\S+\s*|\s+/g) ?? []) {
      const letterMm = declarationMm * (isStrong ? capitalWidth : letterWidth);
      for (const piece of word.match(new RegExp(`.{1,${Math.floor(widthMm / letterMm)}}`, 'gsu')) ?? []) {
        const width = piece.trimEnd().length * letterMm;
        if (usedMm > 0 && usedMm + width > widthMm) {
          lines.push([]);
          usedMm = 0;
        }
        lines.at(-1)?.push({ text: piece, isStrong });
        usedMm += piece.length * letterMm;
      }
    }
  return lines;
}

/** Positions of a declaration's lines and rows, in millimetres from the top of the label. */
export function computeDeclarationLayout({ paragraphs, table }: LabelDeclaration) {
  let top = labelSize.height;
  const take = (lines: number) => {
    const start = top;
    top += lines * declarationLine;
    return start;
  };
  const texts = paragraphs.map((runs) => {
    const lines = wrapRuns(runs, contentArea.width).map((line) => ({ runs: line, top: take(1) }));
    take(0.5);
    return lines;
  });
  const rows = table.map((cells) => {
    const wrapped = cells.map((text, index) =>
      wrapRuns([{ text, isStrong: false }], getColumnWidths(cells)[index] ?? contentArea.width),
    );
    return { cells: wrapped, top: take(Math.max(...wrapped.map(({ length }) => length))) };
  });
  // The browser breaks lines itself and may need more lines.
  take(1 + paragraphs.length);
  return { texts, rows, height: Math.ceil(top) };
}

/** Height of a label in millimetres; longer than `labelSize` with a declaration. */
export const computeLabelHeight = ({ declaration }: Pick<LabelContent, 'declaration'>): number =>
  declaration ? computeDeclarationLayout(declaration).height : labelSize.height;

/** The barcode of the n-th crate of an order. */
export const formatCrateCode = (orderNo: string, crate: number): string => `${orderNo}-${crate}`;

/** Returns whether Code 128 can encode the data: printable ASCII that fits the label. */
export const canEncodeInCode128 = (code: string): boolean =>
  /^[ -~]{1,48}$/.test(code.replaceAll('\u001d', ''));
