import { useQuery } from '@tanstack/react-query';
import type { RowChange } from '#platform/collections/row-history-shape.ts';
import { rowHistoryQuery } from './queries/row-history.ts';
import { ListFailed } from '#platform/web/data-table/list-states.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { formatInstant } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { getDefinition, type CollectionKey } from '../collections.ts';
import { getFieldText, useValueContext } from './field-value.ts';
import { type AnyResourceTexts, resourceMessages } from './messages.ts';
import { rowMessages } from './row-messages.ts';

interface RowHistoryProps {
  name: CollectionKey;
  id: string;
  /** Fields outside the definition, with label and formatter. */
  additionalFields?: Readonly<Record<string, { label: string; text(value: unknown): string }>>;
}

/** History of a row with user, time and changed fields. */
export function RowHistory({ name, id, additionalFields = {} }: RowHistoryProps) {
  const t = useMessages(rowMessages).changeHistory;
  const { data, error, refetch } = useQuery(rowHistoryQuery(getDefinition(name), id));
  if (!data) {
    if (error) return <ListFailed title={t.failed} error={error} onRetry={() => void refetch()} />;
    return <SkeletonRows label={t.loading} rows={4} />;
  }
  if (data.length === 0) return <p className="text-muted-foreground text-sm">{t.none}</p>;
  return <Changes name={name} changes={data} additionalFields={additionalFields} />;
}

interface ChangesProps extends Required<Pick<RowHistoryProps, 'name' | 'additionalFields'>> {
  changes: readonly RowChange[];
}

function Changes({ name, changes, additionalFields }: ChangesProps) {
  const t = useMessages(rowMessages).changeHistory;
  const actions: Readonly<Record<string, string>> = t.actions;
  const texts: AnyResourceTexts = useMessages(resourceMessages)[name];
  const resource = getDefinition(name);
  const changedFields = new Set(
    changes.flatMap(({ before, after }) => [...Object.keys(before), ...Object.keys(after)]),
  );
  const context = useValueContext(name, [...changedFields]);
  return (
    <ol aria-label={t.label} className="flex flex-col gap-4 text-sm">
      {changes.map(({ seq, at, userName, action, before, after }) => (
        <li key={`${seq} ${at}`} className="border-s-2 ps-3">
          <p>
            <bdi className="font-medium">{userName ?? t.unknownUser}</bdi> {actions[action] ?? t.actions.edit}
          </p>
          <p className="text-muted-foreground text-xs">{formatInstant(at)}</p>
          {action === 'edit' ? (
            <ul className="pt-1">
              {[...Object.keys(resource.allFields), ...Object.keys(additionalFields)]
                .filter((field) => field in before || field in after)
                .map((field) => (
                  <li key={field}>
                    {t.changed(
                      additionalFields[field]?.label ?? texts.fields[field] ?? field,
                      additionalFields[field]?.text(before[field]) ??
                        getFieldText(resource, field, before, context),
                      additionalFields[field]?.text(after[field]) ??
                        getFieldText(resource, field, after, context),
                    )}
                  </li>
                ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
