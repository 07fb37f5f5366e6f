import { useState } from 'react';
import { isOrderStatus, type OrderStatus } from '../status.ts';
import { formatList } from '#platform/web/format/list.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { statusMessages } from './status-messages.ts';

interface Choice {
  id: string;
  name: string;
}

interface StatusChoices {
  statuses: readonly OrderStatus[];
  /** Rows currently shown. */
  rows: readonly { status: string }[] | undefined;
  /** The filter in the URL; several statuses are separated by commas. */
  selected: string | undefined;
  /** Options shown before the statuses. */
  first?: readonly Choice[];
}

/**
 * Returns the options of the status filter: known statuses, other statuses that the list has contained since
 * it was opened, and the current filter.
 */
export function useStatusChoices({ statuses, rows = [], selected, first = [] }: StatusChoices): Choice[] {
  const statusNames = useMessages(statusMessages).statuses;
  const [unknownStatuses, setUnknownStatuses] = useState<readonly string[]>([]);
  const listedStatuses = rows
    .map(({ status }) => status)
    .filter((status) => !isOrderStatus(status) && status !== '');
  const allUnknown = [...new Set([...unknownStatuses, ...listedStatuses])];
  if (allUnknown.length > unknownStatuses.length) setUnknownStatuses(allUnknown);
  const choices = [
    ...first,
    ...statuses.map((id) => ({ id, name: statusNames[id] })),
    ...allUnknown.map((id) => ({ id, name: id })),
  ];
  if (selected === undefined || choices.some(({ id }) => id === selected)) return choices;
  const names = selected.split(',').map((status) => (isOrderStatus(status) ? statusNames[status] : status));
  return [...choices, { id: selected, name: formatList(names) }];
}
