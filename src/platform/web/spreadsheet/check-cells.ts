import { FileProblem } from './file-problem.ts';
import { lastSheetRow, maxCells, maxColumns, maxSharedTexts } from './limits.ts';

/** Counts of what a reader would allocate for the parts of a workbook. */
export interface CellCounts {
  /** Scans the next chunk of a part. Throws `FileProblem` for positions that are too far out or invalid. */
  check(piece: Uint8Array): void;
  /** Ends a part. */
  end(): void;
}

/**
 * Tags that create a cell, row, sheet or text, with their attributes and end tags; namespace prefixes are
 * ignored.
 */
const tags =
  /<(?:[\w.-]{1,40}:)?(row|c|sheetData|dimension|sheet|si)(?=[\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*)(>?)/g;
const complete = /^<(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/;
const place = /(?:^|\s)(?:r|ref)\s*=\s*(?:"([^"]*)"|'([^']*)')/;
const corner = /^(?:[A-Z]{1,9}\d{1,12}:)?([A-Z]{0,9})(\d{0,12})$/;

/** Longer than any tag with a position. */
const mostOfTag = 4096;

/** Counts what a reader would allocate for the parts of a workbook, chunk by chunk and in linear time. */
export function createCellCounts(): CellCounts {
  let areas: number[] = [];
  let [sheets, texts] = [0, 0];
  let part = newPart();

  function count(tag: string, attributes: string): void {
    if (tag === 'sheet') sheets += 1;
    else if (tag === 'si') texts += 1;
    else if (tag === 'sheetData') part.isSheet = true;
    else if (tag === 'dimension' || part.isSheet) {
      const [, quoted, single] = place.exec(attributes) ?? [];
      checkPosition(tag, quoted ?? single ?? '');
    }
    if (texts > maxSharedTexts) throw new FileProblem('too-many-cells');
  }

  /** Records the position of a row or cell; without an attribute it follows the previous one. */
  function checkPosition(tag: string, at: string): void {
    const [found, column = '', row = ''] = corner.exec(at) ?? [];
    // Readers interpret other notations as a position far out.
    if (found === undefined) throw new FileProblem('damaged');
    if (tag === 'row') Object.assign(part, { row: row === '' ? part.row + 1 : Number(row), column: 0 });
    else if (tag === 'c') part.column = column === '' ? part.column + 1 : columnNumber(column);
    const far = tag === 'row' ? part.row : row === '' ? 0 : Number(row);
    part.lastRow = Math.max(part.lastRow, far);
    part.lastColumn = Math.max(part.lastColumn, tag === 'dimension' ? columnNumber(column) : part.column);
    if (part.lastRow > lastSheetRow) throw new FileProblem('too-many-rows');
    if (part.lastColumn > maxColumns) throw new FileProblem('too-many-columns');
  }

  return {
    check(piece) {
      const text = part.rest + part.decoder.decode(piece, { stream: true });
      const open = text.lastIndexOf('<');
      for (const { 1: tag = '', 2: attributes = '', 3: end, index } of text.matchAll(tags)) {
        if (end !== '') count(tag, attributes);
        else if (index < open) throw new FileProblem('damaged');
      }
      // A chunk may end inside a tag.
      const last = open < 0 ? '' : text.slice(open);
      part.rest = /^<(?:[\w/]|$)/.test(last) && !complete.test(last) ? last : '';
      if (part.rest.length > mostOfTag) throw new FileProblem('damaged');
    },
    end() {
      if (part.isSheet) areas = [...areas, part.lastRow * part.lastColumn];
      part = newPart();
      // Several sheets may refer to the same part.
      const repeated = Math.max(0, sheets - areas.length) * Math.max(0, ...areas);
      if (areas.reduce((sum, area) => sum + area, repeated) > maxCells)
        throw new FileProblem('too-many-cells');
    },
  };
}

const newPart = () => ({
  decoder: new TextDecoder(),
  rest: '',
  isSheet: false,
  row: 0,
  column: 0,
  lastRow: 0,
  lastColumn: 0,
});

/** `A` is 1, `AA` 27. */
const columnNumber = (letters: string): number =>
  letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
