import type { Resource } from '#platform/collections/define-resource.ts';
import { readReference, readText } from '#platform/shapes/tolerant.ts';
import type { ResourceRow } from './queries/resources.ts';
import type { FilterSelect } from '#platform/web/data-table/filter-bar.tsx';
import type { ValueContext } from './field-value.ts';

/** Placeholder id that stands for "no reference". */
export const noneId = 'none';

/** Collections that aren't offered as filters, because they have too many rows or aren't useful as one. */
const unlistedCollections: ReadonlySet<string | null> = new Set(['items', 'units', 'users']);

/** Returns the filter fields of a collection's list: columns whose values come from a short list. */
export function getFilterFields({ collection, columns, allFields }: Resource): string[] {
  return columns.filter((name) => {
    const { kind, refersTo } = allFields[name] ?? {};
    return (
      kind === 'choice' ||
      (kind === 'reference' && refersTo !== collection && !unlistedCollections.has(refersTo ?? null))
    );
  });
}

/** Parses the filter for archived rows: active rows by default, undefined for both. */
export function parseActiveFilter(value: string | undefined): boolean | undefined {
  return value === 'all' ? undefined : value !== 'false';
}

/** Returns the filter selects of a list. */
export function buildFilterSelects(
  { allFields }: Resource,
  fields: readonly string[],
  filtersWithNone: readonly string[],
  { texts, names, t }: ValueContext,
): FilterSelect[] {
  const selects = fields.map((name): FilterSelect => {
    const { refersTo, options = [] } = allFields[name] ?? {};
    const label = texts.fields[name] ?? name;
    const choices = refersTo
      ? names.listRows(refersTo).map(({ _id, name: rowName }) => ({ id: _id, name: rowName }))
      : options.map((id) => ({ id, name: texts.choices[name]?.[id] ?? id }));
    const none =
      choices.length > 0 && filtersWithNone.includes(name) ? [{ id: noneId, name: t.none(label) }] : [];
    return { key: name, label, all: label, choices: [...none, ...choices] };
  });
  const states = [
    { id: 'false', name: t.archived },
    { id: 'all', name: t.activeAndArchived },
  ];
  return [...selects, { key: 'active', label: t.state, all: t.active, choices: states }];
}

/** Returns whether a row passes the filters, for lists that the server does not filter. */
export function passesFilters(
  { values, isActive }: ResourceRow,
  { active, ...filters }: Readonly<Partial<Record<string, string>>>,
): boolean {
  const activeFilter = parseActiveFilter(active);
  if (activeFilter !== undefined && isActive !== activeFilter) return false;
  return Object.entries(filters).every(([name, value]) => {
    const current = readReference(values[name])?.id ?? readText(values[name]);
    return value === noneId ? current === null : current === value;
  });
}
