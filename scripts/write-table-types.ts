// `npm run db:types`: writes src/platform/server/db/schema/tables.gen.ts from the schema.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schema } from '#platform/server/db/schema/schema.ts';
import { generateTableTypes } from './table-types.ts';

writeFileSync(
  join(import.meta.dirname, '../src/platform/server/db/schema/tables.gen.ts'),
  generateTableTypes(schema),
);
