import { refusal } from '#domain/refusals/refusal.ts';
import { scopeOf } from '#domain/permissions.ts';
import { type Settings, settings, settingsChange } from '#contract/settings.ts';
import { setupProgress } from '#contract/setup-progress.ts';
import type { Queryable } from '../../db/types.ts';
import { refuseYearSlip } from '../../documents/when.ts';
import { forbidden, stale } from '../../http/problems.ts';
import { type Route, readRoute, writeRoute } from '../../http/route.ts';
import { businessSettings, booksClosedUntil, lockBooks } from '../stock/closed-books.ts';
import { businessNameOf, readStored, usualCoverage } from './business.ts';
import { checkClosing, checkCounts } from './closing.ts';
import { setupProgressOf } from './progress.ts';

const key = businessSettings;
const initial: Settings = {
  businessName: 'Commissary',
  secondLanguage: null,
  booksClosedUntil: null,
  companyPrefix: null,
  foodCostCoverage: usualCoverage,
  version: 0,
};

async function readSettings(db: Queryable): Promise<Settings> {
  return { ...initial, ...(await readStored(db)) };
}

export const settingsRoutes: Route[] = [
  readRoute({
    path: '/settings',
    access: { kind: 'collection', collection: 'settings', flag: 'canView' },
    summary: 'What holds for the whole business.',
    response: settings,
    async run({ db }) {
      const body = await readSettings(db);
      return { status: 200, body, version: body.version };
    },
  }),
  readRoute({
    path: '/settings/progress',
    access: { kind: 'collection', collection: 'settings', flag: 'canEdit' },
    summary: 'How far the business is from set-up to its first received order. For people who see all of it.',
    response: setupProgress,
    async run({ db, actor }) {
      // Orders, stock and people of the whole business are counted.
      if (actor === null || scopeOf(actor).kind !== 'all') throw forbidden();
      return { status: 200, body: await setupProgressOf(db, await businessNameOf(db)) };
    },
  }),
  writeRoute({
    method: 'put',
    path: '/settings',
    access: { kind: 'collection', collection: 'settings', flag: 'canEdit' },
    summary:
      'Changes the settings; what is not sent stays. The books of past days are closed by who sees the whole business.',
    body: settingsChange,
    response: settings,
    async prepare({ db, body: { booksClosedUntil: day }, actor, now }) {
      if (day === undefined) return;
      if (actor === null || scopeOf(actor).kind !== 'all') throw forbidden(refusal('books-by-head-office'));
      const until = await booksClosedUntil(db);
      if (closesMore(day, until)) await checkClosing(db, day, now);
      // What is still to come is said as that; an absurd day long ago would open all books that are closed without a word.
      refuseYearSlip(now, 'past', day, 'booksClosedUntil', until);
    },
    async run({ db, body: change, ifMatch, audit }) {
      // The insert makes two first savers wait for one another.
      const row = { key, value: '{}' };
      await db
        .insertInto('settings')
        .values(row)
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
        .execute();
      const { booksClosedUntil: day = null } = change;
      if (change.booksClosedUntil !== undefined) await lockBooks(db);
      const stored = await readStored(db);
      const before: Settings = { ...initial, ...stored };
      if (ifMatch !== null && ifMatch !== before.version) throw stale(before);
      if (closesMore(day, before.booksClosedUntil)) await checkCounts(db, day);
      const sent = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const after: Settings = { ...before, ...sent, version: before.version + 1 };
      await db
        .updateTable('settings')
        .set({ value: JSON.stringify({ ...stored, ...sent, version: after.version }) })
        .where('key', '=', key)
        .execute();
      await audit({ action: 'edit', entity: 'settings', id: key, before, after });
      return { status: 200, body: after, version: after.version };
    },
  }),
];

/** Whether days are closed that were open: to open some again nothing has to be in order. */
function closesMore(day: string | null, closedUntil: string | null): day is string {
  return day !== null && day > (closedUntil ?? '');
}
