import { conversions, type ImportKind } from '#contract/imports/kinds.ts';
import type { CellChange } from '#contract/imports/wire.ts';
import { hiddenFields, type Resource } from '#contract/resources/define-resource.ts';
import { withEventLoopYields } from '../../db/many-rows.ts';
import type { WireRow } from '../master-data/store.ts';
import { createCellFormatter } from './export-rows.ts';
import type { PlannedRow, PlanContext, ImportPlan } from './plan-types.ts';
import { isSameValue } from './row-matcher.ts';

/**
 * What the changed rows of a file change, by row: the fields that differ with their old and new values, references in
 * words, as the current data says them. What comes with a row for the first time (its pack, its level) has no old values.
 */
export async function describeChanges(
  ctx: PlanContext,
  kind: ImportKind,
  { drafts, outcomes }: ImportPlan,
): Promise<Map<number, CellChange[]>> {
  const changes = new Map<number, CellChange[]>();
  const made = new Map(
    drafts.flatMap(({ before, after }) => (before ? [] : [[after._id, newRowName(after)] as const])),
  );
  const changed = drafts.filter(({ row }) => outcomes.get(row) === 'changed');
  for (const [resource, some] of Map.groupBy(changed, (draft) => draft.resource)) {
    const columns = columnsIn(kind, resource);
    const hidden = hiddenFields(resource, ctx.actor);
    const isMain = resource === kind.resource;
    // A row that is made because another refers to it is told where it is referred to.
    const told = isMain ? some.filter(({ before }) => before !== null) : some;
    if (columns.length === 0 || told.length === 0) continue;
    const rows = told.flatMap(({ before, after }) => (before ? [before, after] : [after]));
    const say = await createCellFormatter(ctx, columns, rows, made);
    for await (const draft of withEventLoopYields(told)) {
      const said = columns
        .filter(({ key }) => isChanged(draft, key))
        .filter(({ key }) => !hidden.includes(key))
        .map((column) => ({
          column: draft.columnOf(column.key),
          before: draft.before && say(column, draft.before),
          after: say(column, draft.after),
        }));
      changes.set(draft.row, [...(changes.get(draft.row) ?? []), ...said]);
    }
  }
  return changes;
}

/** The columns of a collection's own fields, by their names there. */
function columnsIn({ resource, columns, parts }: ImportKind, one: Resource) {
  if (one === resource) return columns.filter(({ key }) => key in one.allFields || key === conversions);
  const part = parts.find((each) => each.resource === one);
  if (!part) return [];
  return part.fields.flatMap((name) => {
    const column = columns.find(({ key }) => key === `${part.prefix}.${name}`);
    return column ? [{ ...column, key: name }] : [];
  });
}

const isChanged = ({ before, after }: PlannedRow, field: string): boolean =>
  before
    ? !isSameValue(before[field], after[field])
    : after[field] !== null && after[field] !== undefined && !isSameValue(after[field], []);

/** What a row is called that the file itself makes. */
const newRowName = (row: WireRow): string => String(row['name'] ?? row._id);
