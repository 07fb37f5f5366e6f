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
import { openingQueryParams, openingStockInput } from '#modules/stock/input.ts';
import { itemWithMovements, proposedCost } from '#modules/stock/shapes.ts';
import { type Actor, type Flag, canRead } from '#core/permissions.ts';
import { forbidden, notFound } from '#platform/server/http/problems.ts';
import { type ExistsContext, type Route, readRoute, writeRoute } from '#platform/server/http/route.ts';
import { prepareCheck, checkImport, commitImport } from './commit.ts';
import { prepareCorrection, correctImport, countMatchingErrors } from './corrections.ts';
import { readExportRows } from './export-rows.ts';
import { prepareCommit } from './commit-in-steps.ts';
import { beginImport, getImportKind, lockOpenImport, prepareRows, receiveRows } from './service.ts';
import { deleteImports, presentImport } from './store.ts';
import { readItemsWithMovements, readProposedCosts, postEnteredOpenings } from './entered-openings.ts';
import { undoImport } from './undo.ts';
import { prepareUndo } from './undo-in-steps.ts';

const importAccess = (flag: Flag) => ({ kind: 'collection', collection: 'imports', flag }) as const;

/** Returns whether the user started the import; no one else can see it. */
const isOwnImport = async ({ db, actor, params }: ExistsContext): Promise<boolean> =>
  (await db
    .selectFrom('imports')
    .select('_id')
    .where('_id', '=', params['id'] as string)
    .where('userId', '=', actor._id)
    .executeTakeFirst()) !== undefined;

export const importRoutes: Route[] = [
  readRoute({
    path: '/imports',
    access: importAccess('canView'),
    summary: 'Lists the user’s own imports, newest first.',
    query: importsQueryParams,
    response: listOf(importState),
    async run({ db, actor, query }) {
      let imports = db.selectFrom('imports').where('userId', '=', (actor as Actor)._id);
      if (query.kind !== undefined) imports = imports.where('kind', '=', query.kind);
      const { total } = await imports
        .select((on) => on.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await imports
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
    access: importAccess('canView'),
    summary: 'Returns an import of the user, with the counts of its last check.',
    response: importState,
    exists: isOwnImport,
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
    access: importAccess('canView'),
    summary:
      'Lists the rows of an uncommitted import: outcome, problems, and old and new values of changed cells.',
    query: importRowsQueryParams,
    response: listOf(importRow),
    exists: isOwnImport,
    async run({ db, params, query }) {
      let matching = db.selectFrom('importRows').where('importId', '=', params['id'] as string);
      if (query.outcome !== undefined) matching = matching.where('outcome', '=', query.outcome);
      const counted = await matching
        .select((on) => on.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      const rows = await matching
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
          ([column, originalValue]) => ({ column, originalValue }),
        ),
      }));
      return { status: 200, body, headers: { 'x-total-count': String(counted.count) } };
    },
  }),
  readRoute({
    path: '/imports/:id/matching-cells',
    access: importAccess('canView'),
    summary: 'Counts the invalid cells of a column with the same text as in this row.',
    query: similarCellsQueryParams,
    response: { count: 'integer' },
    exists: isOwnImport,
    async run({ db, params, query }) {
      return { status: 200, body: { count: await countMatchingErrors(db, params['id'] as string, query) } };
    },
  }),
  readRoute({
    path: '/import-data',
    access: importAccess('canView'),
    summary:
      'Lists the rows of a collection in import format, with references as text. Importing the rows unmodified has no effect.',
    query: importDataQueryParams,
    response: listOf('values'),
    async run(ctx) {
      const kind = getImportKind(ctx.query);
      if (!canRead(ctx.actor as Actor, kind.collection) || !kind.resource) throw forbidden();
      const { rows, total } = await readExportRows(ctx, kind, kind.resource, ctx.query);
      return { status: 200, body: rows, headers: { 'x-total-count': String(total) } };
    },
  }),
  readRoute({
    path: '/stock/openings',
    access: { kind: 'collection', collection: 'stock', flag: 'canView' },
    summary:
      'Lists the items that have stock movements at a location; opening stock can’t be entered for them.',
    query: openingQueryParams,
    response: listOf(itemWithMovements),
    run: async (ctx) => ({ status: 200, body: await readItemsWithMovements(ctx, ctx.query.place) }),
  }),
  readRoute({
    path: '/stock/opening-costs',
    isLong: () => true,
    access: { kind: 'collection', collection: 'stock', flag: 'canCreate' },
    summary: 'Proposes unit costs of opening stock: list prices per count, base and order unit.',
    query: openingQueryParams,
    response: listOf(proposedCost),
    run: async (ctx) => ({ status: 200, body: await readProposedCosts(ctx, ctx.query.place) }),
  }),
  writeRoute({
    method: 'post',
    path: '/stock/openings',
    access: { kind: 'collection', collection: 'stock', flag: 'canCreate' },
    summary: 'Posts opening stock of a location, entered by item. The returned import can be undone.',
    body: openingStockInput,
    response: importState,
    async run(ctx) {
      return { status: 201, body: await postEnteredOpenings(ctx, ctx.body) };
    },
  }),
  writeRoute({
    method: 'post',
    path: '/imports',
    access: importAccess('canCreate'),
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
    access: importAccess('canCreate'),
    summary: 'Uploads up to 500 rows of the file, replacing rows that were uploaded before.',
    body: importRowsInput,
    response: { rows: 'integer', unreadable: 'integer' },
    exists: isOwnImport,
    prepare: (ctx) => prepareRows(ctx, ctx.params['id'] as string, ctx.body.rows),
    async run(ctx) {
      return { status: 200, body: await receiveRows(ctx, ctx.params['id'] as string) };
    },
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/imports/:id/corrections',
    access: importAccess('canCreate'),
    summary: 'Corrects a cell, or all invalid cells with the same text. The import must be checked again.',
    body: importCorrection,
    response: correctedImport,
    exists: isOwnImport,
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
    access: importAccess('canCreate'),
    summary: 'Dry run: returns what the whole file would create and change, and all its problems.',
    response: importState,
    exists: isOwnImport,
    prepare: (ctx) => prepareCheck(ctx, ctx.params['id'] as string),
    async run(ctx) {
      return { status: 200, body: await checkImport(ctx, ctx.params['id'] as string) };
    },
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/imports/:id/commit',
    access: importAccess('canCreate'),
    summary: 'Commits the changes shown by the dry run, all or nothing.',
    response: importState,
    exists: isOwnImport,
    prepare: (ctx) => prepareCommit(ctx, ctx.params['id'] as string),
    async run(ctx) {
      return { status: 200, body: await commitImport(ctx, ctx.params['id'] as string) };
    },
  }),
  writeRoute({
    method: 'post',
    success: [200],
    path: '/imports/:id/undo',
    access: importAccess('canCreate'),
    summary: 'Undoes a committed import, unless its rows have been changed or used since.',
    response: importState,
    exists: isOwnImport,
    prepare: (ctx) => prepareUndo(ctx, ctx.params['id'] as string),
    async run(ctx) {
      return { status: 200, body: await undoImport(ctx, ctx.params['id'] as string) };
    },
  }),
  writeRoute({
    method: 'delete',
    path: '/imports/:id',
    access: importAccess('canCreate'),
    summary: 'Discards an uncommitted import.',
    exists: isOwnImport,
    async run(ctx) {
      const { _id } = await lockOpenImport(ctx, ctx.params['id'] as string);
      await deleteImports(ctx.db, [_id]);
      return { status: 204 };
    },
  }),
];
