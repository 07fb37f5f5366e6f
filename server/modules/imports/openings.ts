import type { ReasonCode } from '#contract/imports/sentences.ts';
import { ratioBetween } from '#domain/conversions.ts';
import { scopeOf } from '#domain/permissions.ts';
import { valueOf, toE4 } from '#domain/money.ts';
import { convertMicro, QuantityError, type Ratio, toMicro } from '#domain/quantity.ts';
import { knownUnits } from '../items/checks.ts';
import { chunks } from './existing.ts';
import type { Job, JudgeContext, Opening, Report, Values } from './judge-types.ts';
import { brokenRule } from './reasons.ts';
import type { Resolver } from './resolve.ts';
import { resolveRow } from './resolve-row.ts';

/** Kind of the moves that an import posts; its undo posts the reversal of each. */
export const openingKind = 'opening';

/**
 * What a file says that places hold on the first day, as postings worth what the file says. An item may open at a
 * place as long as nothing of it ever moved there; an opening that was undone does not count.
 */
export async function judgeOpenings(
  ctx: JudgeContext,
  job: Job,
  resolver: Resolver,
  report: Report,
): Promise<Opening[]> {
  const read = job.rows.map((row) => {
    const values: Values = { ...resolver.defaults, ...resolveRow(job, resolver, report, row) };
    return { row: row.row, values };
  });
  const itemIds = [
    ...new Set(read.flatMap(({ values }) => (values['itemId'] ? [String(values['itemId'])] : []))),
  ];
  const [items, moved] = [await itemUnits(ctx, itemIds), await movedKeys(ctx, itemIds)];
  const units = await knownUnits(ctx.db);
  const seen = new Map<string, number>();
  const openings: Opening[] = [];
  for (const { row, values } of read) {
    const refuse = (column: string, reason: ReasonCode) => report.add(row, brokenRule(column, reason));
    for (const { key, field, isNeeded } of job.kind.columns) {
      if (isNeeded && values[key] === undefined && !report.has(row, key))
        report.add(row, { column: key, code: 'needed', message: `${field.label} is needed.` });
    }
    const { itemId, placeId, qty } = values;
    const item = items.get(String(itemId));
    if (item === undefined || typeof placeId !== 'string' || typeof qty !== 'number') continue;
    const key = `${placeId} ${item._id}`;
    const other = seen.get(key);
    seen.set(key, other ?? row);
    if (other !== undefined) {
      const message = `Row ${other} of the file has this item at this place already.`;
      report.add(row, { column: 'itemId', code: 'twice-in-file', message, otherRow: other });
    }
    if (moved.has(key)) refuse('itemId', 'moved-already');
    if (!isOwn(ctx, placeId)) refuse('placeId', 'own-branch');
    if (qty <= 0) refuse('qty', 'more-than-zero');
    const ratio = toBase(() =>
      ratioBetween(String(values['unit'] ?? item.baseUnit), item.baseUnit, units, item.conversions),
    );
    if (!ratio) {
      refuse('unit', 'base-unknown');
      continue;
    }
    const qtyMicro = toMicro(qty);
    const costE4 = toE4(typeof values['unitCost'] === 'number' ? values['unitCost'] : 0);
    openings.push({
      row,
      posting: {
        itemId: item._id,
        fromPlace: 'adjustment',
        toPlace: placeId,
        qtyMicro: convertMicro(qtyMicro, ratio),
        valueE4: valueOf(qtyMicro, costE4),
        kind: openingKind,
        docType: 'import',
        docId: '',
        docLineId: `${row}`,
        lot: '',
      },
    });
  }
  return openings;
}

function toBase(ratio: () => Ratio | null): Ratio | null {
  try {
    return ratio();
  } catch (error) {
    if (error instanceof QuantityError) return null;
    throw error;
  }
}

function isOwn({ actor }: JudgeContext, placeId: string): boolean {
  const scope = scopeOf(actor);
  if (scope.kind === 'all') return true;
  const own = scope.kind === 'branches' ? scope.branches : scope.kind === 'kitchens' ? scope.kitchens : [];
  return own.includes(placeId);
}

interface ItemUnits {
  _id: string;
  baseUnit: string;
  conversions: { fromUnit: string; toUnit: string; num: number; den: number }[];
}

async function itemUnits({ db }: JudgeContext, ids: readonly string[]): Promise<Map<string, ItemUnits>> {
  const items = new Map<string, ItemUnits>();
  for (const some of chunks(ids, 500)) {
    const rows = await db.selectFrom('items').select(['_id', 'baseUnit']).where('_id', 'in', some).execute();
    for (const row of rows) items.set(row._id, { ...row, conversions: [] });
    const conversions = await db
      .selectFrom('itemConversions')
      .select(['itemId', 'fromUnit', 'toUnit', 'num', 'den'])
      .where('itemId', 'in', some)
      .execute();
    for (const { itemId, ...conversion } of conversions) items.get(itemId)?.conversions.push(conversion);
  }
  return items;
}

/** `place item` of everything that moved, but for openings of imports that were taken back. */
async function movedKeys({ db }: JudgeContext, ids: readonly string[]): Promise<Set<string>> {
  const moved = new Set<string>();
  for (const some of chunks(ids, 500)) {
    const undone = db.selectFrom('imports').select('_id').where('status', '=', 'Undone');
    const rows = await db
      .selectFrom('stockMoves')
      .select(['itemId', 'fromPlace', 'toPlace'])
      .distinct()
      .where('itemId', 'in', some)
      .where((on) => on.or([on('docType', '!=', 'import'), on('docId', 'not in', undone)]))
      .execute();
    for (const { itemId, fromPlace, toPlace } of rows) {
      moved.add(`${fromPlace} ${itemId}`);
      moved.add(`${toPlace} ${itemId}`);
    }
  }
  return moved;
}
