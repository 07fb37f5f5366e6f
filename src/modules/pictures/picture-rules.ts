/** Limits for uploaded pictures, checked in the dashboard first and enforced by the server. */
export const maxPictureBytes = 8 * 1024 * 1024;
/** Width x height. */
export const maxPicturePixels = 40_000_000;

/** Gallery limits, in total and per user, including archived pictures: number of pictures and bytes. */
export const maxPictures = { total: 10_000, perUser: 3000 } as const;
export const maxGalleryBytes = { total: 4 * 1024 ** 3, perUser: 1024 ** 3 } as const;

export type PictureKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

interface Signature<Kind> {
  kind: Kind;
  /** Offset of the signature in the file. */
  offset: number;
  /** Signatures as Latin-1 text; one of them must match. */
  patterns: readonly string[];
}

const pictureSignatures: readonly Signature<PictureKind>[] = [
  { kind: 'jpeg', offset: 0, patterns: ['\xff\xd8\xff'] },
  { kind: 'png', offset: 0, patterns: ['\x89PNG\r\n\x1a\n'] },
  { kind: 'gif', offset: 0, patterns: ['GIF87a', 'GIF89a'] },
  { kind: 'webp', offset: 8, patterns: ['WEBP'] },
  { kind: 'avif', offset: 4, patterns: ['ftypavif', 'ftypavis'] },
];

/** Types of files that are often uploaded by mistake; the error names the type. */
const otherSignatures: readonly Signature<string>[] = [
  { kind: 'PDF', offset: 0, patterns: ['%PDF'] },
  {
    kind: 'HEIC',
    offset: 4,
    patterns: ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'].map((brand) => `ftyp${brand}`),
  },
  { kind: 'TIFF', offset: 0, patterns: ['II*\0', 'MM\0*'] },
  { kind: 'BMP', offset: 0, patterns: ['BM'] },
  { kind: 'ZIP', offset: 0, patterns: ['PK\x03\x04', 'PK\x05\x06'] },
  { kind: 'program', offset: 0, patterns: ['MZ', '\x7fELF', '\xcf\xfa\xed\xfe'] },
];

/** Number of bytes that are enough to detect a file type. */
export const signatureBytes = 1024;

const toLatin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, signatureBytes));

const findKind = <Kind>(signatures: readonly Signature<Kind>[], header: string): Kind | null =>
  signatures.find(({ offset, patterns }) => patterns.some((pattern) => header.startsWith(pattern, offset)))
    ?.kind ?? null;

/**
 * Returns the picture type based on the content, regardless of the file name; null for anything else. Reads
 * only the first bytes.
 */
export function detectPictureKind(bytes: Uint8Array): PictureKind | null {
  const header = toLatin1(bytes);
  return findKind(pictureSignatures, header) ?? (isPlainAvif(header) ? 'avif' : null);
}

/**
 * Some programs write the container brand first and list AVIF among the compatible brands (ISO/IEC 14496-12,
 * section 4.3).
 */
function isPlainAvif(header: string): boolean {
  if (!header.startsWith('ftypmif1', 4) && !header.startsWith('ftypmsf1', 4)) return false;
  const length = Math.min(header.charCodeAt(2) * 256 + header.charCodeAt(3), header.length);
  const brands: readonly string[] = header.slice(16, length).match(/.{4}/gs) ?? [];
  return brands.includes('avif') || brands.includes('avis');
}

/** Returns the type of a file that isn't a picture; null if it isn't recognized. */
export function detectOtherFileKind(bytes: Uint8Array): string | null {
  const header = toLatin1(bytes);
  const text = header.replace(/^\xef\xbb\xbf/, '').trimStart();
  if (/^<svg/i.test(removeProlog(text))) return 'SVG';
  if (/^<(!doctype html|html|head|body|script)/i.test(text)) return 'HTML';
  return findKind(otherSignatures, header);
}

/** Removes the XML declaration and comments in a single pass. */
function removeProlog(text: string): string {
  if (!/^<\?xml/i.test(text)) return text;
  let position = text.indexOf('>') + 1;
  for (;;) {
    while (/\s/.test(text.charAt(position))) position++;
    if (position === 0 || !text.startsWith('<!--', position))
      return position === 0 ? '' : text.slice(position);
    const end = text.indexOf('-->', position + 4);
    if (end < 0) return '';
    position = end + 3;
  }
}
