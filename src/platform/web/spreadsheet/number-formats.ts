import { strFromU8, unzipSync } from 'fflate';

/** Positions of a sheet's cells in percent format. */
export interface PercentCells {
  /** @param row and column from 0 */
  has(row: number, column: number): boolean;
}

const noPercentCells: PercentCells = { has: () => false };

/** Built-in formats of percentages. */
const builtInPercentFormats = new Set(['9', '10']);

/** Finds the cells in percent format in one sheet of a checked workbook. */
export function findPercentCells(bytes: Uint8Array, sheetName: string): PercentCells {
  const parts = unzipSync(bytes, {
    filter: ({ name }) =>
      name === 'xl/styles.xml' || name === 'xl/workbook.xml' || name === 'xl/_rels/workbook.xml.rels',
  });
  const readPart = (name: string) => (parts[name] ? strFromU8(parts[name]) : '');
  const styles = listPercentStyles(readPart('xl/styles.xml'));
  if (styles.size === 0) return noPercentCells;
  const path = findSheetPath(readPart('xl/workbook.xml'), readPart('xl/_rels/workbook.xml.rels'), sheetName);
  const sheet = path === null ? undefined : unzipSync(bytes, { filter: ({ name }) => name === path })[path];
  if (!sheet) return noPercentCells;
  const positions = new Set<string>();
  for (const [, attributes = ''] of strFromU8(sheet).matchAll(/<(?:[\w.-]+:)?c(\s[^<>]*)>/g)) {
    const position = readAttribute(attributes, 'r');
    if (position !== null && styles.has(readAttribute(attributes, 's') ?? '')) positions.add(position);
  }
  return { has: (row, column) => positions.has(`${toColumnLetters(column)}${row + 1}`) };
}

/** Returns the indexes of cell styles with a percent format. */
function listPercentStyles(xml: string): Set<string> {
  const percentIds = new Set<string>();
  for (const [, attributes = ''] of xml.matchAll(/<(?:[\w.-]+:)?numFmt(\s[^<>]*)>/g)) {
    // A percent sign in quoted or escaped text is literal.
    const code = (readAttribute(attributes, 'formatCode') ?? '').replace(/&quot;.*?&quot;|\\./g, '');
    if (code.includes('%')) percentIds.add(readAttribute(attributes, 'numFmtId') ?? '');
  }
  const cellStyles = /<(?:[\w.-]+:)?cellXfs[\s>]([\s\S]*?)<\/(?:[\w.-]+:)?cellXfs>/.exec(xml)?.[1] ?? '';
  const styleIndexes = new Set<string>();
  [...cellStyles.matchAll(/<(?:[\w.-]+:)?xf(\s[^<>]*)>/g)].forEach(([, attributes = ''], index) => {
    const format = readAttribute(attributes, 'numFmtId') ?? '';
    if (builtInPercentFormats.has(format) || percentIds.has(format)) styleIndexes.add(String(index));
  });
  return styleIndexes;
}

function findSheetPath(workbook: string, relations: string, sheetName: string): string | null {
  const sheets = [...workbook.matchAll(/<(?:[\w.-]+:)?sheet(\s[^<>]*)>/g)].map(
    ([, attributes = '']) => attributes,
  );
  const sheet = sheets.find(
    (attributes) => decodeEntities(readAttribute(attributes, 'name') ?? '') === sheetName,
  );
  const id = sheet === undefined ? null : readAttribute(sheet, '[\\w.-]+:id');
  const relation = [...relations.matchAll(/<(?:[\w.-]+:)?Relationship(\s[^<>]*)>/g)].find(
    ([, attributes = '']) => readAttribute(attributes, 'Id') === id,
  );
  const target = readAttribute(relation?.[1] ?? '', 'Target');
  if (target === null) return null;
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

const readAttribute = (attributes: string, name: string): string | null =>
  new RegExp(`\\s${name}\\s*=\\s*"([^"]*)"`).exec(attributes)?.[1] ?? null;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decodeEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '');

function toColumnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : toColumnLetters(Math.floor(column / 26) - 1) + last;
}
