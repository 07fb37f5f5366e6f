import type { Discrepancy, ResolveDiscrepancyInput } from '#contract/discrepancies.ts';
import { discrepancyFields } from '#contract/discrepancy-fields.ts';
import { readFields } from '#contract/document-fields.ts';
import {
  idOf,
  type JsonRecord,
  one,
  record,
  reference,
  text,
  type TolerantList,
} from '#contract/tolerant.ts';
import type { ApiError } from '#src/lib/api/api-error.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { defineAction } from '#src/lib/outbox/action.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';
import { collectionMessages } from '../messages.ts';
import { renewOrders } from '../orders/cache.ts';
import { readList, readOne, readQuery } from '../read-query.ts';

interface DiscrepancyFilters {
  status?: 'Open' | 'Resolved';
  orderId?: string;
  sort?: 'createdAt' | '-createdAt';
}

/** What did not arrive as shipped; newest first unless asked otherwise. */
export function discrepanciesQuery(filters: DiscrepancyFilters = {}) {
  return readQuery({
    collection: 'discrepancies_data',
    key: ['list', filters],
    lifetime: 'orders',
    path: 'discrepancies',
    search: { limit: 200, ...filters },
    read: (reply) => readList(reply, readDiscrepancy),
  });
}

/** One of them, open or resolved. */
export function discrepancyQuery(id: string) {
  return readQuery({
    collection: 'discrepancies_data',
    key: ['one', id],
    lifetime: 'orders',
    path: `discrepancies/${encodeURIComponent(id)}`,
    read: (reply) => readOne(reply, readResolved),
  });
}

/** The row that a refusal has brought: what somebody else decided first; null where it brings none. */
export function resolvedFirst({ details }: Pick<ApiError, 'details'>): Discrepancy | null {
  const row = readDiscrepancy(record(details['current']));
  return row?.status === 'Resolved' ? row : null;
}

interface Resolution {
  discrepancy: Pick<Discrepancy, '_id' | 'orderNo' | 'itemName' | 'version'>;
  input: ResolveDiscrepancyInput;
}

/** Says what became of the goods; stock follows. Which action fits which type: domain/stock/discrepancies. */
export const resolveDiscrepancy = defineAction<Resolution, Discrepancy>({
  kind: 'discrepancies.resolve',
  document: ({ discrepancy }) => `discrepancies/${discrepancy._id}`,
  request: ({ discrepancy, input }) => ({
    method: 'patch',
    path: `discrepancies/${encodeURIComponent(discrepancy._id)}`,
    body: input,
    ifMatch: discrepancy.version || null,
  }),
  label: ({ discrepancy }) =>
    messagesOf(collectionMessages).resolveDiscrepancy(discrepancy.itemName, discrepancy.orderNo),
  editPath: ({ discrepancy }) => `/central-kitchen/dashboard?bin=reconcile&discrepancy=${discrepancy._id}`,
  read: (answer) => readResolved(one(answer)),
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

function readResolved(row: JsonRecord): Discrepancy {
  const read = readDiscrepancy(row);
  if (read === null) throw new TypeError('The answer holds no discrepancy');
  return read;
}

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
