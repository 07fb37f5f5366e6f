import type { BarcodeDetector as Ponyfill } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { toGtin } from '#core/labels/gs1.ts';
import { findNearestCode } from './aim.ts';

/** Codes of goods, cartons, labels and documents. */
const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'itf', 'data_matrix', 'qr_code'] as const;

type Detector = Pick<Ponyfill, 'detect'>;

/** Reads the code nearest to the middle of a picture. Returns null if there is none. */
export type ReadCode = (picture: ImageBitmap) => Promise<string | null>;

/**
 * Loads the browser's own detector if it supports all formats, otherwise ZXing as WebAssembly from this
 * origin.
 *
 * @throws if ZXing isn't cached yet and the device is offline
 */
export async function loadCodeReader(): Promise<ReadCode> {
  let native = await createNativeDetector();
  let detector = native ?? (await loadZxing());
  return async (picture) => {
    try {
      return await readCode(detector, picture);
    } catch (error) {
      if (native === null) throw error;
      // Some platforms expose BarcodeDetector although the underlying service is unavailable.
      native = null;
      detector = await loadZxing();
      return readCode(detector, picture);
    }
  };
}

async function createNativeDetector(): Promise<Detector | null> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: typeof Ponyfill };
  const supported = (await Native?.getSupportedFormats().catch(() => [])) ?? [];
  return Native && formats.every((format) => supported.includes(format))
    ? new Native({ formats: [...formats] })
    : null;
}

async function loadZxing(): Promise<Detector> {
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill');
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
  return new BarcodeDetector({ formats: [...formats] });
}

async function readCode(detector: Detector, picture: ImageBitmap): Promise<string | null> {
  const codes = await detector.detect(picture);
  // A partly scanned ITF code decodes as a shorter code; only the check digit reveals this.
  const complete = codes.filter(({ format, rawValue }) => format !== 'itf' || toGtin(rawValue) !== null);
  return findNearestCode(complete, picture)?.rawValue ?? null;
}
