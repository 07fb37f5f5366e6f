import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { scan } from '#app/web/testing/scan.ts';
import { ScanLayer } from './scan-layer.ts';
import { useScan } from './use-scan.ts';

function ScanListener({ onScan }: { onScan(code: string): void }) {
  useScan((code) => {
    onScan(code);
    return undefined;
  });
  return null;
}

it.each([
  ['a plain code', '4006381333931', '4006381333931'],
  [
    'P12: FNC1, which a scanner sends as Ctrl and a bracket, with its modifier key',
    ']C10104006381333931\u001d10L42\u001d3103002500',
    ']C10104006381333931\u001d10L42\u001d3103002500',
  ],
  ['P12: a code without its symbology identifier', ']E04006381333931', '4006381333931'],
])('recognizes %s', (_name, input, code) => {
  const onScan = vi.fn<(code: string) => void>();
  render(<ScanListener onScan={onScan} />);
  scan(input);
  expect(onScan.mock.calls).toEqual([[code]]);
});

it('a scan goes to the topmost dialog, not to the page behind it', () => {
  const [page, dialog] = [vi.fn<(code: string) => void>(), vi.fn<(code: string) => void>()];
  const surface = document.createElement('div');
  surface.setAttribute('role', 'dialog');
  document.body.append(surface);
  const layer = { current: surface };
  render(<ScanListener onScan={page} />);
  scan('4006381333931');
  expect(page).not.toHaveBeenCalled();
  render(
    <ScanLayer value={layer}>
      <ScanListener onScan={dialog} />
    </ScanLayer>,
  );
  scan('4006381333931');
  expect([page.mock.calls, dialog.mock.calls]).toEqual([[], [['4006381333931']]]);
  surface.remove();
  scan('4006381333931');
  expect(page.mock.calls).toEqual([['4006381333931']]);
});

it("doesn't intercept typed text, or text scanned into a field of a dialog", () => {
  const onScan = vi.fn<(code: string) => void>();
  render(<ScanListener onScan={onScan} />);
  scan('4006381333931', 60);
  expect(onScan).not.toHaveBeenCalled();
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  const field = document.createElement('input');
  dialog.append(field);
  document.body.append(dialog);
  field.focus();
  field.value = 'DRY-026';
  const onEnter = vi.fn<(event: Event) => void>();
  field.addEventListener('keydown', onEnter);
  scan('DRY-026');
  expect(onScan).not.toHaveBeenCalled();
  expect(field.value).toBe('DRY-026');
  expect(onEnter.mock.lastCall?.[0]).toMatchObject({ key: 'Enter', defaultPrevented: false });
  dialog.remove();
});

it('ignores the event of a field filled in by the browser, which has no key', () => {
  const onError = vi.fn<() => void>();
  window.addEventListener('error', onError, { once: true });
  render(<ScanListener onScan={vi.fn<(code: string) => void>()} />);
  window.dispatchEvent(new Event('keydown'));
  window.removeEventListener('error', onError);
  expect(onError).not.toHaveBeenCalled();
});
