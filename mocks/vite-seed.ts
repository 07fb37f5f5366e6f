import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** The file `mocks/browser.ts` imports as an asset. Not in git: made when the mocked dashboard starts or is built. */
const seedFile = join(import.meta.dirname, '../.cache/mock-seed.sqlite');

/** Makes the demonstration business, as of today, before Vite looks for it. */
export function mockSeed(): Plugin {
  return {
    name: 'commissary:mock-seed',
    async buildStart() {
      // By its address, so that Vite does not bundle the whole server into its configuration.
      const seeds = pathToFileURL(join(import.meta.dirname, 'demonstration-seed.ts')).href;
      const { demonstrationSnapshot } = (await import(seeds)) as typeof import('./demonstration-seed.ts');
      mkdirSync(dirname(seedFile), { recursive: true });
      writeFileSync(seedFile, await demonstrationSnapshot(new Date()));
    },
  };
}
