import type { BarcodeDetector as Ponyfill } from 'barcode-detector/ponyfill';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { gtinOf } from '#core/labels/gs1.ts';
import { nearestCode } from './aim.ts';

/** Codes of goods, cartons, labels and documents. */
const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'itf', 'data_matrix', 'qr_code'] as const;

type Detector = Pick<Ponyfill, 'detect'>;

/** Reads the code in the middle of a picture; null without one. */
export type ReadCode = (picture: ImageBitmap) => Promise<string | null>;

/**
 * Loads the browser's own detector if it has all formats, else ZXing as WebAssembly from this origin.
 *
 * @throws when ZXing can't be loaded: offline, before its first use
 */
export async function loadCodeReader(): Promise<ReadCode> {
  let native = await createNativeDetector();
  let detector = native ?? (await loadZxing());
  return async (picture) => {
    try {
      return await readCode(detector, picture);
    } catch (error) {
      if (native === null) throw error;
      // Some systems announce a detector whose service is missing.
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
  // Part of an ITF code reads as a shorter one, and only its check digit tells.
  const whole = codes.filter(({ format, rawValue }) => format !== 'itf' || gtinOf(rawValue) !== null);
  return nearestCode(whole, picture)?.rawValue ?? null;
}
