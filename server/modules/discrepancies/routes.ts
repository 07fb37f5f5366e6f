import { z } from 'zod';
import { discrepancy, discrepancyQuery, resolveDiscrepancyInput } from '#contract/discrepancies.ts';
import { notFound } from '../../http/problems.ts';
import { type Access, type Route, readRoute, writeRoute } from '../../http/route.ts';
import { commandContext, signedIn } from '../../documents/context.ts';
import { documentExists, staleCheck } from '../../documents/kit.ts';
import { discrepancyDocument } from '../../documents/registry.ts';
import { findDiscrepancy, listDiscrepancies, toDiscrepancy } from './list.ts';
import { resolveDiscrepancy } from './resolve.ts';

const read: Access = { kind: 'collection', collection: 'discrepancies', flag: 'canView' };

const exists = documentExists(discrepancyDocument);

export const discrepancyRoutes: readonly Route[] = [
  readRoute({
    path: '/discrepancies',
    access: read,
    summary: 'What did not arrive as shipped, newest first',
    query: discrepancyQuery,
    response: z.array(discrepancy),
    run: (ctx) => listDiscrepancies(ctx.db, signedIn(ctx.actor), ctx.query),
  }),
  readRoute({
    path: '/discrepancies/:id',
    access: read,
    exists,
    summary: 'One discrepancy',
    response: discrepancy,
    run: async (ctx) => {
      const found = await findDiscrepancy(ctx.db, signedIn(ctx.actor), ctx.params['id'] ?? '');
      if (!found) throw notFound();
      return { status: 200, body: toDiscrepancy(found), version: found.version };
    },
  }),
  writeRoute({
    method: 'patch',
    path: '/discrepancies/:id',
    access: { kind: 'collection', collection: 'discrepancies', flag: 'canEdit' },
    exists,
    summary: 'Resolve a discrepancy by an action that its type allows',
    body: resolveDiscrepancyInput,
    response: discrepancy,
    run: async (ctx) => {
      const row = await resolveDiscrepancy(
        commandContext(ctx),
        ctx.params['id'] ?? '',
        ctx.body,
        staleCheck(ctx, toDiscrepancy),
      );
      return { status: 200, body: toDiscrepancy(row), version: row.version };
    },
  }),
];
