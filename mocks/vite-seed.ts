import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The file `mocks/browser.ts` imports as an asset. Not in git: made when the mocked dashboard starts or is built. */
const seedFile = join(import.meta.dirname, '../.cache/mock-seed.sqlite');

/** Makes the demonstration business, as of today, before Vite looks for it. */
export function mockSeed(): Plugin {
  return {
    name: 'mock-seed',
    async buildStart() {
      const { demonstrationSnapshot } = await import('./seeds.ts');
      writeFileSync(seedFile, await demonstrationSnapshot(new Date()));
    },
  };
}
