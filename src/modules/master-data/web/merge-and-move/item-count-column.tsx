import { useQuery } from '@tanstack/react-query';
import type { ItemGrouping } from '#platform/shapes/bulk-changes.ts';
import { itemCountsQuery } from '../queries/merge-and-order.ts';
import type { ResourceRow } from '../queries/resources.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { formatCount } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { mergeAndMoveMessages } from './messages.ts';

/** Returns a column with the number of active items per row; a dash if the server does not count them. */
export function useItemCountColumn(by: ItemGrouping): Column<ResourceRow> {
  const label = useMessages(mergeAndMoveMessages).items;
  const counts = useQuery(itemCountsQuery(by)).data;
  const getCount = ({ _id }: ResourceRow) => (counts ? (counts.get(_id) ?? 0) : null);
  return {
    key: 'itemCount',
    label,
    cell: (row) => formatCount(getCount(row)),
    value: getCount,
    isNumeric: true,
  };
}
