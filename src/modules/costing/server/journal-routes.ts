import { accountsChange, journalQueryParams } from '../input.ts';
import { accounts } from '../shapes.ts';
import { journal } from '../shapes.ts';
import type { Flag } from '#core/permissions.ts';
import { stale } from '#platform/server/http/problems.ts';
import { readRoute, type Route, writeRoute } from '#platform/server/http/route.ts';
import { buildJournalCsv, loadJournal } from './journal.ts';
import { lockCostingSetting, saveCostingSetting, loadCostingSetting } from './settings.ts';

const costAccess = (flag: Flag) =>
  ({ kind: 'collection', collection: 'costs', flag, needsAllLocations: true }) as const;

export const accountRoutes: readonly Route[] = [
  readRoute({
    path: '/costing/journal',
    isLong: () => true,
    access: costAccess('canView'),
    summary:
      'Journal of a period by document and account, balanced per document, with postings that have no account; with `Accept: text/csv` all lines as a file.',
    query: journalQueryParams,
    response: journal,
    async run({ db, query, csvRequest }) {
      const { rules } = await loadCostingSetting(db, 'accounts');
      const allLines = { from: 0, to: Number.POSITIVE_INFINITY };
      if (csvRequest) return buildJournalCsv(await loadJournal(db, query, rules, allLines), csvRequest);
      const { page, limit } = query;
      const body = await loadJournal(db, query, rules, { from: (page - 1) * limit, to: page * limit });
      return { status: 200, body, headers: { 'x-total-count': String(body.total) } };
    },
  }),
  readRoute({
    path: '/costing/accounts',
    access: costAccess('canView'),
    summary: 'Account mapping: stock and contra accounts by kind of movement, item category and location.',
    response: accounts,
    async run({ db }) {
      const body = await loadCostingSetting(db, 'accounts');
      return { status: 200, body, version: body.version };
    },
  }),
  writeRoute({
    method: 'put',
    path: '/costing/accounts',
    access: costAccess('canEdit'),
    summary: 'Replaces the account mapping.',
    body: accountsChange,
    response: accounts,
    async run({ db, body: change, ifMatch, audit }) {
      const before = await lockCostingSetting(db, 'accounts');
      if (ifMatch !== null && ifMatch !== before.version) throw stale(before);
      const after = { ...change, version: before.version + 1 };
      await saveCostingSetting(db, 'accounts', after);
      await audit({ action: 'edit', entity: 'settings', id: 'accounts', before, after });
      return { status: 200, body: after, version: after.version };
    },
  }),
];
