import { listQuery } from '#platform/documents/document-list-query.ts';
import { supplierInvoiceList } from '../list.ts';
import { listOf } from '#platform/shapes/shape.ts';
import {
  accrualQueryParams,
  accrualSumsQueryParams,
  createInvoiceInput,
  supplierAndPlaceQueryParams,
  patchInvoiceInput,
  scorecardQueryParams,
  supplierStatementQueryParams,
} from '../input.ts';
import { accrual, accrualSums, expectedCredit, scorecard, supplierStatement } from '../shapes.ts';
import { supplierInvoice, supplierInvoiceSummary } from '../shapes.ts';
import { requireActor } from '#platform/documents/server/context.ts';
import { listDocuments } from '#platform/documents/server/list.ts';
import { invoiceDocument } from './definition.ts';
import { documentRoutes } from '#platform/documents/server/routes.ts';
import { readRoute } from '#platform/server/http/route.ts';
import { buildAccrualsResponse, buildAccrualTotalsResponse } from './accruals.ts';
import { createInvoice } from './create.ts';
import { listExpectedCredits } from './credits.ts';
import { editInvoice } from './edit.ts';
import { changeInvoiceStatus, removeInvoice } from './post.ts';
import { presentInvoice, toInvoiceSummary } from './present.ts';
import { type InvoiceHeader, invoiceStore } from './rows.ts';
import { scoreSuppliers, buildMatchedInvoiceConditions } from './scorecard.ts';
import { loadSupplierStatement } from './statement.ts';

const access = { kind: 'collection', collection: 'supplier-invoices', flag: 'canView' } as const;

export const invoiceRoutes = documentRoutes({
  store: invoiceStore,
  response: supplierInvoice,
  present: presentInvoice,
  list: {
    summary: "Suppliers' invoices and credit notes in scope, newest first",
    query: listQuery(supplierInvoiceList),
    response: listOf(supplierInvoiceSummary),
    run: ({ db, query }, actor) =>
      listDocuments(
        db,
        actor,
        invoiceDocument,
        query,
        (header: InvoiceHeader) => toInvoiceSummary(header, actor),
        buildMatchedInvoiceConditions(query),
      ),
  },
  one: {
    summary: 'One invoice with its lines and their matches; for a draft, a preview of its posting',
  },
  create: {
    summary: 'Create a draft invoice or credit note',
    body: createInvoiceInput,
    run: createInvoice,
  },
  change: {
    method: 'patch',
    flag: 'anyWrite',
    summary: 'Edit an invoice, or post or reverse it with `{ status, transitionReason? }`',
    body: patchInvoiceInput,
    async run(ctx, loaded, { status, ...edit }, check) {
      if (status === undefined) await editInvoice(ctx, loaded, edit, check);
      else await changeInvoiceStatus(ctx, loaded, status, edit.transitionReason, check);
      return loaded;
    },
  },
  remove: { summary: 'Delete a draft', run: removeInvoice },
  additionalRoutes: [
    readRoute({
      path: '/supplier-invoices/accruals',
      access,
      summary: 'Goods received and not invoiced at the end of a day',
      query: accrualQueryParams,
      response: listOf(accrual),
      run: ({ db, actor, query }) => buildAccrualsResponse(db, requireActor(actor), query),
    }),
    readRoute({
      path: '/supplier-invoices/accruals/sums',
      access,
      summary: 'Total of goods received and not invoiced',
      query: accrualSumsQueryParams,
      response: accrualSums,
      run: ({ db, actor, query }) => buildAccrualTotalsResponse(db, requireActor(actor), query),
    }),
    readRoute({
      path: '/supplier-invoices/expected-credits',
      access,
      summary: 'Expected credits: invoiced goods that were rejected, and returned goods',
      query: supplierAndPlaceQueryParams,
      response: listOf(expectedCredit),
      run: async ({ db, actor, query, now }) => ({
        status: 200,
        body: await listExpectedCredits(db, requireActor(actor), query, now),
      }),
    }),
    readRoute({
      path: '/supplier-invoices/statement',
      access,
      summary: 'Supplier statement for a period',
      query: supplierStatementQueryParams,
      response: supplierStatement,
      run: async ({ db, actor, query }) => ({
        status: 200,
        body: await loadSupplierStatement(db, requireActor(actor), query),
      }),
    }),
    readRoute({
      path: '/supplier-invoices/scorecards',
      access,
      summary: 'Supplier scorecard for a period',
      query: scorecardQueryParams,
      response: listOf(scorecard),
      run: async ({ db, actor, query, now }) => ({
        status: 200,
        body: await scoreSuppliers(db, requireActor(actor), query, now),
      }),
    }),
  ],
});
