import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { writeXlsx } from './xlsx.ts';

/** Writes a workbook and returns its parts by name. */
async function writeAndUnzip(...workbook: Parameters<typeof writeXlsx>): Promise<Record<string, string>> {
  const bytes = Buffer.concat(await Array.fromAsync(writeXlsx(...workbook)));
  return Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)]));
}

it('writes text as text, negative numbers as numbers, and no formulas', async () => {
  const rows = [
    [
      ['=1+1', -2.5],
      ['نص عربي', null],
    ],
  ];
  const parts = await writeAndUnzip([{ headings: ['Name', 'Value'], rows }]);
  const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
  const workbook = Object.values(parts).join('');
  expect(sheet).not.toContain('<f>');
  expect(sheet).toContain('<v>-2.5</v>');
  expect(workbook).toMatch(/(&apos;|&#39;|')=1\+1/);
  expect(workbook).toContain('نص عربي');
  expect(sheet).toContain('<c r="A1" s="1" t="inlineStr"><is><t xml:space="preserve">Name</t></is></c>');
  expect(sheet).not.toContain('rightToLeft');
});

it('writes days as dates, and other text in their columns as text', async () => {
  const rows = [[['2026-11-21', '2026-11-21'], ['unknown']]];
  const parts = await writeAndUnzip([{ headings: ['Day', 'Code'], rows, dayColumns: new Set([0]) }], true);
  const sheet = parts['xl/worksheets/sheet1.xml'] ?? '';
  expect(sheet).toContain('<c r="A2" s="2"><v>46347</v></c><c r="B2" s="0" t="inlineStr">');
  expect(sheet).toContain('<c r="A3" s="0" t="inlineStr">');
  expect(sheet).toContain(' rightToLeft="1"');
});

it('shortens sheet names, numbers unnamed sheets, and wraps text in columns with set widths', async () => {
  const parts = await writeAndUnzip([
    { name: 'Items: [all] "A&B" that are too many to name', headings: ['A'], rows: [] },
    { name: '?', headings: [], rows: [[['long text']]], widths: [30, 16], isWrapped: true },
  ]);
  expect(parts['xl/workbook.xml']).toMatch(
    /<sheet name="Items   all  &quot;A&amp;B&quot; that are too" sheetId="1" r:id="rId1"\/><sheet name="2" sheetId="2"/,
  );
  expect(parts['xl/worksheets/sheet2.xml']).toMatch(
    /<cols><col min="1" max="1" width="30" customWidth="1"\/><col min="2" max="2" width="16" .*<c r="A2" s="3" /,
  );
  expect(parts['xl/styles.xml']).toContain('wrapText="1"');
});

it('continues rows beyond the sheet limit on a new sheet, with the header', async () => {
  const batch = Array.from({ length: 1024 }, (): number[] => []);
  const rows = [...Array.from({ length: 1023 }, () => batch), batch.with(-1, [1])];
  const parts = await writeAndUnzip([{ name: 'Moves', headings: ['Quantity'], rows }]);
  expect(parts['xl/workbook.xml']).toMatch(/name="Moves".*name="2"/);
  expect(parts['xl/worksheets/sheet1.xml']).toContain('<row r="1048576">');
  expect(parts['xl/worksheets/sheet2.xml']).toMatch(
    /Quantity<\/t><\/is><\/c><\/row><row r="2"><c r="A2"><v>1<\/v><\/c><\/row><\/sheetData>/,
  );
});
