import { readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { getDocumentPath } from '../printed-path.ts';
import { QrCode } from './qr-code.tsx';

/** Draws the path of a code, one pixel per module, enlarged. */
function draw(svg: SVGSVGElement, scale = 8): ImageData {
  const side = svg.viewBox.baseVal.width * scale;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  const bars = svg.querySelector('path')?.getAttribute('d') ?? '';
  for (const [, x, y, length] of bars.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let row = 0; row < scale; row += 1) {
      const start = (Number(y) * scale + row) * side + Number(x) * scale;
      for (let column = 0; column < Number(length) * scale; column += 1)
        data.fill(0, (start + column) * 4, (start + column) * 4 + 3);
    }
  return { data, width: side, height: side, colorSpace: 'srgb' };
}

it('can be read by the scanner', async () => {
  const wasm = readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm');
  await prepareZXingModule({ overrides: { wasmBinary: wasm.buffer }, fireImmediately: true });
  const text = `https://stock.example.com${getDocumentPath('order', '01J8ZQ4T3M9X7W5V2K1B6N0C8D')}`;
  const { container } = render(<QrCode text={text} size="22mm" />);
  const svg = container.querySelector('svg');
  if (svg === null) throw new Error('No QR code was drawn.');
  const [code] = await readBarcodes(draw(svg), { formats: ['QRCode'] });
  expect(code?.text).toBe(text);
});
