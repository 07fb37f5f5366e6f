import { listOf } from '#platform/shapes/shape.ts';
import { canSeeMoney } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { forbidden } from '#platform/server/http/problems.ts';
import { priceChangePercent } from '../price-history.ts';
import { fromPriceMicro } from '#core/money.ts';
import { packPricesQueryParams } from '../input.ts';
import { fixedState, packPrice } from '../shapes.ts';
import { packagings } from '#modules/packagings/collection.ts';
import { suppliers } from '#modules/suppliers/collection.ts';
import { readRoute, type Route } from '#platform/server/http/route.ts';
import { existsIn } from '#platform/collections/server/exists.ts';
import { findHistoricalUses } from '#modules/documents/server/historical-uses.ts';
import { latestCommonDay } from '#modules/stock/server/accounting-period.ts';
import { listPackPrices, loadPricesOn } from './history.ts';
import { loadSupplierCurrencies } from './rates.ts';

/** Creates a route that returns whether a row's field is fixed, and by what. */
const fixedRoute = (resource: typeof packagings | typeof suppliers, field: string, summary: string): Route =>
  readRoute({
    path: `/${resource.collection}/:id/${field}`,
    access: { kind: 'collection', collection: resource.collection, flag: 'canView' },
    summary: `${summary}, and by which records: documents, or prices older than a day.`,
    response: fixedState,
    exists: existsIn(resource),
    async run({ db, params, now }) {
      const id = params['id'] as string;
      const historicalUses = await findHistoricalUses(db, resource.collection, [id], now.toISOString());
      return { status: 200, body: { fixedBy: historicalUses.get(id) ?? null } };
    },
  });

export const priceRoutes: Route[] = [
  fixedRoute(packagings, 'contents', 'Whether the contents of a packaging are fixed'),
  fixedRoute(suppliers, 'currency', 'Whether the currency of a supplier is fixed'),
  readRoute({
    path: '/packagings/:id/prices',
    access: { kind: 'collection', collection: 'costs', flag: 'canView' },
    summary: 'Price history of a packaging, newest first; with a day, the prices valid by then.',
    query: packPricesQueryParams,
    response: listOf(packPrice),
    exists: existsIn(packagings),
    async run({ db, actor, params, query, now }) {
      if (!canSeeMoney(actor, 'cost')) throw forbidden(refusal('no-costs'));
      const pack = params['id'] as string;
      const day = query.on ?? (await latestCommonDay(db, now));
      const allPrices = await listPackPrices(db, pack);
      const current = (await loadPricesOn(db, [pack], day)).get(pack);
      const currencyOf = await loadSupplierCurrencies(db);
      const validPrices =
        query.on === undefined ? allPrices : allPrices.filter(({ validFrom }) => validFrom <= day);
      const latest = validPrices.toSorted((a, b) =>
        a.validFrom === b.validFrom ? b.seq - a.seq : a.validFrom < b.validFrom ? 1 : -1,
      );
      const body = latest.slice(0, query.limit).map((row) => ({
        seq: row.seq,
        supplierId: row.supplierId,
        price: row.priceMicro === null ? null : fromPriceMicro(row.priceMicro),
        validFrom: row.validFrom,
        source: row.source,
        docType: row.docType,
        docId: row.docId,
        createdAt: row.createdAt,
        changePercent: priceChangePercent(allPrices, row, ({ supplierId }) => currencyOf(supplierId)),
        isCurrent: row.seq === current?.seq,
      }));
      return { status: 200, body, headers: { 'X-Total-Count': String(validPrices.length) } };
    },
  }),
];
