import { z } from 'zod';
import { type TransferPriceRow, transferPrices } from '#contract/transfers.ts';
import type { TransferPrice } from '#domain/costing/pack-price.ts';
import { type Actor, scopeOf } from '#domain/permissions.ts';
import { fromMicro, toMicro } from '#domain/quantity.ts';
import { toE4, valueOf } from '#domain/money.ts';
import { refusal } from '#domain/refusals/refusal.ts';
import type { Posting, Priced } from '#domain/stock/postings.ts';
import type { PriceRule } from '#domain/transfers/kinds.ts';
import type { Queryable } from '../../db/types.ts';
import { signedIn } from '../../documents/context.ts';
import { forbidden, invalid } from '../../http/problems.ts';
import { readRoute, type Route, writeRoute } from '../../http/route.ts';

interface Rule {
  rule: PriceRule;
  percentMicro: number | null;
}

/** What a place is charged for what others send it: by its own rule, else by that of its category, else at cost. */
async function ruleOf(db: Queryable, place: string): Promise<Rule> {
  const branch = await db
    .selectFrom('branches')
    .select('branchCategoryId')
    .where('_id', '=', place)
    .executeTakeFirst();
  const category = branch?.branchCategoryId ?? place;
  const rows = await db
    .selectFrom('transferPrices')
    .select(['_id', 'rule', 'percentMicro'])
    .where('_id', 'in', [place, category])
    .execute();
  const at = (id: string) => rows.find(({ _id }) => _id === id);
  return at(place) ?? at(category) ?? { rule: 'cost', percentMicro: null };
}

/** At what the postings by which goods are sent to a place are charged. */
export interface Charging {
  rule: PriceRule;
  price(posting: Posting): Posting;
}

/** Reads at what a place is charged for these items. A fixed price is the item's own
 * price for branches, else its price. Throws 422 for an item without any, when it is priced. */
export async function chargingFor(
  db: Queryable,
  place: string,
  itemIds: readonly string[],
): Promise<Charging> {
  const { rule, percentMicro } = await ruleOf(db, place);
  if (rule === 'cost' || itemIds.length === 0) return { rule, price: (posting) => posting };
  const items = await db
    .selectFrom('items')
    .select(['_id', 'name', 'transferPrice', 'unitPriceE4'])
    .where('_id', 'in', [...new Set(itemIds)])
    .execute();
  const kind = 'transfer_difference' as const;
  const pricedOf = ({ itemId, qtyMicro, docLineId }: Posting): Priced => {
    if (rule === 'cost_plus') return { kind, percentMicro: percentMicro ?? 0 };
    const item = items.find(({ _id }) => _id === itemId);
    const own = JSON.parse(item?.transferPrice ?? 'null') as TransferPrice | null;
    const priceE4 = own?.mode === 'fixed' ? toE4(own.price) : (item?.unitPriceE4 ?? null);
    if (priceE4 !== null) return { kind, valueE4: valueOf(qtyMicro, priceE4) };
    throw invalid({
      [`items.${docLineId}.itemId`]: refusal('transfer-no-price', { item: item?.name ?? '' }),
    });
  };
  return { rule, price: (posting) => ({ ...posting, priced: pricedOf(posting) }) };
}

/** What is above cost tells what goods cost: these rules are for who is bound to no place. */
function refusePlaces(actor: Actor): void {
  if (scopeOf(actor).kind !== 'all') throw forbidden();
}

const allRules = async (db: Queryable): Promise<TransferPriceRow[]> => {
  const rows = await db.selectFrom('transferPrices').selectAll().orderBy('_id').execute();
  return rows.map(({ _id, rule, percentMicro, isFranchise }) => ({
    _id,
    rule,
    percent: percentMicro === null ? null : fromMicro(percentMicro),
    isFranchise: isFranchise === 1,
  }));
};

export const transferPriceRoutes: readonly Route[] = [
  readRoute({
    path: '/transfers/prices',
    access: { kind: 'collection', collection: 'settings', flag: 'canView' },
    summary: 'What branches and branch categories are charged for what other places send them',
    response: transferPrices,
    async run({ db, actor }) {
      refusePlaces(signedIn(actor));
      return { status: 200, body: await allRules(db) };
    },
  }),
  writeRoute({
    method: 'put',
    path: '/transfers/prices',
    access: { kind: 'collection', collection: 'settings', flag: 'canEdit' },
    summary: 'Replace them all: what is not named is charged at cost',
    body: z.strictObject({ prices: transferPrices }),
    response: transferPrices,
    async run(ctx) {
      refusePlaces(signedIn(ctx.actor));
      const { prices } = ctx.body;
      const faults = prices.flatMap(({ rule, percent, isFranchise }, at) => [
        ...(rule === 'cost_plus' && percent === null
          ? [[`prices.${at}.percent`, refusal('transfer-percent')] as const]
          : []),
        ...(rule === 'cost' && isFranchise
          ? [[`prices.${at}.rule`, refusal('transfer-franchise-cost')] as const]
          : []),
      ]);
      if (faults.length > 0) throw invalid(Object.fromEntries(faults));
      const before = await allRules(ctx.db);
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
      return { status: 200, body: await allRules(ctx.db) };
    },
  }),
];
