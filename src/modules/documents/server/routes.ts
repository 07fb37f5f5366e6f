import { listOf } from '#platform/shapes/shape.ts';
import { documentSearch } from '#platform/documents/document-search.ts';
import { documentHit, waitingDocuments } from '#platform/documents/document-search-shape.ts';
import { requireActor } from '#platform/documents/server/context.ts';
import { type Route, readRoute } from '#platform/server/http/route.ts';
import { findDocuments } from './find.ts';
import { findWaitingDocuments } from './waiting-documents.ts';

/** Routes across all document kinds; access is checked per kind. */
export const documentsRoutes: readonly Route[] = [
  readRoute({
    path: '/documents/search',
    isLong: () => true,
    access: { kind: 'session' },
    summary: 'Searches documents of every kind by number or location, and recent ones by text',
    query: documentSearch,
    response: listOf(documentHit),
    async run({ db, actor, query }) {
      const hits = await findDocuments(db, requireActor(actor), query.q ?? '', query.limit);
      return { status: 200, body: hits };
    },
  }),
  readRoute({
    path: '/documents/waiting',
    access: { kind: 'session' },
    summary: 'Lists the documents whose status the caller can advance now, by kind and status',
    response: listOf(waitingDocuments),
    run: async ({ db, actor }) => ({
      status: 200,
      body: await findWaitingDocuments(db, requireActor(actor)),
    }),
  }),
];
