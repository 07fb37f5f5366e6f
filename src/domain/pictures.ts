/** What may be uploaded as a picture. The dashboard tells at once; the server decides by the same rules. */
export const maxPictureBytes = 8 * 1024 * 1024;
/** Width x height. */
export const maxPicturePixels = 40_000_000;

/** What a gallery holds, with what is archived: pictures, and their bytes together. */
export const maxPictures = { all: 10_000, ofPerson: 3000 } as const;
export const maxGalleryBytes = { all: 4 * 1024 ** 3, ofPerson: 1024 ** 3 } as const;

export type PictureKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';

interface Signature<Kind> {
  kind: Kind;
  /** Where the first of the marks stands. */
  at: number;
  /** Bytes as Latin-1 text; one of them must stand there. */
  marks: readonly string[];
}

const pictures: readonly Signature<PictureKind>[] = [
  { kind: 'jpeg', at: 0, marks: ['\xff\xd8\xff'] },
  { kind: 'png', at: 0, marks: ['\x89PNG\r\n\x1a\n'] },
  { kind: 'gif', at: 0, marks: ['GIF87a', 'GIF89a'] },
  { kind: 'webp', at: 8, marks: ['WEBP'] },
  { kind: 'avif', at: 4, marks: ['ftypavif', 'ftypavis'] },
];

/** What people upload by mistake, or to try: named, so that the refusal says what it is. */
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

/** Enough of a file to know what it is. */
export const signatureBytes = 1024;

const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, signatureBytes));

const found = <Kind>(signatures: readonly Signature<Kind>[], head: string): Kind | null =>
  signatures.find(({ at, marks }) => marks.some((mark) => head.startsWith(mark, at)))?.kind ?? null;

/** What kind of picture the content is, whatever its name says; null for anything else. Looks at the first bytes only. */
export function pictureKind(bytes: Uint8Array): PictureKind | null {
  const head = latin1(bytes);
  return found(pictures, head) ?? (isPlainAvif(head) ? 'avif' : null);
}

/** Some programs name the container first, and AVIF among the brands that follow (ISO/IEC 14496-12, section 4.3). */
function isPlainAvif(head: string): boolean {
  if (!head.startsWith('ftypmif1', 4) && !head.startsWith('ftypmsf1', 4)) return false;
  const length = Math.min(head.charCodeAt(2) * 256 + head.charCodeAt(3), head.length);
  const brands: readonly string[] = head.slice(16, length).match(/.{4}/gs) ?? [];
  return brands.includes('avif') || brands.includes('avis');
}

/** What a file is that is no picture, in a word; null where it cannot be told. */
export function otherFileKind(bytes: Uint8Array): string | null {
  const head = latin1(bytes);
  const text = head.replace(/^\xef\xbb\xbf/, '').trimStart();
  if (/^<svg/i.test(withoutProlog(text))) return 'SVG';
  if (/^<(!doctype html|html|head|body|script)/i.test(text)) return 'HTML';
  return found(others, head);
}

/** XML behind its declaration and the comments that follow it, each passed over once. */
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
