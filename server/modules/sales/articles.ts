import type { ArticleInput, ArticleMapped } from '#contract/sales.ts';
import { scopeOf } from '#domain/permissions.ts';
import { toMicro } from '#domain/quantity.ts';
import { refusal } from '#domain/refusals/refusal.ts';
import type { CommandContext } from '../../documents/context.ts';
import { forbidden, invalid } from '../../http/problems.ts';
import { newId } from '../../ids.ts';
import { booksClosedUntil } from '../stock/closed-books.ts';
import { noteDemandChanged } from '../stock/demand-changes.ts';
import { stockEvent } from '../stock/events.ts';
import { settleStock } from './stock.ts';
import { sourceOf } from './take.ts';

/**
 * Says what an article of a till is: portions of a recipe, base units of an item, or nothing to eat. It counts from now on
 * and for all that was sold of it before; days that take stock are put right by difference, those of closed books stay.
 * All branches with that till share it, so that only who sees all of them says it.
 *
 * @throws ApiProblem 403 for who is bound to places, 422 for none or several of the three, or for what is not there.
 */
export async function mapArticle(ctx: CommandContext, input: ArticleInput): Promise<ArticleMapped> {
  const { tx, actor, now } = ctx;
  if (scopeOf(actor).kind !== 'all') throw forbidden(refusal('sale-articles-by-head-office'));
  const { recipeId = null, itemId = null, isNoFood = false, code } = input;
  if ([recipeId !== null, itemId !== null, isNoFood].filter(Boolean).length !== 1)
    throw invalid({ recipeId: refusal('sale-article-one-thing') });
  for (const [field, table, id, label] of [
    ['recipeId', 'recipes', recipeId, 'Recipe'],
    ['itemId', 'items', itemId, 'Item'],
  ] as const) {
    if (id === null) continue;
    const row = await tx.selectFrom(table).select('_id').where('_id', '=', id).executeTakeFirst();
    if (!row) throw invalid({ [field]: refusal('no-such-row', { label }) });
  }
  const sourceId = await sourceOf(ctx, input.source);
  // Days that are being taken are there before it is said what they sold.
  await tx.selectFrom('saleSources').select('_id').where('_id', '=', sourceId).$call(tx.lock).execute();
  const before = await tx
    .selectFrom('saleArticles')
    .selectAll()
    .where('sourceId', '=', sourceId)
    .where('code', '=', code)
    .$call(tx.lock)
    .executeTakeFirst();
  const what = { recipeId, itemId, qtyMicro: toMicro(input.portions), isNoFood: isNoFood ? 1 : 0 } as const;
  const by = { userId: actor._id, updatedAt: now.toISOString() };
  const _id = before?._id ?? newId({ now: () => now });
  await tx
    .insertInto('saleArticles')
    .values({ _id, sourceId, code, ...what, ...by, version: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['sourceId', 'code'])
        .doUpdateSet({ ...what, ...by, version: Number(before?.version ?? 0) + 1 }),
    )
    .execute();
  const { source, portions } = input;
  await ctx.audit({
    action: before ? 'edit' : 'create',
    entity: 'sales',
    id: _id,
    ...(before && {
      before: { recipeId: before.recipeId, itemId: before.itemId, portions: Number(before.qtyMicro) / 1e6 },
    }),
    after: { source, code, recipeId, itemId, isNoFood, portions },
  });
  return recount(ctx, sourceId, code);
}

/** Puts the stock of every day right on which an article was sold. */
async function recount(ctx: CommandContext, sourceId: string, code: string): Promise<ArticleMapped> {
  const { tx } = ctx;
  const days = await tx
    .selectFrom('saleDays as d')
    .selectAll('d')
    .where('d.sourceId', '=', sourceId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('saleRows as r')
          .select('r.rowNo')
          .whereRef('r.dayId', '=', 'd._id')
          .where('r.code', '=', code)
          .where('r.recipeId', 'is', null),
      ),
    )
    .orderBy('d.day')
    .orderBy('d.branchId')
    .execute();
  await noteDemandChanged(
    tx,
    days.map(({ branchId }) => branchId),
    ctx.now,
  );
  const closedUntil = await booksClosedUntil(tx);
  const result: ArticleMapped = { days: days.length, stockDays: 0, closedDays: 0 };
  for (const head of days) {
    if (head.takesStock !== 1) continue;
    if (closedUntil !== null && head.day <= closedUntil) {
      result.closedDays += 1;
      continue;
    }
    await tx.selectFrom('saleDays').select('_id').where('_id', '=', head._id).$call(tx.lock).execute();
    const { gaps, hasMoved } = await settleStock(ctx, head);
    await tx
      .updateTable('saleDays')
      .set({ gaps: JSON.stringify(gaps) })
      .where('_id', '=', head._id)
      .execute();
    if (!hasMoved) continue;
    result.stockDays += 1;
    ctx.emit(stockEvent(head._id, [head.branchId], [head.branchId]));
  }
  ctx.emit({ collection: 'sales', id: sourceId, what: 'changed', branches: [], kitchens: [] });
  return result;
}
