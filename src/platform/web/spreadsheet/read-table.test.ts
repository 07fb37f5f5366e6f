import { describe, expect, it } from 'vitest';
import { toCsv } from '#core/csv.ts';
import { FileProblem } from './file-problem.ts';
import { maxFileBytes, maxTableRows } from './limits.ts';
import { readFile } from './read-file.ts';
import { readTable } from './read-table.ts';
import type { ReadOptions } from './table.ts';
import { type Part, buildWorkbook, createZip } from './testing/workbooks.ts';

const encodeUtf8 = (text: string) => new TextEncoder().encode(text);
const concatBytes = (...parts: (Uint8Array | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

/** Encodes text as UTF-16. */
function encodeUtf16(text: string, isBig: boolean): Uint8Array {
  const units = [...Array(text.length).keys()].map((index) => text.charCodeAt(index));
  return Uint8Array.from(
    units.flatMap((unit) => (isBig ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])),
  );
}

const encodeWestern = (text: string) => Uint8Array.from(Array.from(text), (letter) => letter.charCodeAt(0));

async function readError(bytes: Uint8Array<ArrayBuffer>, options?: ReadOptions): Promise<string> {
  const problem = await readTable(bytes, options).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(FileProblem);
  return (problem as FileProblem).code;
}

const buildTextCell = (position: string, value: string) =>
  `<c r="${position}" t="inlineStr"><is><t>${value}</t></is></c>`;
const plainSheet = `<row r="1">${buildTextCell('A1', 'Code')}${buildTextCell('B1', 'Price')}${buildTextCell('C1', 'From')}</row>
  <row r="2">${buildTextCell('A2', '0012')}<c r="B2"><v>-2.5</v></c><c r="C2" s="1"><v>46347</v></c></row>`;

describe('text in common encodings', () => {
  const csv = 'name,city\r\nCrème brûlée,Königsberg\r\n';
  const cases: [string, Uint8Array, string][] = [
    ['UTF-8', encodeUtf8(csv), 'utf-8'],
    ['UTF-8 with a byte-order mark', concatBytes([0xef, 0xbb, 0xbf], encodeUtf8(csv)), 'utf-8'],
    ['UTF-16 LE with a byte-order mark', concatBytes([0xff, 0xfe], encodeUtf16(csv, false)), 'utf-16le'],
    ['UTF-16 BE with a byte-order mark', concatBytes([0xfe, 0xff], encodeUtf16(csv, true)), 'utf-16be'],
    ['UTF-16 LE without a byte-order mark', encodeUtf16(csv, false), 'utf-16le'],
    ['UTF-16 BE without a byte-order mark', encodeUtf16(csv, true), 'utf-16be'],
    ['Windows-1252', encodeWestern(csv), 'windows-1252'],
  ];

  it.each(cases)('a file in %s is decoded', async (_, bytes, encoding) => {
    const table = await readTable(Uint8Array.from(bytes));
    expect(table).toMatchObject({ encoding, header: ['name', 'city'] });
    expect(table.rows).toEqual([{ row: 2, cells: ['Crème brûlée', 'Königsberg'] }]);
  });

  it("distinguishes Arabic from Western Windows encodings, and accepts the user's choice", async () => {
    // "حليب" and "خبز" in Windows-1256.
    const bytes = concatBytes(encodeUtf8('name\n'), [0xcd, 0xe1, 0xed, 0xc8], [10], [0xce, 0xc8, 0xd2], [10]);
    expect((await readTable(bytes)).rows.map(({ cells }) => cells[0])).toEqual(['حليب', 'خبز']);
    const withChoice = await readTable(bytes, { encoding: 'windows-1252' });
    expect(withChoice.rows[0]?.cells[0]).toBe('Íáí\u00c8');
  });
});

describe('text with separators', () => {
  it.each([
    [';', 'a;b\n1,5;x\n'],
    ['\t', 'a\tb\n1,5\tx\n'],
    ['|', 'a|b\n1,5|x\n'],
    [';', 'sep=;\na;b\n1,5;x\n'],
  ])('detects the separator %j', async (delimiter, file) => {
    const table = await readTable(encodeUtf8(file));
    expect(table).toMatchObject({ delimiter, header: ['a', 'b'] });
    expect(table.rows.map(({ cells }) => cells)).toEqual([['1,5', 'x']]);
  });

  it('preserves quoted newlines, quotes and separators, counts rows like a spreadsheet, and skips empty ones', async () => {
    const table = await readTable(
      encodeUtf8('name,note\n"A ""quoted"" one","two\nlines, one cell"\n\n,,\nlast,\n'),
    );
    expect(table.rows).toEqual([
      { row: 2, cells: ['A "quoted" one', 'two\nlines, one cell'] },
      { row: 5, cells: ['last', null] },
    ]);
  });

  it('fills short rows, rejoins unquoted commas, and reports rows that are too long', async () => {
    const table = await readTable(
      encodeUtf8('id,address,city\n1\n2,Rua do Mercado, 12,Resende\n3,a,b,c\n4,a,b,,\n'),
    );
    expect(table.rows.map(({ cells }) => cells)).toEqual([
      ['1', null, null],
      ['2', 'Rua do Mercado, 12', 'Resende'],
      ['3', 'a', 'b'],
      ['4', 'a', 'b'],
    ]);
    expect([table.rejoinedRows, table.overlongRows]).toEqual([[3], [4]]);
  });

  it('rejoins a text with the separator that split it', async () => {
    const table = await readTable(encodeUtf8('id;address;city\n2;Rua do Mercado; 12;Resende\n'));
    expect(table.rows.map(({ cells }) => cells)).toEqual([['2', 'Rua do Mercado; 12', 'Resende']]);
  });

  it.each([
    ['a title with a comma', 'Sales by item, November 2026\n\nDay;Code;Net\n2026-11-01;7;2,50\n', 4, '2,50'],
    ['several lines', 'Sales by item\nFrom 1 Nov, to 30 Nov\nDay,Code,Net\n2026-11-01,7,2.50\n', 4, '2.50'],
  ])('skips %s above the header of a report', async (_, file, row, net) => {
    const table = await readTable(encodeUtf8(file));
    expect(table.header).toEqual(['Day', 'Code', 'Net']);
    expect(table.rows).toEqual([{ row, cells: ['2026-11-01', '7', net] }]);
  });

  it.each([
    ['one column with split texts', 'name\nMilk, whole, fresh\nBread, dark, sliced\n', ['name']],
    [
      'two columns with split texts',
      'name;code\nMilk, whole, fresh;1\nOil, sunflower, raw;2\n',
      ['name', 'code'],
    ],
    ['two columns, and rows that are too long', 'name,code\na,1,,\nb,2,,x\n', ['name', 'code']],
    ['two columns, and a third without a name', 'name,code\na,b,c\nd,e,f\n', ['name', 'code']],
    ['one column, and numbers without a name', 'name\na,1,2\nb,3,4\n', ['name']],
    ['a header followed by one row', 'name,code\na,1,2\n', ['name', 'code']],
  ])('does not treat a title as the header: %s', async (_, file, header) => {
    expect((await readTable(encodeUtf8(file))).header).toEqual(header);
  });

  it('reads back what it writes', async () => {
    const rows = [
      ['name', 'value'],
      ['=1+1', -2.5],
      ['a, "b"\nc', null],
    ];
    const table = await readTable(encodeUtf8(toCsv(rows)));
    expect(table.rows.map(({ cells }) => cells)).toEqual([
      ["'=1+1", '-2.5'],
      ['a, "b"\nc', null],
    ]);
  });
});

describe('a workbook', () => {
  it('is read with the types of its cells: text, numbers and dates', async () => {
    const table = await readTable(createZip(buildWorkbook(plainSheet)));
    expect(table).toMatchObject({ kind: 'xlsx', sheets: ['Items'], header: ['Code', 'Price', 'From'] });
    expect(table.rows).toEqual([{ row: 2, cells: ['0012', -2.5, '2026-11-21'] }]);
  });

  it('has the numbers that a spreadsheet displays, without the rounding errors of formulas', async () => {
    const computed = [
      '12.600000000000001',
      '0.30000000000000004',
      '19.989999999999998',
      '-2.4000000000000004',
    ];
    const rows = [...computed, '4006381333931', '0.000001', '1.23456789012345'].map(
      (value, index) => `<row r="${index + 2}"><c r="A${index + 2}"><f>B1*C1</f><v>${value}</v></c></row>`,
    );
    const table = await readTable(
      createZip(buildWorkbook(`<row r="1">${buildTextCell('A1', 'Price')}</row>${rows.join('')}`)),
    );
    expect(table.rows.map(({ cells }) => cells[0])).toEqual([
      12.6, 0.3, 19.99, -2.4, 4_006_381_333_931, 0.000_001, 1.234_567_890_123_45,
    ]);
  });

  it('may have a title above its header', async () => {
    const buildRow = (number: number, ...cells: string[]) =>
      `<row r="${number}">${cells.map((cell, index) => buildTextCell(`${'ABC'[index]}${number}`, cell)).join('')}</row>`;
    const sheet = [
      buildRow(1, 'Sales by item'),
      buildRow(3, 'Day', 'Code', 'Net'),
      buildRow(4, '2026-11-01', '7', '2.5'),
    ];
    const table = await readTable(createZip(buildWorkbook(sheet.join(''))));
    expect(table).toMatchObject({ header: ['Day', 'Code', 'Net'], rows: [{ row: 4 }] });
  });

  it('is rejected when a part inflates to more than declared', async () => {
    const parts = buildWorkbook(plainSheet, [
      { name: 'xl/sharedStrings.xml', content: new Uint8Array(5_000_000), size: 1000 },
    ]);
    expect(await readError(createZip(parts))).toBe('bomb');
  });

  it('is rejected when its declared size is too large, before anything is inflated', async () => {
    const parts = buildWorkbook(plainSheet, [
      { name: 'xl/sharedStrings.xml', content: 'x', size: 0xf0000000 },
    ]);
    expect(await readError(createZip(parts))).toBe('bomb');
  });

  it.each([
    [
      'a cell in the last column',
      `<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>1</v></c></row>`,
      'too-many-columns',
    ],
    [
      'a cell in the last row',
      `<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="A1048576"><v>1</v></c></row>`,
      'too-many-rows',
    ],
    ['a row beyond the sheet', `<row r="999999999999"><c r="A1"><v>1</v></c></row>`, 'too-many-rows'],
    ['a column beyond the sheet', `<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>`, 'too-many-columns'],
  ])('rejects %s before allocating memory for it', async (_, rows, code) => {
    expect(await readError(createZip(buildWorkbook(rows)))).toBe(code);
  });

  it('is rejected when it is truncated, or not a workbook', async () => {
    const archive = createZip(buildWorkbook(plainSheet));
    expect(await readError(archive.slice(0, archive.length - 200))).toBe('damaged');
    expect(await readError(createZip([{ name: 'word/document.xml', content: '<w/>' }]))).toBe('other-zip');
  });
});

describe('lines of text', () => {
  it.each([
    ['Windows', '\r\n'],
    ['Unix', '\n'],
    ['old Mac', '\r'],
  ])('can have %s line endings', async (_, end) => {
    const table = await readTable(encodeUtf8(['name;note', 'Milk;"a; b"', 'Bread;', ''].join(end)));
    expect(table).toMatchObject({ delimiter: ';', header: ['name', 'note'] });
    expect(table.rows).toEqual([
      { row: 2, cells: ['Milk', 'a; b'] },
      { row: 3, cells: ['Bread', null] },
    ]);
  });

  const tables: [string, Uint8Array, string[], (string | null)[][]][] = [
    [
      'a line break in a quoted heading',
      encodeUtf8('"Name\nof item";Code\nMilk;1,5\n'),
      ['Name\nof item', 'Code'],
      [['Milk', '1,5']],
    ],
    [
      'separators in a quoted heading',
      encodeUtf8('"a,b,c";Code\nMilk;1\n'),
      ['a,b,c', 'Code'],
      [['Milk', '1']],
    ],
    [
      'empty lines before, between and after',
      encodeUtf8('\n\nname,code\n\nMilk,1\n,\n \n\n\n'),
      ['name', 'code'],
      [['Milk', '1']],
    ],
    [
      'columns with equal names',
      encodeUtf8('name,name,code\nMilk,Lait,1\n'),
      ['name', 'name', 'code'],
      [['Milk', 'Lait', '1']],
    ],
    [
      'a column without a name',
      encodeUtf8('name,,code\nMilk,x,1\n'),
      ['name', '', 'code'],
      [['Milk', 'x', '1']],
    ],
    [
      'a byte-order mark and a declared separator',
      concatBytes([0xef, 0xbb, 0xbf], encodeUtf8('sep=;\r\nname;price\r\nMilk;1,50\r\n')),
      ['name', 'price'],
      [['Milk', '1,50']],
    ],
    [
      'a byte-order mark before a quoted heading',
      concatBytes([0xef, 0xbb, 0xbf], encodeUtf8('"name","code"\n"Milk","1"\n')),
      ['name', 'code'],
      [['Milk', '1']],
    ],
    [
      'tabs in UTF-16',
      concatBytes([0xff, 0xfe], encodeUtf16('اسم\tcode\r\nحليب\t١٢٫٥\r\n', false)),
      ['اسم', 'code'],
      [['حليب', '١٢٫٥']],
    ],
    [
      'a euro sign and curly quotes in Windows-1252',
      concatBytes(encodeUtf8('name;price\n'), [0x93], encodeUtf8('Brot'), [0x94, 0x3b, 0x80, 0x31, 10]),
      ['name', 'price'],
      [['“Brot”', '€1']],
    ],
    ['one column only', encodeUtf8('name\nMilk\nBread\n'), ['name'], [['Milk'], ['Bread']]],
  ];
  it.each(tables)('are read with %s', async (_, bytes, header, rows) => {
    const table = await readTable(Uint8Array.from(bytes));
    expect([table.header, table.rows.map(({ cells }) => cells)]).toEqual([header, rows]);
  });
});

describe('cells of a workbook', () => {
  const readCell = async (cell: string, extraParts: Part[] = []) => {
    const sheet = `<row r="1">${buildTextCell('A1', 'Key')}${buildTextCell('B1', 'Value')}</row><row r="2">${buildTextCell('A2', 'x')}${cell}</row>`;
    return (await readTable(createZip(buildWorkbook(sheet, extraParts)))).rows[0]?.cells[1];
  };
  it.each([
    ['a formula as its result', '<c r="B2"><f>1+1.5</f><v>2.5</v></c>', 2.5],
    ['a text formula as its result', '<c r="B2" t="str"><f>UPPER("a")</f><v>A</v></c>', 'A'],
    ['a formula without a result as empty', '<c r="B2"><f>1+1</f></c>', null],
    ['a formula error as empty', '<c r="B2" t="e"><f>1/0</f><v>#DIV/0!</v></c>', null],
    ['a boolean as a boolean', '<c r="B2" t="b"><v>1</v></c>', true],
    ['a serial number with a date style as a date', '<c r="B2" s="1"><v>46347</v></c>', '2026-11-21'],
    [
      'a serial number with a fraction as a date and time',
      '<c r="B2" s="1"><v>46347.5</v></c>',
      '2026-11-21T12:00:00.000Z',
    ],
    ['a fraction with a date style as a time', '<c r="B2" s="1"><v>0.9375</v></c>', '22:30'],
    ['a serial number without a date style as a number', '<c r="B2"><v>46347</v></c>', 46_347],
    ['digits stored as text as text', buildTextCell('B2', '0012'), '0012'],
    ['characters of other languages', buildTextCell('B2', 'Crème &amp; حليب'), 'Crème & حليب'],
  ])('are read: %s', async (_, cell, value) => {
    expect(await readCell(cell)).toEqual(value);
  });

  it('are missing if there is only a header', async () => {
    expect(await readError(createZip(buildWorkbook(`<row r="1">${buildTextCell('A1', 'Key')}</row>`)))).toBe(
      'no-rows',
    );
    expect(await readError(createZip(buildWorkbook('')))).toBe('no-rows');
  });
});

describe('a file that is not a table, or has the wrong name', () => {
  const container = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(500)];
  const cases: [string, Uint8Array, string][] = [
    ['an empty file', new Uint8Array(), 'empty'],
    ['a PDF', encodeUtf8('%PDF-1.7\n1 0 obj'), 'pdf'],
    ['a web page', encodeUtf8('\n <!DOCTYPE html><html><table><tr><td>Code'), 'html'],
    [
      'a web page table, as some systems export as XLS',
      encodeUtf8('<table><tr><td>Code</td></tr></table>'),
      'html',
    ],
    ['a picture', concatBytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), 'picture'],
    ['a workbook from before 2007', concatBytes(container), 'old-excel'],
    ['a workbook with a password', concatBytes(container, encodeUtf16('EncryptedPackage', false)), 'locked'],
    ['a program', concatBytes([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 0, 0, 0, 2, 2]), 'binary'],
    ['a header without rows', encodeUtf8('name,code\n\n'), 'no-rows'],
    ['an unclosed quote', encodeUtf8('name,code\n"Milk,1\nBread,2\n'), 'open-quote'],
    ['too many rows', encodeUtf8(`name\n${'x\n'.repeat(maxTableRows + 1)}`), 'too-many-rows'],
  ];

  it.each(cases)('%s is rejected', async (_, bytes, code) => {
    expect(await readError(Uint8Array.from(bytes))).toBe(code);
  });

  it('a CSV named .xlsx and a workbook named .csv are read by their content', async () => {
    const signal = new AbortController().signal;
    const csv = await readFile(createFile(encodeUtf8('a,b\n1,2\n'), 'list.xlsx'), {}, signal);
    const xlsx = await readFile(createFile(createZip(buildWorkbook(plainSheet)), 'list.csv'), {}, signal);
    expect([csv.kind, xlsx.kind]).toEqual(['csv', 'xlsx']);
  });

  it('a file of 50 MB is rejected before it is read', async () => {
    const file = {
      name: 'big.csv',
      size: 50 * 1024 * 1024,
      arrayBuffer: () => Promise.reject(new Error('read')),
    };
    const problem = await readFile(file as unknown as File, {}, new AbortController().signal).catch(
      (e: unknown) => e,
    );
    expect(problem).toMatchObject({ code: 'too-large' });
    expect(await readError(new Uint8Array(maxFileBytes + 1))).toBe('too-large');
  });

  function createFile(bytes: Uint8Array, name: string): File {
    return {
      name,
      size: bytes.length,
      arrayBuffer: async () => Uint8Array.from(bytes).buffer,
    } as unknown as File;
  }
});

