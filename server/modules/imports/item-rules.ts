import { conversions as conversionsKey, perOrderUnit } from '#contract/imports/kinds.ts';
import type { ParsedConversion } from '#contract/imports/read-conversions.ts';
import { type Refusal, refusal } from '#domain/refusals/refusal.ts';
import type { CellProblem } from '#contract/imports/wire.ts';
import type { ItemConversion } from '#contract/item-bodies.ts';
import { type Ratio, toMicro } from '#domain/quantity.ts';
import { chunks, withEventLoopYields } from '../../db/many-rows.ts';
import type { Queryable } from '../../db/types.ts';
import { listItemsOnHand, listItemsWithHistory, loadUnitRows, unitFaults } from '../items/checks.ts';
import { seesCosts } from '../items/shape.ts';
import { findResizedPacks } from '../master-data/fixed-packs.ts';
import type { WireRow } from '../master-data/store.ts';
import type { PlannedRow, PlanContext, ProblemReport, FieldValues } from './plan-types.ts';
import { ruleProblem, cellProblem } from './refusals.ts';
import { isSameValue } from './row-matcher.ts';
import type { Resolver } from './resolve.ts';

/** What items need beyond their own fields: conversions, barcodes that find one item, a base unit that stays. */
export async function createItemRules(
  { ctx, resolver, report }: { ctx: PlanContext; resolver: Resolver; report: ProblemReport },
  existing: readonly WireRow[],
) {
  const units = await loadUnitRows(ctx.db);
  const packsOf = Map.groupBy(
    await ctx.db.selectFrom('packagings').select(['itemId', 'name', 'unit']).execute(),
    ({ itemId }) => itemId,
  );
  const drafts: PlannedRow[] = [];
  /** Rows that say their conversions, and not how much one unit of orders holds alone. */
  const sayingAll = new Set<number>();

  return {
    apply(draft: PlannedRow, values: FieldValues, defaults: FieldValues): void {
      const { row, before, after } = draft;
      drafts.push(draft);
      after['orderUnit'] ??= after['baseUnit'];
      if ('standardCost' in values && !seesCosts(ctx.actor))
        report.add(row, ruleProblem('standardCost', refusal('no-costs')));
      const holds = values[perOrderUnit] ?? (before ? undefined : defaults[perOrderUnit]);
      const said = values[conversionsKey] as ParsedConversion[] | undefined;
      if (said) sayingAll.add(row);
      const kept = (before?.['conversions'] as ItemConversion[] | undefined) ?? [];
      after['conversions'] = said
        ? resolveConversions(said, kept, resolver, (problem) => report.add(row, problem))
        : kept;
      after['conversions'] = withOrderUnit(after, holds, (why) =>
        report.add(row, ruleProblem(perOrderUnit, why)),
      );
      const isBaseChanged = before !== null && isMeasureChanged('baseUnit', draft);
      const isChanged = !isSameValue(kept, after['conversions']);
      const packs = isBaseChanged || isChanged ? (packsOf.get(after._id) ?? []) : [];
      const given = { item: after, conversions: conversionsOf(after), units, packs };
      for (const [field, why] of Object.entries(unitFaults(given, { isChanged, isBaseChanged }))) {
        const isConversion = field.startsWith('conversions');
        report.add(row, ruleProblem(isConversion ? (said ? conversionsKey : 'orderUnit') : field, why));
      }
    },
    async settle(): Promise<void> {
      for (const [{ row }, field] of await findFixedMeasures(ctx.db, drafts))
        report.add(
          row,
          ruleProblem(field, refusal(field === 'baseUnit' ? 'base-unit-stays' : 'pieces-stock')),
        );
      for (const [{ row }, why] of await findResizedPacks(ctx.db, drafts))
        report.add(row, ruleProblem(sayingAll.has(row) ? conversionsKey : perOrderUnit, why));
      const changing = new Set(drafts.map(({ after }) => after._id));
      const holders = new Map<string, { name: string } | { row: number }>();
      for await (const item of withEventLoopYields(existing)) {
        if (!changing.has(item._id))
          for (const code of barcodesOf(item)) holders.set(code, { name: String(item['name']) });
      }
      for await (const { row, after } of withEventLoopYields(drafts)) {
        for (const code of barcodesOf(after)) {
          const holder = holders.get(code);
          if (holder === undefined) holders.set(code, { row });
          else {
            const why =
              'row' in holder
                ? refusal('barcode-twice', { ...holder, code })
                : refusal('barcode-taken', { ...holder, code });
            report.add(row, ruleProblem('barcodes', why));
          }
        }
      }
    },
  };
}

