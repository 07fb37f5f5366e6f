import { FileProblem } from './file-problem.ts';

const startsWith = (bytes: Uint8Array, ...signature: number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/**
 * Detects the file type from the first bytes, not the name. Throws `FileProblem` for anything that isn't a
 * table: a PDF, a picture, a pre-2007 workbook or one with a password.
 */
export function detectFileKind(bytes: Uint8Array): 'zip' | 'text' {
  if (bytes.length === 0) throw new FileProblem('empty');
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return 'zip';
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new FileProblem(hasPassword(bytes) ? 'locked' : 'old-excel');
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) throw new FileProblem('pdf');
  if (isPicture(bytes)) throw new FileProblem('picture');
  return 'text';
}

function isPicture(bytes: Uint8Array): boolean {
  return (
    startsWith(bytes, 0x89, 0x50, 0x4e, 0x47) ||
    startsWith(bytes, 0xff, 0xd8, 0xff) ||
    startsWith(bytes, 0x47, 0x49, 0x46, 0x38) ||
    startsWith(bytes, 0x52, 0x49, 0x46, 0x46)
  );
}

/** Detects a workbook with a password: an OLE container with a stream of this name in UTF-16. */
function hasPassword(bytes: Uint8Array): boolean {
  const name = Array.from('EncryptedPackage').flatMap((letter) => [letter.charCodeAt(0), 0]);
  for (let start = bytes.indexOf(0x45); start !== -1; start = bytes.indexOf(0x45, start + 1)) {
    if (name.every((byte, index) => bytes[start + index] === byte)) return true;
  }
  return false;
}
