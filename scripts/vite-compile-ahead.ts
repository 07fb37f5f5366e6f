import type { Plugin } from 'vite';

/**
 * Asks a browser that knows this to compile a file's functions beside its download, and to keep them compiled; without it
 * they are compiled one by one while the page waits: https://v8.dev/blog/explicit-compile-hints
 */
const request = '//# allFunctionsCalledOnLoad\n';

/** A smaller file has little to compile, and the request has its weight. In characters of code. */
const worthIt = 4000;

/** Writes the request at the head of every file of the build that is large enough to gain by it. */
export function compileAhead(): Plugin {
  return {
    name: 'commissary:compile-ahead',
    apply: 'build',
    generateBundle: {
      // Only the head of a file counts, and Vite writes its own there.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && file.code.length >= worthIt) file.code = request + file.code;
      },
    },
  };
}
