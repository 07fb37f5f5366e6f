// The real server for the browser tests: the demonstration business, made anew for every run.
import { rmSync } from 'node:fs';
import { join } from 'node:path';

const data = join(import.meta.dirname, '../.cache/e2e-data');
rmSync(data, { recursive: true, force: true });
process.env['DATA_DIR'] = data;
await import('#server/main.ts');
