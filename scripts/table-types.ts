/** A column of a `create table` statement. */
interface Column {
  name: string;
  type: string;
  isNullable: boolean;
  /** `always`: only the database sets it; `default`: optional in an insert. */
  generation: 'always' | 'default' | null;
  /** SQL comments on the lines above it. */
  comment: string[];
}

const types: Readonly<Record<string, string>> = {
  text: 'string',
  bigint: 'number',
  integer: 'number',
  blob: 'Uint8Array',
};

/**
 * Returns a TypeScript module with one interface for all tables of a schema. `-- bit` after a column gives it
 * the type 0 or 1; other comments become its documentation.
 *
 * @param statements SQL statements; those other than `create table` are skipped
 */
export function generateTableTypes(statements: readonly string[]): string {
  const tables = statements.flatMap((statement) => {
    const name = /^create table "(\w+)"/.exec(statement)?.[1];
    return name === undefined
      ? []
      : [`  ${name}: {\n${parseColumns(statement).map(describe).join('')}  };\n`];
  });
  return [
    '// Written by `npm run db:types` from schema.ts.\n',
    "import type { Generated, GeneratedAlways } from 'kysely';\n\n",
    `export interface Tables {\n${tables.join('')}}\n`,
  ].join('');
}

function parseColumns(statement: string): Column[] {
  const columns: Column[] = [];
  let comment: string[] = [];
  for (const line of statement.split('\n')) {
    const commentLine = /^\s*-- (.*)$/.exec(line)?.[1];
    if (commentLine !== undefined) comment.push(commentLine);
    const [, name, type, rest = ''] = /^\s*"(\w+)" (\w+)(.*)$/.exec(line) ?? [];
    if (name === undefined || type === undefined) continue;
    const generation = rest.includes('autoincrement')
      ? 'always'
      : rest.includes(' default ')
        ? 'default'
        : null;
    const isNullable = generation !== 'always' && !rest.includes('not null');
    columns.push({ name, type: rest.endsWith('-- bit') ? 'bit' : type, isNullable, generation, comment });
    comment = [];
  }
  return columns;
}

function describe({ name, type, isNullable, generation, comment }: Column): string {
  const value = `${type === 'bit' ? '0 | 1' : types[type]}${isNullable ? ' | null' : ''}`;
  const columnType =
    generation === 'always'
      ? `GeneratedAlways<${value}>`
      : generation === 'default'
        ? `Generated<${value}>`
        : value;
  const doc = comment.length === 0 ? '' : `    /** ${comment.join('\n     * ')} */\n`;
  return `${doc}    ${name}: ${columnType};\n`;
}
