import type { Kysely } from 'kysely';
import { createSchema } from '../schema/create.ts';
import { getDialect } from './kit.ts';

/** The schema of version 1.0.0. Later versions add their own migrations. */
export const up = (db: Kysely<never>): Promise<void> => createSchema(db, getDialect(db));
