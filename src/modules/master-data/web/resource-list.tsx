import { Inbox } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { allResourceQuery, type ResourceRow, resourceQuery } from './queries/resources.ts';
import { visibleColumns } from '#platform/web/data-table/column.ts';
import { DataList } from '#platform/web/data-table/data-list.tsx';
import { useColumnChoice } from '#platform/web/data-table/device-settings.ts';
import { useNamedRows } from '#platform/web/data-table/use-named-rows.ts';
import { useListView } from '#platform/web/data-table/use-list-view.ts';
import { usePagedList } from '#platform/web/data-table/use-paged-list.ts';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { useLocale } from '#platform/web/i18n/locale.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMedia } from '#platform/web/use-media.ts';
import { BulkArchive } from './bulk-archive.tsx';
import { type CollectionKey, type Definition, getDefinition } from '../collections.ts';
import type { ListExtras } from './collection-screen.ts';
import { resourceListMessages } from './list-messages.ts';
import { type AnyResourceTexts, resourceMessages } from './messages.ts';
import {
  buildCurrencyColumn,
  isSortedByServer,
  buildResourceColumns,
  buildTimeColumns,
} from './resource-columns.tsx';
import { parseActiveFilter, getFilterFields, buildFilterSelects, passesFilters } from './resource-filters.ts';
import { ResourcePanel } from './resource-panel.tsx';
import { useRowAddress } from './row-address.ts';
import type { RowFormProps } from './row-form.tsx';
import { rowMessages } from './row-messages.ts';
import { listReferencedCollections, useValueContext } from './field-value.ts';
import { useRights } from '#platform/web/session/use-rights.ts';

interface ResourceListProps {
  name: CollectionKey;
  /** Name of the list for device settings and exports; the collection by default. */
  listName?: string;
  /** Filter fields, instead of those derived from the columns. */
  filters?: readonly string[];
  /** Fixed server-side filters, in addition to the user's. */
  fixedFilters?: Readonly<Record<string, string>>;
  /** Filters that include an option for rows without a value. */
  filtersWithNone?: readonly string[];
  /** Actions at the bottom of the open row's panel. */
  renderActions?(row: ResourceRow): ReactNode;
  /** Additional parts of this list. */
  extras?: ListExtras | undefined;
  /** Whether rows can be created and changed here; permissions apply in addition. */
  isEditable?: boolean;
  /** Custom form. */
  form?: ComponentType<RowFormProps> | undefined;
}

const pageSize = 100;

const noExtras: ListExtras = {};
const useNoColumns = () => [];

/** List of a collection, based on its definition; a row opens in a panel next to the list. */
export function ResourceList({
  name,
  listName = name,
  filters,
  fixedFilters = {},
  filtersWithNone = [],
  extras = noExtras,
  renderActions = extras.renderActions,
  isEditable = false,
  form,
}: ResourceListProps) {
  const t = useMessages(resourceListMessages);
  const { create } = useMessages(rowMessages);
  const texts: AnyResourceTexts = useMessages(resourceMessages)[name];
  const resource = getDefinition(name);
  const fields = filters ?? getFilterFields(resource);
  const view = useListView(['active', ...fields]);
  const address = useRowAddress();
  const rights = useRights(resource);
  const canCreate = isEditable && rights.canCreate;
  const choice = useColumnChoice(listName);
  const shownFields = visibleColumns(
    buildPlainColumns(resource.columns, Object.keys(resource.allFields)),
    choice,
  );
  const context = useValueContext(name, [...shownFields.map(({ key }) => key), ...fields]);
  const { names } = context;

  const { active, ...fieldFilters } = view.filters;
  // The URL may contain values that aren't valid choices.
  const validFilters = Object.fromEntries(
    Object.entries(fieldFilters).filter(([field, value]) => {
      const { options = [] } = resource.allFields[field] ?? {};
      return options.length === 0 || options.includes(value ?? '');
    }),
  );
  const { useColumns = useNoColumns } = extras;
  const extraColumns = useColumns();
  const isArabic = useLocale() === 'ar';
  const hasRoom = useMedia('(min-width: 1536px)') || isArabic;
  const list = usePagedList<ResourceRow>({
    view,
    pageSize,
    buildQuery: (request) =>
      isHandledByServer(resource, view.q, request.sort)
        ? resourceQuery(resource, {
            q: view.q,
            active: parseActiveFilter(active),
            ...validFilters,
            ...fixedFilters,
            ...request,
          })
        : allResourceQuery(resource),
    getColumns: (isLocal) => {
      const ownColumns = buildResourceColumns(resource, context, isLocal || !resource.isNamed, hasRoom);
      const listed = resource.columns.length;
      return [
        ...ownColumns.slice(0, listed),
        ...extraColumns,
        ...ownColumns.slice(listed),
        ...buildCurrencyColumn(resource, context),
        ...buildTimeColumns(context),
      ];
    },
    defaultSort: resource.sort,
    matches: (row) => passesFilters(row, view.filters),
  });

  const namedQuery = useNamedRows(list.query, names.isPending);
  // If rows are identified by the names of their references, shows them only once those names are loaded, so
  // that they don't move.
  const query = resource.isNamed || !names.isPending ? namedQuery : { ...list.query, data: undefined };
  return (
    <>
      <DataList<ResourceRow>
        {...list}
        query={query}
        name={listName}
        label={texts.many}
        texts={{
          loading: t.loading(texts.many),
          failed: t.failed(texts.many),
          nothingMatches: t.nothingMatches,
          search: resource.isNamed ? t.search : t.searchPacks,
        }}
        getKey={({ _id }) => _id}
        getName={(row) => row.name}
        filters={buildFilterSelects(resource, fields, filtersWithNone, context)}
        empty={
          <EmptyState
            icon={Inbox}
            title={t.empty(texts.many)}
            text={canCreate ? t.emptyWithAction(create(texts.one)) : t.emptyText}
          />
        }
        fetchPage={async (page, signal) => {
          await names.load(listReferencedCollections(resource, Object.keys(resource.allFields)));
          return list.fetchPage(page, signal);
        }}
        bulk={(rows, clear) => (
          <>
            {isEditable && rights.canEdit ? <BulkArchive name={name} rows={rows} onDone={clear} /> : null}
            {extras.bulk?.(rows, clear)}
          </>
        )}
      />
      {view.open === undefined || (address.isNew && !canCreate) ? null : (
        <ResourcePanel
          key={view.open}
          name={name}
          id={view.open}
          listedRow={list.query.data?.rows.find(({ _id }) => _id === view.open)}
          isEditable={isEditable}
          form={form}
          renderActions={renderActions}
          onClose={() => void address.go({})}
        />
      )}
    </>
  );
}

/**
 * Returns whether the server can search and sort the list. Rows without a name of their own are shown by the
 * names of their references, which the server doesn't search. All rows are then fetched, and searched and
 * sorted on the client.
 */
function isHandledByServer(resource: Definition, q: string | undefined, sort: string | undefined): boolean {
  if (resource.isNamed) return true;
  return q === undefined && (sort === undefined || isSortedByServer(resource, sort.replace('-', '')));
}

/** Returns the columns for the column menu before their cells can be rendered. */
function buildPlainColumns(listed: readonly string[], all: readonly string[]) {
  const unlisted = all.filter((name) => !listed.includes(name));
  return [...listed, ...unlisted].map((key) => ({
    key,
    label: key,
    cell: () => null,
    isHiddenByDefault: !listed.includes(key),
  }));
}
