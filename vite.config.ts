import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { mockSeed } from './mocks/vite-seed.ts';
import { chunkModules } from './scripts/vite-chunk-modules.ts';
import { compileAhead } from './scripts/vite-compile-ahead.ts';
import { firstPaint } from './scripts/vite-first-paint.ts';
import { leanIcons } from './scripts/vite-lean-icons.ts';
import { mockWorker } from './scripts/vite-mock-worker.ts';
import { layoutChunk, pageChunks } from './scripts/vite-page-chunks.ts';

/** Tests use the committed route tree and no style sheets. */
const isTest = process.env['VITEST'] !== undefined;
const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000';

/** Matches the files of a first visit, whose names are set below. */
const isInitial = /\/(?:index|libraries|first-load|rolldown-runtime)-/;

/**
 * One configuration for two products: `vite build` builds the dashboard into dist/, which the server serves;
 * `vite build --mode mock` builds dist-mock/, the same dashboard with the real server code running in the
 * browser.
 */
export default defineConfig(({ mode }) => ({
  plugins: [
    // Runs before the compiler, which rewrites imports.
    leanIcons(),
    !isTest &&
      tanstackRouter({
        target: 'react',
        autoCodeSplitting: true,
        routesDirectory: 'src/app/web/routes',
        generatedRouteTree: 'src/app/web/routeTree.gen.ts',
        quoteStyle: 'single',
        semicolons: true,
      }),
    // A misspelt option is ignored silently, so scripts/check-bundle.ts looks for the compiler's runtime.
    react({ compiler: true }),
    !isTest && tailwindcss(),
    chunkModules(),
    firstPaint(),
    // The mock contains the whole server, of which a page needs little; compiling everything would take
    // longer than compiling the functions that are called.
    mode !== 'mock' && compileAhead(),
    mode === 'mock' && [mockWorker(), mockSeed()],
  ],
  build: {
    outDir: mode === 'mock' ? 'dist-mock' : 'dist',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    target: 'es2023',
    // The entry's imports are already loaded, and a chunk doesn't need to be preloaded together with its own
    // import.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((name) => name !== file && !isInitial.test(name)),
    },
    rolldownOptions: {
      output: {
        // Chunk names are repeated wherever they are loaded; seven hash characters distinguish versions.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          // Every visit loads two files: our code, and the libraries, which change less often.
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 6 },
            { name: 'first-load', tags: ['$initial'], priority: 5 },
            // Modules of the shell, which every screen except sign-in needs, in one file.
            layoutChunk({ name: 'shell', priority: 4 }),
            // All other modules, in chunks by the pages that need them.
            pageChunks(),
          ],
        },
      },
    },
  },
  optimizeDeps: { exclude: ['@sqlite.org/sqlite-wasm'] },
  server: {
    host: '127.0.0.1',
    port: 5173,
    watch: { ignored: ['**/.cache/**'] },
    proxy: { '/api': { target: apiOrigin } },
  },
  preview: { host: '127.0.0.1' },
}));
