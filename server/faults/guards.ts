import type { Guard } from '#scripts/vite-remove-guard.ts';

/** A guard with the test files of which at least one test must fail once the guard is gone. */
export interface TestedGuard extends Guard {
  tests: string[];
  /** A pattern for the names of the tests to run, where the files have slow ones besides; left out, all run. */
  only?: string;
  /** Where the guard matters: SQLite has one writer, so that row locks show on PostgreSQL alone. */
  on: 'SQLite' | 'PostgreSQL';
}

const locks: TestedGuard[] = [
  {
    name: 'row lock on balances',
    file: 'server/modules/stock/book.ts',
    code: ".orderBy('placeId').orderBy('itemId').forUpdate()",
    without: ".orderBy('placeId').orderBy('itemId')",
    tests: ['server/modules/orders/picking-at-once.test.ts'],
    on: 'PostgreSQL',
  },
  {
    name: 'a job belongs to who holds its token',
    file: 'server/jobs/queue.ts',
    code: `    .where('token', '=', token)
    .$call(tx.lock)`,
    without: '    .$call(tx.lock)',
    tests: ['server/jobs/runner.test.ts'],
    on: 'SQLite',
  },
  {
    name: 'one time of a schedule makes one job',
    file: 'server/jobs/schedules.ts',
    code: 'return claimed.length > 0;',
    without: 'return claimed.length >= 0;',
    tests: ['server/jobs/schedules.test.ts'],
    on: 'SQLite',
  },
];

const keys: TestedGuard[] = [
  {
    name: 'an idempotency key is claimed once',
    file: 'server/http/idempotency.ts',
    code: 'if (claimed.length > 0) return null;',
    without: 'if (claimed.length >= 0) return null;',
    tests: ['server/http/kernel.test.ts'],
    on: 'SQLite',
  },
  {
    name: 'an idempotency key belongs to one call',
    file: 'server/http/idempotency.ts',
    code: 'if (kept.fingerprint !== call.fingerprint) {',
    without: 'if (kept.fingerprint === null) {',
    tests: ['server/http/kernel.test.ts'],
    on: 'SQLite',
  },
  {
    name: 'one job of a key',
    file: 'server/jobs/queue.ts',
    code: 'key: key ?? null,',
    without: 'key: null,',
    tests: ['server/jobs/runner.test.ts'],
    only: 'of one key',
    on: 'SQLite',
  },
  {
    name: 'one invoice of a number and supplier',
    file: 'server/modules/invoices/create.ts',
    code: 'uniqueKey: keyOf(supplier._id, input.number),',
    without: 'uniqueKey: null,',
    tests: ['server/modules/invoices/invoices.test.ts'],
    only: 'B8',
    on: 'SQLite',
  },
];

const versions: TestedGuard[] = [
  {
    name: 'If-Match of documents',
    file: 'server/documents/kit.ts',
    code: 'throw stale(await show(current));',
    without: 'await show(current);',
    tests: ['server/modules/orders/moves.test.ts'],
    only: 'a stale version',
    on: 'SQLite',
  },
  {
    name: 'If-Match of master data',
    file: 'server/modules/master-data/service.ts',
    code: 'ctx.ifMatch !== null && ctx.ifMatch !== row.version',
    without: 'ctx.ifMatch === Infinity',
    tests: ['server/modules/master-data/master-data.test.ts'],
    on: 'SQLite',
  },
  {
    name: 'If-Match of settings',
    file: 'server/modules/settings/save.ts',
    code: 'if (ifMatch !== null && ifMatch !== before.version)',
    without: 'if (ifMatch === Infinity)',
    tests: ['server/modules/settings/settings.test.ts'],
    on: 'SQLite',
  },
];

