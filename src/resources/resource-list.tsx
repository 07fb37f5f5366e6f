import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TolerantList } from '#contract/tolerant.ts';
import { allResourceQuery, type ResourceRow, resourceQuery } from '#src/collections/resources.ts';
import { visibleColumns } from '#src/components/data-table/column.ts';
import { DataList } from '#src/components/data-table/data-list.tsx';
import { useColumnChoice } from '#src/components/data-table/device-settings.ts';
import { localPage, localRows } from '#src/components/data-table/local-page.ts';
import { useListView, useOpenRow } from '#src/components/data-table/use-list-view.ts';
import { EmptyState } from '#src/components/layout/states.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { definitionOf, type ResourceName } from './definitions.ts';
import type { Words } from './field-value.ts';
import { resourceListMessages } from './list-messages.ts';
import { type AnyResourceTexts, resourceMessages } from './messages.ts';
import { referredBy, resourceColumns, timeColumns } from './resource-columns.tsx';
import { activeOf, filterFields, filterSelects, passes } from './resource-filters.ts';
import { ResourcePanel } from './resource-panel.tsx';
import { useNames } from './use-names.ts';

interface ResourceListProps {
  name: ResourceName;
  /** Names the list on the device and in files; the collection where nothing else is said. */
  listName?: string;
  /** Fields to filter by, instead of those that the columns suggest. */
  filters?: readonly string[];
  /** Of these filters one may also choose the rows without. */
  optional?: readonly string[];
  /** Stands at the foot of the open row's panel. */
  actionsOf?(row: ResourceRow): ReactNode;
}

const pageSize = 100;

/** The list of one collection, as its definition describes it; a row opens with all its fields beside it. */
export function ResourceList({
  name,
  listName = name,
  filters,
  optional = [],
  actionsOf,
}: ResourceListProps) {
  const t = useMessages(resourceListMessages);
  const texts: AnyResourceTexts = useMessages(resourceMessages)[name];
  const resource = definitionOf(name);
  const fields = filters ?? filterFields(resource);
  const view = useListView(['active', ...fields]);
  const openRow = useOpenRow();
  const queryClient = useQueryClient();
  const choice = useColumnChoice(listName);
  const shownFields = visibleColumns(plainColumns(resource.columns, Object.keys(resource.allFields)), choice);
  const names = useNames(referredBy(resource, [...shownFields.map(({ key }) => key), ...fields]));
  const words: Words = { texts, names, t };

  const { active, ...chosen } = view.filters;
  const sortable = Object.entries(resource.allFields).filter(([, { storage }]) => storage !== 'json');
  const sort = sortable.some(([field]) => field === view.sort?.replace('-', '')) ? view.sort : undefined;
  const request = { q: view.q, sort, active: activeOf(active), ...chosen };
  const asked = resource.isNamed
    ? resourceQuery(resource, { ...request, page: view.page, limit: pageSize })
    : allResourceQuery(resource);
  const {
    data: answer,
    error,
    isPlaceholderData,
    dataUpdatedAt,
    refetch,
  } = useQuery<TolerantList<ResourceRow>>({
    ...asked,
    placeholderData: keepPreviousData,
  });

  // A server that does not count is not known to search, sort or page either: that is then done here.
  const isLocal = answer?.total === null;
  const columns = [...resourceColumns(resource, words, isLocal), ...timeColumns(words)];
  const local = {
    q: view.q,
    sort: view.sort ?? resource.sort,
    matches: (row: ResourceRow) => passes(row, view.filters),
  };
  const data =
    answer && isLocal ? localPage(answer, columns, { ...local, page: view.page, pageSize }) : answer;

  return (
    <>
      <DataList<ResourceRow>
        name={listName}
        label={texts.many}
        texts={{
          loading: t.loading(texts.many),
          failed: t.failed(texts.many),
          nothingMatches: t.nothingMatches,
          search: resource.isNamed ? t.search : t.searchPacks,
        }}
        columns={columns}
        query={{ data, error, isPlaceholderData, dataUpdatedAt, refetch }}
        view={view}
        pageSize={pageSize}
        keyOf={({ _id }) => _id}
        nameOf={(row) => row.name}
        filters={filterSelects(resource, fields, optional, words)}
        empty={<EmptyState icon={Inbox} title={t.empty(texts.many)} text={t.emptyText} />}
        fetchPage={async ({ page, limit }, signal) => {
          await names.load(referredBy(resource, Object.keys(resource.allFields)));
          if (!resource.isNamed || isLocal) {
            const all = await queryClient.query(asked);
            const rows = localRows(all.rows, columns, local);
            return { ...all, rows, total: rows.length };
          }
          return resourceQuery(resource, { ...request, page, limit }).queryFn({ signal });
        }}
      />
      {view.open === undefined ? null : (
        <ResourcePanel
          key={view.open}
          name={name}
          id={view.open}
          inList={answer?.rows.find(({ _id }) => _id === view.open)}
          actionsOf={actionsOf}
          onClose={() => openRow(undefined)}
        />
      )}
    </>
  );
}

/** The columns as far as the choice of them goes, before their cells are known. */
function plainColumns(listed: readonly string[], all: readonly string[]) {
  const others = all.filter((name) => !listed.includes(name));
  return [...listed, ...others].map((key) => ({
    key,
    label: key,
    cell: () => null,
    isOff: !listed.includes(key),
  }));
}
