import { describe, expect, it } from 'vitest';
import { coverStatements, getStatementId } from './statement-cover.ts';

const stack = (...frames: string[]) => ['Error', ...frames.map((frame) => `    at ${frame}`)].join('\n');
const productFrame = 'async listOrders (/project/src/modules/orders/server/list.ts:12:3)';
const testFrame = 'async /project/src/modules/orders/server/list.test.ts:5:1';

describe('a recorded statement', () => {
  it('is identified by the line that executes it and by its tables', () => {
    const skippedFrames = [
      'prepare (/project/src/platform/server/db/node/sqlite.ts:9:9)',
      'run (/project/node_modules/kysely/x.js:1:1)',
    ];
    expect(
      getStatementId(
        'select * from "orders" join "branches"',
        stack(...skippedFrames, productFrame, testFrame),
      ),
    ).toBe('src/modules/orders/server/list.ts:12 branches orders');
  });

  it('is ignored if a test executes it', () => {
    expect(getStatementId('select * from "orders"', stack(testFrame))).toBeNull();
  });
});

describe('the set of test files that covers all statements', () => {
  const files = [
    { path: 'slow', ms: 1000, statements: ['a', 'b', 'c'] },
    { path: 'quick', ms: 10, statements: ['a', 'b'] },
    { path: 'repeats', ms: 10, statements: ['a'] },
    { path: 'both', ms: 1000, statements: ['d', 'e', 'f'] },
    { path: 'races', ms: 500, statements: ['a'] },
  ];

  it('executes each statement, cheapest files first, without redundant files', () => {
    expect(coverStatements(files, () => false)).toEqual(['both', 'slow']);
  });

  it('includes the required files', () => {
    expect(coverStatements(files, (path) => path === 'races')).toEqual(['both', 'races', 'slow']);
  });
});
