import { conversions as conversionsKey, perOrderUnit } from '../kinds.ts';
import type { ParsedConversion } from '../read-conversions.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import type { CellProblem } from '../shapes.ts';
import type { ItemConversion } from '#core/conversions.ts';
import { type Ratio, toMicro } from '#core/quantity.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import {
  listItemsOnHand,
  listItemsWithHistory,
  loadUnitRows,
  findUnitRefusals,
} from '#modules/items/server/checks.ts';
import { actorCanSeeCosts } from '#modules/items/server/shape.ts';
import { findResizedPacks } from '#modules/master-data/server/locked-packs.ts';
import type { WireRow } from '#platform/collections/server/store.ts';
import type { PlannedRow, PlanContext, ProblemReport, ParsedValues } from './plan-types.ts';
import { buildRuleProblem, buildCellProblem } from './refusals.ts';
import { isSameImportValue } from './row-matcher.ts';
import type { Resolver } from './resolve.ts';

/**
 * Creates the rules for items that involve more than their own fields: conversions, unique barcodes, and base
 * units that can't change.
 */
export async function createItemRules(
  { ctx, resolver, report }: { ctx: PlanContext; resolver: Resolver; report: ProblemReport },
  existing: readonly WireRow[],
) {
  const units = await loadUnitRows(ctx.db);
  const packsByItem = Map.groupBy(
    await ctx.db.selectFrom('packagings').select(['itemId', 'name', 'unit']).execute(),
    ({ itemId }) => itemId,
  );
  const drafts: PlannedRow[] = [];
  /** Rows with a cell for all conversions, not only for the contents of an order unit. */
  const rowsWithAllConversions = new Set<number>();

  return {
    apply(draft: PlannedRow, values: ParsedValues, defaults: ParsedValues): void {
      const { row, before, after } = draft;
      drafts.push(draft);
      after['orderUnit'] ??= after['baseUnit'];
      if ('standardCost' in values && !actorCanSeeCosts(ctx.actor))
        report.add(row, buildRuleProblem('standardCost', refusal('no-costs')));
      const unitsPerOrderUnit = values[perOrderUnit] ?? (before ? undefined : defaults[perOrderUnit]);
      const enteredConversions = values[conversionsKey] as ParsedConversion[] | undefined;
      if (enteredConversions) rowsWithAllConversions.add(row);
      const storedConversions = (before?.['conversions'] as ItemConversion[] | undefined) ?? [];
      after['conversions'] = enteredConversions
        ? resolveConversions(enteredConversions, storedConversions, resolver, (problem) =>
            report.add(row, problem),
          )
        : storedConversions;
      after['conversions'] = withOrderUnit(after, unitsPerOrderUnit, (reason) =>
        report.add(row, buildRuleProblem(perOrderUnit, reason)),
      );
      const isBaseChanged = before !== null && isUnitSettingChanged('baseUnit', draft);
      const areConversionsChanged = !isSameImportValue(storedConversions, after['conversions']);
      const packs = isBaseChanged || areConversionsChanged ? (packsByItem.get(after._id) ?? []) : [];
      const unitCheck = { item: after, conversions: conversionsOf(after), units, packs };
      for (const [field, reason] of Object.entries(
        findUnitRefusals(unitCheck, { areConversionsChanged, isBaseChanged }),
      )) {
        const isConversion = field.startsWith('conversions');
        report.add(
          row,
          buildRuleProblem(
            isConversion ? (enteredConversions ? conversionsKey : 'orderUnit') : field,
            reason,
          ),
        );
      }
    },
    async finish(): Promise<void> {
      for (const [{ row }, field] of await findLockedUnitSettings(ctx.db, drafts))
        report.add(
          row,
          buildRuleProblem(field, refusal(field === 'baseUnit' ? 'base-unit-locked' : 'pieces-stock')),
        );
      for (const [{ row }, reason] of await findResizedPacks(ctx.db, drafts))
        report.add(
          row,
          buildRuleProblem(rowsWithAllConversions.has(row) ? conversionsKey : perOrderUnit, reason),
        );
      const changedIds = new Set(drafts.map(({ after }) => after._id));
      const barcodeOwners = new Map<string, { name: string } | { row: number }>();
      for await (const item of withEventLoopYields(existing)) {
        if (!changedIds.has(item._id))
          for (const code of barcodesOf(item)) barcodeOwners.set(code, { name: String(item['name']) });
      }
      for await (const { row, after } of withEventLoopYields(drafts)) {
        for (const code of barcodesOf(after)) {
          const owner = barcodeOwners.get(code);
          if (owner === undefined) barcodeOwners.set(code, { row });
          else {
            const reason =
              'row' in owner
                ? refusal('duplicate-barcode-in-row', { ...owner, code })
                : refusal('barcode-taken', { ...owner, code });
            report.add(row, buildRuleProblem('barcodes', reason));
          }
        }
      }
    },
  };
}

