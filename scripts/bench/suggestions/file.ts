import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { parse } from 'csv-parse';
import { type LocationSales, salesFromRows } from './data.ts';

/**
 * Reads sales from a file: date, place, item and quantity in this order, whatever the headings.
 *
 * @throws Error for a file without sales
 */
export async function readSalesFile(path: string): Promise<LocationSales[]> {
  const rows: string[][] = [];
  const options = {
    relax_column_count: true,
    skip_empty_lines: true,
    bom: true,
    // A name may contain an inch sign: 5".
    relax_quotes: true,
    delimiter: await delimiterOf(path),
  };
  for await (const row of createReadStream(path).pipe(parse(options)))
    rows.push((row as string[]).slice(0, 4));
  const places = salesFromRows(rows);
  if (places.length === 0) throw new Error(`${path} has no rows of date, place, item and quantity`);
  return places;
}

/** Detects the delimiter: names may contain commas where another one is used. */
async function delimiterOf(path: string): Promise<string> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
  await file.close();
  const [head = ''] = buffer.toString('utf8', 0, bytesRead).split('\n');
  return ['\t', ';'].find((sign) => head.includes(sign)) ?? ',';
}
