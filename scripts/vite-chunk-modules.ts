import type { Plugin } from 'vite';

/**
 * Writes .vite/modules.json beside the manifest: which modules went into which chunk. A chunk's name says
 * little about what is in it; scripts/check-bundle.ts reads this instead.
 */
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

/** From the project's root or from the package's name on, whatever folder the project stands in. */
function shorten(id: string): string {
  return id.replace(/^.*\/node_modules\//, '').replace(`${process.cwd()}/`, '');
}