type Change = Pick<PlannedRow, 'before' | 'after'>;
type UnitSetting = 'baseUnit' | 'catchWeight';

const isUnitSettingChanged = (field: UnitSetting, { before, after }: Change) =>
  before !== null && before[field] !== after[field];

/**
 * Returns rows that change a value on which orders or stock depend: the base unit of an item with orders or
 * movements, or the catch weight setting of an item with stock.
 */
export async function findLockedUnitSettings<D extends Change>(
  db: Queryable,
  drafts: readonly D[],
): Promise<Map<D, UnitSetting>> {
  const lockedSettings = new Map<D, UnitSetting>();
  for (const [field, findItems] of [
    ['catchWeight', listItemsOnHand],
    ['baseUnit', listItemsWithHistory],
  ] as const) {
    const changedDrafts = drafts.filter((draft) => isUnitSettingChanged(field, draft));
    for (const chunk of chunks(changedDrafts, 500)) {
      const ids = chunk.map(({ after }) => after._id);
      const lockedIds = await findItems(db, ids);
      for (const draft of chunk) if (lockedIds.has(draft.after._id)) lockedSettings.set(draft, field);
    }
  }
  return lockedSettings;
}

const barcodesOf = (row: WireRow): string[] => (row['barcodes'] as string[] | null) ?? [];
const conversionsOf = (row: WireRow): ItemConversion[] =>
  (row['conversions'] as ItemConversion[] | undefined) ?? [];

/** Resolves the units of a conversion cell. Existing conversions keep their stored form. */
function resolveConversions(
  enteredConversions: readonly ParsedConversion[],
  storedConversions: readonly ItemConversion[],
  resolver: Resolver,
  refuse: (problem: CellProblem) => void,
): ItemConversion[] {
  const pairs = new Set<string>();
  const units = resolver.lookup('units');
  return enteredConversions.flatMap(({ fromUnit: fromWord, toUnit: toWord, num, den }) => {
    const [from, to] = [fromWord, toWord].map((word) => {
      const match = units?.find(word) ?? { count: 0 };
      if ('id' in match) return match.id;
      const code = match.count > 1 ? 'ambiguous' : 'not-found';
      refuse(buildCellProblem(conversionsKey, code, refusal('conversions-unknown', { text: word })));
      return null;
    });
    if (!from || !to) return [];
    const pair = [from, to].toSorted().join(' ');
    if (from === to) refuse(buildRuleProblem(conversionsKey, refusal('unit-itself')));
    else if (pairs.has(pair)) refuse(buildRuleProblem(conversionsKey, refusal('each-pair-once')));
    pairs.add(pair);
    const storedMatch = storedConversions.find(
      (conversion) =>
        conversion.fromUnit === from &&
        conversion.toUnit === to &&
        BigInt(conversion.num) * BigInt(den) === BigInt(num) * BigInt(conversion.den),
    );
    return [storedMatch ?? { fromUnit: from, toUnit: to, num, den }];
  });
}

/** Returns the item's conversions with this number of base units per order unit; the others are retained. */
function withOrderUnit(
  after: WireRow,
  contents: unknown,
  refuse: (reason: Refusal) => void,
): ItemConversion[] {
  const conversions = conversionsOf(after);
  if (typeof contents !== 'number') return conversions;
  const [fromUnit, toUnit] = [String(after['orderUnit']), String(after['baseUnit'])];
  if (fromUnit === toUnit) {
    if (contents !== 1) refuse(refusal('order-unit-first'));
    return conversions;
  }
  const ratio = toRatio(contents);
  if (!ratio) {
    refuse(refusal('not-exact'));
    return conversions;
  }
  const others = conversions.filter(
    (conversion) =>
      ![conversion.fromUnit, conversion.toUnit].every((unit) => unit === fromUnit || unit === toUnit),
  );
  return [...others, { fromUnit, toUnit, ...ratio }];
}

const maxRatioPart = 1_000_000_000;

/** Returns a decimal number as a reduced ratio; null for numbers that are zero, negative or too precise. */
function toRatio(value: number): Ratio | null {
  const [micro, scale] = [toMicro(value), 1_000_000];
  if (micro <= 0) return null;
  let [a, b] = [micro, scale];
  while (b > 0) [a, b] = [b, a % b];
  const ratio = { num: micro / a, den: scale / a };
  return ratio.num <= maxRatioPart ? ratio : null;
}
