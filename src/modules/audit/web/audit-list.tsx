import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { type AuditEntry, auditQuery, type AuditRequest } from './queries.ts';
import { peopleQuery } from '#modules/people/web/queries/people.ts';
import { type Column, visibleColumns } from '#platform/web/data-table/column.ts';
import type { FetchPage } from '#platform/web/data-table/collect-rows.ts';
import { DateRange } from '#platform/web/data-table/date-range.tsx';
import { ExportMenu, ExportProgress } from '#platform/web/data-table/list-menus.tsx';
import { FilterBar } from '#platform/web/data-table/filter-bar.tsx';
import { ListFailed } from '#platform/web/data-table/list-states.tsx';
import { RowCards } from '#platform/web/data-table/row-cards.tsx';
import { RowTable, SkeletonTable } from '#platform/web/data-table/row-table.tsx';
import { useExport } from '#platform/web/data-table/use-export.ts';
import { useListView, useOpenRow, type ViewChange } from '#platform/web/data-table/use-list-view.ts';
import { usePanelKeys } from '#platform/web/data-table/use-panel-keys.ts';
import { useRowLinks } from '#platform/web/data-table/use-row-links.ts';
import { EmptyState, NothingMatches } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { missingValue, formatDate, formatInstant } from '#platform/web/format/format.ts';
import { formatList } from '#platform/web/format/list.ts';
import { desktopQuery, useMedia } from '#platform/web/use-media.ts';
import { pagedCollections } from '#modules/master-data/web/collection-pages.ts';
import { AuditPanel, auditOnlyPages } from './audit-panel.tsx';
import { type AuditLabels, type FieldChangeText, useAuditLabels } from './audit-labels.ts';

const pageSize = 50;
const filterKeys = ['user', 'entity', 'action', 'from', 'to', 'record', 'after'] as const;

/** Collections by which the audit log can be filtered. */
const auditedCollections = [
  ...pagedCollections,
  ...Object.keys(auditOnlyPages),
  'discrepancies',
  'settings',
  'imports',
  'attachments',
  'comments',
].sort();

const getEntryKey = ({ seq }: AuditEntry) => String(seq);

/** Audit log, newest first, with older pages on demand. */
export function AuditList() {
  const labels = useAuditLabels();
  const { t } = labels;
  const list = useListView(filterKeys, { openParam: 'entry' });
  // Changing a filter returns to the newest entries.
  const view = { ...list, set: (change: ViewChange) => list.set({ after: undefined, ...change }) };
  const openRow = useOpenRow('entry');
  const isWide = useMedia(desktopQuery);
  const { user, entity, action, from, to, record, after } = view.filters;
  const filters = { userId: user, entity, action, from, to, entityId: record };
  const olderThan = Number(after) || undefined;
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...auditQuery({ ...filters, after: olderThan, limit: pageSize }),
    placeholderData: keepPreviousData,
    // Users open this page to see what just happened.
    refetchOnMount: 'always',
  });
  const people = useQuery(peopleQuery({ limit: 500, sort: 'name' }));
  const rows = data?.rows ?? [];
  const columns = auditColumns(labels);
  const visible = visibleColumns(columns, {});
  const fileExport = useExport({
    name: 'audit',
    columns,
    getKey: getEntryKey,
    fetchPage: fetchOlderPages(filters),
  });
  usePanelKeys(rows.map(getEntryKey), view.open, (key) => openRow(key, { replace: true }));
  const { after: _, record: __, ...otherFilters } = view.filters;
  const isFiltered = Object.keys(otherFilters).length > 0 || record !== undefined;
  const rowsProps = {
    label: t.label,
    columns: visible,
    rows,
    getKey: getEntryKey,
    getName: (entry: AuditEntry) => `${labels.getActionLabel(entry.action)} ${entry.entityName ?? ''}`,
    links: useRowLinks('entry', getEntryKey),
    openKey: view.open,
    selection: null,
    isBusy: isPlaceholderData,
    heightClass: 'h-9 touch:h-12',
  };
  const lastRow = rows.at(-1);

  return (
    <>
      <FilterBar
        view={view}
        filters={[
          {
            key: 'user',
            label: t.columns.user,
            all: t.anyPerson,
            choices: (people.data?.rows ?? []).map(({ _id, name }) => ({ id: _id, name })),
          },
          {
            key: 'entity',
            label: t.columns.entity,
            all: t.anyCollection,
            choices: auditedCollections
              .map((id) => ({ id, name: labels.getCollectionLabel(id) }))
              .sort(compareByName),
          },
          {
            key: 'action',
            label: t.columns.action,
            all: t.anyAction,
            choices: Object.entries(t.actions).map(([id, name]) => ({ id, name })),
          },
          ...(record === undefined
            ? []
            : [
                {
                  key: 'record',
                  label: t.columns.row,
                  all: t.columns.row,
                  choices: [
                    { id: record, name: rows[0]?.entityName ? t.thisRow(rows[0].entityName) : t.aRow },
                  ],
                },
              ]),
        ]}
        more={<DateRange view={view} label={t.days} fromLabel={t.from} toLabel={t.to} />}
        tools={
          <ExportMenu
            isBusy={fileExport.progress !== null || !data}
            onSave={(kind) => void fileExport.save(kind)}
          />
        }
      />
      <ExportProgress progress={fileExport.progress} onCancel={fileExport.cancel} />
      {!data && error ? (
        <ListFailed title={t.failed} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonTable label={t.loading} columns={visible} heightClass="h-9 touch:h-12" isCards={!isWide} />
      ) : rows.length > 0 ? (
        isWide ? (
          <RowTable {...rowsProps} sort={undefined} onSort={() => undefined} />
        ) : (
          <RowCards {...rowsProps} />
        )
      ) : olderThan !== undefined ? (
        <EmptyState icon={ScrollText} title={t.atTheEnd} />
      ) : isFiltered ? (
        <NothingMatches title={t.nothingMatches} onClear={view.clear} />
      ) : (
        <EmptyState icon={ScrollText} title={t.empty} />
      )}
      {data?.retainedSince && rows.length < pageSize ? (
        <p className="pt-2 text-muted-foreground text-sm">
          {t.retainedSince(formatDate(data.retainedSince))}
        </p>
      ) : null}
      <div className="flex items-center justify-end gap-2 pt-2 print:hidden">
        {olderThan === undefined ? null : (
          <Button asChild>
            <Link to="." search={withSearch({ after: undefined })} resetScroll={false}>
              {t.newest}
            </Link>
          </Button>
        )}
        {lastRow && rows.length === pageSize ? (
          <Button asChild>
            <Link
              to="."
              search={withSearch({ after: lastRow.seq })}
              resetScroll={false}
              title={t.olderThan(formatInstant(lastRow.at))}
            >
              {t.older}
            </Link>
          </Button>
        ) : null}
      </div>
      {view.open === undefined ? null : (
        <AuditPanel
          entry={rows.find((entry) => getEntryKey(entry) === view.open)}
          isLoading={!data}
          labels={labels}
          onClose={() => openRow(undefined)}
        />
      )}
    </>
  );
}

