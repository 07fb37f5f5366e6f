import { useQuery } from '@tanstack/react-query';
import { SlidersHorizontal } from 'lucide-react';
import type { TolerantList } from '#contract/tolerant.ts';
import { branchesQuery } from '#src/collections/branches.ts';
import { compactLevelsQuery } from '#src/collections/item-levels.ts';
import { compactItemsQuery } from '#src/collections/items.ts';
import { unitsQuery } from '#src/collections/units.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { DataList } from '#src/components/data-table/data-list.tsx';
import { localPage, localRows } from '#src/components/data-table/local-page.ts';
import { useListView } from '#src/components/data-table/use-list-view.ts';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { EmptyState } from '#src/components/layout/states.tsx';
import { formatQuantity } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { type LevelRow, levelRows } from './level-rows.ts';
import { catalogueMessages } from './messages.ts';

const pageSize = 100;

/** `/branch-order/settings`: how much of each item the branches want to have. */
export function ParLevelsPage() {
  const title = useMessages(pageMessages).branchOrderSettings;
  const t = useMessages(catalogueMessages).levels;
  const view = useListView(['branch']);
  const levels = useQuery(compactLevelsQuery());
  const items = useQuery(compactItemsQuery());
  const branches = useQuery(branchesQuery());
  const units = useQuery(unitsQuery());
  const { branch } = view.filters;

  const isReady = levels.data && items.data && branches.data && units.data;
  const rows = isReady ? levelRows(levels.data, items.data, branches.data, units.data) : [];
  const all: TolerantList<LevelRow> = { rows, total: null, totalCapped: false, skipped: 0 };
  const columns = levelColumns(t);
  const local = {
    q: view.q,
    sort: view.sort ?? 'item',
    matches: (row: LevelRow) => branch === undefined || row.branchId === branch,
  };
  const parts = [levels, items, branches, units];
  const query = {
    data: isReady ? localPage(all, columns, { ...local, page: view.page, pageSize }) : undefined,
    error: parts.find(({ error }) => error)?.error ?? null,
    isPlaceholderData: false,
    dataUpdatedAt: levels.dataUpdatedAt,
    refetch: () => Promise.all(parts.filter(({ error }) => error).map(({ refetch }) => refetch())),
  };
  const withLevels = new Set(rows.map(({ branchId }) => branchId));

  return (
    <Page isWide>
      <PageHeader title={title} context={t.context} />
      <DataList<LevelRow>
        name="par-levels"
        label={t.label}
        texts={t}
        columns={columns}
        query={query}
        view={view}
        pageSize={pageSize}
        keyOf={({ key }) => key}
        nameOf={({ item, branch: at }) => `${item}, ${at}`}
        linkOf={({ itemId }) => ({
          to: '/items/$id/edit',
          params: { id: itemId },
          search: { tab: 'levels' },
        })}
        filters={[
          {
            key: 'branch',
            label: t.columns.branch,
            all: t.allBranches,
            choices: (branches.data ?? [])
              .filter(({ _id }) => withLevels.has(_id))
              .map(({ _id, name }) => ({ id: _id, name })),
          },
        ]}
        empty={<EmptyState icon={SlidersHorizontal} title={t.empty} text={t.emptyText} />}
        fetchPage={() => {
          const found = localRows(rows, columns, local);
          return Promise.resolve({ ...all, rows: found, total: found.length });
        }}
      />
    </Page>
  );
}

function levelColumns(t: {
  columns: Record<'item' | 'code' | 'branch' | 'min' | 'par' | 'max' | 'unit', string>;
}) {
  const words = (key: 'item' | 'code' | 'branch' | 'unit'): Column<LevelRow> => ({
    key,
    label: t.columns[key],
    sort: key,
    cell: (row) => <bdi>{row[key]}</bdi>,
    value: (row) => row[key],
  });
  const figure = (key: 'min' | 'par' | 'max'): Column<LevelRow> => ({
    key,
    label: t.columns[key],
    sort: key,
    isNumeric: true,
    cell: (row) => formatQuantity(row[key]),
    value: (row) => row[key],
  });
  return [
    words('item'),
    words('code'),
    words('branch'),
    figure('min'),
    figure('par'),
    figure('max'),
    words('unit'),
  ];
}
