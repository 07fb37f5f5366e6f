import { type FieldRefusals, refusal } from '#core/refusals/refusal.ts';
import { type ItemConversion, findRatio } from '#core/conversions.ts';
import { toExactOrNull } from '#core/quantity.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { findLevelRefusals, loadLevelUnits } from '#modules/item-levels/server/level-units.ts';
import { loadUnitRows, type UnitRow } from '#modules/items/server/checks.ts';
import { toPackAmount, packFields, toPackLine } from '#modules/master-data/server/effects.ts';
import { findLockedPacks, findLockedPackRefusals } from '#modules/master-data/server/locked-packs.ts';
import { findAmountRefusals, findUnitRefusals } from '#modules/master-data/server/line-units.ts';
import type { WireRow } from '#platform/collections/server/store.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { PlannedRow, PlanContext, ProblemReport } from './plan-types.ts';
import { buildRuleProblem } from './refusals.ts';

/**
 * Checks that packs can be converted to the base unit of their item, and levels to its base and order unit.
 * The item may be created by the same file.
 */
export async function checkImportedUnits(
  ctx: PlanContext,
  drafts: readonly PlannedRow[],
  report: ProblemReport,
): Promise<void> {
  const listDrafts = (collection: string) =>
    drafts.filter(({ resource }) => resource.collection === collection);
  const [packs, levels] = [listDrafts('packagings'), listDrafts('item-levels')];
  if (packs.length + levels.length === 0) return;
  const items = new Map(listDrafts('items').map(({ after }) => [after._id, after]));
  const units = await loadUnitRows(ctx.db);
  const findItem = ({ after }: PlannedRow) => items.get(String(after['itemId']));
  const refuse = ({ row, columnOf }: PlannedRow, fields: FieldRefusals) => {
    for (const [field, reason] of Object.entries(fields))
      report.add(row, buildRuleProblem(columnOf(field), reason));
  };
  for await (const pack of withEventLoopYields(packs)) {
    const item = findItem(pack);
    if (item) refuse(pack, findNewPackErrors(pack.after, item, units));
  }
  const storedItemPacks = packs.filter((pack) => !findItem(pack));
  const newItemPacks = packs.filter((pack) => findItem(pack));
  for (const pack of (await findLockedPacks(ctx.db, newItemPacks)).keys())
    refuse(pack, findLockedPackRefusals(pack));
  for (const [pack, fields] of await findPackErrors(ctx.db as Tx, storedItemPacks)) refuse(pack, fields);
  for await (const level of withEventLoopYields(levels)) {
    const itemUnits = resolveItemUnits(findItem(level), units);
    if (itemUnits) refuse(level, findLevelRefusals(level.before, level.after, itemUnits));
  }
  const storedItemLevels = levels.filter((level) => !findItem(level));
  for (const [level, fields] of await findLevelDraftErrors(ctx.db as Tx, storedItemLevels))
    refuse(level, fields);
}

/** Returns the ratio between a unit and the base unit of an item in the file. */
function computeBaseRatio(item: WireRow, unit: unknown, units: readonly UnitRow[]) {
  const conversions = (item['conversions'] as ItemConversion[] | undefined) ?? [];
  const base = String(item['baseUnit']);
  if (unit === base) return { num: 1, den: 1 };
  return toExactOrNull(() => findRatio(String(unit), base, units, conversions));
}

function resolveItemUnits(item: WireRow | undefined, units: readonly UnitRow[]) {
  if (!item) return undefined;
  const base = units.find(({ _id }) => _id === item['baseUnit']);
  return base && { base, orderRatio: computeBaseRatio(item, item['orderUnit'], units) };
}

function findNewPackErrors(pack: WireRow, item: WireRow, units: readonly UnitRow[]): FieldRefusals {
  const [unit, base] = [pack['unit'], item['baseUnit']].map((id) => units.find(({ _id }) => _id === id));
  if (!unit || !base) return {};
  const ratio = computeBaseRatio(item, unit._id, units);
  if (!ratio) return { unit: refusal('base-unknown') };
  return findAmountRefusals({ unit, base, ratio }, readAmount(pack));
}

/** Returns the errors in packs of existing items, by field. */
export async function findPackErrors(
  tx: Tx,
  drafts: readonly PlannedRow[],
): Promise<Map<PlannedRow, FieldRefusals>> {
  const refusals = new Map<PlannedRow, FieldRefusals>();
  const changed = drafts.filter(
    ({ before, after }) =>
      typeof after['itemId'] === 'string' &&
      typeof after['unit'] === 'string' &&
      packFields.some((name) => before?.[name] !== after[name]),
  );
  for await (const chunk of withEventLoopYields(chunks(changed, 100))) {
    const lines = chunk.map(({ after }, index) => {
      const { amount: _, ...line } = toPackLine(after);
      const amount = readAmount(after);
      return { ...line, path: String(index), ...(amount && { amount }) };
    });
    for (const [path, reason] of Object.entries(await findUnitRefusals(tx, lines))) {
      const [index, field = ''] = path.split('.');
      const draft = chunk[Number(index)];
      if (draft) refusals.set(draft, { [field]: reason });
    }
  }
  for (const draft of (await findLockedPacks(tx, changed)).keys())
    refusals.set(draft, findLockedPackRefusals(draft));
  return refusals;
}

/** Returns the errors in levels of existing items, by field. */
export async function findLevelDraftErrors(
  tx: Tx,
  drafts: readonly PlannedRow[],
): Promise<Map<PlannedRow, FieldRefusals>> {
  const refusals = new Map<PlannedRow, FieldRefusals>();
  if (drafts.length === 0) return refusals;
  const getUnits = await loadLevelUnits(
    tx,
    drafts.map(({ after }) => String(after['itemId'])),
  );
  for await (const draft of withEventLoopYields(drafts)) {
    const units = getUnits(String(draft.after['itemId']));
    const fields = units ? findLevelRefusals(draft.before, draft.after, units) : {};
    if (Object.keys(fields).length > 0) refusals.set(draft, fields);
  }
  return refusals;
}

/** Returns undefined if the cell couldn't be parsed; that error is reported separately. */
const readAmount = (pack: WireRow) =>
  typeof pack['contentsQty'] === 'number' ? toPackAmount(pack) : undefined;
