import { listQuery } from '#platform/documents/document-list-query.ts';
import { transferList } from '../list.ts';
import { listOf } from '#platform/shapes/shape.ts';
import { sql } from 'kysely';
import { createTransferInput, patchTransferInput, returnableQueryParams } from '../input.ts';
import { returnableLine } from '../shapes.ts';
import { transfer, transferSummary } from '../shapes.ts';
import { typicalTransferQueryParams } from '#platform/documents/typical-quantities.ts';
import { typicalQuantity } from '#platform/documents/typical-quantities-shape.ts';
import { isInScope } from '#core/permissions.ts';
import { requireActor } from '#platform/documents/server/context.ts';
import { listDocuments } from '#platform/documents/server/list.ts';
import { transferDocument } from './definition.ts';
import { documentRoutes } from '#platform/documents/server/routes.ts';
import { loadTypicalQuantities } from '#platform/documents/server/typical-quantities.ts';
import { readRoute } from '#platform/server/http/route.ts';
import { createTransfer } from './create.ts';
import { editTransfer, getOldestAcceptedVersion } from './edit.ts';
import { transitionTransfer, removeTransfer } from './transition.ts';
import { presentTransfer, toTransferSummary } from './present.ts';
import { transferPriceRoutes } from './prices.ts';
import { listReturnableLines } from './returns.ts';
import { type TransferHeader, transferStore } from './rows.ts';

export const transferRoutes = documentRoutes({
  store: transferStore,
  response: transfer,
  present: presentTransfer,
  list: {
    summary: 'Transfers and returns in scope, newest first',
    query: listQuery(transferList),
    response: listOf(transferSummary),
    run: ({ db, query }, actor) =>
      listDocuments(db, actor, transferDocument, query, (header: TransferHeader) =>
        toTransferSummary(header, actor),
      ),
  },
  one: { summary: 'One transfer with lines, history and allowed transitions' },
  create: {
    summary:
      'Create a draft: a transfer between locations, a return to the sender, or a return to a supplier',
    body: createTransferInput,
    run: createTransfer,
  },
  change: {
    method: 'patch',
    flag: 'anyWrite',
    summary: 'Edit a transfer, or change its status with `{ status }` alone',
    body: patchTransferInput,
    getOldestVersion: getOldestAcceptedVersion,
    async run(ctx, loaded, { status, ...edit }, check) {
      if (status === undefined) await editTransfer(ctx, loaded, edit, check);
      else await transitionTransfer(ctx, loaded, status, check);
      return loaded;
    },
  },
  remove: { summary: 'Delete a draft', run: removeTransfer },
  additionalRoutes: [
    ...transferPriceRoutes,
    readRoute({
      path: '/transfers/typical-quantities',
      access: { kind: 'collection', collection: 'transfers', flag: 'canView' },
      summary:
        'Typical quantities: the largest of each item in recent transfers between two locations, by unit',
      query: typicalTransferQueryParams,
      response: listOf(typicalQuantity),
      async run({ db, actor, query: { from, to } }) {
        const lines = {
          table: 'transferLines',
          document: 'transferId',
          qty: 'orderQtyMicro',
          unitOrPackId: sql.ref('unit'),
        };
        const statuses = ['Sent', 'Received'];
        const source = { table: 'transfers', parties: { from, to }, statuses, lines };
        return { status: 200, body: await loadTypicalQuantities(db, { actor, places: [from, to] }, source) };
      },
    }),
    readRoute({
      path: '/transfers/returnable',
      access: { kind: 'collection', collection: 'transfers', flag: 'canView' },
      summary: 'Goods of a location that can still be returned, newest first',
      query: returnableQueryParams,
      response: listOf(returnableLine),
      async run({ db, actor, query: { itemId, ...parties } }) {
        const { from, to } = parties;
        const isVisible = isInScope(requireActor(actor), { branches: [from, to], kitchens: [from, to] });
        return { status: 200, body: isVisible ? await listReturnableLines(db, parties, itemId) : [] };
      },
    }),
  ],
});
