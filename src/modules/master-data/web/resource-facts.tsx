import { type ReactNode, Suspense } from 'react';
import { readText } from '#platform/shapes/tolerant.ts';
import type { ResourceRow } from './queries/resources.ts';
import { FactList } from '#platform/web/layout/fact-list.tsx';
import { missingValue, formatInstant } from '#platform/web/format/format.ts';
import { formatList } from '#platform/web/format/list.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { getDefinition, type CollectionKey } from '../collections.ts';
import { getFieldText, useValueContext } from './field-value.ts';
import { resourceListMessages } from './list-messages.ts';
import { type AnyResourceTexts, resourceMessages } from './messages.ts';

/** Loaded with the first row that has a picture. */
const PictureThumb = lazyView(
  async () => (await import('#modules/pictures/web/picture-thumb.tsx')).PictureThumb,
);

interface ResourceFactsProps {
  name: CollectionKey;
  row: ResourceRow;
  /** Returns whether to show a field; if omitted, all fields are shown. */
  isShown?(field: string): boolean;
}

/** Item fields with amounts per base unit. */
const perUnitFields: ReadonlySet<string> = new Set(['items.unitPrice', 'items.standardCost']);

/** Fields of one row as text in the order of its definition; empty ones are listed in one line. */
export function ResourceFacts({ name, row, isShown = () => true }: ResourceFactsProps) {
  const t = useMessages(resourceListMessages);
  const texts: AnyResourceTexts = useMessages(resourceMessages)[name];
  const resource = getDefinition(name);
  const fields = Object.keys(resource.allFields).filter(isShown);
  const context = useValueContext(name, fields);
  const isPicture = (field: string) =>
    resource.allFields[field]?.kind === 'picture' && readText(row.values[field]) !== null;
  const times = (['createdAt', 'updatedAt'] as const).filter(
    (name) => readText(row.values[name]) && isShown(name),
  );
  const getLabel = (field: string) => texts.fields[field] ?? field;
  const formatField = (field: string) => {
    const text = getFieldText(resource, field, row.values, context);
    const isPerUnit = text !== missingValue && perUnitFields.has(`${name}.${field}`);
    return isPerUnit ? t.perUnit(text, context.names.getName('units', row.values['baseUnit'])) : text;
  };
  const emptyFields = fields.filter((field) => !isPicture(field) && formatField(field) === missingValue);
  return (
    <>
      <FactList
        facts={[
          ...fields
            .filter((field) => !emptyFields.includes(field))
            .map((field) => ({
              key: field,
              label: getLabel(field),
              value: isPicture(field) ? (
                <Suspense fallback={missingValue}>
                  <PictureThumb
                    value={row.values[field]}
                    alt={getLabel(field)}
                    className="size-24 rounded-md border"
                  />
                </Suspense>
              ) : (
                splitLines(formatField(field))
              ),
            })),
          ...times.map((field) => ({
            key: field,
            label: t[field],
            value: formatInstant(readText(row.values[field])),
          })),
        ]}
      />
      {emptyFields.length > 0 ? (
        <p className="border-t pt-2 text-muted-foreground text-sm">
          {t.emptyFields(formatList(emptyFields.map(getLabel)))}
        </p>
      ) : null}
    </>
  );
}

/** Multiple values are shown on separate lines; an export has them in one cell. */
function splitLines(text: string): ReactNode {
  const lines = text.split(' · ');
  return lines.length === 1
    ? text
    : lines.map((line) => (
        <bdi key={line} className="block">
          {line}
        </bdi>
      ));
}
