import { strFromU8, unzipSync } from 'fflate';

/** Positions of a sheet's cells in percent format. */
export interface PercentCells {
  /** @param row and column from 0 */
  has(row: number, column: number): boolean;
}

const none: PercentCells = { has: () => false };

/** Built-in formats of percentages. */
const builtIn = new Set(['9', '10']);

/** Finds the cells in percent format in one sheet of a checked workbook. */
export function percentCells(bytes: Uint8Array, sheetName: string): PercentCells {
  const parts = unzipSync(bytes, {
    filter: ({ name }) =>
      name === 'xl/styles.xml' || name === 'xl/workbook.xml' || name === 'xl/_rels/workbook.xml.rels',
  });
  const textOf = (name: string) => (parts[name] ? strFromU8(parts[name]) : '');
  const styles = percentStyles(textOf('xl/styles.xml'));
  if (styles.size === 0) return none;
  const path = sheetPath(textOf('xl/workbook.xml'), textOf('xl/_rels/workbook.xml.rels'), sheetName);
  const sheet = path === null ? undefined : unzipSync(bytes, { filter: ({ name }) => name === path })[path];
  if (!sheet) return none;
  const places = new Set<string>();
  for (const [, attributes = ''] of strFromU8(sheet).matchAll(/<(?:[\w.-]+:)?c(\s[^<>]*)>/g)) {
    const place = attribute(attributes, 'r');
    if (place !== null && styles.has(attribute(attributes, 's') ?? '')) places.add(place);
  }
  return { has: (row, column) => places.has(`${lettersOf(column)}${row + 1}`) };
}

/** Returns the indexes of cell styles with a percent format. */
function percentStyles(xml: string): Set<string> {
  const percentIds = new Set<string>();
  for (const [, attributes = ''] of xml.matchAll(/<(?:[\w.-]+:)?numFmt(\s[^<>]*)>/g)) {
    // Quoted and escaped text is shown as it is.
    const code = (attribute(attributes, 'formatCode') ?? '').replace(/&quot;.*?&quot;|\\./g, '');
    if (code.includes('%')) percentIds.add(attribute(attributes, 'numFmtId') ?? '');
  }
  const cellStyles = /<(?:[\w.-]+:)?cellXfs[\s>]([\s\S]*?)<\/(?:[\w.-]+:)?cellXfs>/.exec(xml)?.[1] ?? '';
  const found = new Set<string>();
  [...cellStyles.matchAll(/<(?:[\w.-]+:)?xf(\s[^<>]*)>/g)].forEach(([, attributes = ''], nth) => {
    const format = attribute(attributes, 'numFmtId') ?? '';
    if (builtIn.has(format) || percentIds.has(format)) found.add(String(nth));
  });
  return found;
}

function sheetPath(workbook: string, relations: string, sheetName: string): string | null {
  const sheets = [...workbook.matchAll(/<(?:[\w.-]+:)?sheet(\s[^<>]*)>/g)].map(
    ([, attributes = '']) => attributes,
  );
  const sheet = sheets.find((attributes) => plain(attribute(attributes, 'name') ?? '') === sheetName);
  const id = sheet === undefined ? null : attribute(sheet, '[\\w.-]+:id');
  const relation = [...relations.matchAll(/<(?:[\w.-]+:)?Relationship(\s[^<>]*)>/g)].find(
    ([, attributes = '']) => attribute(attributes, 'Id') === id,
  );
  const target = attribute(relation?.[1] ?? '', 'Target');
  if (target === null) return null;
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

const attribute = (attributes: string, name: string): string | null =>
  new RegExp(`\\s${name}\\s*=\\s*"([^"]*)"`).exec(attributes)?.[1] ?? null;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '');

function lettersOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : lettersOf(Math.floor(column / 26) - 1) + last;
}
