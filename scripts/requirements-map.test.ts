import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const rows = readFileSync(join(root, 'docs/requirements.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| C\d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

it('every requirement of stock counts names a test that exists', () => {
  expect(rows.length).toBeGreaterThan(10);
  const missing = rows.flatMap(([, row, , file = '', title = '']) => {
    const path = join(root, file);
    if (!existsSync(path)) return [`${row}: there is no ${file}`];
    return readFileSync(path, 'utf8').includes(title) ? [] : [`${row}: ${file} has no "${title}"`];
  });
  expect(missing).toEqual([]);
});
