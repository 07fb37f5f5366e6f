import type { Plugin } from 'vite';

/** Writes .vite/modules.json next to the manifest: the modules of each chunk, for scripts/check-bundle.ts. */
export function chunkModules(): Plugin {
  return {
    name: 'commissary:chunk-modules',
    apply: 'build',
    generateBundle(_options, bundle) {
      const modules: Record<string, string[]> = {};
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk') modules[chunk.fileName] = chunk.moduleIds.map(shorten);
      }
      this.emitFile({
        type: 'asset',
        fileName: '.vite/modules.json',
        source: JSON.stringify(modules, null, 1),
      });
    },
  };
}

/** Shortens an id to the path from the project's root or the package's name. */
function shorten(id: string): string {
  return id.replace(/^.*\/node_modules\//, '').replace(`${process.cwd()}/`, '');
}
