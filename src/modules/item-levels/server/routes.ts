import { listOf } from '#platform/shapes/shape.ts';
import { itemUseQueryParams, levelsChange } from '../input.ts';
import { itemDailyUse, levelsSaved } from '../level-changes-shapes.ts';
import { itemLevels } from '../collection.ts';
import { type Route, readRoute, writeRoute } from '#platform/server/http/route.ts';
import { assertInScope } from '#platform/collections/server/scope.ts';
import { fromMicro } from '#core/quantity.ts';
import { loadUsageByItem } from '#modules/stock/server/usage.ts';
import { saveItemLevels } from './save.ts';

/** Routes of item levels in addition to the generic collection routes. */
export const itemLevelRoutes: readonly Route[] = [
  writeRoute({
    method: 'put',
    path: '/item-levels/bulk',
    access: { kind: 'collection', collection: 'item-levels', flag: 'canEdit' },
    summary:
      'Saves the levels of many items at one branch, all or none; omitted rows are unchanged. Errors identify the row.',
    body: levelsChange,
    response: levelsSaved,
    async run(ctx) {
      return { status: 200, body: { saved: await saveItemLevels(ctx, ctx.body) } };
    },
  }),
  readRoute({
    path: '/item-levels/use',
    access: { kind: 'collection', collection: 'item-levels', flag: 'canView' },
    summary: 'Usage of each item per day at a branch over the last `days` whole days, as in `/stock/use`.',
    query: itemUseQueryParams,
    response: listOf(itemDailyUse),
    async run({ db, actor, query, now }) {
      assertInScope(itemLevels, actor, query);
      const { branchId: placeId, days: maxDays } = query;
      const uses = await loadUsageByItem(db, { placeId, maxDays }, now);
      const body = [...uses].map(([itemId, { perDayMicro }]) => ({ itemId, perDay: fromMicro(perDayMicro) }));
      return { status: 200, body, headers: { 'x-total-count': String(body.length) } };
    },
  }),
];
