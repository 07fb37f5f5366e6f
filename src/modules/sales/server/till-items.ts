import type { TillItemInput } from '../input.ts';
import type { MappedTillItem } from '../shapes.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { newId } from '#platform/server/ids.ts';
import { recalculateTillItem } from './recalculate.ts';
import { ensureSaleSource } from './import-sales.ts';

/**
 * Maps a till's menu item or modifier to portions of a recipe, base units of an item, or non-food; a modifier
 * may also change ingredients. Applies to past sales too: days that deplete stock are corrected
 * (`recalculateTillItem`) except in closed periods. All branches with the till share the mapping, so only users
 * who can see all of them may change it.
 *
 * @throws ApiProblem 422 unless exactly one of the three is specified, for an unknown recipe or item, or if a
 *   menu item changes ingredients
 */
export async function mapTillItem(ctx: CommandContext, input: TillItemInput): Promise<MappedTillItem> {
  const { tx, actor, now } = ctx;
  const { recipeId = null, itemId = null, isNonFood = false, code, isModifier, scale, changes } = input;
  if ([recipeId !== null, itemId !== null, isNonFood].filter(Boolean).length !== 1)
    throw invalid({ recipeId: refusal('till-item-one-target') });
  if (!isModifier && (scale !== 1 || changes.length > 0))
    throw invalid({ [scale === 1 ? 'changes' : 'scale']: refusal('till-item-no-modifier') });
  for (const [field, table, id, label] of [
    ['recipeId', 'recipes', recipeId, 'Recipe'],
    ['itemId', 'items', itemId, 'Item'],
    ...changes.flatMap(
      (change, index) =>
        [
          [`changes.${index}.itemId`, 'items', change.itemId, 'Item'],
          [`changes.${index}.replacementItemId`, 'items', change.replacementItemId, 'Item'],
        ] as const,
    ),
  ] as const) {
    if (id === null) continue;
    const row = await tx.selectFrom(table).select('_id').where('_id', '=', id).executeTakeFirst();
    if (!row) throw invalid({ [field]: refusal('no-such-row', { label }) });
  }
  const sourceId = await ensureSaleSource(ctx, input.source);
  // Waits for concurrent imports, whose days must then be corrected too.
  await tx.selectFrom('saleSources').select('_id').where('_id', '=', sourceId).$call(tx.lock).execute();
  const before = await tx
    .selectFrom('tillItems')
    .selectAll()
    .where('sourceId', '=', sourceId)
    .where('code', '=', code)
    .where('isModifier', '=', isModifier ? 1 : 0)
    .$call(tx.lock)
    .executeTakeFirst();
  const mapping = {
    recipeId,
    itemId,
    qtyMicro: toMicro(input.portions),
    isNonFood: isNonFood ? 1 : 0,
    scaleMicro: toMicro(scale),
    changes: JSON.stringify(changes),
  } as const;
  const change = { userId: actor._id, updatedAt: now.toISOString() };
  const _id = before?._id ?? newId({ now: () => now });
  await tx
    .insertInto('tillItems')
    .values({
      _id,
      sourceId,
      code,
      isModifier: isModifier ? 1 : 0,
      ...mapping,
      ...change,
      version: 1,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['sourceId', 'code', 'isModifier'])
        .doUpdateSet({ ...mapping, ...change, version: Number(before?.version ?? 0) + 1 }),
    )
    .execute();
  const { source, portions } = input;
  await ctx.audit({
    action: before ? 'edit' : 'create',
    entity: 'sales',
    id: _id,
    ...(before && {
      before: {
        recipeId: before.recipeId,
        itemId: before.itemId,
        portions: fromMicro(Number(before.qtyMicro)),
        ...(isModifier && {
          scale: fromMicro(Number(before.scaleMicro)),
          changes: JSON.parse(before.changes) as unknown,
        }),
      },
    }),
    after: {
      source,
      code,
      recipeId,
      itemId,
      isNonFood,
      portions,
      ...(isModifier && { isModifier, scale, changes }),
    },
  });
  return recalculateTillItem(ctx, { sourceId, code, isModifier });
}
