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
  /** The filter in the address; several statuses are separated by commas. */
  asked: string | undefined;
  /** Options before the statuses. */
  first?: readonly Choice[];
}

/**
 * Returns the options of the status filter: known statuses, unknown ones seen in the list since it was
 * opened, and the current filter.
 */
export function useStatusChoices({ statuses, rows = [], asked, first = [] }: StatusChoices): Choice[] {
  const words = useMessages(statusMessages).statuses;
  const [seen, setSeen] = useState<readonly string[]>([]);
  const found = rows.map(({ status }) => status).filter((status) => !isOrderStatus(status) && status !== '');
  const all = [...new Set([...seen, ...found])];
  if (all.length > seen.length) setSeen(all);
  const choices = [
    ...first,
    ...statuses.map((id) => ({ id, name: words[id] })),
    ...all.map((id) => ({ id, name: id })),
  ];
  if (asked === undefined || choices.some(({ id }) => id === asked)) return choices;
  const name = asked.split(',').map((each) => (isOrderStatus(each) ? words[each] : each));
  return [...choices, { id: asked, name: formatList(name) }];
}
