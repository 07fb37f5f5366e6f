import { conversions, type ImportKind } from '../kinds.ts';
import type { CellChange } from '../shapes.ts';
import { listHiddenFields, type Resource } from '#platform/collections/define-resource.ts';
import { withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { WireRow } from '#platform/collections/server/store.ts';
import { createCellFormatter } from './export-rows.ts';
import type { PlannedRow, PlanContext, ImportPlan } from './plan-types.ts';
import { isSameImportValue } from './row-matcher.ts';

/**
 * Returns the changed fields of each row with their old and new values; references are shown as text. Packs
 * and levels that the import adds to a row have no old values.
 */
export async function describeChanges(
  ctx: PlanContext,
  kind: ImportKind,
  { drafts, outcomes }: ImportPlan,
): Promise<Map<number, CellChange[]>> {
  const changes = new Map<number, CellChange[]>();
  const newRows = new Map(
    drafts.flatMap(({ before, after }) => (before ? [] : [[after._id, getNewRowName(after)] as const])),
  );
  const changed = drafts.filter(({ row }) => outcomes.get(row) === 'changed');
  for (const [resource, group] of Map.groupBy(changed, (draft) => draft.resource)) {
    const columns = listOwnColumns(kind, resource);
    const hidden = listHiddenFields(resource, ctx.actor);
    const isMain = resource === kind.resource;
    // A row created for a reference is listed with the row that references it.
    const described = isMain ? group.filter(({ before }) => before !== null) : group;
    if (columns.length === 0 || described.length === 0) continue;
    const rows = described.flatMap(({ before, after }) => (before ? [before, after] : [after]));
    const format = await createCellFormatter(ctx, columns, rows, newRows);
    for await (const draft of withEventLoopYields(described)) {
      const cells = columns
        .filter(({ key }) => isChanged(draft, key))
        .filter(({ key }) => !hidden.includes(key))
        .map((column) => ({
          column: draft.columnOf(column.key),
          before: draft.before && format(column, draft.before),
          after: format(column, draft.after),
        }));
      changes.set(draft.row, [...(changes.get(draft.row) ?? []), ...cells]);
    }
  }
  return changes;
}

/** Columns of a collection's own fields, by field name. */
function listOwnColumns({ resource, columns, parts }: ImportKind, changedResource: Resource) {
  if (changedResource === resource)
    return columns.filter(({ key }) => key in changedResource.allFields || key === conversions);
  const part = parts.find((part) => part.resource === changedResource);
  if (!part) return [];
  return part.fields.flatMap((name) => {
    const column = columns.find(({ key }) => key === `${part.prefix}.${name}`);
    return column ? [{ ...column, key: name }] : [];
  });
}

const isChanged = ({ before, after }: PlannedRow, field: string): boolean =>
  before
    ? !isSameImportValue(before[field], after[field])
    : after[field] !== null && after[field] !== undefined && !isSameImportValue(after[field], []);

/** Returns the name of a row that the file creates. */
const getNewRowName = (row: WireRow): string => String(row['name'] ?? row._id);
