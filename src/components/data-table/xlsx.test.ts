import { inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { toXlsx } from './xlsx.ts';

/**
 * Returns the files of a ZIP archive by name, as far as XLSX needs: central directory, stored or deflated.
 */
function unzip(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  let at = archive.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const [nameSize, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const start = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + nameSize);
    const body = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const packed = archive.subarray(body, body + size);
    files.set(name, (method === 0 ? packed : inflateRawSync(packed)).toString('utf8'));
    at += 46 + nameSize + extra + comment;
  }
  return files;
}

it('writes a workbook in which text stays text, there are no formulas, and negative numbers are numbers', async () => {
  const blob = await toXlsx([
    ['Name', 'Value'],
    ['=1+1', -2.5],
    ['نص عربي', null],
  ]);
  const files = unzip(Buffer.from(await blob.arrayBuffer()));
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
  const all = [...files.values()].join('');
  expect(sheet).not.toContain('<f>');
  expect(sheet).toContain('<v>-2.5</v>');
  expect(all).toMatch(/(&apos;|&#39;|')=1\+1/);
  expect(all).toContain('نص عربي');
});
