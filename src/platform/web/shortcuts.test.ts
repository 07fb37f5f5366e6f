import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isShortcut, type ShortcutName, shortcuts } from './shortcuts.ts';

const buildKeyEvent = (keys: Partial<KeyboardEvent>) => ({
  key: '',
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...keys,
});

test.each<[ShortcutName | null, Partial<KeyboardEvent>]>([
  ['palette', { key: 'k', code: 'KeyK', ctrlKey: true }],
  ['palette', { key: 'K', code: 'KeyK', metaKey: true }],
  ['palette', { key: 'ن', code: 'KeyK', ctrlKey: true }],
  [null, { key: 'k', code: 'KeyK' }],
  [null, { key: 'j', code: 'KeyK', ctrlKey: true }],
  ['save', { key: 's', code: 'KeyS', ctrlKey: true }],
  [null, { key: 's', code: 'KeyS', ctrlKey: true, altKey: true }],
  ['submit', { key: 'Enter', code: 'Enter', ctrlKey: true }],
  ['submit', { key: 'Enter', code: 'NumpadEnter', metaKey: true }],
  [null, { key: 'Enter', code: 'Enter' }],
  ['note', { key: 'n', code: 'KeyN', altKey: true }],
  ['note', { key: '˜', code: 'KeyN', altKey: true }],
  [null, { key: 'n', code: 'KeyN' }],
  ['takeSuggestion', { key: '=', code: 'Equal' }],
  [null, { key: '=', code: 'Equal', ctrlKey: true }],
  [null, { key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true }],
  ['search', { key: '/', code: 'Digit7', shiftKey: true }],
])('shortcut %s for %o', (name, keys) => {
  const names = Object.keys(shortcuts) as ShortcutName[];
  expect(names.filter((candidate) => isShortcut(buildKeyEvent(keys), candidate))).toEqual(
    name === null ? [] : [name],
  );
});

/** Converts an element's `Control+Enter` to `ctrl enter`, the notation of the table. */
const normalizeKeys = (keys: string) =>
  keys
    .split(' ')
    .filter((combination) => !combination.startsWith('Meta+'))
    .map((combination) => combination.toLowerCase().replace('control', 'ctrl').replaceAll('+', ' '));

test('every aria-keyshortcuts value is in the table of shortcuts', () => {
  const table = Object.values<{ key: string; hasCtrl?: true; hasAlt?: true }>(shortcuts).map(
    ({ key, hasCtrl, hasAlt }) => [hasCtrl && 'ctrl', hasAlt && 'alt', key].filter(Boolean).join(' '),
  );
  const files = globSync('src/**/*.tsx', { exclude: (name) => name.includes('.test.') });
  const declared = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/aria-keyshortcuts="([^"]+)"/g)].flatMap(([, keys = '']) =>
      normalizeKeys(keys),
    ),
  );
  expect(declared.length).toBeGreaterThan(4);
  expect(declared.filter((keys) => !table.includes(keys))).toEqual([]);
});

test('no handler for a key with Ctrl or Alt bypasses the table', () => {
  // A scanner sends Ctrl and a bracket as part of a code.
  const isExcluded = (name: string) => name.includes('.test.') || name === 'barcode-wedge.ts';
  const files = globSync('src/**/*.{ts,tsx}', { exclude: isExcluded });
  const bypassing = files.filter((file) =>
    /(?<!!event\.|\|\| event\.)(ctrlKey|metaKey|altKey)\)? && event\.(key|code) ===/.test(
      readFileSync(file, 'utf8'),
    ),
  );
  expect(bypassing).toEqual([]);
});
