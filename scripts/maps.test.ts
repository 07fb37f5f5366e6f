import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Returns the cells of the table rows of a file that match a pattern. */
const readRows = (file: string, pattern: RegExp) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .filter((line) => pattern.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));

const spec = readRows('docs/spec-map.md', /^\| (SPEC )?\d/);
const requirements = readRows('docs/requirements.md', /^\| ([BCEGMPRST]\d|13)/);

it.each([
  ['docs/spec-map.md', spec, 60],
  ['docs/requirements.md', requirements, 50],
])('every line of %s names an existing test', (_, rows, minRows) => {
  expect(rows.length).toBeGreaterThan(minRows);
  const missing = rows.flatMap(([, row, , file = '', title = '']) => {
    const path = join(root, file);
    if (!existsSync(path)) return [`${row}: there is no ${file}`];
    return title !== '' && readFileSync(path, 'utf8').includes(title)
      ? []
      : [`${row}: ${file} has no "${title}"`];
  });
  expect(missing).toEqual([]);
});

it.each(['1', '2', '3', '4', '5', '6', '7', '8', '9'])('section %s of SPEC is on the map', (section) => {
  expect(spec.some(([, cell = '']) => cell.replace('SPEC ', '').startsWith(section))).toBe(true);
});

it.each([
  ['C', 14],
  ['T', 10],
  ['P', 12],
  ['B', 15],
  ['R', 13],
  ['M', 13],
  ['S', 12],
  ['E', 9],
])('every requirement %s is on the map', (letter, count) => {
  const mapped = new Set(requirements.map(([, cell]) => cell));
  const ids = Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);
  expect(ids.filter((row) => !mapped.has(row))).toEqual([]);
});
