import type { Encoding } from './encodings.ts';
import { FileProblem } from './file-problem.ts';

export interface DecodedText {
  text: string;
  encoding: Encoding;
}

const byteOrderMarks: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * Decodes bytes as text by their byte-order mark; otherwise as UTF-16 if every other byte of common letters
 * is zero, as UTF-8 if valid, or in the most plausible legacy encoding. `chosen` overrides the detection.
 * Throws `FileProblem` for bytes that aren't text.
 */
export async function decodeText(bytes: Uint8Array, chosen?: Encoding): Promise<DecodedText> {
  const encoding = chosen ?? (await detectEncoding(bytes));
  // Decoders remove their own byte-order mark.
  const text = new TextDecoder(encoding).decode(bytes);
  if (/^\s*<(!doctype html|html|table|\?xml|head|body)/i.test(text)) throw new FileProblem('html');
  if (text.includes('\0')) throw new FileProblem('binary');
  return { text, encoding };
}

async function detectEncoding(bytes: Uint8Array): Promise<Encoding> {
  const marked = byteOrderMarks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) return marked[0];
  const utf16 = detectUtf16(bytes.subarray(0, 64 * 1024));
  if (utf16) return utf16;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    const { detectLegacy } = await import('./detect-legacy.ts');
    return detectLegacy(bytes);
  }
}

/** In UTF-16, only the high or only the low bytes contain zeros; other encodings have no zero bytes. */
function detectUtf16(bytes: Uint8Array): Encoding | null {
  const zeros = [0, 0];
  bytes.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (even + odd === 0) return null;
  const minCount = bytes.length * 0.02;
  if (odd > minCount && even * 20 < odd) return 'utf-16le';
  if (even > minCount && odd * 20 < even) return 'utf-16be';
  throw new FileProblem('binary');
}