const compareByName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);

/** Returns an update of the current search parameters. */
const withSearch = (change: Record<string, unknown>) => (before: Record<string, unknown>) => ({
  ...before,
  ...change,
});

/** Fetches page after page for a file; each continues after the last entry. */
function fetchOlderPages(filters: Omit<AuditRequest, 'limit'>): FetchPage<AuditEntry> {
  let after: number | undefined;
  return async ({ page, limit }, signal) => {
    if (page === 1) after = undefined;
    const olderPage = await auditQuery({ ...filters, after, limit }).queryFn({ signal });
    after = olderPage.rows.at(-1)?.seq;
    return { ...olderPage, total: null };
  };
}

/** Columns of the audit log; files contain every change in full. */
function auditColumns(labels: AuditLabels): Column<AuditEntry>[] {
  const { columns, more, change } = labels.t;
  const formatChange = ({ label, before, after }: FieldChangeText) => change(label, before, after);
  return [
    {
      key: 'at',
      label: columns.at,
      cell: ({ at }) => <bdi>{formatInstant(at)}</bdi>,
      value: ({ at }) => at,
      className: 'whitespace-nowrap',
    },
    {
      key: 'user',
      label: columns.user,
      cell: (entry) => (
        <bdi className="inline-block max-w-40 truncate align-bottom text-left rtl:text-right">
          {labels.getUserLabel(entry)}
        </bdi>
      ),
      value: labels.getUserLabel,
    },
    {
      key: 'action',
      label: columns.action,
      cell: ({ action }) => <span className="whitespace-nowrap">{labels.getActionLabel(action)}</span>,
      value: ({ action }) => labels.getActionLabel(action),
      card: 'corner',
    },
    {
      key: 'entity',
      label: columns.entity,
      cell: ({ entity }) => <span className="whitespace-nowrap">{labels.getCollectionLabel(entity)}</span>,
      value: ({ entity }) => labels.getCollectionLabel(entity),
    },
    {
      key: 'row',
      label: columns.row,
      cell: ({ entityName }) => (
        <bdi className="inline-block max-w-48 truncate align-bottom text-left rtl:text-right">
          {entityName ?? missingValue}
        </bdi>
      ),
      value: ({ entityName, entityId }) => entityName ?? entityId,
    },
    {
      key: 'changes',
      label: columns.changes,
      cell: (entry) => {
        const [first, ...others] = labels.describeChanges(entry);
        return first ? (
          <span className="line-clamp-2 max-w-80 break-labels">
            <bdi>{formatChange(first)}</bdi>
            {others.length > 0 ? ` ${more(others.length)}` : ''}
          </span>
        ) : (
          missingValue
        );
      },
      value: (entry) => formatList(labels.describeChanges(entry).map(formatChange), true),
    },
    {
      key: 'ip',
      label: columns.ip,
      isHiddenByDefault: true,
      cell: ({ ip }) => ip || missingValue,
      value: ({ ip }) => ip,
    },
  ];
}
