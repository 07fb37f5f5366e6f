/** One entry of Vite's manifest.json. */
export interface ManifestChunk {
  file: string;
  src?: string;
  name?: string;
  imports?: string[];
  css?: string[];
}

export type Manifest = Record<string, ManifestChunk>;

/**
 * Returns every file that is loaded before the given chunks can run: the chunks, their imports, and their
 * styles.
 */
export function listFilesBefore(manifest: Manifest, keys: string[]): Set<string> {
  const files = new Set<string>();
  const queue = [...keys];
  const visited = new Set<string>();
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    const chunk = manifest[key];
    if (chunk === undefined || visited.has(key)) continue;
    visited.add(key);
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    queue.push(...(chunk.imports ?? []));
  }
  return files;
}
