import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reference } from '#contract/tolerant.ts';
import type { ResourceRow } from '#src/collections/resources.ts';
import type { ListOptions } from '#src/components/data-table/use-paged-list.ts';
import { ListFailed } from '#src/components/data-table/list-states.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { numeric, Table, TableBody, TableHead, TableHeader } from '#src/components/ui/table.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { catalogueMessages } from './messages.ts';

interface ItemPartProps {
  label: string;
  query: ListOptions<ResourceRow>;
  itemId: string;
  empty: string;
  heads: readonly { key: string; label: string; isNumeric?: boolean }[];
  row(row: ResourceRow): ReactNode;
}

/** The rows of another collection that belong to an item. */
export function ItemPart({ label, query, itemId, empty, heads, row }: ItemPartProps) {
  const t = useMessages(catalogueMessages).item;
  const { data, error, refetch } = useQuery(query);
  if (!data) {
    return error ? (
      <ListFailed title={t.partFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={label} rows={4} />
    );
  }
  // A server that knows no filters sends the rows of all items.
  const rows = data.rows.filter(({ values }) => reference(values['itemId'])?.id === itemId);
  if (rows.length === 0) return <p className="text-muted-foreground text-sm">{empty}</p>;
  return (
    <Table aria-label={label}>
      <TableHeader>
        <tr>
          {heads.map(({ key, label: head, isNumeric }) => (
            <TableHead key={key} className={isNumeric ? numeric : undefined}>
              {head}
            </TableHead>
          ))}
        </tr>
      </TableHeader>
      <TableBody>{rows.map(row)}</TableBody>
    </Table>
  );
}
