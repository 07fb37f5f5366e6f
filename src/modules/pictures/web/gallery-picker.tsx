import { useInfiniteQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { gallery } from '#modules/gallery/collection.ts';
import { morePicturesQuery, type Picture } from '#modules/gallery/web/queries.ts';
import { SearchBox } from '#platform/web/form/search-box.tsx';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useRights } from '#platform/web/session/use-rights.ts';
import { DropArea } from './drop-area.tsx';
import { galleryMessages } from './messages.ts';
import { PictureGrid } from './picture-grid.tsx';
import { UploadButton } from './upload-button.tsx';
import { UploadList } from './upload-list.tsx';
import { useUploads } from './uploads.ts';

interface GalleryPickerProps {
  currentId: string | undefined;
  onChoose(picture: Picture): void;
  onClose(): void;
}

/** Chooses a gallery picture, or uploads one and chooses it. */
export function GalleryPicker({ currentId, onChoose, onClose }: GalleryPickerProps) {
  const t = useMessages(galleryMessages);
  const rights = useRights(gallery);
  const [searchText, setSearchText] = useState('');
  const q = useDeferredValue(searchText.trim());
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    morePicturesQuery({ q: q || undefined, active: true }),
  );
  // Uploading a picture also chooses it.
  const uploads = useUploads(onChoose);
  const onFiles = rights.canCreate ? (files: File[]) => uploads.add(files.slice(0, 1)) : null;
  const pictures = data?.pages.flatMap(({ rows }) => rows) ?? [];
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.choose}
        className="h-[92dvh] sm:h-[80dvh] sm:max-w-3xl"
        footer={<Button onClick={onClose}>{t.cancel}</Button>}
      >
        <DropArea onFiles={onFiles}>
          <div role="search" className="flex flex-wrap gap-2 pb-3">
            <SearchBox
              label={t.search}
              value={searchText}
              onValue={setSearchText}
              className="flex-1 basis-52"
            />
            {onFiles ? <UploadButton label={t.upload} onFiles={onFiles} /> : null}
          </div>
          <UploadList uploads={uploads} />
          {pictures.length > 0 ? (
            <>
              <PictureGrid
                label={t.pictures}
                pictures={pictures}
                currentId={currentId}
                isBusy={false}
                onChoose={onChoose}
              />
              {hasNextPage ? (
                <Button
                  className="mt-4 self-center"
                  disabled={isFetching}
                  onClick={() => void fetchNextPage()}
                >
                  {t.more}
                </Button>
              ) : null}
            </>
          ) : error ? (
            <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
          ) : data ? (
            <EmptyState
              icon={Images}
              title={q ? t.nothingMatches : t.empty}
              text={onFiles ? t.uploadHint : undefined}
            />
          ) : (
            <SkeletonRows label={t.loading} />
          )}
        </DropArea>
      </DialogContent>
    </Dialog>
  );
}
