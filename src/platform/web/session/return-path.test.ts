import { expect, test } from 'vitest';
import { saveReturnPath, clearReturnPath, toSafePath, consumeReturnPath } from './return-path.ts';

const origin = 'https://orders.example.com';

test.each([
  ['/inventory', '/inventory'],
  ['/inventory?q=rice&item=1', '/inventory?q=rice&item=1'],
  ['/inventory#top', '/inventory'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/%5Cevil.example', null],
  ['/%2F/evil.example', null],
  ['/%2e%2e//evil.example', null],
  ['javascript:alert(1)', null],
  ['https://evil.example/inventory', null],
  ['https://orders.example.com/inventory', null],
  ['inventory', null],
  ['/inventory\n', null],
  ['/%', null],
  ['', null],
  [null, null],
  [42, null],
])('the safe path of %j is %j', (value, path) => expect(toSafePath(value, origin)).toBe(path));

test('consuming a path removes it from storage, and clearing removes it from the page', () => {
  saveReturnPath('/inventory');
  expect(consumeReturnPath()).toBe('/inventory');
  expect(sessionStorage).toHaveLength(0);
  clearReturnPath();
  expect(consumeReturnPath()).toBeNull();
});

test('a user who requested no page doesn’t get the previous user’s page', () => {
  saveReturnPath('/inventory');
  saveReturnPath(null);
  expect(consumeReturnPath()).toBeNull();
});