const escapes: TestedGuard[] = [
  {
    name: 'formulas in exported cells',
    file: 'src/domain/formula-guard.ts',
    code: 'if (!begins.test(text) || negative.test(text)) return text;',
    without: 'return text;',
    tests: ['src/domain/formula-guard.test.ts'],
    on: 'SQLite',
  },
  {
    name: 'formulas in files of reports',
    file: 'src/domain/csv.ts',
    code: 'guardFormulas(',
    without: 'String(',
    tests: ['server/modules/reports/every-report.test.ts'],
    only: 'starts no formula',
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
  {
    name: 'HTML in mails',
    file: 'server/modules/mail/layout.ts',
    code: 'text.replaceAll(/[&<>"\']/g, (sign) => escapes[sign] ?? sign)',
    without: 'text || String(escapes)',
    tests: ['server/modules/mail/mail.test.ts'],
    on: 'SQLite',
  },
  {
    name: 'printer commands in labels',
    file: 'src/domain/labels/zpl.ts',
    code: '.replace(/[_^~]/g, (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase()}`)',
    without: '',
    tests: ['src/domain/labels/zpl.test.ts'],
    on: 'SQLite',
  },
];

const permissions: TestedGuard[] = [
  {
    name: 'flag, page and places of a call',
    file: 'server/http/authorize.ts',
    code: 'if (missing === null) return;',
    without: 'if (missing !== undefined) return;',
    tests: ['server/http/kernel.test.ts'],
    on: 'SQLite',
  },
  {
    name: 'the mark of people at a franchise',
    file: 'server/http/session.ts',
    code: 'own.length > 0 && (await isAnyFranchise(db, own))',
    without: 'own.length < 0 && (await isAnyFranchise(db, own))',
    tests: ['server/authorization/franchise.test.ts'],
    on: 'SQLite',
  },
  {
    name: 'business costs at a franchise',
    file: 'src/domain/permissions.ts',
    code: "!actor.isAtFranchise && mayRead(actor, 'costs')",
    without: "mayRead(actor, 'costs')",
    tests: ['server/authorization/franchise.test.ts'],
    on: 'SQLite',
  },
  {
    name: 'kitchens see what has reached them',
    file: 'src/domain/orders/parts.ts',
    code: 'scope.kitchens.includes(order.kitchen) && hasReachedKitchen(order)',
    without: 'scope.kitchens.includes(order.kitchen)',
    tests: ['src/domain/orders/moves.test.ts'],
    on: 'SQLite',
  },
  {
    name: 'moves are made by their part',
    file: 'src/domain/documents/lifecycle.ts',
    code: 'return move.who.some((part) => parts.has(part));',
    without: 'return move.who.length > 0 || parts.size > 0;',
    tests: ['src/domain/orders/moves.test.ts'],
    on: 'SQLite',
  },
  {
    name: 'rows in the audit',
    file: 'server/modules/audit/readable.ts',
    code: 'if (!mayRead(actor, collection)) return false;',
    without: 'if (!mayRead) return false;',
    tests: ['server/modules/audit/audit.test.ts'],
    on: 'SQLite',
  },
  {
    name: 'costs in the audit',
    file: 'server/modules/audit/readable.ts',
    code: 'if (hidden.has(name)) return true;',
    without: 'if (hidden.has(name)) return false;',
    tests: ['server/modules/audit/audit.test.ts'],
    on: 'SQLite',
  },
  {
    name: 'collections of events',
    file: 'server/modules/events/routes.ts',
    code: 'if (!mayRead(actor, event.collection)) return false;',
    without: 'if (!mayRead) return false;',
    tests: ['server/modules/events/events.test.ts'],
    on: 'SQLite',
  },
];

const ledger: TestedGuard[] = [
  {
    name: 'closed books',
    file: 'server/modules/stock/ledger.ts',
    code: 'if (closedUntil !== null) for',
    without: 'if (closedUntil === undefined) for',
    tests: ['server/modules/settings/closed-books.test.ts'],
    only: 'what would take effect on a closed day',
    on: 'SQLite',
  },
  {
    name: 'expired lots',
    file: 'src/domain/lots/lots.ts',
    code: "return expiry !== null && expiry < day ? 'expired' : null;",
    without: "return expiry !== null && expiry < '' ? 'expired' : null;",
    tests: ['src/domain/lots/lots.test.ts'],
    on: 'SQLite',
  },
];

const outbox: TestedGuard[] = [];

export const guards: TestedGuard[] = [
  ...locks,
  ...keys,
  ...versions,
  ...escapes,
  ...permissions,
  ...ledger,
  ...outbox,
];
