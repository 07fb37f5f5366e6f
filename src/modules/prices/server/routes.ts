import { listOf } from '#platform/shapes/shape.ts';
import { canSeeMoney } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { forbidden } from '#platform/server/http/problems.ts';
import { computePriceChangePercent } from '../price-history.ts';
import { fromPriceMicro } from '#core/money.ts';
import { packPricesQueryParams } from '../input.ts';
import { lockState, packPrice } from '../shapes.ts';
import { packagings } from '#modules/packagings/collection.ts';
import { suppliers } from '#modules/suppliers/collection.ts';
import { readRoute, type Route } from '#platform/server/http/route.ts';
import { existsIn } from '#platform/collections/server/exists.ts';
import { findHistoricalUses } from '#modules/documents/server/historical-uses.ts';
import { getLatestCommonDay } from '#modules/stock/server/accounting-period.ts';
import { listPackPrices, loadPricesOn } from './history.ts';
import { loadSupplierCurrencies } from './rates.ts';

/** Creates a route that returns whether a row's field is locked, and by which collection. */
const createLockRoute = (
  resource: typeof packagings | typeof suppliers,
  field: string,
  summary: string,
): Route =>
  readRoute({
    path: `/${resource.collection}/:id/${field}`,
    access: { kind: 'collection', collection: resource.collection, flag: 'canView' },
    summary: `${summary}, and by which records: documents, or prices older than a day.`,
    response: lockState,
    exists: existsIn(resource),
    async run({ db, params, now }) {
      const id = params['id'] as string;
      const historicalUses = await findHistoricalUses(db, resource.collection, [id], now.toISOString());
      return { status: 200, body: { lockedBy: historicalUses.get(id) ?? null } };
    },
  });

export const priceRoutes: Route[] = [
  createLockRoute(packagings, 'contents', 'Whether the contents of a packaging are locked'),
  createLockRoute(suppliers, 'currency', 'Whether the currency of a supplier is locked'),
  readRoute({
    path: '/packagings/:id/prices',
    access: { kind: 'collection', collection: 'costs', flag: 'canView' },
    summary:
      'Price history of a packaging, newest first; with `on`, only prices that were valid by that day.',
    query: packPricesQueryParams,
    response: listOf(packPrice),
    exists: existsIn(packagings),
    async run({ db, actor, params, query, now }) {
      if (!canSeeMoney(actor, 'cost')) throw forbidden(refusal('no-costs'));
      const pack = params['id'] as string;
      const day = query.on ?? (await getLatestCommonDay(db, now));
      const allPrices = await listPackPrices(db, pack);
      const current = (await loadPricesOn(db, [pack], day)).get(pack);
      const getCurrency = await loadSupplierCurrencies(db);
      const validPrices =
        query.on === undefined ? allPrices : allPrices.filter(({ validFrom }) => validFrom <= day);
      const sortedPrices = validPrices.toSorted((a, b) =>
        a.validFrom === b.validFrom ? b.seq - a.seq : a.validFrom < b.validFrom ? 1 : -1,
      );
      const body = sortedPrices.slice(0, query.limit).map((row) => ({
        seq: row.seq,
        supplierId: row.supplierId,
        price: row.priceMicro === null ? null : fromPriceMicro(row.priceMicro),
        validFrom: row.validFrom,
        source: row.source,
        docType: row.docType,
        docId: row.docId,
        createdAt: row.createdAt,
        changePercent: computePriceChangePercent(allPrices, row, ({ supplierId }) => getCurrency(supplierId)),
        isCurrent: row.seq === current?.seq,
      }));
      return { status: 200, body, headers: { 'X-Total-Count': String(validPrices.length) } };
    },
  }),
];
