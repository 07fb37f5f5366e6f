import { type ReactNode, Suspense } from 'react';
import { readText } from '#platform/shapes/tolerant.ts';
import type { ResourceRow } from './queries/resources.ts';
import { FactList } from '#platform/web/layout/fact-list.tsx';
import { missingValue, formatInstant } from '#platform/web/format/format.ts';
import { formatList } from '#platform/web/format/list.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { definitionOf, type CollectionKey } from '../collections.ts';
import { fieldText, useValueContext } from './field-value.ts';
import { resourceListMessages } from './list-messages.ts';
import { type AnyResourceTexts, resourceMessages } from './messages.ts';

/** Loaded with the first row that has a picture. */
const PictureThumb = lazyView(
  async () => (await import('#modules/pictures/web/picture-thumb.tsx')).PictureThumb,
);

interface ResourceFactsProps {
  name: CollectionKey;
  row: ResourceRow;
  /** Fields to show; omitted: all. */
  shows?(field: string): boolean;
}

/** Item fields with amounts per base unit. */
const perBaseUnit: ReadonlySet<string> = new Set(['items.unitPrice', 'items.standardCost']);

/** Fields of one row as text in the order of its definition; empty ones are listed in one line. */
export function ResourceFacts({ name, row, shows = () => true }: ResourceFactsProps) {
  const t = useMessages(resourceListMessages);
  const texts: AnyResourceTexts = useMessages(resourceMessages)[name];
  const resource = definitionOf(name);
  const fields = Object.keys(resource.allFields).filter(shows);
  const words = useValueContext(name, fields);
  const isPicture = (field: string) =>
    resource.allFields[field]?.kind === 'picture' && readText(row.values[field]) !== null;
  const times = (['createdAt', 'updatedAt'] as const).filter(
    (each) => readText(row.values[each]) && shows(each),
  );
  const labelOf = (field: string) => texts.fields[field] ?? field;
  const wordsOf = (field: string) => {
    const text = fieldText(resource, field, row.values, words);
    const isPerUnit = text !== missingValue && perBaseUnit.has(`${name}.${field}`);
    return isPerUnit ? t.perUnit(text, words.names.of('units', row.values['baseUnit'])) : text;
  };
  const empty = fields.filter((field) => !isPicture(field) && wordsOf(field) === missingValue);
  return (
    <>
      <FactList
        facts={[
          ...fields
            .filter((field) => !empty.includes(field))
            .map((field) => ({
              key: field,
              label: labelOf(field),
              value: isPicture(field) ? (
                <Suspense fallback={missingValue}>
                  <PictureThumb
                    value={row.values[field]}
                    alt={labelOf(field)}
                    className="size-24 rounded-md border"
                  />
                </Suspense>
              ) : (
                inLines(wordsOf(field))
              ),
            })),
          ...times.map((each) => ({
            key: each,
            label: t[each],
            value: formatInstant(readText(row.values[each])),
          })),
        ]}
      />
      {empty.length > 0 ? (
        <p className="border-t pt-2 text-muted-foreground text-sm">
          {t.notSaid(formatList(empty.map(labelOf)))}
        </p>
      ) : null}
    </>
  );
}

/** Multiple values are shown on separate lines; an export has them in one cell. */
function inLines(text: string): ReactNode {
  const lines = text.split(' · ');
  return lines.length === 1
    ? text
    : lines.map((line) => (
        <bdi key={line} className="block">
          {line}
        </bdi>
      ));
}
