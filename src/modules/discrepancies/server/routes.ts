import { listQuery } from '#platform/documents/document-list-query.ts';
import { discrepancyList } from '../list.ts';
import { listOf } from '#platform/shapes/shape.ts';
import { z } from 'zod';
import { commentInput, discrepancyAgeingQueryParams, resolveDiscrepancyInput } from '../input.ts';
import { discrepancyAgeing } from '../shapes.ts';
import { discrepancy } from '../shapes.ts';
import { requireActor } from '#platform/documents/server/context.ts';
import { readRoute, type Route } from '#platform/server/http/route.ts';
import { listDocuments } from '#platform/documents/server/list.ts';
import { discrepancyDocument } from './definition.ts';
import { documentRoutes } from '#platform/documents/server/routes.ts';
import { loadDiscrepancyAgeing, buildAgeConditions } from './ageing.ts';
import { addDiscrepancyComment } from './comment.ts';
import { type DiscrepancySources, resolveDiscrepancy } from './resolve.ts';
import { discrepancyStore, toDiscrepancy } from './rows.ts';

/** Returns the routes for discrepancies of these document kinds. */
export const discrepancyRoutes = (sources: DiscrepancySources): Route[] =>
  documentRoutes({
    // The source document's lock protects its discrepancies.
    store: discrepancyStore,
    response: discrepancy,
    present: (_, { header }) => toDiscrepancy(header),
    list: {
      summary: 'List discrepancies, newest first',
      query: listQuery(discrepancyList),
      response: listOf(discrepancy),
      run: ({ db, query, now }, actor) =>
        listDocuments(
          db,
          actor,
          discrepancyDocument,
          query,
          toDiscrepancy,
          buildAgeConditions(query.age, now),
        ),
    },
    additionalRoutes: [
      readRoute({
        path: '/discrepancies/ageing',
        access: { kind: 'collection', collection: 'discrepancies', flag: 'canView' },
        summary: 'Open discrepancies by age, youngest first',
        query: discrepancyAgeingQueryParams,
        response: listOf(discrepancyAgeing),
        run: async ({ db, actor, query, now }) => ({
          status: 200,
          body: await loadDiscrepancyAgeing(db, requireActor(actor), query, now),
        }),
      }),
    ],
    one: { summary: 'One discrepancy' },
    change: {
      method: 'patch',
      flag: 'canEdit',
      summary: 'Resolve a discrepancy by an action of its type, or add a comment',
      body: z.union([resolveDiscrepancyInput, commentInput]),
      async run(ctx, loaded, body, check) {
        if ('comment' in body) await addDiscrepancyComment(ctx, loaded.header, body);
        else await resolveDiscrepancy(ctx, sources, loaded, body, check);
        return loaded;
      },
    },
  });