describe('the header row', () => {
  const readLines = (lines: string[], options?: ReadOptions) =>
    readTable(Uint8Array.from(encodeUtf8(lines.join('\n'))), options);

  it.each<[string, string[], number, string[], number]>([
    ['the first', ['Code;Name;Price', '1;Salt;2,5'], 1, ['Code', 'Name', 'Price'], 1],
    [
      'below titles',
      ['Sales by item', 'November', 'Code;Name;Price', '1;Salt;2,5'],
      3,
      ['Code', 'Name', 'Price'],
      1,
    ],
    [
      'below group headings',
      ['Item;;Stock;', 'Code;Name;Qty;Cost', '1;Salt;3;2,5'],
      2,
      ['Code', 'Name', 'Qty', 'Cost'],
      1,
    ],
    ['none', ['S1;Salt;2,5', 'S2;Flour;1,5'], 0, ['', '', ''], 2],
  ])('is %s', async (_, lines, headerRow, header, rows) => {
    const table = await readLines(lines);
    expect(table).toMatchObject({ headerRow, header });
    expect(table.rows).toHaveLength(rows);
  });

  it('can be chosen, or turned off', async () => {
    const lines = ['Code;Name', 'Kod;Nazwa', 'S1;Salt'];
    expect(await readLines(lines, { headerRow: 2 })).toMatchObject({
      headerRow: 2,
      header: ['Kod', 'Nazwa'],
      rows: [{ row: 3 }],
    });
    expect(await readLines(lines, { headerRow: 0 })).toMatchObject({
      headerRow: 0,
      rows: [{ row: 1 }, { row: 2 }, { row: 3 }],
    });
  });
});

it('cells in percent format are read as percentages', async () => {
  const styles: Part = {
    name: 'xl/styles.xml',
    content: `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="0.0%"/><numFmt numFmtId="165" formatCode="0&quot;%&quot;"/></numFmts><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
  };
  const buildRow = (number: number, name: string, value: string, style: number) =>
    `<row r="${number}">${buildTextCell(`A${number}`, name)}<c r="B${number}" s="${style}"><v>${value}</v></c></row>`;
  const sheet = `<row r="1">${buildTextCell('A1', 'Name')}${buildTextCell('B1', 'Rate')}</row>${buildRow(2, 'a', '0.13', 1)}${buildRow(3, 'b', '0.055', 2)}${buildRow(4, 'c', '24', 3)}${buildRow(5, 'd', '24', 0)}`;
  const parts = buildWorkbook(sheet).filter(({ name }) => name !== styles.name);
  const { rows } = await readTable(createZip([...parts, styles]));
  expect(rows.map(({ cells }) => cells[1])).toEqual(['13%', '5.5%', 24, 24]);
});
