import { basename } from 'node:path';
import { listLandingPages } from '../src/core/permissions.ts';
import { initialRequests } from '../src/platform/web/api/initial-requests.ts';

interface ModuleGraph {
  getModuleInfo(id: string): { code: string | null; importedIds: readonly string[] } | null;
}

interface ChunkGroup {
  test: (id: string) => boolean;
  name: (id: string, graph: ModuleGraph) => string | null;
  debugName: string;
  priority: number;
  includeDependenciesRecursively: boolean;
}

type LayoutGroup = Omit<ChunkGroup, 'includeDependenciesRecursively'>;

/** The component of a route; files that begin with `_` are layouts. */
const page = /\/src\/app\/web\/routes\/.*\?tsr-split=component$/;
const layout = /\/src\/app\/web\/routes\/_[^/]+\?tsr-split=component$/;

/** Cost of one more file per page, in bytes of code: its request, its imports, and worse compression. */
const fileCost = 10_000;

/** Maximum size of the unused code that a page may load with a chunk, in bytes. */
const maxUnusedBytes = 60_000;

/**
 * Pages on which a visit can begin: landing pages, and order lists that are requested before the code has
 * loaded.
 */
const firstPages: ReadonlySet<string> = new Set([
  ...listLandingPages(),
  ...Object.keys(initialRequests).filter((path) => /^orders\b/.test(initialRequests[path]?.[0] ?? '')),
]);

/** Weight of such a page, because its visit starts with an empty cache; other pages have a weight of 1. */
const firstWeight = 60;

const weights = new Map<string, number>();

/** Weight of a page, cached because it is used for each pair of parts. */
function getWeight(id: string): number {
  const cached = weights.get(id);
  if (cached !== undefined) return cached;
  const path = id.replace(/^.*\/src\/app\/web\/routes\/_[^/]+|\.tsx.*$/g, '');
  const weight = firstPages.has(path) ? firstWeight : 1;
  weights.set(id, weight);
  return weight;
}

/** Modules required by the same pages. */
interface Part {
  pages: ReadonlySet<string>;
  modules: readonly string[];
  size: number;
}

/**
 * Groups modules needed by the same pages into chunks. Chunks needed by nearly the same pages are merged if
 * that costs less than another file. A page then loads a few files instead of a hundred, with hardly any
 * unused code. Modules of the layout, modules of a single page and lazily loaded modules are left to other
 * groups. Packages are grouped with the code that uses them, except icons, which are imported one by one
 * (scripts/vite-lean-icons.ts).
 */
export function pageChunks(): ChunkGroup {
  const moduleIds = new Set<string>();
  let names: ReadonlyMap<string, string> | null = null;
  return {
    // Vite tests every module before it requests the first name.
    test: (id) => moduleIds.add(id).size > 0,
    name(id, graph) {
      names ??= nameChunks(moduleIds, graph);
      return names.get(id) ?? null;
    },
    debugName: 'pages',
    priority: 0,
    // Otherwise a chunk would include modules of other chunks.
    includeDependenciesRecursively: false,
  };
}

/** Used by prefetched lists. A chunk of its own would be a file of a hundred bytes. */
const inLayoutChunk = /\/react-query\/.*\/usePrefetchQuery\.js$/;

/** Puts the layouts' modules, which every page after sign-in needs, into one chunk, including packages. */
export function layoutChunk({ name, priority }: { name: string; priority: number }): LayoutGroup {
  const moduleIds = new Set<string>();
  let layoutModules: ReadonlySet<string> | null = null;
  return {
    test: (id) => moduleIds.add(id).size > 0,
    name(id, graph) {
      layoutModules ??= new Set(
        [...moduleIds]
          .filter((moduleId) => layout.test(moduleId))
          .flatMap((moduleId) => [...collectModules(moduleId, graph)]),
      );
      return layoutModules.has(id) || inLayoutChunk.test(id) ? name : null;
    },
    debugName: name,
    priority,
  };
}

