// `npm run db:types`: writes server/db/schema/tables.gen.ts from the schema.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { schema } from '#server/db/schema/schema.ts';
import { tableTypes } from './table-types.ts';

writeFileSync(join(import.meta.dirname, '../server/db/schema/tables.gen.ts'), tableTypes(schema));
