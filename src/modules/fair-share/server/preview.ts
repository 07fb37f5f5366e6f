import type { FairShareQueryParams } from '../input.ts';
import type { FairShare, FairShareItem } from '../shapes.ts';
import { proposeShares } from '../proposals.ts';
import { shareBases } from '../bases.ts';
import { type ShareTerms, defaultShareTerms } from '../share.ts';
import { type Actor, getScope } from '#core/permissions.ts';
import { fromMicro } from '#core/quantity.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { invalid, notFound } from '#platform/server/http/problems.ts';
import { loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import { type ShareItemFacts, openKitchenStatuses, loadShareFacts } from './facts.ts';

/**
 * Previews the short items at a kitchen, with a share for each line.
 *
 * @throws ApiProblem 404 for a kitchen out of scope, 422 if no kitchen is given and the actor doesn't have
 *   exactly one
 */
export async function previewShares(
  db: Queryable,
  actor: Actor,
  query: FairShareQueryParams,
  now: Date,
): Promise<FairShare> {
  const kitchen = await findSharingKitchen(db, actor, query.kitchen);
  const terms = {
    basis: query.basis ?? kitchen.terms.basis,
    cap: query.cap === undefined ? kitchen.terms.cap : query.cap || null,
  };
  const day = query.day ?? null;
  const shareQuery = {
    kitchen: kitchen._id,
    day,
    orders: parseList(query.orders),
    items: parseList(query.items),
  };
  const hidden = await loadHiddenStock(db, actor);
  // Excludes items that are being counted blind, at the kitchen or a branch: their stock is hidden until the
  // count is submitted.
  const isHidden = ({ itemId, lines }: ShareItemFacts) =>
    [kitchen._id, ...lines.map(({ branch }) => branch)].some((place) => hidden.has(place, itemId));
  const visibleItems = (await loadShareFacts(db, shareQuery, now)).filter((item) => !isHidden(item));
  return {
    kitchen: kitchen._id,
    kitchenName: kitchen.name,
    day,
    ...terms,
    days: await loadOpenDays(db, kitchen._id),
    items: visibleItems.map((item) => withShares(item, terms)),
  };
}

function withShares(item: ShareItemFacts, terms: ShareTerms): FairShareItem {
  const shares = proposeShares(item, item.lines, terms);
  const lineById = new Map(shares.lines.map((line) => [line.lineId, line]));
  return {
    ...item,
    supply: fromMicro(shares.supplyMicro),
    requested: fromMicro(shares.requestedMicro),
    proposed: fromMicro(shares.allocatedMicro),
    remaining: fromMicro(shares.remainingMicro),
    basis: shares.basis,
    rule: shares.rule,
    lines: item.lines.map((line) => {
      const { qtyMicro = 0, shortMicro = 0, percent = 0, reason = 'none' } = lineById.get(line.lineId) ?? {};
      return {
        ...line,
        proposed: fromMicro(qtyMicro),
        percent,
        shortQty: fromMicro(shortMicro),
        reason,
      };
    }),
  };
}

const parseList = (text: string | undefined): string[] | null =>
  text === undefined ? null : text.split(',').filter((id) => id !== '');

/** Finds the given kitchen, or the actor's only one, with its sharing terms. Branch users have none. */
export async function findSharingKitchen(db: Queryable, actor: Actor, requestedId: string | undefined) {
  const scope = getScope(actor);
  const kitchens = scope.kind === 'all' ? null : scope.kind === 'places' ? ['', ...scope.kitchens] : [''];
  const rows = await db
    .selectFrom('branches')
    .select(['_id', 'name', 'fairShareBasis', 'fairShareCap'])
    .where('type', 'in', ['central_kitchen', 'warehouse'])
    .where((eb) => (requestedId === undefined ? eb('isActive', '=', 1) : eb('_id', '=', requestedId)))
    .where((eb) => (kitchens === null ? eb.lit(true) : eb('_id', 'in', kitchens)))
    .limit(2)
    .execute();
  const [kitchen] = rows;
  if (requestedId !== undefined && !kitchen) throw notFound();
  if (!kitchen || rows.length > 1) throw invalid({ kitchen: refusal('share-kitchen') });
  const basis =
    shareBases.find((shareBasis) => shareBasis === kitchen.fairShareBasis) ?? defaultShareTerms.basis;
  return { ...kitchen, terms: { basis, cap: kitchen.fairShareCap ?? defaultShareTerms.cap } };
}

async function loadOpenDays(db: Queryable, kitchen: string): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('deliveryDate')
    .distinct()
    .where('kitchen', '=', kitchen)
    .where('status', 'in', [...openKitchenStatuses])
    .execute();
  return rows.map(({ deliveryDate }) => deliveryDate).toSorted();
}
