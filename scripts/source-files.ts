import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const root = join(import.meta.dirname, '..');
const folders = ['src', 'server', 'mocks', 'e2e', 'scripts'].filter((name) => existsSync(join(root, name)));

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  path: string;
  text: string;
}

/** Every TypeScript file of ours, generated ones left out. */
export function sourceFiles(): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.gen.ts'))
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  );
}

const importPattern =
  /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

const aliases: Record<string, string> = {
  '#contract/': 'src/contract/',
  '#domain/': 'src/domain/',
  '#mocks/': 'mocks/',
  '#scripts/': 'scripts/',
  '#server/': 'server/',
  '#src/': 'src/',
};

/** What a file imports: our own files as paths from the root, everything else by its bare name. */
export function importsOf(file: SourceFile): string[] {
  return [...file.text.matchAll(importPattern)].map((match) => {
    const name = match[1] ?? match[2] ?? '';
    if (name.startsWith('.')) return posix.normalize(posix.join(posix.dirname(file.path), name));
    const alias = Object.keys(aliases).find((prefix) => name.startsWith(prefix));
    return alias === undefined ? name : name.replace(alias, aliases[alias] ?? '');
  });
}

/** Tests, and the helpers that only tests import. */
export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) || /\/testing\/|^server\/faults\/|^e2e\//.test(path);
}
