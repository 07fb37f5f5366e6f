import { sql } from 'kysely';
import { defineDocument } from '#platform/documents/server/define.ts';
import { countFields, countLine } from '../shapes.ts';
import { countLifecycle } from '../lifecycle.ts';
import { countList } from '../list.ts';

/** Number of flagged lines of a submitted count. Stock changes update the flag of affected lines. */
export const flaggedLineCount = sql<number>`case when ${sql.ref('stockCounts.status')} = 'Submitted' then (
  select count(*) from ${sql.table('stockCountLines')} where ${sql.ref('countId')} = ${sql.ref('stockCounts._id')}
  and ${sql.ref('stockCountLines.asking')} = 1) else 0 end`;

/** Stock counts in the database. */
export const countDocument = defineDocument<{ branch: string }>({
  type: 'stock_count',
  collection: 'stock-counts',
  table: 'stockCounts',
  number: 'number',
  series: 'CNT',
  lifecycle: countLifecycle,
  fields: countFields,
  lines: {
    table: 'stockCountLines',
    document: 'countId',
    fields: countLine,
  },
  list: {
    spec: countList,
    joins: [['branches', 'branch']],
    names: { branchName: 'branches.name', branchNameAlt: 'branches.nameAlt' },
    computedColumns: { openQuestionLines: flaggedLineCount },
    search: { numbers: ['stockCounts.number'], words: ['branches.search'] },
  },
  searchColumns: { numbers: ['number'], words: ['note'], day: 'businessDay' },
  lifecycleInput: { columns: ['absoluteE4', 'approvalLimitE4'] },
  reasons: [['stockCountLines', 'causeCode']],
});
