import type { Migration } from 'kysely/migration';
import * as baseline from './001-baseline.ts';

/** All migrations by name, in order. A released one never changes. */
export const migrations: Readonly<Record<string, Migration>> = { '001-baseline': baseline };
