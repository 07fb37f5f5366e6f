import type { Discrepancy, ResolveDiscrepancyInput } from '#contract/discrepancies.ts';
import { discrepancyFields } from '#contract/discrepancy-fields.ts';
import { readFields } from '#contract/document-fields.ts';
import { idOf, type JsonRecord, record, reference, text, type TolerantList } from '#contract/tolerant.ts';
import type { ApiError } from '#src/lib/api/api-error.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { collectionMessages } from '../messages.ts';
import { renewOrders } from '../orders/cache.ts';
import { documentCalls } from './document-calls.ts';

interface DiscrepancyFilters {
  status?: 'Open' | 'Resolved';
  orderId?: string;
  sort?: 'createdAt' | '-createdAt';
}

const calls = documentCalls<Discrepancy>({
  collection: 'discrepancies',
  read: readDiscrepancy,
  editPath: (id) => `/central-kitchen/dashboard?bin=reconcile&discrepancy=${id}`,
});

/** What did not arrive as shipped; newest first unless asked otherwise. */
export const discrepanciesQuery = (filters: DiscrepancyFilters = {}) =>
  calls.list({ limit: 200, ...filters });

/** One of them, open or resolved. */
export const discrepancyQuery = calls.one;

/** The row that a refusal has brought: what somebody else decided first; null where it brings none. */
export function resolvedFirst({ details }: Pick<ApiError, 'details'>): Discrepancy | null {
  const row = readDiscrepancy(record(details['current']));
  return row?.status === 'Resolved' ? row : null;
}

/** Says what became of the goods; stock follows. Which action fits which type: domain/stock/discrepancies. */
export const resolveDiscrepancy = calls.change<ResolveDiscrepancyInput>({
  name: 'resolve',
  method: 'patch',
  label: ({ record }) => messagesOf(collectionMessages).resolveDiscrepancy(record.itemName, record.orderNo),
  onSent(resolved, queryClient) {
    queryClient.setQueriesData<TolerantList<Discrepancy>>(
      { queryKey: ['discrepancies_data', 'list'] },
      (list) =>
        list && { ...list, rows: list.rows.map((row) => (row._id === resolved._id ? resolved : row)) },
    );
    void queryClient.invalidateQueries({ queryKey: ['orders_data', 'one', resolved.orderId] });
    renewOrders(queryClient);
  },
});

function readDiscrepancy(row: JsonRecord): Discrepancy | null {
  const _id = idOf(row);
  if (_id === null) return null;
  const [item, branch] = [reference(row['itemId']), reference(row['branch'])];
  const place = shownNames(text(row['branchName']) ?? branch?.name ?? '', text(row['branchNameAlt']));
  const names = shownNames(text(row['itemName']) ?? item?.name ?? '', text(row['itemNameAlt']));
  return readFields(discrepancyFields, row, {
    _id,
    itemName: names.name,
    itemNameAlt: names.nameAlt,
    branchName: place.name,
    branchNameAlt: place.nameAlt,
    status: text(row['status']) ?? 'Open',
  });
}
