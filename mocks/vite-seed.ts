import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { testInstant } from './test-clock.ts';

/** The file `mocks/browser.ts` imports as an asset. Not in git: made when the mocked dashboard starts or is built. */
const seedFile = join(import.meta.dirname, '../.cache/mock-seed.sqlite');

/**
 * Makes the demonstration business before Vite looks for it: as of today for those who work on the dashboard, as of the
 * day of the tests for what is built, which is built for them.
 */
export function mockSeed(): Plugin {
  let isBuild = true;
  return {
    name: 'commissary:mock-seed',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    async buildStart() {
      // By its address, so that Vite does not bundle the whole server into its configuration.
      const seeds = pathToFileURL(join(import.meta.dirname, 'demonstration-seed.ts')).href;
      const { demonstrationSnapshot } = (await import(seeds)) as typeof import('./demonstration-seed.ts');
      mkdirSync(dirname(seedFile), { recursive: true });
      writeFileSync(seedFile, await demonstrationSnapshot(isBuild ? new Date(testInstant) : new Date()));
    },
  };
}
