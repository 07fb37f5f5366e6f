import { useQuery } from '@tanstack/react-query';
import { rowUsageQuery } from '#src/collections/master-data/row-usage.ts';
import { ListFailed } from '#src/components/data-table/list-states.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { definitionOf, type CollectionKey } from '#contract/resources/index.ts';
import { rowMessages } from './row-messages.ts';
import { UsageList } from './usage-list.tsx';

/** Where a row is used. */
export function RowUsage({ name, id }: { name: CollectionKey; id: string }) {
  const t = useMessages(rowMessages).usedBy;
  const { data, error, refetch } = useQuery(rowUsageQuery(definitionOf(name), id));
  if (!data) {
    if (error) return <ListFailed title={t.failed} error={error} onRetry={() => void refetch()} />;
    return <SkeletonRows label={t.loading} rows={4} />;
  }
  if (data.length === 0) return <p className="text-muted-foreground text-sm">{t.none}</p>;
  return <UsageList id={id} uses={data} />;
}
