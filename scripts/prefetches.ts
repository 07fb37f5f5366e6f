import type { RouteFiles } from '#server/node/first-page.ts';

/** What a bundler says of a file that it made. */
interface Chunk {
  name: string;
  fileName: string;
  facadeModuleId: string | null;
  /** The files that it imports before it runs. */
  imports: string[];
  isEntry: boolean;
  viteMetadata?: { importedCss: ReadonlySet<string> };
}

/** What every page behind the sign-in begins with, by the names of its chunks. */
const behindSignIn: ReadonlySet<string> = new Set(['shell', 'transport']);

/** A route of the dashboard, by the file of its component; one whose address has blanks is not told ahead. */
const routeFile = /\/routes\/_shell(\/[^$?]+)\.tsx\?tsr-split=component$/;

/**
 * What can be fetched before the entry has run and asks for it: the tags for what every page behind the sign-in begins
 * with, besides what the page names itself, and the files that each route needs besides those.
 */
export function collectPrefetches(chunks: readonly Chunk[]): { next: string[]; routes: RouteFiles } {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const withImports = (roots: readonly Chunk[]): Set<Chunk> => {
    const all = new Set(roots);
    // A set is walked on over what is added meanwhile.
    for (const { imports } of all) for (const file of imports) all.add(byFile.get(file) as Chunk);
    return all;
  };
  const entry = withImports(chunks.filter(({ isEntry }) => isEntry));
  const begun = chunks.filter(({ name }) => behindSignIn.has(name));
  if (begun.length < behindSignIn.size)
    throw new Error('The chunks behind the sign-in have other names now.');
  const next = withImports(begun).difference(entry);
  const routes = chunks.flatMap((chunk) => {
    const path = routeFile.exec(chunk.facadeModuleId ?? '')?.[1];
    const own = [...withImports([chunk]).difference(entry).difference(next)];
    return path === undefined
      ? []
      : [[path.replaceAll(/_[./]/g, '/'), own.map(({ fileName }) => fileName)] as const];
  });
  return { next: [...next].flatMap(linksFor), routes: Object.fromEntries(routes) };
}

/**
 * The tags that fetch a chunk, and the styles it waits for, ahead: as the import that comes for them asks. They stand
 * in an attribute, and so without quotes.
 */
function linksFor({ fileName, viteMetadata }: Chunk): string[] {
  const styles = [...(viteMetadata?.importedCss ?? [])];
  return [
    `<link rel=modulepreload crossorigin href=/${fileName}>`,
    ...styles.map((name) => `<link rel=preload as=style crossorigin href=/${name}>`),
  ];
}