type Change = Pick<PlannedRow, 'before' | 'after'>;
type Measure = 'baseUnit' | 'catchWeight';

const isMeasureChanged = (field: Measure, { before, after }: Change) =>
  before !== null && before[field] !== after[field];

/**
 * Which rows would change what orders and stock fix by now, and what of them: the base unit of an item that was ordered
 * or moved, and whether what is on hand has pieces.
 */
export async function findFixedMeasures<D extends Change>(
  db: Queryable,
  drafts: readonly D[],
): Promise<Map<D, Measure>> {
  const fixed = new Map<D, Measure>();
  for (const [field, held] of [
    ['catchWeight', listItemsOnHand],
    ['baseUnit', listItemsWithHistory],
  ] as const) {
    const changing = drafts.filter((draft) => isMeasureChanged(field, draft));
    for (const some of chunks(changing, 500)) {
      const ids = some.map(({ after }) => after._id);
      const found = await held(db, ids);
      for (const draft of some) if (found.has(draft.after._id)) fixed.set(draft, field);
    }
  }
  return fixed;
}

const barcodesOf = (row: WireRow): string[] => (row['barcodes'] as string[] | null) ?? [];
const conversionsOf = (row: WireRow): ItemConversion[] =>
  (row['conversions'] as ItemConversion[] | undefined) ?? [];

/** The conversions that a cell tells, with ids for its words; one that was there already stays as it is kept. */
function resolveConversions(
  said: readonly ParsedConversion[],
  kept: readonly ItemConversion[],
  resolver: Resolver,
  refuse: (problem: CellProblem) => void,
): ItemConversion[] {
  const pairs = new Set<string>();
  const units = resolver.lookup('units');
  return said.flatMap(({ fromUnit: fromWord, toUnit: toWord, num, den }) => {
    const [from, to] = [fromWord, toWord].map((word) => {
      const found = units?.find(word) ?? { count: 0 };
      if ('id' in found) return found.id;
      const code = found.count > 1 ? 'ambiguous' : 'not-found';
      refuse(cellProblem(conversionsKey, code, refusal('conversions-unknown', { text: word })));
      return null;
    });
    if (!from || !to) return [];
    const pair = [from, to].toSorted().join(' ');
    if (from === to) refuse(ruleProblem(conversionsKey, refusal('unit-itself')));
    else if (pairs.has(pair)) refuse(ruleProblem(conversionsKey, refusal('each-pair-once')));
    pairs.add(pair);
    const same = kept.find(
      (one) =>
        one.fromUnit === from &&
        one.toUnit === to &&
        BigInt(one.num) * BigInt(den) === BigInt(num) * BigInt(one.den),
    );
    return [same ?? { fromUnit: from, toUnit: to, num, den }];
  });
}

/** The item's conversions with this many base units in one order unit; the others stay. */
function withOrderUnit(after: WireRow, holds: unknown, refuse: (why: Refusal) => void): ItemConversion[] {
  const all = conversionsOf(after);
  if (typeof holds !== 'number') return all;
  const [fromUnit, toUnit] = [String(after['orderUnit']), String(after['baseUnit'])];
  if (fromUnit === toUnit) {
    if (holds !== 1) refuse(refusal('order-unit-first'));
    return all;
  }
  const ratio = ratioOf(holds);
  if (!ratio) {
    refuse(refusal('not-exact'));
    return all;
  }
  const others = all.filter(
    (one) => ![one.fromUnit, one.toUnit].every((unit) => unit === fromUnit || unit === toUnit),
  );
  return [...others, { fromUnit, toUnit, ...ratio }];
}

const largest = 1_000_000_000;

/** A decimal number as a ratio in lowest terms; null when it is nothing or too fine. */
function ratioOf(value: number): Ratio | null {
  const [micro, one] = [toMicro(value), 1_000_000];
  if (micro <= 0) return null;
  let [a, b] = [micro, one];
  while (b > 0) [a, b] = [b, a % b];
  const ratio = { num: micro / a, den: one / a };
  return ratio.num <= largest ? ratio : null;
}
