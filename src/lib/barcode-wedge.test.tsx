import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useBarcodeWedge } from './barcode-wedge.ts';
import { ScanLayer } from './scan-layer.ts';

function Listening({ onScan }: { onScan(code: string): void }) {
  useBarcodeWedge(onScan);
  return null;
}

const keysOf = (text: string): KeyboardEventInit[] =>
  text.split('').flatMap((key): KeyboardEventInit[] => {
    if (key === '\u001d')
      return [
        { key: 'Control', ctrlKey: true },
        { key: ']', ctrlKey: true },
      ];
    return /[A-Z\]]/.test(key)
      ? [
          { key: 'Shift', shiftKey: true },
          { key, shiftKey: true },
        ]
      : [{ key }];
  });

it.each([
  ['a plain code', '4006381333931', '4006381333931'],
  [
    'P12: FNC1, which a scanner sends as Ctrl and a bracket, with the key that it holds for it',
    ']C10104006381333931\u001d10L42\u001d3103002500',
    ']C10104006381333931\u001d10L42\u001d3103002500',
  ],
  ['P12: a code without what the scanner says of its kind', ']E04006381333931', '4006381333931'],
])('hears %s', (_, typed, heard) => {
  const onScan = vi.fn<(code: string) => void>();
  render(<Listening onScan={onScan} />);
  for (const init of [...keysOf(typed), { key: 'Enter' }])
    window.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
  expect(onScan.mock.calls).toEqual([[heard]]);
});

it('a scan goes to the dialog on top, and not to the page behind it', () => {
  const [page, dialog] = [vi.fn<(code: string) => void>(), vi.fn<(code: string) => void>()];
  const surface = document.createElement('div');
  surface.setAttribute('role', 'dialog');
  document.body.append(surface);
  const layer = { current: surface };
  render(<Listening onScan={page} />);
  const scan = () => {
    for (const init of [...keysOf('4006381333931'), { key: 'Enter' }])
      window.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }));
  };
  scan();
  expect(page).not.toHaveBeenCalled();
  render(
    <ScanLayer value={layer}>
      <Listening onScan={dialog} />
    </ScanLayer>,
  );
  scan();
  expect([page.mock.calls, dialog.mock.calls]).toEqual([[], [['4006381333931']]]);
  surface.remove();
  scan();
  expect(page.mock.calls).toEqual([['4006381333931']]);
});
