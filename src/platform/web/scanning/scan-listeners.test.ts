import { afterEach, describe, expect, it, vi } from 'vitest';
import { addScanListener, findScanHandler, readOwnPath, setScanLookup } from './scan-listeners.ts';

afterEach(() => setScanLookup(null));

it.each([
  ['https://stock.example/branch-orders?order=7', '/branch-orders?order=7'],
  ['https://stock.example/lots?item=1&lot=A%2F2', '/lots?item=1&lot=A%2F2'],
  ['https://stock.example.evil.test/branch-orders', null],
  ['https://stock.example@evil.test/branch-orders', null],
  ['http://stock.example/branch-orders', null],
  ['//stock.example/branch-orders', null],
  ['/branch-orders', null],
  ['javascript:alert(1)', null],
  ['https://stock.example/api/orders', null],
  ['4006381333931', null],
])('the path of %s is %s', (code, path) => {
  expect(readOwnPath(code, 'https://stock.example')).toBe(path);
});

describe('a code', () => {
  const stubLookup = () => {
    const lookup = { open: vi.fn<(path: string) => undefined>(), find: vi.fn<(code: string) => undefined>() };
    setScanLookup(lookup);
    return lookup;
  };

  it('that no screen handles is looked up, unless it was typed into a field', () => {
    const { find } = stubLookup();
    expect(findScanHandler('4006381333931', true)).toBeNull();
    findScanHandler('4006381333931')?.();
    expect(find.mock.calls).toEqual([['4006381333931']]);
  });

  it('goes to the screen that handles scans, except an address of the dashboard', () => {
    const { open, find } = stubLookup();
    const handle = vi.fn<(code: string) => { text: string }>(() => ({ text: 'Butter: 2 kg' }));
    const remove = addScanListener({ handle, layer: null, isContinuous: true });
    expect(findScanHandler('4006381333931', true)?.()).toEqual({ text: 'Butter: 2 kg' });
    findScanHandler(`${window.location.origin}/lots?lot=A`)?.();
    expect(open.mock.calls).toEqual([['/lots?lot=A']]);
    remove();
    findScanHandler('4006381333931')?.();
    expect([handle.mock.calls.length, find.mock.calls.length]).toEqual([1, 1]);
  });

  it('is ignored on a page behind a dialog that doesn’t handle scans', () => {
    stubLookup();
    const dialog = document.createElement('div');
    dialog.setAttribute('role', 'dialog');
    document.body.append(dialog);
    expect(findScanHandler('4006381333931')).toBeNull();
    dialog.remove();
  });
});
