import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { schema } from '#platform/server/db/schema/schema.ts';
import { generateTableTypes } from './table-types.ts';

it('describes keys, flags, nullable columns, defaults and comments', () => {
  const statement = `create table "crates" (
    "seq" integer primary key autoincrement,
    -- Serial shipping container code.
    "sscc" text not null,
    "weightMicro" bigint,
    "label" blob not null,
    "isLost" bigint not null default 0 -- bit
  )`;
  expect(generateTableTypes([statement, 'create index "crates_sscc" on "crates" ("sscc")'])).toContain(`
export interface Tables {
  crates: {
    seq: GeneratedAlways<number>;
    /** Serial shipping container code. */
    sscc: string;
    weightMicro: number | null;
    label: Uint8Array;
    isLost: Generated<0 | 1>;
  };
}
`);
});

it('matches the current schema; otherwise run `npm run db:types`', () => {
  const currentFile = readFileSync(
    join(import.meta.dirname, '../src/platform/server/db/schema/tables.gen.ts'),
    'utf8',
  );
  expect(currentFile).toBe(generateTableTypes(schema));
});
