import type { Guard } from '#scripts/vite-remove-guard.ts';

/** A guard with the test files of which at least one test must fail once the guard is gone. */
export interface TestedGuard extends Guard {
  tests: string[];
  /** Where the guard matters: SQLite has one writer, so that row locks show on PostgreSQL alone. */
  on: 'SQLite' | 'PostgreSQL';
}

export const guards: TestedGuard[] = [
  {
    name: 'row lock on balances',
    file: 'server/modules/stock/book.ts',
    code: ".orderBy('placeId').orderBy('itemId').forUpdate()",
    without: ".orderBy('placeId').orderBy('itemId')",
    tests: ['server/modules/orders/picking-at-once.test.ts'],
    on: 'PostgreSQL',
  },
  {
    name: 'formulas in exported cells',
    file: 'src/domain/formula-guard.ts',
    code: 'if (!begins.test(text) || negative.test(text)) return text;',
    without: 'return text;',
    tests: ['src/domain/formula-guard.test.ts'],
    on: 'SQLite',
  },
  {
    name: 'wildcards in searches',
    file: 'server/db/like.ts',
    code: ".replaceAll(/[\\\\%_]/g, '\\\\$&')",
    without: '',
    tests: ['server/db/like.test.ts'],
    on: 'SQLite',
  },
];
