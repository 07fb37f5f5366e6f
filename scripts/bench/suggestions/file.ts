import { readFile } from 'node:fs/promises';
import Papa from 'papaparse';
import { type LocationSales, parseSalesRows } from './data.ts';

/**
 * Reads sales from a file with the columns date, location, item and quantity, in this order; headings are
 * ignored.
 *
 * @throws Error if the file contains no sales
 */
export async function readSalesFile(path: string): Promise<LocationSales[]> {
  const text = await readFile(path, 'utf8');
  const [header = ''] = text.split('\n', 1);
  // Names may contain commas if a different delimiter is used.
  const delimiter = ['\t', ';'].find((character) => header.includes(character)) ?? ',';
  const places = parseSalesRows(Papa.parse<string[]>(text, { delimiter, skipEmptyLines: true }).data);
  if (places.length === 0) throw new Error(`${path} has no rows of date, place, item and quantity`);
  return places;
}
