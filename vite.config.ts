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

/** Tests take the committed route tree as it is and need no style sheets. */
const isTest = process.env['VITEST'] !== undefined;
const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000';

/** The files of a first visit, by the names they get below. */
const isInitial = /\/(?:index|libraries|first-load|rolldown-runtime)-/;

/**
 * One configuration, two products: `vite build` makes the dashboard in dist/ that the server serves;
 * `vite build --mode mock` makes dist-mock/, the same dashboard over the real server code in the browser.
 */
export default defineConfig(({ mode }) => ({
  plugins: [
    // Before the compiler, which writes imports in its own way.
    leanIcons(),
    !isTest &&
      tanstackRouter({
        target: 'react',
        autoCodeSplitting: true,
        routesDirectory: 'src/routes',
        generatedRouteTree: 'src/routeTree.gen.ts',
        quoteStyle: 'single',
        semicolons: true,
      }),
    // Misspelt, this option is ignored silently: scripts/check-bundle.ts looks for the compiler's runtime.
    react({ compiler: true }),
    !isTest && tailwindcss(),
    chunkModules(),
    firstPaint(),
    // The whole server is in the mock, of which a page needs little: compiling all of it takes longer than what is called.
    mode !== 'mock' && compileAhead(),
    mode === 'mock' && [mockWorker(), mockSeed()],
  ],
  build: {
    outDir: mode === 'mock' ? 'dist-mock' : 'dist',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    target: 'es2023',
    // What the entry has brought is there already, and a chunk need not be announced beside its own import.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((name) => name !== file && !isInitial.test(name)),
    },
    rolldownOptions: {
      output: {
        // A name is written wherever it is loaded from; seven letters beside it tell its versions apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          // What every visit needs comes in two files: ours, and the libraries, which change more seldom.
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 6 },
            { name: 'first-load', tags: ['$initial'], priority: 5 },
            // Every screen but the sign-in stands in the shell: what that needs comes in one file, once.
            layoutChunk({ name: 'shell', priority: 4 }),
            // The rest by who needs it: what the same pages need comes in one file.
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
