import type { Definition } from '../collections.ts';
import { readText } from '#platform/shapes/tolerant.ts';
import type { ResourceRow } from './queries/resources.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { Pill } from '#platform/web/ui/pill.tsx';
import { missingValue, formatInstant } from '#platform/web/format/format.ts';
import { SmallPicture } from '#modules/pictures/web/small-picture.tsx';
import { getFieldCell, getFieldText, isNumericField, type ValueContext } from './field-value.ts';

/** Long and structured values are shown only in the panel; they are too large for a table. */
const panelOnlyKinds: ReadonlySet<string> = new Set(['longText', 'json', 'references']);

/** Kinds whose values don't wrap, to leave more space for the name. */
const singleLineKinds: ReadonlySet<string> = new Set([
  'code',
  'phone',
  'date',
  'choice',
  'reference',
  'boolean',
]);

/**
 * Returns the columns of a collection from its definition: its default columns, followed by all others as
 * optional. With `isLocal`, the list is sorted on the client, and references are sorted by name instead of
 * id. With `hasRoom`, the name in the other language is shown, too.
 */
export function buildResourceColumns(
  resource: Definition,
  context: ValueContext,
  isLocal: boolean,
  hasRoom = false,
): Column<ResourceRow>[] {
  const listed = resource.columns;
  const picture = Object.keys(resource.allFields).find(
    (name) => resource.allFields[name]?.kind === 'picture',
  );
  const otherFields = Object.keys(resource.allFields).filter((name) => !listed.includes(name));
  return [...listed, ...otherFields].flatMap((name, index): Column<ResourceRow>[] => {
    const field = resource.allFields[name];
    if (!field) return [];
    const isSortable = isLocal || isSortedByServer(resource, name);
    return [
      {
        key: name,
        label: context.texts.fields[name] ?? field.label,
        cell: (row) =>
          index === 0 ? (
            <RowTitle
              row={row}
              title={name === 'name' ? row.name : getFieldText(resource, name, row.values, context)}
              archived={context.t.archived}
              showsSecondName={hasRoom}
              picture={picture === undefined ? undefined : row.values[picture]}
            />
          ) : panelOnlyKinds.has(field.kind) ? (
            <span className="line-clamp-1 max-w-64">{getFieldText(resource, name, row.values, context)}</span>
          ) : (
            getFieldText(resource, name, row.values, context)
          ),
        value: (row) => getFieldCell(resource, name, row.values, context),
        isNumeric: isNumericField(field),
        isHiddenByDefault: !listed.includes(name),
        ...(index === 0
          ? { className: 'min-w-38' }
          : singleLineKinds.has(field.kind)
            ? { className: 'whitespace-nowrap' }
            : {}),
        ...(isSortable ? { sort: name } : {}),
        ...(field.kind === 'reference' ? { isPlain: true } : {}),
      },
    ];
  });
}

/**
 * Returns whether the server can sort a field as users expect. It sorts references by id, except in the
 * default sort.
 */
export function isSortedByServer({ allFields, sort }: Definition, name: string): boolean {
  if (sort === name) return true;
  const field = allFields[name];
  return field?.storage !== 'json' && field?.kind !== 'reference';
}

/** Returns optional columns for creation and last change, for every collection. */
export function buildTimeColumns({ t }: ValueContext): Column<ResourceRow>[] {
  return (['createdAt', 'updatedAt'] as const).map((name) => ({
    key: name,
    label: t[name],
    cell: ({ values }) => formatInstant(readText(values[name])),
    value: ({ values }) => readText(values[name]),
    isHiddenByDefault: true,
    sort: name,
  }));
}

/**
 * Returns an optional column with the currency of a row's amounts, for exports of collections without a
 * currency field.
 */
export function buildCurrencyColumn(
  { allFields }: Definition,
  { t, currencyOf }: ValueContext,
): Column<ResourceRow>[] {
  const fields = Object.values(allFields);
  const hasCurrency = fields.some(({ refersTo }) => refersTo === 'currencies');
  if (hasCurrency || !fields.some(({ kind }) => kind === 'money' || kind === 'price')) return [];
  const getCode = ({ values }: ResourceRow) => currencyOf(values);
  return [{ key: 'rowCurrency', label: t.currency, cell: getCode, value: getCode, isHiddenByDefault: true }];
}

interface RowTitleProps {
  row: ResourceRow;
  title: string;
  archived: string;
  /** Whether the name in the other language is shown too. */
  showsSecondName: boolean;
  /** Value of the picture field. */
  picture: unknown;
}

function RowTitle({ row, title, archived, showsSecondName, picture }: RowTitleProps) {
  const name = title === missingValue ? row.name : title;
  const secondName = showsSecondName ? row.nameAlt : null;
  const hasPicture = readText(picture) !== null;
  if (!secondName && row.isActive && !hasPicture) return name;
  return (
    <>
      {name}{' '}
      {secondName ? (
        <bdi className="me-1 inline-block font-normal text-muted-foreground">{secondName}</bdi>
      ) : null}
      {hasPicture ? <SmallPicture value={picture} alt="" className="ms-2 size-6 align-middle" /> : null}
      {row.isActive ? null : <Pill className="ms-2">{archived}</Pill>}
    </>
  );
}
