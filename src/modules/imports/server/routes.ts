import { listOf } from '#platform/shapes/shape.ts';
import {
  similarCellsQueryParams,
  importCorrection,
  importDataQueryParams,
  importInput,
  importRowsInput,
  importRowsQueryParams,
  importsQueryParams,
} from '../wire.ts';
import { correctedImport, importRow, importState } from '../shapes.ts';
import { openedItemsQueryParams, openingStockInput } from '#modules/stock/input.ts';
import { openedItem, proposedCost } from '#modules/stock/shapes.ts';
import { type Actor, type Flag, canRead } from '#core/permissions.ts';
import { forbidden, notFound } from '#platform/server/http/problems.ts';
import { type ExistsContext, type Route, readRoute, writeRoute } from '#platform/server/http/route.ts';
import { prepareCheck, checkImport, commitImport } from './commit.ts';
import { prepareCorrection, correctImport, countMatchingFaults } from './corrections.ts';
import { readExportRows } from './export-rows.ts';
import { prepareCommit } from './commit-in-steps.ts';
import { beginImport, importKindOf, lockOpenImport, prepareRows, receiveRows } from './service.ts';
import { deleteImports, presentImport } from './store.ts';
import { readProposedCosts } from './proposed-costs.ts';
import { readOpenedItems, postEnteredOpenings } from './entered-openings.ts';
import { undoImport } from './undo.ts';
import { prepareUndo } from './undo-in-steps.ts';

const may = (flag: Flag) => ({ kind: 'collection', collection: 'imports', flag }) as const;

/** An import is visible only to the user who started it. */
const exists = async ({ db, actor, params }: ExistsContext): Promise<boolean> =>
  (await db
    .selectFrom('imports')
    .select('_id')
    .where('_id', '=', params['id'] as string)
    .where('userId', '=', actor._id)
    .executeTakeFirst()) !== undefined;

