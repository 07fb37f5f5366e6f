import { z } from 'zod';
import { listOf } from '#platform/shapes/shape.ts';
import { type TransferPrice, transferPrice } from '../shapes.ts';
import { transferPricesInput } from '../input.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { acquireTransactionLock } from '#platform/server/db/locking.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { invalid, stale } from '#platform/server/http/problems.ts';
import { readRoute, type Route, writeRoute } from '#platform/server/http/route.ts';

const loadTransferPrices = async (db: Queryable): Promise<TransferPrice[]> => {
  const rows = await db.selectFrom('transferPrices').selectAll().orderBy('_id').execute();
  return rows.map(({ _id, rule, percentMicro, isFranchise }) => ({
    _id,
    rule,
    percent: percentMicro === null ? null : fromMicro(percentMicro),
    isFranchise: isFranchise === 1,
  }));
};

const canonicalJson = (prices: readonly TransferPrice[]): string =>
  JSON.stringify(
    prices
      .map(({ _id, rule, percent, isFranchise }) => [_id, rule, percent, isFranchise])
      .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );

const isSame = (current: readonly TransferPrice[], others: readonly TransferPrice[]): boolean =>
  canonicalJson(current) === canonicalJson(others);

export const transferPriceRoutes: readonly Route[] = [
  readRoute({
    path: '/transfers/prices',
    // The cost could be derived from a percentage above cost.
    access: { kind: 'collection', collection: 'settings', flag: 'canView', needsAllLocations: true },
    summary: 'Transfer price rules of branches and branch categories',
    response: listOf(transferPrice),
    async run({ db }) {
      return { status: 200, body: await loadTransferPrices(db) };
    },
  }),
  writeRoute({
    method: 'put',
    path: '/transfers/prices',
    access: { kind: 'collection', collection: 'settings', flag: 'canEdit' },
    summary: 'Replaces all rules; locations without one are charged at cost',
    body: z.strictObject({
      prices: transferPricesInput,
      /** The previous prices; if they have changed since, nothing is replaced. */
      previous: transferPricesInput.optional(),
    }),
    response: listOf(transferPrice),
    async run(ctx) {
      const { prices, previous } = ctx.body;
      const places = await ctx.db
        .selectFrom('branches')
        .select('_id')
        .unionAll(ctx.db.selectFrom('branchCategories').select('_id'))
        .execute();
      const placeIds = new Set(places.map(({ _id }) => _id));
      const errors = prices.flatMap(({ _id, rule, percent, isFranchise }, index) => [
        ...(placeIds.has(_id) ? [] : [[`prices.${index}._id`, refusal('no-such-branch')] as const]),
        ...(prices.findIndex((other) => other._id === _id) === index
          ? []
          : [[`prices.${index}._id`, refusal('transfer-price-twice')] as const]),
        ...(rule === 'cost_plus' && percent === null
          ? [[`prices.${index}.percent`, refusal('transfer-percent')] as const]
          : []),
        ...(rule === 'cost' && isFranchise
          ? [[`prices.${index}.rule`, refusal('transfer-franchise-cost')] as const]
          : []),
      ]);
      if (errors.length > 0) throw invalid(Object.fromEntries(errors));
      // Serializes concurrent saves; the second one sees the first.
      await acquireTransactionLock(ctx.db, 'transferPrices');
      const before = await loadTransferPrices(ctx.db);
      if (previous && !isSame(previous, before)) throw stale({ prices: before });
      await ctx.db.deleteFrom('transferPrices').execute();
      if (prices.length > 0)
        await ctx.db
          .insertInto('transferPrices')
          .values(
            prices.map(({ percent, isFranchise, ...row }) => ({
              ...row,
              percentMicro: percent === null ? null : toMicro(percent),
              isFranchise: isFranchise ? 1 : 0,
            })),
          )
          .execute();
      await ctx.audit({
        action: 'edit',
        entity: 'settings',
        id: 'transferPrices',
        before: { prices: before },
        after: { prices },
      });
      return { status: 200, body: await loadTransferPrices(ctx.db) };
    },
  }),
];
