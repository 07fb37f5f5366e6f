/** Limits of uploaded pictures, checked by the dashboard first and enforced by the server. */
export const maxPictureBytes = 8 * 1024 * 1024;
/** Width x height. */
export const maxPicturePixels = 40_000_000;

/** Limits of a gallery including archived pictures: number and total bytes. */
export const maxPictures = { all: 10_000, ofPerson: 3000 } as const;
export const maxGalleryBytes = { all: 4 * 1024 ** 3, ofPerson: 1024 ** 3 } as const;

export type PictureKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

interface Signature<Kind> {
  kind: Kind;
  /** Offset of the first signature. */
  at: number;
  /** Bytes as Latin-1 text; one of them must match. */
  marks: readonly string[];
}

const pictures: readonly Signature<PictureKind>[] = [
  { kind: 'jpeg', at: 0, marks: ['\xff\xd8\xff'] },
  { kind: 'png', at: 0, marks: ['\x89PNG\r\n\x1a\n'] },
  { kind: 'gif', at: 0, marks: ['GIF87a', 'GIF89a'] },
  { kind: 'webp', at: 8, marks: ['WEBP'] },
  { kind: 'avif', at: 4, marks: ['ftypavif', 'ftypavis'] },
];

/** File types that people upload by mistake, named in the refusal. */
const others: readonly Signature<string>[] = [
  { kind: 'PDF', at: 0, marks: ['%PDF'] },
  {
    kind: 'HEIC',
    at: 4,
    marks: ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'].map((brand) => `ftyp${brand}`),
  },
  { kind: 'TIFF', at: 0, marks: ['II*\0', 'MM\0*'] },
  { kind: 'BMP', at: 0, marks: ['BM'] },
  { kind: 'ZIP', at: 0, marks: ['PK\x03\x04', 'PK\x05\x06'] },
  { kind: 'program', at: 0, marks: ['MZ', '\x7fELF', '\xcf\xfa\xed\xfe'] },
];

/** Number of bytes that are enough to detect a file type. */
export const signatureBytes = 1024;

const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, signatureBytes));

const found = <Kind>(signatures: readonly Signature<Kind>[], head: string): Kind | null =>
  signatures.find(({ at, marks }) => marks.some((mark) => head.startsWith(mark, at)))?.kind ?? null;

/**
 * Returns the picture type by content, regardless of the file name; null for anything else. Reads only the
 * first bytes.
 */
export function pictureKind(bytes: Uint8Array): PictureKind | null {
  const head = latin1(bytes);
  return found(pictures, head) ?? (isPlainAvif(head) ? 'avif' : null);
}

/**
 * Some programs write the container brand first and list AVIF among the compatible brands (ISO/IEC 14496-12,
 * section 4.3).
 */
function isPlainAvif(head: string): boolean {
  if (!head.startsWith('ftypmif1', 4) && !head.startsWith('ftypmsf1', 4)) return false;
  const length = Math.min(head.charCodeAt(2) * 256 + head.charCodeAt(3), head.length);
  const brands: readonly string[] = head.slice(16, length).match(/.{4}/gs) ?? [];
  return brands.includes('avif') || brands.includes('avis');
}

/** Returns the type of a file that isn't a picture; null if unknown. */
export function otherFileKind(bytes: Uint8Array): string | null {
  const head = latin1(bytes);
  const text = head.replace(/^\xef\xbb\xbf/, '').trimStart();
  if (/^<svg/i.test(withoutProlog(text))) return 'SVG';
  if (/^<(!doctype html|html|head|body|script)/i.test(text)) return 'HTML';
  return found(others, head);
}

/** Removes the XML declaration and comments in a single pass. */
function withoutProlog(text: string): string {
  if (!/^<\?xml/i.test(text)) return text;
  let at = text.indexOf('>') + 1;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++;
    if (at === 0 || !text.startsWith('<!--', at)) return at === 0 ? '' : text.slice(at);
    const end = text.indexOf('-->', at + 4);
    if (end < 0) return '';
    at = end + 3;
  }
}
