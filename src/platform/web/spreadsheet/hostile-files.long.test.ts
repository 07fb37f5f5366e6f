import { afterEach, describe, expect, it, vi } from 'vitest';
import { FileProblem } from './file-problem.ts';
import { lastSheetRow, maxReadMs, maxTableRows } from './limits.ts';
import { readFile } from './read-file.ts';
import { readTable } from './read-table.ts';
import { type Part, buildWorkbook, createZip } from './testing/workbooks.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const encodeUtf8 = (text: string) => new TextEncoder().encode(text);

async function readError(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const problem = await readTable(bytes).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(FileProblem);
  const { code, row } = problem as FileProblem;
  return row === null ? code : `${code} ${row}`;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const rels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const plainRows = '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>';
const farCornerRows =
  '<row r="1"><c r="A1"><v>1</v></c></row><row r="30000"><c r="GR30000"><v>1</v></c></row>';

/** Returns the parts of a workbook, some of them replaced or added. */
const withParts = (extraParts: readonly Part[], rows = plainRows): Part[] => [
  ...buildWorkbook(rows).filter(({ name }) => !extraParts.some((part) => part.name === name)),
  ...extraParts,
];

/** Creates the parts of a workbook with one sheet per target. */
function createSheetParts(targets: readonly string[]): Part[] {
  const sheets = targets.map(
    (_, index) => `<sheet name="S${index}" sheetId="${index + 1}" r:id="r${index}"/>`,
  );
  const links = targets.map(
    (target, index) => `<Relationship Id="r${index}" Type="${rels}/worksheet" Target="${target}"/>`,
  );
  return [
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${main}" xmlns:r="${rels}"><sheets>${sheets.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links.join('')}</Relationships>`,
    },
  ];
}
const createSheet = (rows: string) => `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`;
const createSharedStrings = (items: string): Part => ({
  name: 'xl/sharedStrings.xml',
  content: `<sst xmlns="${main}">${items}</sst>`,
});
const withStrings = (items: string, rows: string): Part[] => {
  const [book, links] = createSheetParts(['worksheets/sheet1.xml']) as [Part, Part];
  const content = String(links.content).replace(
    '</Relationships>',
    `<Relationship Id="s" Type="${rels}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  );
  return withParts([book, { ...links, content }, createSharedStrings(items)], rows);
};
const createCells = (row: number, columns: number) =>
  Array.from('ABCDEFGHIJ'.slice(0, columns), (letter) => `<c r="${letter}${row}" t="s"><v>0</v></c>`).join(
    '',
  );
const createTextRows = (count: number, columns: number) =>
  Array.from(
    { length: count },
    (_, index) => `<row r="${index + 1}">${createCells(index + 1, columns)}</row>`,
  ).join('');

const workbooks: [string, () => Part[], string][] = [
  [
    'more cells without a position than a row may have',
    () => withParts([], `<row r="1">${'<c><v>1</v></c>'.repeat(201)}</row>`),
    'too-many-columns',
  ],
  [
    'more rows without a position than a sheet may have',
    () => withParts([], '<row><c><v>1</v></c></row>'.repeat(lastSheetRow + 1)),
    'too-many-rows',
  ],
  [
    'a position as a number with an exponent',
    () => withParts([], '<row r="1e9"><c r="A1"><v>1</v></c></row>'),
    'damaged',
  ],
  [
    'a position in character references',
    () => withParts([], '<row r="&#57;99999999"><c r="A1"><v>1</v></c></row>'),
    'damaged',
  ],
  [
    'a position after an attribute with a bracket',
    () => withParts([], `<row r="1"><c x=">" r="XFD1"><v>1</v></c></row>`),
    'too-many-columns',
  ],
  [
    'an attribute that opens another tag',
    () => withParts([], `<row r="1"><c x="<" r="XFD1"><v>1</v></c></row>`),
    'damaged',
  ],
  ['an unclosed tag', () => withParts([], `<row r="1"><c ${'x="1" '.repeat(2000)}`), 'damaged'],
  [
    'positions in another namespace',
    () =>
      withParts([
        {
          name: 'xl/worksheets/sheet1.xml',
          content: `<x:worksheet xmlns:x="${main}"><x:sheetData><x:row r="1"><x:c r="XFD1"/></x:row></x:sheetData></x:worksheet>`,
        },
      ]),
    'too-many-columns',
  ],
  [
    'a sheet among the other parts',
    () =>
      withParts([
        ...createSheetParts(['theme/other.xml']),
        { name: 'xl/theme/other.xml', content: createSheet('<row r="1048576"><c r="A1048576"/></row>') },
      ]),
    'too-many-rows',
  ],
  [
    'two sheets of the largest size',
    () =>
      withParts([
        ...createSheetParts(['a.xml', 'b.xml']),
        { name: 'xl/a.xml', content: createSheet(farCornerRows) },
        { name: 'xl/b.xml', content: createSheet(farCornerRows) },
      ]),
    'too-many-cells',
  ],
  [
    'a thousand sheets that share a part',
    () =>
      withParts(
        createSheetParts(Array.from({ length: 1000 }, () => 'worksheets/sheet1.xml')),
        `<row r="1"><c r="A1"/></row><row r="9000"><c r="A9000"/></row>`,
      ),
    'too-many-cells',
  ],
  ['a million texts', () => withStrings('<si/>'.repeat(1_000_001), plainRows), 'too-many-cells'],
  [
    'a long text repeated by ten thousand cells',
    () => withStrings(`<si><t>${'x'.repeat(30_000)}</t></si>`, createTextRows(1000, 10)),
    'too-many-characters',
  ],
  [
    'a text longer than a cell',
    () => withStrings(`<si><t>${'x'.repeat(1_000_000)}</t></si>`, createTextRows(3, 1)),
    'cell-too-long 1',
  ],
  [
    'parts that share their bytes and unpack to far more together',
    () =>
      withParts([
        { name: 'xl/a.xml', content: '\0'.repeat(1_000_000) },
        ...Array.from({ length: 1500 }, (_, index) => ({
          name: `xl/b${index}.xml`,
          content: '',
          size: 1_000_000,
          sameAs: 'xl/a.xml',
        })),
      ]),
    'bomb',
  ],
  [
    'more parts than a workbook has',
    () => withParts(Array.from({ length: 2001 }, (_, index) => ({ name: `xl/p${index}.bin`, content: '' }))),
    'bomb',
  ],
  [
    'a workbook in an archive',
    () => [{ name: 'inner.xlsx', content: createZip(buildWorkbook(plainRows)) }],
    'other-zip',
  ],
  [
    'a binary part in place of the sheet',
    () =>
      withParts([
        {
          name: 'xl/worksheets/sheet1.xml',
          content: Uint8Array.from({ length: 100_000 }, (_, index) => (index * 97) % 256),
        },
      ]),
    'damaged',
  ],
];

describe('a workbook is rejected before it fills memory, with', () => {
  it.each(workbooks)('%s', async (_, parts, code) => {
    expect(await readError(createZip(parts()))).toBe(code);
  });
});

it('pictures and macros of any size are ignored', async () => {
  const parts = withParts([
    { name: 'xl/media/image1.png', content: 'x', size: 0xf0000000 },
    { name: 'xl/vbaProject.bin', content: new Uint8Array(3_000_000) },
  ]);
  expect((await readTable(createZip(parts))).rows).toEqual([{ row: 2, cells: [2] }]);
});

it('cells in the calculation chain of formulas are not counted twice', async () => {
  const chain = {
    name: 'xl/calcChain.xml',
    content: `<calcChain xmlns="${main}"><c r="GR30000" i="1"/></calcChain>`,
  };
  expect((await readTable(createZip(withParts([chain])))).rows).toHaveLength(1);
});

describe('a text file is rejected with', () => {
  const texts: [string, string, string][] = [
    ['a line with too many cells', `a,b\n1,2\n${'x,'.repeat(2_000_000)}`, 'too-many-columns 3'],
    ['a cell that is too long', `a,b\n1,2\n3,${'x'.repeat(3_000_000)}\n4,5\n`, 'cell-too-long 3'],
    ['a quoted cell beyond the maximum length', `a,b\n"${'x\n'.repeat(20_000)}",2\n`, 'cell-too-long 2'],
    ['an unclosed quote', `a,b\n1,"${'x,\n'.repeat(100_000)}`, 'open-quote 2'],
    [
      'more rows than allowed, most of them empty',
      `a\n${'x\n\n\n\n'.repeat(maxTableRows - 1)}`,
      'too-many-rows',
    ],
    ['nothing but separators', ','.repeat(1_000_000), 'too-many-columns 1'],
  ];
  it.each(texts)('%s', async (_, text, code) => {
    expect(await readError(encodeUtf8(text))).toBe(code);
  });

  it('quoted separators, quotes and line breaks don’t count as cells', async () => {
    const cell = `"${',""\r\n'.repeat(500)}"`;
    expect((await readTable(encodeUtf8(`a,b\n${cell},2\n`))).rows[0]?.cells[1]).toBe('2');
  });
});

it('a slow file is aborted with its worker exactly when the time limit is reached', async () => {
  vi.useFakeTimers();
  let isTerminated = false;
  vi.stubGlobal(
    'Worker',
    class {
      postMessage() {}
      terminate() {
        isTerminated = true;
      }
    },
  );
  const file = {
    name: 'slow.csv',
    size: 3,
    arrayBuffer: async () => encodeUtf8('a\n1').buffer,
  } as unknown as File;
  let code = 'reading';
  void readFile(file, {}, new AbortController().signal).catch((error: unknown) => {
    code = error instanceof FileProblem ? error.code : String(error);
  });
  await vi.advanceTimersByTimeAsync(maxReadMs - 1);
  expect([code, isTerminated]).toEqual(['reading', false]);
  await vi.advanceTimersByTimeAsync(1);
  expect([code, isTerminated]).toEqual(['too-slow', true]);
});
