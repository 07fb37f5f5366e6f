import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { testInstant } from './test-clock.ts';

/**
 * Imported by `mocks/browser.ts` as an asset. Not in git: created when the mocked dashboard starts or is
 * built.
 */
const seedFile = join(import.meta.dirname, '../.cache/mock-seed.sqlite');

/**
 * Creates the demo business before Vite resolves it: as of today in development, and as of the test day in
 * builds, which are only for tests.
 */
export function mockSeed(): Plugin {
  let isBuild = true;
  return {
    name: 'commissary:mock-seed',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    async buildStart() {
      // Imported by URL, so that Vite doesn't bundle the whole server into its configuration.
      const seeds = pathToFileURL(join(import.meta.dirname, 'demonstration-seed.ts')).href;
      const { loadDemonstrationSnapshot } = (await import(seeds)) as typeof import('./demonstration-seed.ts');
      mkdirSync(dirname(seedFile), { recursive: true });
      writeFileSync(seedFile, await loadDemonstrationSnapshot(isBuild ? new Date(testInstant) : new Date()));
    },
  };
}
