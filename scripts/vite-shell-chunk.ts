interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/**
 * Names the chunk `shell` for every module of ours that the given file, split off by the router, brings along by
 * static imports; null for all others. What is loaded on demand keeps its own chunk. What they use of packages
 * follows them: walked here, an index of 1,500 icons would bring every icon of every screen.
 */
export function reachedFrom(file: string): (id: string, graph: ModuleGraph) => string | null {
  let reached: Set<string> | null = null;
  return (id, graph) => {
    reached ??= walk(graph, [`${process.cwd()}/${file}?tsr-split=component`]);
    return reached.has(id) ? 'shell' : null;
  };
}

function walk(graph: ModuleGraph, start: string[]): Set<string> {
  const reached = new Set(start);
  for (const id of reached) {
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) if (isOurs(next)) reached.add(next);
  }
  return reached;
}

function isOurs(id: string): boolean {
  return !id.includes('/node_modules/');
}
