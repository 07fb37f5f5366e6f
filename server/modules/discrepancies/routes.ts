import { z } from 'zod';
import { discrepancy, discrepancyQuery, resolveDiscrepancyInput } from '#contract/discrepancies.ts';
import type { Route } from '../../http/route.ts';
import { listDocuments } from '../../documents/list.ts';
import { discrepancyDocument } from '../../documents/registry.ts';
import { documentRoutes } from '../../documents/routes.ts';
import { type FoundOn, resolveDiscrepancy } from './resolve.ts';
import { discrepancyStore, toDiscrepancy } from './rows.ts';

/** The discrepancies of the documents on which they were found. */
export const discrepancyRoutes = <Source>(foundOn: FoundOn<Source>): Route[] =>
  documentRoutes({
    document: discrepancyDocument,
    // The lock that counts is that of what it was found on.
    store: { read: discrepancyStore.read, lock: discrepancyStore.read },
    response: discrepancy,
    present: (_, { head }) => toDiscrepancy(head),
    list: {
      summary: 'What did not arrive as shipped, newest first',
      query: discrepancyQuery,
      response: z.array(discrepancy),
      run: ({ db, query }, actor) => listDocuments(db, actor, discrepancyDocument, query, toDiscrepancy),
    },
    one: { summary: 'One discrepancy' },
    change: {
      method: 'patch',
      flag: 'canEdit',
      summary: 'Resolve a discrepancy by an action that its type allows',
      body: resolveDiscrepancyInput,
      async run(ctx, loaded, body, check) {
        await resolveDiscrepancy(ctx, foundOn, loaded, body, check);
        return loaded;
      },
    },
  });
