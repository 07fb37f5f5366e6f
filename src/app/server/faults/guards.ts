import type { Guard } from '#scripts/vite-remove-guard.ts';

/** A guard with its test files, of which at least one test must fail when the guard is removed. */
export interface TestedGuard extends Guard {
  tests: string[];
  /** Name pattern of the tests to run if the files also contain slow tests; by default, all tests run. */
  testNamePattern?: string;
  /**
   * The engine on which the guard matters: SQLite has one writer, so missing row locks only show on
   * PostgreSQL.
   */
  engine: 'SQLite' | 'PostgreSQL';
}

const locks: TestedGuard[] = [
  {
    name: 'row lock on balances',
    file: 'src/modules/stock/server/balance-book.ts',
    code: ".orderBy('placeId').orderBy('itemId').forUpdate()",
    replacement: ".orderBy('placeId').orderBy('itemId')",
    tests: ['src/modules/orders/server/picking-at-once.long.test.ts'],
    engine: 'PostgreSQL',
  },
  {
    name: 'a job belongs to the worker with its token',
    file: 'src/platform/server/jobs/queue.ts',
    code: `    .where('token', '=', token)
    .$call(tx.lock)`,
    replacement: '    .$call(tx.lock)',
    tests: ['src/platform/server/jobs/runner.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'one job per time of a schedule',
    file: 'src/platform/server/jobs/schedules.ts',
    code: 'return claimed.length > 0;',
    replacement: 'return claimed.length >= 0;',
    tests: ['src/platform/server/jobs/schedules.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'row lock on documents',
    file: 'src/platform/documents/server/locks.ts',
    code: "order by ${sql.ref('_id')} for update`",
    replacement: "order by ${sql.ref('_id')}`",
    tests: ['src/app/server/faults/f32-pairs.test.ts'],
    testNamePattern: 'on PostgreSQL.+goods_receipt.purchaseOrder',
    engine: 'PostgreSQL',
  },
  {
    name: 'postings wait for a period close',
    file: 'src/modules/stock/server/accounting-period.ts',
    code: "if (tx.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${periodLock})`.execute(tx);",
    replacement: 'await Promise.resolve(tx);',
    tests: ['src/modules/settings/server/closed-books.test.ts'],
    testNamePattern: 'closing waits for postings in progress',
    engine: 'PostgreSQL',
  },
  {
    name: 'one return between two locations at a time',
    file: 'src/modules/transfers/server/returns.ts',
    code: 'acquireTransactionLock(tx, `returns ${from} ${to}`)',
    replacement: 'Promise.resolve(void [tx, from, to])',
    tests: ['src/modules/transfers/server/transfers.test.ts'],
    engine: 'PostgreSQL',
  },
  {
    name: 'failed sign-ins are counted one at a time',
    file: 'src/modules/people/server/sessions/limits.ts',
    code: "if (tx.dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${ip}))`.execute(tx);",
    replacement: '',
    tests: ['src/modules/people/server/sessions/sessions.test.ts'],
    engine: 'PostgreSQL',
  },
];

const keys: TestedGuard[] = [
  {
    name: 'an idempotency key is claimed once',
    file: 'src/platform/server/http/idempotency.ts',
    code: 'if (claimed.length > 0) return null;',
    replacement: 'if (claimed.length >= 0) return null;',
    tests: ['src/platform/server/http/kernel.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'an idempotency key belongs to one call',
    file: 'src/platform/server/http/idempotency.ts',
    code: 'if (stored.fingerprint !== call.fingerprint) {',
    replacement: 'if (stored.fingerprint === null) {',
    tests: ['src/platform/server/http/kernel.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'one job per key',
    file: 'src/platform/server/jobs/queue.ts',
    code: 'key: key ?? null,',
    replacement: 'key: null,',
    tests: ['src/platform/server/jobs/runner.test.ts'],
    testNamePattern: "with a key isn't enqueued again",
    engine: 'SQLite',
  },
  {
    name: 'one invoice per supplier and number',
    file: 'src/modules/supplier-invoices/server/create.ts',
    code: 'uniqueKey: buildInvoiceUniqueKey(supplier._id, input.number),',
    replacement: 'uniqueKey: null,',
    tests: ['src/modules/supplier-invoices/server/invoices.test.ts'],
    testNamePattern: 'B8',
    engine: 'SQLite',
  },
];

const versions: TestedGuard[] = [
  {
    name: 'If-Match of documents',
    file: 'src/platform/documents/server/numbering-and-events.ts',
    code: 'throw stale(await show(current));',
    replacement: 'await show(current);',
    tests: ['src/modules/orders/server/moves.test.ts'],
    testNamePattern: 'a stale version',
    engine: 'SQLite',
  },
  {
    name: 'If-Match of master data',
    file: 'src/modules/master-data/server/service.ts',
    code: 'ctx.ifMatch !== null && ctx.ifMatch !== row.version',
    replacement: 'ctx.ifMatch === Infinity',
    tests: ['src/modules/master-data/server/master-data.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'If-Match of settings',
    file: 'src/modules/settings/server/save.ts',
    code: 'if (ifMatch !== null && ifMatch !== before.version)',
    replacement: 'if (ifMatch === Infinity)',
    tests: ['src/modules/settings/server/settings.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'every recorded change raises the version',
    file: 'src/platform/documents/server/versions.ts',
    code: 'for (const batch of chunks([...ids], idsPerStatement))',
    replacement: 'for (const batch of chunks([...ids].slice(ids.size), idsPerStatement))',
    tests: [
      'src/platform/documents/server/every-action.test.ts',
      'src/modules/mail/server/mail.long.test.ts',
    ],
    engine: 'SQLite',
  },
];

const escapes: TestedGuard[] = [
  {
    name: 'formulas in exported cells',
    file: 'src/core/formula-guard.ts',
    code: 'if (!mayStartFormula.test(text) || negativeNumber.test(text)) return text;',
    replacement: 'return text;',
    tests: ['src/core/formula-guard.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'formulas in files of reports',
    file: 'src/core/csv.ts',
    code: 'guardFormulas(',
    replacement: 'String(',
    tests: ['src/modules/reports/server/every-report.test.ts'],
    testNamePattern: 'with formulas neutralized',
    engine: 'SQLite',
  },
  {
    name: 'wildcards in searches',
    file: 'src/platform/server/db/like.ts',
    code: ".replaceAll(/[\\\\%_]/g, '\\\\$&')",
    replacement: '',
    tests: ['src/platform/server/db/like.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'HTML in emails',
    file: 'src/modules/mail/server/layout.ts',
    code: 'text.replaceAll(/[&<>"\']/g, (sign) => escapes[sign] ?? sign)',
    replacement: 'text || String(escapes)',
    tests: ['src/modules/mail/server/mail.long.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'printer commands in labels',
    file: 'src/core/labels/zpl.ts',
    code: '.replace(/[_^~]/g, (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase()}`)',
    replacement: '',
    tests: ['src/core/labels/zpl.test.ts'],
    engine: 'SQLite',
  },
];

const permissions: TestedGuard[] = [
  {
    name: 'permission, page and location checks',
    file: 'src/platform/server/http/authorize.ts',
    code: 'if (missing === null) return;',
    replacement: 'if (missing !== undefined) return;',
    tests: ['src/platform/server/http/kernel.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'franchise flag of users',
    file: 'src/platform/server/http/session.ts',
    code: 'locations.length > 0 && (await isAnyFranchise(db, locations))',
    replacement: 'locations.length < 0 && (await isAnyFranchise(db, locations))',
    tests: ['src/app/server/authorization/franchise.long.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'business costs at a franchise',
    file: 'src/core/permissions.ts',
    code: "!actor.isAtFranchise && canRead(actor, 'costs')",
    replacement: "canRead(actor, 'costs')",
    tests: ['src/app/server/authorization/franchise.long.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'kitchens see only orders that have been sent to them',
    file: 'src/modules/orders/parties.ts',
    code: 'scope.kitchens.includes(order.kitchen) && hasReachedKitchen(order)',
    replacement: 'scope.kitchens.includes(order.kitchen)',
    tests: ['src/modules/orders/lifecycle.test.ts'],
    engine: 'SQLite',
  },
  {
    name: "transitions require the user's role",
    file: 'src/platform/documents/lifecycle.ts',
    code: 'return transition.parties.some((party) => parties.has(party));',
    replacement: 'return transition.parties.length > 0 || parties.size > 0;',
    tests: ['src/modules/orders/lifecycle.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'rows in the audit log',
    file: 'src/modules/audit/server/readable.ts',
    code: 'if (!canRead(actor, collection)) return false;',
    replacement: 'if (!canRead) return false;',
    tests: ['src/modules/audit/server/audit.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'costs in the audit log',
    file: 'src/modules/audit/server/readable.ts',
    code: 'if (hidden.has(name)) return true;',
    replacement: 'if (hidden.has(name)) return false;',
    tests: ['src/modules/audit/server/audit.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'collections of events',
    file: 'src/app/server/events/routes.ts',
    code: 'if (!canRead(actor, event.collection)) return false;',
    replacement: 'if (!canRead) return false;',
    tests: ['src/app/server/events/events.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'cost marks on fields',
    file: 'src/platform/collections/define-resource.ts',
    code: 'canSeeMoney(actor, visibility) ? [] : [name]',
    replacement: "canSeeMoney(actor, visibility) || visibility === 'cost' ? [] : [name]",
    tests: [
      'src/app/server/authorization/costs.long.test.ts',
      'src/app/server/authorization/marked-amounts.test.ts',
    ],
    engine: 'SQLite',
  },
  {
    name: 'purchase price marks on fields',
    file: 'src/platform/collections/define-resource.ts',
    code: 'canSeeMoney(actor, visibility) ? [] : [name]',
    replacement: "canSeeMoney(actor, visibility) || visibility === 'purchase' ? [] : [name]",
    tests: [
      'src/app/server/authorization/franchise.long.test.ts',
      'src/app/server/authorization/marked-amounts.test.ts',
    ],
    engine: 'SQLite',
  },
  {
    name: 'reports hidden from franchises',
    file: 'src/modules/reports/server/run.ts',
    code: 'isHiddenFromFranchises === true && !actorCanSeeCosts(actor)',
    replacement: 'isHiddenFromFranchises === null && !actorCanSeeCosts(actor)',
    tests: [
      'src/app/server/authorization/franchise.long.test.ts',
      'src/app/server/authorization/marked-amounts.test.ts',
    ],
    engine: 'SQLite',
  },
  {
    name: 'scope of one document',
    file: 'src/platform/documents/server/numbering-and-events.ts',
    code: 'return row && isInScope(actor, document.audience(row)) ? row : null;',
    replacement: 'return row && isInScope !== null ? row : null;',
    tests: [
      'src/platform/documents/server/every-document.test.ts',
      'src/modules/transfers/server/transfers.test.ts',
    ],
    engine: 'SQLite',
  },
  {
    name: 'scope of lists of documents',
    file: 'src/platform/documents/server/list.ts',
    code: 'scopeCondition(actor, document.scope)',
    replacement: 'sql`1 = 1`',
    tests: ['src/platform/documents/server/every-document.test.ts'],
    engine: 'SQLite',
  },
  {
    name: "scope of the day's other orders",
    file: 'src/modules/orders/server/figures.ts',
    code: `.where(isOrderVisibleTo(actor))
    .where('branch'`,
    replacement: ".where('branch'",
    tests: [
      'src/app/server/authorization/hidden-ids.long.test.ts',
      'src/modules/orders/server/figures.test.ts',
    ],
    engine: 'SQLite',
  },
];

const ledger: TestedGuard[] = [
  {
    name: 'closed periods',
    file: 'src/modules/stock/server/ledger.ts',
    code: 'if (closedUntil !== null) for',
    replacement: 'if (closedUntil === undefined) for',
    tests: ['src/modules/settings/server/closed-books.test.ts'],
    testNamePattern: 'entries on a closed day are rejected',
    engine: 'SQLite',
  },
  {
    name: 'expired lots',
    file: 'src/modules/lots/lot-rules.ts',
    code: "return expiry !== null && expiry < day ? 'expired' : null;",
    replacement: "return expiry !== null && expiry < '' ? 'expired' : null;",
    tests: ['src/modules/lots/lot-rules.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'missing stock',
    file: 'src/modules/stock/server/ledger.ts',
    code: '(book.place(fromPlace).blocksNegativeStock && qtyMicro > getFreeMicro(entry)) ||',
    replacement: '',
    tests: ['src/modules/wastage/server/wastage.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'value difference of a reversal',
    file: 'src/modules/stock/server/ledger.ts',
    code: 'valueE4 = posting.valueE4 ?? (posting.priced',
    replacement: 'valueE4 = (posting.priced',
    tests: ['src/modules/stock/server/reversals.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'value of a return in a credit note',
    file: 'src/modules/supplier-invoices/server/matching.ts',
    code: `line.transferId !== null
          ? amountE4`,
    replacement: `line.transferId !== null
          ? 0`,
    tests: ['src/modules/supplier-invoices/server/invoices.test.ts'],
    testNamePattern: 'B13',
    engine: 'SQLite',
  },
  {
    name: 'unknown allergens don’t count as absent',
    file: 'src/modules/recipes/allergens.ts',
    code: "['contains', 'may_contain', 'unknown', 'free']",
    replacement: "['contains', 'may_contain', 'free', 'unknown']",
    tests: ['src/modules/recipes/server/recipes.test.ts'],
    testNamePattern: 'R13',
    engine: 'SQLite',
  },
  {
    name: 'returns to a supplier are limited to what was delivered',
    file: 'src/modules/transfers/server/returns.ts',
    code: "if (header.kind === 'supplier-return') return assertDeliveredBySupplier(tx, header, lines, getPath);",
    replacement: "if (header.kind === 'supplier-return') return;",
    tests: ['src/modules/transfers/server/transfers.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'expired lots are not sent',
    file: 'src/modules/stock/server/lot-postings.ts',
    code: "new Set(['ship', 'transfer_out', 'consumption'])",
    replacement: "new Set(['transfer_out', 'consumption'])",
    tests: ['src/modules/stock/server/expired.test.ts', 'src/modules/stock/server/lots.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'expired lots are not used in production',
    file: 'src/modules/stock/server/lot-postings.ts',
    code: "new Set(['ship', 'transfer_out', 'consumption'])",
    replacement: "new Set(['ship', 'transfer_out'])",
    tests: ['src/modules/stock/server/expired.test.ts'],
    engine: 'SQLite',
  },
];

const outbox: TestedGuard[] = [
  {
    name: 'the outbox sends only as its owner',
    file: 'src/platform/web/outbox/sender.ts',
    code: 'isCurrent() ? await attempt(entry) : (queue: Queue) => markWaiting(queue, id, null, 0)',
    replacement: 'await attempt(entry)',
    tests: ['src/platform/web/outbox/sender.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'server messages are cleared with the session',
    file: 'src/platform/web/outbox/sender.ts',
    code: 'return isCurrent() ? sent : dropOldResponses(sent);',
    replacement: 'return isCurrent() ? sent : sent;',
    tests: ['src/platform/web/outbox/sender.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'a retry keeps its idempotency key',
    file: 'src/platform/web/outbox/add-to-queue.ts',
    code: 'isRefused(duplicate) ? generated.idempotencyKey : duplicate.idempotencyKey',
    replacement: 'isRefused(duplicate) ? generated.idempotencyKey : generated.idempotencyKey',
    tests: ['src/platform/web/outbox/queue.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'a rejected action gets a new key',
    file: 'src/platform/web/outbox/add-to-queue.ts',
    code: 'isRefused(duplicate) ? generated.idempotencyKey : duplicate.idempotencyKey',
    replacement: 'isRefused(duplicate) ? duplicate.idempotencyKey : duplicate.idempotencyKey',
    tests: ['src/platform/web/outbox/queue.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'a double click is one action',
    file: 'src/platform/web/outbox/add-to-queue.ts',
    code: 'if (duplicate) return { queue, entry: duplicate };',
    replacement: '',
    tests: ['src/platform/web/outbox/queue.test.ts'],
    engine: 'SQLite',
  },
  {
    name: 'old actions need confirmation before sending',
    file: 'src/platform/web/outbox/queue.ts',
    code: 'if (ageMs > keyLifetimeMs) return',
    replacement: 'if (ageMs > Infinity) return',
    tests: ['src/platform/web/outbox/sender.test.ts', 'src/platform/web/outbox/queue.test.ts'],
    engine: 'SQLite',
  },
];

/** All guards, one list per kind. */
export const guardsByKind: TestedGuard[][] = [locks, keys, versions, escapes, permissions, ledger, outbox];
