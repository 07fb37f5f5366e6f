import { listQuery } from '#platform/documents/document-list-query.ts';
import { countList } from '../list.ts';
import { listOf } from '#platform/shapes/shape.ts';
import { type SqlBool, sql } from 'kysely';
import {
  countChange,
  dueCountsQueryParams,
  countEvents,
  countInput,
  countLinesInput,
  countLinesQueryParams,
  sectionInput,
} from '../input.ts';
import { unlistedItem, dueCount, countEntry, countMove } from '../shapes.ts';
import { countLine, countProgress, recordedCount, stockCount } from '../shapes.ts';
import { createCommandContext, requireActor } from '#platform/documents/server/context.ts';
import { documentExists } from '#platform/documents/server/numbering-and-events.ts';
import { type RouteAccess, readRoute, writeRoute } from '#platform/server/http/route.ts';
import { listDocuments } from '#platform/documents/server/list.ts';
import { flaggedLineCount, countDocument } from './definition.ts';
import { documentRoutes } from '#platform/documents/server/routes.ts';
import { patchCount } from './change.ts';
import { createCount } from './create.ts';
import { listDueCounts } from './due.ts';
import { addCountLines, enterCounts } from './enter.ts';
import { listUnlistedItems, listLineEntries, listLineMoves, listCountLines } from './queries.ts';
import { removeCount } from './transition.ts';
import { presentCount } from './present.ts';
import { loadCountProgress } from './progress.ts';
import { countStore, toCount } from './rows.ts';
import { updateSectionClaim } from './sections.ts';

const read: RouteAccess = { kind: 'collection', collection: 'stock-counts', flag: 'canView' };
const write: RouteAccess = { kind: 'collection', collection: 'stock-counts', flag: 'anyWrite' };
const exists = documentExists(countDocument);

const questionCondition = (filter: 'yes' | 'no') =>
  filter === 'yes' ? sql<SqlBool>`${flaggedLineCount} > 0` : sql<SqlBool>`${flaggedLineCount} = 0`;

export const countRoutes = documentRoutes({
  store: countStore,
  response: stockCount,
  present: presentCount,
  list: {
    summary: 'Stock counts in scope, newest first, without their lines',
    query: listQuery(countList),
    response: listOf(stockCount),
    run: ({ db, query: { hasQuestions, ...query } }, actor) =>
      listDocuments(
        db,
        actor,
        countDocument,
        query,
        toCount,
        hasQuestions === undefined ? [] : [questionCondition(hasQuestions)],
      ),
  },
  one: {
    summary: 'One stock count with its lines in section order, its sections and allowed transitions',
  },
  create: { summary: 'Create a draft stock count', body: countInput, run: createCount },
  change: {
    method: 'patch',
    flag: 'anyWrite',
    summary:
      'Change the scope of a draft, decide on lines of a submitted count, or change the status with `{ status }` alone. The response omits the lines of a large count',
    body: countChange,
    run: patchCount,
  },
  remove: { summary: 'Delete a draft', run: removeCount },
  additionalRoutes: [
    readRoute({
      path: '/stock-counts/due',
      access: read,
      summary: 'Scheduled counts that are due today, or overdue',
      query: dueCountsQueryParams,
      response: listOf(dueCount),
      run: async ({ db, actor, query, now }) => ({
        status: 200,
        body: await listDueCounts(db, requireActor(actor), query.branch, now),
      }),
    }),
    readRoute({
      path: '/stock-counts/:id/progress',
      access: read,
      exists,
      summary: 'Progress of a count by section, with claims',
      response: countProgress,
      async run({ db, actor, params }) {
        const { header } = await countStore.read(db, requireActor(actor), params['id'] ?? '');
        return { status: 200, body: await loadCountProgress(db, header) };
      },
    }),
    readRoute({
      path: '/stock-counts/:id/lines',
      access: read,
      exists,
      summary: 'Lines of a count by section and state, or those with an entry after a given one',
      query: countLinesQueryParams,
      response: listOf(countLine),
      async run({ db, actor, params, query }) {
        const { items, total } = await listCountLines(db, requireActor(actor), params['id'] ?? '', query);
        return { status: 200, body: items, headers: { 'x-total-count': String(total) } };
      },
    }),
    readRoute({
      path: '/stock-counts/:id/appeared',
      access: read,
      exists,
      summary: 'Items and lots at the location that arrived after the start and have no line',
      response: listOf(unlistedItem),
      run: async ({ db, actor, params }) => ({
        status: 200,
        body: await listUnlistedItems(db, requireActor(actor), params['id'] ?? ''),
      }),
    }),
    readRoute({
      path: '/stock-counts/:id/lines/:line/entries',
      access: read,
      exists,
      summary: 'Entries of a line, oldest first',
      response: listOf(countEntry),
      run: async ({ db, actor, params }) => ({
        status: 200,
        body: await listLineEntries(db, requireActor(actor), params['id'] ?? '', params['line'] ?? ''),
      }),
    }),
    readRoute({
      path: '/stock-counts/:id/lines/:line/moves',
      access: read,
      exists,
      summary: "Moves of a line's goods since it was counted, with their documents",
      response: listOf(countMove),
      run: async ({ db, actor, params }) => ({
        status: 200,
        body: await listLineMoves(db, requireActor(actor), params['id'] ?? '', params['line'] ?? ''),
      }),
    }),
    writeRoute({
      method: 'post',
      success: [200],
      path: '/stock-counts/:id/events',
      access: write,
      exists,
      summary: 'Add count entries; entries are append-only, and a repeated one is stored once',
      body: countEvents,
      response: recordedCount,
      run: async (ctx) => ({
        status: 200,
        body: await enterCounts(createCommandContext(ctx), ctx.params['id'] ?? '', ctx.body.events),
      }),
    }),
    writeRoute({
      method: 'post',
      success: [200],
      path: '/stock-counts/:id/lines',
      access: write,
      exists,
      summary: 'Add items or lots to an open count',
      body: countLinesInput,
      response: recordedCount,
      run: async (ctx) => ({
        status: 200,
        body: await addCountLines(createCommandContext(ctx), ctx.params['id'] ?? '', ctx.body.items),
      }),
    }),
    writeRoute({
      method: 'post',
      success: [200],
      path: '/stock-counts/:id/sections',
      access: write,
      exists,
      summary: 'Claim a section, release it, or take it over',
      body: sectionInput,
      response: countProgress,
      run: async (ctx) => ({
        status: 200,
        body: await updateSectionClaim(createCommandContext(ctx), ctx.params['id'] ?? '', ctx.body),
      }),
    }),
  ],
});
