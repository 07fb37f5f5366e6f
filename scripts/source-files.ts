import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const root = join(import.meta.dirname, '..');
const folders = ['src', 'mocks', 'e2e', 'scripts'].filter((name) => existsSync(join(root, name)));

export interface SourceFile {
  /** Path from the project's root, with forward slashes. */
  path: string;
  text: string;
}

/** Returns every TypeScript file of the project, generated ones only on request. */
export function listSourceFiles({ withGenerated = false } = {}): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && (withGenerated || !name.endsWith('.gen.ts')))
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  );
}

const importPattern =
  /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|(\btypeof\s+)?\bimport\(\s*['"]([^'"]+)['"]\s*\)(?!\s*\.\s*(?:then|catch|finally)\b)(\s*\.\s*\w)?|\bimport\(\s*['"]([^'"]+)['"]/gm;

const aliases: Record<string, string> = {
  '#app/': 'src/app/',
  '#core/': 'src/core/',
  '#mocks/': 'mocks/',
  '#modules/': 'src/modules/',
  '#platform/': 'src/platform/',
  '#scripts/': 'scripts/',
};

export interface Import {
  /** Path from the root for project files, bare name for everything else. */
  name: string;
  /** Whether it is lazy: `import()` of a value, not of a type. */
  isLazy: boolean;
}

/** Returns a file's imports in all forms. */
export function findImports(file: SourceFile): Import[] {
  return [...file.text.matchAll(importPattern)]
    .filter(({ index }) => !isCommented(file.text, index))
    .map(([, staticImport, typeOf, dynamicImport, member, awaitedImport]) => ({
      name: resolvePath(staticImport ?? dynamicImport ?? awaitedImport ?? '', file.path),
      isLazy: staticImport === undefined && typeOf === undefined && member === undefined,
    }));
}

/** Returns the names of a file's imports. */
export const listImportNames = (file: SourceFile): string[] => findImports(file).map(({ name }) => name);

function resolvePath(name: string, from: string): string {
  if (name.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), name));
  const alias = Object.keys(aliases).find((prefix) => name.startsWith(prefix));
  return alias === undefined ? name : name.replace(alias, aliases[alias] ?? '');
}

/** Returns whether the line up to the index is a comment; imports in comments are only examples. */
function isCommented(text: string, index: number): boolean {
  return /^\s*(?:\*|\/[/*])/.test(text.slice(text.lastIndexOf('\n', index) + 1, index));
}

/** Returns whether a file is a test or a helper that only tests import. */
export function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) || /\/testing\/|^src\/app\/server\/faults\/|^e2e\//.test(path);
}

/** Part of a module: code that runs on the server, in the browser, or in both. */
export type Part = 'server' | 'web' | 'shared';

/** Returns the part to which a file in `src` belongs, based on a `server` or `web` folder in its path. */
export function getPart(path: string): Part {
  return (/^src\/.*?\b(server|web)\//.exec(path)?.[1] as 'server' | 'web' | undefined) ?? 'shared';
}
