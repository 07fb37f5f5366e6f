import { useQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { useState } from 'react';
import { gallery } from '../collection.ts';
import { galleryQuery, type Picture, tagsQuery } from './queries.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { FilterBar, type FilterSelect } from '#platform/web/data-table/filter-bar.tsx';
import { ListFailed, PageOutOfRange } from '#platform/web/data-table/list-states.tsx';
import { Pager } from '#platform/web/data-table/pager.tsx';
import { type ListView, useListView, useOpenRow } from '#platform/web/data-table/use-list-view.ts';
import { usePagedList } from '#platform/web/data-table/use-paged-list.ts';
import { usePanelKeys } from '#platform/web/data-table/use-panel-keys.ts';
import { useSelection } from '#platform/web/data-table/use-selection.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState, NothingMatches, SavedDataNote } from '#platform/web/layout/states.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { DropArea } from '#modules/pictures/web/drop-area.tsx';
import { galleryMessages } from '#modules/pictures/web/messages.ts';
import { PictureGrid } from '#modules/pictures/web/picture-grid.tsx';
import { UploadButton } from '#modules/pictures/web/upload-button.tsx';
import { useUploads } from '#modules/pictures/web/uploads.ts';
import { useConnection } from '#platform/web/api/connection.ts';
import { formatCount } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { useRights } from '#platform/web/session/use-rights.ts';
import { useStore } from '#platform/web/store.ts';
import { galleryPageMessages } from './messages.ts';

const uploadList = lazyModule(() => import('#modules/pictures/web/upload-list.tsx'));
const deletePictureModule = lazyModule(() => import('./delete-picture.tsx'));

/** `/gallery`: pictures of the business. */
export function GalleryPage() {
  const t = useMessages(galleryPageMessages);
  const shared = useMessages(galleryMessages);
  const title = useMessages(pageMessages).gallery;
  const rights = useRights(gallery);
  const view = useListView(['tag', 'use', 'active']);
  const openRow = useOpenRow();
  const uploads = useUploads();
  const [pictureToDelete, setPictureToDelete] = useState<Picture | null>(null);
  const onFiles = rights.canCreate ? uploads.add : null;
  const deleteDialog = useLazyModuleWhen(pictureToDelete !== null, deletePictureModule);
  const hasUploads = useStore(uploads.store).length > 0;
  const list = useLazyModuleWhen(hasUploads, uploadList);
  return (
    <Page isWide>
      <PageHeader
        title={title}
        context={t.context}
        actions={
          onFiles ? (
            <UploadButton label={shared.upload} variant="primary" isMultiple onFiles={onFiles} />
          ) : undefined
        }
      />
      <DropArea onFiles={onFiles}>
        {list ? <list.UploadList uploads={uploads} onOpen={openRow} /> : null}
        <GalleryList view={view} canUpload={onFiles !== null} onDelete={setPictureToDelete} />
      </DropArea>
      {pictureToDelete && deleteDialog ? (
        <deleteDialog.DeletePicture
          picture={pictureToDelete}
          onClose={() => setPictureToDelete(null)}
          onDeleted={() => {
            setPictureToDelete(null);
            if (view.open !== undefined) openRow(undefined, { replace: true });
          }}
        />
      ) : null}
    </Page>
  );
}

/** Loaded when the first picture is selected or opened. */
const bulk = lazyModule(() => import('./picture-bulk.tsx'));
const panel = lazyModule(() => import('./picture-panel.tsx'));

const pageSize = 60;

interface GalleryListProps {
  view: ListView<'tag' | 'use' | 'active'>;
  canUpload: boolean;
  onDelete(picture: Picture): void;
}

/** Pictures in pages, with search and filters; a picture opens in a side panel. */
function GalleryList({ view, canUpload, onDelete }: GalleryListProps) {
  const t = useMessages(galleryPageMessages);
  const shared = useMessages(galleryMessages);
  const rights = useRights(gallery);
  const openRow = useOpenRow();
  const { isAlive } = useConnection();
  const loadedPanel = useLazyModuleWhen(view.open !== undefined, panel);
  const { tag, use, active } = view.filters;
  const filters = {
    q: view.q,
    tag,
    unused: use === 'unused' ? true : use === 'used' ? false : undefined,
    active: active === 'all' ? undefined : active !== 'false',
  };
  const { query } = usePagedList<Picture>({
    view,
    pageSize,
    buildQuery: (request) => galleryQuery({ ...filters, ...request }),
    getColumns: () => getColumns(t),
    defaultSort: gallery.sort,
    matches: (picture) =>
      (tag === undefined || picture.tags.includes(tag)) &&
      (filters.active === undefined || picture.isActive === filters.active) &&
      (filters.unused === undefined || (picture.uses === 0) === filters.unused),
  });
  const { data, error } = query;
  const pictures = data?.rows ?? [];
  const selection = useSelection(pictures, ({ _id }) => _id, JSON.stringify([view.q, view.filters]));
  // Uses the current version of a selected picture if it is on this page, because another user may have
  // changed it.
  const selectedPictures = [...selection.rows.values()].map(
    (selected) => pictures.find(({ _id }) => _id === selected._id) ?? selected,
  );
  const actions = useLazyModuleWhen(selectedPictures.length > 0, bulk);
  usePanelKeys(
    pictures.map(({ _id }) => _id),
    view.open,
    (id) => openRow(id, { replace: true }),
  );

  return (
    <>
      <FilterBar
        view={view}
        searchLabel={shared.search}
        filters={useFilters(t)}
        more={
          <Select
            aria-label={t.sort}
            className="w-full [field-sizing:content] md:w-auto md:max-w-48"
            value={view.sort ?? gallery.sort}
            onChange={({ currentTarget: { value } }) =>
              view.set({ sort: value === gallery.sort ? undefined : value })
            }
          >
            <option value={gallery.sort}>{t.newest}</option>
            <option value="name">{t.byName}</option>
            <option value="-size">{t.largest}</option>
          </Select>
        }
      />
      {data && (error || !isAlive) ? <SavedDataNote loadedAt={query.dataUpdatedAt} /> : null}
      {!data && error ? (
        <ListFailed title={shared.failed} error={error} onRetry={query.refetch} />
      ) : !data ? (
        <SkeletonTiles label={shared.loading} />
      ) : pictures.length === 0 && view.page > 1 ? (
        <PageOutOfRange onOpenFirstPage={() => view.set({ page: undefined })} />
      ) : pictures.length === 0 && view.isFiltered ? (
        <NothingMatches title={shared.nothingMatches} onClear={view.clear} />
      ) : pictures.length === 0 ? (
        <EmptyState icon={Images} title={shared.empty} text={canUpload ? shared.uploadHint : t.emptyViewer} />
      ) : (
        <>
          {rights.canEdit ? (
            <label className="flex min-h-9 items-center gap-2.5 self-start pb-2 text-sm touch:min-h-11">
              <input
                type="checkbox"
                className="size-4 accent-primary"
                checked={pictures.every(({ _id }) => selection.rows.has(_id))}
                onChange={({ currentTarget }) => selection.togglePage(currentTarget.checked)}
              />
              {t.selectPage}
            </label>
          ) : null}
          <PictureGrid
            label={shared.pictures}
            selection={rights.canEdit ? selection : undefined}
            pictures={pictures}
            currentId={view.open}
            isBusy={query.isPlaceholderData}
            getLink={({ _id }) => ({
              to: '.',
              search: (before: Record<string, unknown>) => ({ ...before, row: _id }),
              resetScroll: false,
            })}
            onDelete={rights.canDelete ? onDelete : undefined}
          />
          <Pager
            page={view.page}
            pageSize={pageSize}
            rowCount={pictures.length}
            total={data.total}
            isCapped={data.totalCapped}
            onPage={(page) => view.set({ page: page === 1 ? undefined : page })}
          />
        </>
      )}
      {selectedPictures.length > 0 && actions ? (
        <actions.PictureBulk pictures={selectedPictures} onClear={selection.clear} />
      ) : null}
      {view.open === undefined || loadedPanel === null ? null : (
        <loadedPanel.PicturePanel
          key={view.open}
          id={view.open}
          listedPicture={pictures.find(({ _id }) => _id === view.open)}
          onDelete={onDelete}
          onClose={() => openRow(undefined)}
        />
      )}
    </>
  );
}

type Texts = ReturnType<typeof useMessages<(typeof galleryPageMessages)['en']>>;

function useFilters(t: Texts): FilterSelect[] {
  const tags = useQuery(tagsQuery()).data ?? [];
  const byTag: FilterSelect = {
    key: 'tag',
    label: t.tag,
    all: t.anyTag,
    choices: tags.map(({ tag, count }) => ({
      id: tag,
      name: t.tagCount(tag, formatCount(count)),
    })),
  };
  return [
    ...(tags.length > 0 ? [byTag] : []),
    {
      key: 'use',
      label: t.use,
      all: t.anyUse,
      choices: [
        { id: 'used', name: t.used },
        { id: 'unused', name: t.unused },
      ],
    },
    {
      key: 'active',
      label: t.state,
      all: t.active,
      choices: [
        { id: 'false', name: t.archived },
        { id: 'all', name: t.both },
      ],
    },
  ];
}

/** Columns for searching and sorting on the client, if the server returns all pictures at once. */
function getColumns(t: Texts): Column<Picture>[] {
  const nameColumn = { label: t.name, cell: ({ name }: Picture) => name };
  return [
    { ...nameColumn, key: 'name', sort: 'name', value: ({ name }) => name },
    { ...nameColumn, key: 'alt', value: ({ alt, tags }) => [alt, ...tags].join(' ') },
    { ...nameColumn, key: 'size', sort: 'size', value: ({ size }) => size },
    { ...nameColumn, key: 'createdAt', sort: 'createdAt', value: ({ createdAt }) => createdAt },
  ];
}

function SkeletonTiles({ label }: { label: string }) {
  return (
    <div
      role="status"
      aria-label={label}
      className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3"
    >
      {Array.from({ length: 12 }, (_, tile) => (
        // Placeholder tiles are identical and never reorder.
        <Skeleton key={tile} className="aspect-square w-full rounded-lg" />
      ))}
    </div>
  );
}
