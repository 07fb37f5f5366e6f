import type { RouteFiles } from '#app/server/node/first-page.ts';

/** A bundler's output file. */
interface Chunk {
  name: string;
  fileName: string;
  facadeModuleId: string | null;
  /** Files that must be imported before it runs. */
  imports: string[];
  isEntry: boolean;
  viteMetadata?: { importedCss: ReadonlySet<string> };
}

/** Names of the chunks that all signed-in pages need. */
const signedInChunkNames: ReadonlySet<string> = new Set(['shell', 'transport']);

/** Matches the file of a route's component; routes with parameters aren't prefetched. */
const routeFile = /\/routes\/_shell(\/[^$?]+)\.tsx\?tsr-split=component$/;

/**
 * Returns the files to prefetch before the entry chunk has run. `next`: preload tags for chunks that all
 * signed-in pages need; `routes`: additional files per route.
 */
export function collectPrefetches(chunks: readonly Chunk[]): { next: string[]; routes: RouteFiles } {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const withImports = (roots: readonly Chunk[]): Set<Chunk> => {
    const all = new Set(roots);
    // Iterating a set includes elements added during the iteration.
    for (const { imports } of all) for (const file of imports) all.add(byFile.get(file) as Chunk);
    return all;
  };
  const entry = withImports(chunks.filter(({ isEntry }) => isEntry));
  const signedInChunks = chunks.filter(({ name }) => signedInChunkNames.has(name));
  if (signedInChunks.length < signedInChunkNames.size)
    throw new Error(`Expected chunks named ${[...signedInChunkNames].join(' and ')} in the build output.`);
  const next = withImports(signedInChunks).difference(entry);
  const routes = chunks.flatMap((chunk) => {
    const path = routeFile.exec(chunk.facadeModuleId ?? '')?.[1];
    const routeFiles = [...withImports([chunk]).difference(entry).difference(next)];
    return path === undefined
      ? []
      : [[path.replaceAll(/_[./]/g, '/'), routeFiles.map(({ fileName }) => fileName)] as const];
  });
  return { next: [...next].flatMap(createLinks), routes: Object.fromEntries(routes) };
}

/**
 * Returns preload tags for a chunk and its styles. Their attributes must match those of the later import,
 * otherwise the browser downloads the files twice. They are written into an attribute, so they contain no quotes.
 */
function createLinks({ fileName, viteMetadata }: Chunk): string[] {
  const styles = [...(viteMetadata?.importedCss ?? [])];
  return [
    `<link rel=modulepreload crossorigin href=/${fileName}>`,
    ...styles.map((name) => `<link rel=preload as=style crossorigin href=/${name}>`),
  ];
}
