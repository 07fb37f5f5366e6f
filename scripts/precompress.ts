import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const isCompressible = /\.(js|css|html|svg|json|txt|wasm|webmanifest)$/;

/** Smaller files fit into one packet anyway. */
const minBytes = 1000;

/**
 * Writes `x.js.br` next to every file of a build that compresses well, so that the server never compresses
 * the same file twice.
 */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && isCompressible.test(entry.name));
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < minBytes) return;
  await writeFile(
    `${path}.br`,
    await compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
}
