import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const rows = readFileSync(join(root, 'docs/spec-map.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (SPEC )?\d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

it('every line of the map names a test that exists', () => {
  expect(rows.length).toBeGreaterThan(60);
  const missing = rows.flatMap(([, section, , file = '', title = '']) => {
    const path = join(root, file);
    if (!existsSync(path)) return [`${section}: there is no ${file}`];
    return readFileSync(path, 'utf8').includes(title) ? [] : [`${section}: ${file} has no "${title}"`];
  });
  expect(missing).toEqual([]);
});

it.each(['1', '2', '3', '4', '5', '6', '7', '8', '9'])('section %s is on the map', (section) => {
  expect(rows.some(([, cell = '']) => cell.replace('SPEC ', '').startsWith(section))).toBe(true);
});
