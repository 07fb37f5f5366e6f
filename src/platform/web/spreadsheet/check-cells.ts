import { FileProblem } from './file-problem.ts';
import { lastSheetRow, maxCells, maxColumns, maxSharedTexts } from './limits.ts';

/** Counts the cells and strings that a reader would allocate for a workbook's parts. */
export interface CellCounts {
  /** Scans the next chunk of a part. Throws `FileProblem` for positions that are too far out or invalid. */
  check(chunk: Uint8Array): void;
  /** Ends a part. */
  end(): void;
}

/**
 * Tags that create a cell, row, sheet or text, with their attributes and end tags; namespace prefixes are
 * ignored.
 */
const tagPattern =
  /<(?:[\w.-]{1,40}:)?(row|c|sheetData|dimension|sheet|si)(?=[\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*)(>?)/g;
const completeTag = /^<(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/;
const positionAttribute = /(?:^|\s)(?:r|ref)\s*=\s*(?:"([^"]*)"|'([^']*)')/;
const positionPattern = /^(?:[A-Z]{1,9}\d{1,12}:)?([A-Z]{0,9})(\d{0,12})$/;

/** Maximum length of a tag in characters; tags with a position are shorter. */
const maxTagLength = 4096;

/** Counts what a reader would allocate for the parts of a workbook, chunk by chunk and in linear time. */
export function createCellCounts(): CellCounts {
  let areas: number[] = [];
  let [sheetCount, textCount] = [0, 0];
  let part = createPart();

  function count(tag: string, attributes: string): void {
    if (tag === 'sheet') sheetCount += 1;
    else if (tag === 'si') textCount += 1;
    else if (tag === 'sheetData') part.isSheet = true;
    else if (tag === 'dimension' || part.isSheet) {
      const [, quoted, single] = positionAttribute.exec(attributes) ?? [];
      checkPosition(tag, quoted ?? single ?? '');
    }
    if (textCount > maxSharedTexts) throw new FileProblem('too-many-cells');
  }

  /** Records the position of a row or cell; without an attribute it follows the previous one. */
  function checkPosition(tag: string, position: string): void {
    const [match, column = '', row = ''] = positionPattern.exec(position) ?? [];
    // Readers may interpret other notations as a distant position.
    if (match === undefined) throw new FileProblem('damaged');
    if (tag === 'row') Object.assign(part, { row: row === '' ? part.row + 1 : Number(row), column: 0 });
    else if (tag === 'c') part.column = column === '' ? part.column + 1 : parseColumnNumber(column);
    const rowNumber = tag === 'row' ? part.row : row === '' ? 0 : Number(row);
    part.lastRow = Math.max(part.lastRow, rowNumber);
    part.lastColumn = Math.max(
      part.lastColumn,
      tag === 'dimension' ? parseColumnNumber(column) : part.column,
    );
    if (part.lastRow > lastSheetRow) throw new FileProblem('too-many-rows');
    if (part.lastColumn > maxColumns) throw new FileProblem('too-many-columns');
  }

  return {
    check(chunk) {
      const text = part.incomplete + part.decoder.decode(chunk, { stream: true });
      const lastOpen = text.lastIndexOf('<');
      for (const { 1: tag = '', 2: attributes = '', 3: end, index } of text.matchAll(tagPattern)) {
        if (end !== '') count(tag, attributes);
        else if (index < lastOpen) throw new FileProblem('damaged');
      }
      // A chunk may end inside a tag.
      const lastTag = lastOpen < 0 ? '' : text.slice(lastOpen);
      part.incomplete = /^<(?:[\w/]|$)/.test(lastTag) && !completeTag.test(lastTag) ? lastTag : '';
      if (part.incomplete.length > maxTagLength) throw new FileProblem('damaged');
    },
    end() {
      if (part.isSheet) areas = [...areas, part.lastRow * part.lastColumn];
      part = createPart();
      // Several sheets may refer to the same part.
      const sharedArea = Math.max(0, sheetCount - areas.length) * Math.max(0, ...areas);
      if (areas.reduce((sum, area) => sum + area, sharedArea) > maxCells)
        throw new FileProblem('too-many-cells');
    },
  };
}

const createPart = () => ({
  decoder: new TextDecoder(),
  incomplete: '',
  isSheet: false,
  row: 0,
  column: 0,
  lastRow: 0,
  lastColumn: 0,
});

/** `A` is 1, `AA` 27. */
const parseColumnNumber = (letters: string): number =>
  letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
