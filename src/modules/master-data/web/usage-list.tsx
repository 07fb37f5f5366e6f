import { Link } from '@tanstack/react-router';
import type { UsageRow } from '#platform/collections/row-history-shape.ts';
import { rowUsageQuery } from './queries/row-usage.ts';
import { formatTotal } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useRowLinks } from './collection-pages.ts';
import { resourceMessages } from './messages.ts';
import { rowMessages } from './row-messages.ts';
import { useQuery } from '@tanstack/react-query';
import { ListFailed } from '#platform/web/data-table/list-states.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { type CollectionKey, getDefinition } from '../collections.ts';

interface UsageListProps {
  /** Id of the row that is used. */
  id: string;
  uses: readonly UsageRow[];
}

/** Uses of a row: each collection with its count, first rows and a link to all. */
export function UsageList({ id, uses }: UsageListProps) {
  const t = useMessages(rowMessages).usageList;
  const links = useRowLinks();
  const getCollectionName = useCollectionNames();
  return (
    <ul aria-label={t.label} className="flex flex-col divide-y text-sm">
      {uses.map(({ collection, count, isCapped, fields, rows }) => {
        const all = links.linkToAll(collection, fields, id);
        return (
          <li key={`${collection} ${fields.join()}`} className="flex flex-col gap-1 py-2.5">
            <p className="flex items-baseline justify-between gap-3">
              <span className="font-medium">{getCollectionName(collection)}</span>
              <span className="text-muted-foreground tabular-nums">
                {count === null ? t.hidden : formatTotal(count, isCapped)}
              </span>
            </p>
            {rows.length > 0 || all ? (
              <ul className="flex flex-wrap gap-x-4 gap-y-1">
                {rows.map((row) => {
                  const link = links.linkToRow(collection, row._id);
                  return (
                    <li key={row._id}>
                      {link ? (
                        <Link
                          {...link}
                          className="items-center text-primary underline-offset-4 hover:underline touch:inline-flex touch:min-h-11"
                        >
                          <bdi>{row.name}</bdi>
                        </Link>
                      ) : (
                        <bdi>{row.name}</bdi>
                      )}
                    </li>
                  );
                })}
                {all && count !== null && count > rows.length ? (
                  <li>
                    <Link {...all} className="text-primary underline-offset-4 hover:underline">
                      {t.all}
                    </Link>
                  </li>
                ) : null}
              </ul>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

/** Returns a function that returns the plural name of a collection. */
function useCollectionNames() {
  const masterDataTexts: Readonly<Record<string, { many: string }>> = useMessages(resourceMessages);
  const otherNames: Readonly<Record<string, string>> = useMessages(rowMessages).collections;
  return (collection: string) => masterDataTexts[collection]?.many ?? otherNames[collection] ?? collection;
}

/** Usage tab of a row. */
export function RowUsage({ name, id }: { name: CollectionKey; id: string }) {
  const t = useMessages(rowMessages).usageList;
  const { data, error, refetch } = useQuery(rowUsageQuery(getDefinition(name), id));
  if (!data) {
    if (error) return <ListFailed title={t.failed} error={error} onRetry={() => void refetch()} />;
    return <SkeletonRows label={t.loading} rows={4} />;
  }
  if (data.length === 0) return <p className="text-muted-foreground text-sm">{t.none}</p>;
  return <UsageList id={id} uses={data} />;
}