export const importRoutes: Route[] = [
  readRoute({
    path: '/imports',
    access: may('canView'),
    summary: 'The own imports, newest first.',
    query: importsQueryParams,
    response: listOf(importState),
    async run({ db, actor, query }) {
      let own = db.selectFrom('imports').where('userId', '=', (actor as Actor)._id);
      if (query.kind !== undefined) own = own.where('kind', '=', query.kind);
      const { total } = await own
        .select((on) => on.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await own
        .selectAll()
        .orderBy('createdAt', 'desc')
        .orderBy('_id', 'desc')
        .limit(query.limit)
        .execute();
      return {
        status: 200,
        body: rows.map(presentImport),
        headers: { 'x-total-count': String(total) },
      };
    },
  }),
  readRoute({
    path: '/imports/:id',
    access: may('canView'),
    summary: 'One own import, with the counts of its last check.',
    response: importState,
    exists,
    async run({ db, params }) {
      const row = await db
        .selectFrom('imports')
        .selectAll()
        .where('_id', '=', params['id'] as string)
        .executeTakeFirst();
      if (!row) throw notFound();
      return { status: 200, body: presentImport(row), version: row.version };
    },
  }),
  readRoute({
    path: '/imports/:id/rows',
    access: may('canView'),
    summary:
      'The rows of an import that is not committed yet: outcome, problems, and old and new values of changed cells.',
    query: importRowsQueryParams,
    response: listOf(importRow),
    exists,
    async run({ db, params, query }) {
      let row = db.selectFrom('importRows').where('importId', '=', params['id'] as string);
      if (query.outcome !== undefined) row = row.where('outcome', '=', query.outcome);
      const counted = await row
        .select((on) => on.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const rows = await row
        .select(['row', 'cells', 'outcome', 'problems', 'changes', 'corrections'])
        .orderBy('row')
        .limit(query.limit)
        .offset((query.page - 1) * query.limit)
        .execute();
      const body = rows.map((row) => ({
        row: Number(row.row),
        cells: JSON.parse(row.cells) as unknown,
        outcome: row.outcome,
        problems: JSON.parse(row.problems) as unknown,
        changes: JSON.parse(row.changes) as unknown,
        corrected: Object.entries(JSON.parse(row.corrections) as Record<string, unknown>).map(
          ([column, was]) => ({ column, was }),
        ),
      }));
      return { status: 200, body, headers: { 'x-total-count': String(counted.count) } };
    },
  }),
  readRoute({
    path: '/imports/:id/alike',
    access: may('canView'),
    summary: 'Number of faulty cells of a column with the same text as that of this row.',
    query: similarCellsQueryParams,
    response: { count: 'integer' },
    exists,
    async run({ db, params, query }) {
      return { status: 200, body: { count: await countMatchingFaults(db, params['id'] as string, query) } };
    },
  }),
  readRoute({
    path: '/import-data',
    access: may('canView'),
    summary:
      'The rows of a collection in the form of its import, references as text. Importing them unchanged changes nothing.',
    query: importDataQueryParams,
    response: listOf('values'),
    async run(ctx) {
      const kind = importKindOf(ctx.query);
      if (!canRead(ctx.actor as Actor, kind.collection) || !kind.resource) throw forbidden();
      const { rows, total } = await readExportRows(ctx, kind, kind.resource, ctx.query);
      return { status: 200, body: rows, headers: { 'x-total-count': String(total) } };
    },
  }),
  readRoute({
    path: '/stock/openings',
    access: { kind: 'collection', collection: 'stock', flag: 'canView' },
    summary: 'Items that a location has already counted or moved, which get no opening stock any more.',
    query: openedItemsQueryParams,
    response: listOf(openedItem),
    run: async (ctx) => ({ status: 200, body: await readOpenedItems(ctx, ctx.query.place) }),
  }),
  readRoute({
    path: '/stock/opening-costs',
    isLong: () => true,
    access: { kind: 'collection', collection: 'stock', flag: 'canCreate' },
    summary: 'List prices of items per count, base and order unit, proposed as the costs of opening stock',
    query: openedItemsQueryParams,
    response: listOf(proposedCost),
    run: async (ctx) => ({ status: 200, body: await readProposedCosts(ctx, ctx.query.place) }),
  }),
  writeRoute({
    method: 'post',
    path: '/stock/openings',
    access: { kind: 'collection', collection: 'stock', flag: 'canCreate' },
    summary:
      'Posts the opening stock of a location entered by item. It can be undone as the returned import.',
    body: openingStockInput,
    response: importState,
    async run(ctx) {
      return { status: 201, body: await postEnteredOpenings(ctx, ctx.body) };
    },
  }),
  writeRoute({
    method: 'post',
    path: '/imports',
    access: may('canCreate'),
    summary:
      'Starts an import of a collection, with the columns of the file and the default values of new rows.',
    body: importInput,
    response: importState,
    async run(ctx) {
      return { status: 201, body: presentImport(await beginImport(ctx, ctx.body)) };
    },
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/imports/:id/rows',
    access: may('canCreate'),
    summary: 'Sends up to 500 rows of the file; a row that was sent before is replaced.',
    body: importRowsInput,
    response: { rows: 'integer', unreadable: 'integer' },
    exists,
    prepare: (ctx) => prepareRows(ctx, ctx.params['id'] as string, ctx.body.rows),
    async run(ctx) {
      return { status: 200, body: await receiveRows(ctx, ctx.params['id'] as string) };
    },
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/imports/:id/corrections',
    access: may('canCreate'),
    summary: 'Corrects a cell, or all faulty cells with the same text. The import must be checked again.',
    body: importCorrection,
    response: correctedImport,
    exists,
    prepare: (ctx) => prepareCorrection(ctx, ctx.params['id'] as string),
    async run(ctx) {
      const body = await correctImport(ctx, ctx.params['id'] as string);
      return { status: 200, body, version: body.version };
    },
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/imports/:id/check',
    access: may('canCreate'),
    summary:
      'The dry run: what the whole file would create and change, and everything that is wrong with it.',
    response: importState,
    exists,
    prepare: (ctx) => prepareCheck(ctx, ctx.params['id'] as string),
    async run(ctx) {
      return { status: 200, body: await checkImport(ctx, ctx.params['id'] as string) };
    },
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/imports/:id/commit',
    access: may('canCreate'),
    summary: 'Commits what the dry run showed, all or nothing.',
    response: importState,
    exists,
    prepare: (ctx) => prepareCommit(ctx, ctx.params['id'] as string),
    async run(ctx) {
      return { status: 200, body: await commitImport(ctx, ctx.params['id'] as string) };
    },
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/imports/:id/undo',
    access: may('canCreate'),
    summary: 'Undoes a committed import if nothing it created or changed was changed or used since.',
    response: importState,
    exists,
    prepare: (ctx) => prepareUndo(ctx, ctx.params['id'] as string),
    async run(ctx) {
      return { status: 200, body: await undoImport(ctx, ctx.params['id'] as string) };
    },
  }),
  writeRoute({
    method: 'delete',
    path: '/imports/:id',
    access: may('canCreate'),
    summary: 'Discards an import that is not committed.',
    exists,
    async run(ctx) {
      const { _id } = await lockOpenImport(ctx, ctx.params['id'] as string);
      await deleteImports(ctx.db, [_id]);
      return { status: 204 };
    },
  }),
];
