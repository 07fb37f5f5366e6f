import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { listFilesBefore, type Manifest } from '../manifest.ts';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'dist');
const metadata = join(root, '.cache/dist-notes');

const manifest = JSON.parse(readFileSync(join(metadata, 'manifest.json'), 'utf8')) as Manifest;
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const sizes = new Map<string, number>();

/** Modules by output file. */
export const modulesByFile = JSON.parse(readFileSync(join(metadata, 'modules.json'), 'utf8')) as Record<
  string,
  string[]
>;

/** Every file of the build, without compressed copies. */
export const allFiles = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
  (name) => !name.endsWith('.br') && /\.\w+$/.test(name),
);

/** The lazily loaded module of every route. */
export const routeModules = Object.values(modulesByFile)
  .flat()
  .filter((name) => /^src\/app\/web\/routes\/_shell\/.*\?tsr-split=component$/.test(name));

/** Scripts, styles and preloads named in the page. */
export const filesInPage = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css|woff2?))"/g)].map(
  (match) => match[1] ?? '',
);

/** Returns the size of the inlined styles after brotli, in bytes. */
export function computeInlineStylesSize(): number {
  const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map((match) => match[1] ?? '');
  return brotliCompressSync(styles.join('')).length;
}

/**
 * Returns the file that contains a module.
 *
 * @throws Error if none does, so that a budget never passes by counting nothing
 */
export function findFileOfModule(module: string): string {
  const entry = Object.entries(modulesByFile).find(([, names]) => names.includes(module));
  if (entry === undefined) throw new Error(`No file of the build contains ${module}.`);
  return entry[0];
}

/** Returns every file that is loaded before the given modules can run, including the page's own. */
export function listFilesLoadedFor(modules: readonly string[]): Set<string> {
  const moduleFiles = new Set(modules.map(findFileOfModule));
  const keys = Object.keys(manifest).filter((key) => moduleFiles.has(manifest[key]?.file ?? ''));
  return new Set([...filesInPage, ...listFilesBefore(manifest, ['index.html', ...keys])]);
}

/** Returns the size of files of one kind after brotli, in bytes. */
export function computeSize(files: Iterable<string>, kind = '.js'): number {
  let sum = 0;
  for (const file of files) {
    if (!file.endsWith(kind)) continue;
    const size = sizes.get(file) ?? brotliCompressSync(readFileSync(join(dist, file))).length;
    sizes.set(file, size);
    sum += size;
  }
  return sum;
}

export function readFileText(file: string): string {
  return readFileSync(join(dist, file), 'utf8');
}

export function formatKb(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
