import { realpathSync } from 'node:fs';

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

interface ChunkGroup {
  name: (id: string, graph: ModuleGraph) => string | null;
  debugName: string;
  priority: number;
}

/**
 * One chunk of the modules in `files` and everything of ours that they bring along by static imports: what many screens
 * share is fetched sooner as a few files than as thirty small ones. A module that two of these bring goes to the one of
 * higher priority; what is loaded on demand keeps its own chunk. Of packages only icons come along
 * (scripts/vite-lean-icons.ts imports them one by one): the others follow whoever uses them.
 */
export function broughtBy(
  files: readonly string[],
  { name, priority }: { name: string; priority: number },
): ChunkGroup {
  let reached: Set<string> | null = null;
  return {
    name(id, graph) {
      reached ??= walk(graph, files.map(idOf));
      return reached.has(id) ? name : null;
    },
    debugName: name,
    priority,
  };
}

function walk(graph: ModuleGraph, start: readonly string[]): Set<string> {
  const reached = new Set(start);
  for (const id of reached) {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) {
      if (!next.includes('/node_modules/') || /lucide-react\/dist\/esm\/icons\//.test(next))
        reached.add(next);
    }
  }
  return reached;
}

/** A module's id is where its file really is, and what is asked of it. */
function idOf(file: string): string {
  const [path = '', query] = file.split('?');
  return query === undefined ? realpathSync(path) : `${realpathSync(path)}?${query}`;
}
