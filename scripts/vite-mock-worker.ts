import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const fileName = 'mockServiceWorker.js';
const readWorkerScript = () =>
  readFileSync(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'), 'utf8');

/**
 * Mock mode only: serves MSW's worker script from its package, in development and in the mock build. The
 * script must not be in public/, which is part of the real product.
 */
export function mockWorker(): Plugin {
  return {
    name: 'commissary:mock-worker',
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(readWorkerScript());
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: readWorkerScript() });
    },
  };
}