/** Returns the chunk name of each module that several pages need. */
function nameChunks(moduleIds: ReadonlySet<string>, graph: ModuleGraph): Map<string, string> {
  const pages = [...moduleIds].filter((id) => page.test(id)).toSorted();
  const pagesByModule = new Map<string, string[]>();
  for (const moduleId of pages)
    for (const id of collectModules(moduleId, graph))
      pagesByModule.set(id, [...(pagesByModule.get(id) ?? []), moduleId]);

  const names = new Map<string, string>();
  const parts = new Map<string, Part>();
  for (const [id, requiredBy] of pagesByModule) {
    if (requiredBy.length > 1 && !requiredBy.some((moduleId) => layout.test(moduleId))) {
      const pageKey = requiredBy.join();
      const { modules = [], size = 0 } = parts.get(pageKey) ?? {};
      const code = graph.getModuleInfo(id)?.code ?? '';
      parts.set(pageKey, { pages: new Set(requiredBy), modules: [...modules, id], size: size + code.length });
    }
  }
  const usedNames = new Set<string>();
  for (const { modules } of mergeParts([...parts.values()], graph)) {
    const name = findFreeName(modules[0] ?? '', usedNames);
    usedNames.add(name);
    for (const id of modules) names.set(id, name);
  }
  return names;
}

/** Returns a page's modules: itself and its static imports. */
function collectModules(start: string, graph: ModuleGraph): Set<string> {
  const modules = new Set([start]);
  for (const id of modules)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? [])
      if (!next.includes('/node_modules/') || /lucide-react\/dist\/esm\/icons\//.test(next))
        modules.add(next);
  return modules;
}

/** Merges pairs of parts while the pages that need both gain more than others lose. */
function mergeParts(parts: readonly Part[], graph: ModuleGraph): readonly Part[] {
  const needs = computeNeeds(parts, graph);
  let best: { gain: number; parts: readonly Part[] } = { gain: 0, parts };
  for (const [index, a] of parts.entries()) {
    for (const b of parts.slice(index + 1)) {
      const gain = computeGain(a, b, needs, best.gain);
      if (gain <= best.gain || isBetween(a, b, needs) || isBetween(b, a, needs)) continue;
      const merged = {
        pages: a.pages.union(b.pages),
        modules: [...a.modules, ...b.modules],
        size: a.size + b.size,
      };
      best = { gain, parts: [...parts.filter((part) => part !== a && part !== b), merged] };
    }
  }
  return best.gain > 0 ? mergeParts(best.parts, graph) : parts;
}

type Needs = ReadonlyMap<Part, ReadonlySet<Part>>;

/** Returns the parts that each part imports, directly or not. */
function computeNeeds(parts: readonly Part[], graph: ModuleGraph): Needs {
  const partById = new Map(parts.flatMap((part) => part.modules.map((id) => [id, part] as const)));
  const direct = new Map(
    parts.map((part) => {
      const imported = part.modules.flatMap((id) => graph.getModuleInfo(id)?.importedIds ?? []);
      return [part, imported.flatMap((id) => partById.get(id) ?? [])] as const;
    }),
  );
  return new Map(
    parts.map((part) => {
      const all = new Set([part]);
      for (const required of all) for (const next of direct.get(required) ?? []) all.add(next);
      return [part, all] as const;
    }),
  );
}

/**
 * Returns the gain from merging two parts, in weighted bytes of code: one file less for pages that need both,
 * minus the unused code that other pages load. Zero if it can't exceed `threshold`.
 */
function computeGain(a: Part, b: Part, needs: Needs, threshold: number): number {
  const saved = [...a.pages.intersection(b.pages)].reduce((sum, page) => sum + getWeight(page) * fileCost, 0);
  if (saved <= threshold) return 0;
  const unused = [
    ...[...a.pages.difference(b.pages)].map((page) => ({ page, size: computeUnusedBytes(page, b, needs) })),
    ...[...b.pages.difference(a.pages)].map((page) => ({ page, size: computeUnusedBytes(page, a, needs) })),
  ];
  if (unused.some(({ size }) => size > maxUnusedBytes)) return 0;
  return saved - unused.reduce((sum, { page, size }) => sum + getWeight(page) * size, 0);
}

/** Returns the size of the unused code that a page would load with a part and its imports. */
function computeUnusedBytes(page: string, part: Part, needs: Needs): number {
  const loaded = [...(needs.get(part) ?? [])].filter(({ pages }) => !pages.has(page));
  return loaded.reduce((sum, { size }) => sum + size, 0);
}

/**
 * Returns whether a third part lies between the two in the import graph: merging them would create a cycle.
 */
function isBetween(a: Part, b: Part, needs: Needs): boolean {
  return [...(needs.get(a) ?? [])].some((part) => part !== a && part !== b && needs.get(part)?.has(b));
}

/** Returns a chunk name from a module's file, numbered if taken. */
function findFreeName(id: string, usedNames: ReadonlySet<string>): string {
  const name = basename(id).split('.')[0] ?? '';
  let free = name;
  for (let number = 2; usedNames.has(free); number += 1) free = `${name}${number}`;
  return free;
}
