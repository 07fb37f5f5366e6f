import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Archive, ArchiveRestore, Download, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { gallery } from '../collection.ts';
import {
  type Picture,
  pictureQuery,
  invalidateGallery,
  replacePictureFile,
  setPictureActive,
} from './queries.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { FactList } from '#platform/web/layout/fact-list.tsx';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, SheetContent } from '#platform/web/ui/dialog.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { PictureThumb } from '#modules/pictures/web/picture-thumb.tsx';
import { UploadButton } from '#modules/pictures/web/upload-button.tsx';
import { fetchPictureFile } from '#platform/web/api/read-file.ts';
import { downloadFile as saveAs } from '#platform/web/format/download-file.ts';
import { missingValue, formatCount, formatInstant } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { refetchPicture } from '#platform/web/pictures.ts';
import { useRights } from '#platform/web/session/use-rights.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { ResourceFacts } from '#modules/master-data/web/resource-facts.tsx';
import { useRowAddress } from '#modules/master-data/web/row-address.ts';
import { RowTabs } from '#modules/master-data/web/row-tabs.tsx';
import { galleryPageMessages } from './messages.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';

const resourceForm = lazyModule(() => import('#modules/master-data/web/form/resource-form.tsx'));

interface PicturePanelProps {
  id: string;
  /** The picture from the grid, shown until the full picture is loaded. */
  listedPicture: Picture | undefined;
  onDelete(picture: Picture): void;
  onClose(): void;
}

/** Side panel of a picture: view, describe, replace. */
export function PicturePanel({ id, listedPicture, onDelete, onClose }: PicturePanelProps) {
  const t = useMessages(galleryPageMessages);
  const address = useRowAddress();
  const rights = useRights(gallery);
  const queryClient = useQueryClient();
  // Always refetched, because the items and brands that use the picture may have changed.
  const pictureResult = useQuery({ ...pictureQuery(id), staleTime: 0 });
  const picture = pictureResult.data ?? listedPicture;
  const isForm = address.edit === true && rights.canEdit && pictureResult.data !== undefined;
  const loaded = useLazyModuleWhen(isForm, resourceForm);
  const leaveForm = () => void address.go({ row: id }, { replace: true });
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent
        title={
          picture
            ? isForm
              ? t.editing(picture.name)
              : picture.name
            : pictureResult.error
              ? t.failed
              : t.loading
        }
        description={picture && !picture.isActive ? <Pill>{t.archived}</Pill> : undefined}
        footer={
          picture && !isForm ? (
            <PictureActions
              picture={picture}
              onEdit={() => void address.go({ row: id, edit: true })}
              onDelete={() => onDelete(picture)}
            />
          ) : null
        }
      >
        {isForm && picture ? (
          loaded ? (
            <loaded.ResourceForm
              name="gallery"
              row={picture}
              placement="panel"
              onSaved={({ name }) => {
                invalidateGallery(queryClient);
                toast(t.saved(name));
                leaveForm();
              }}
              onCancel={leaveForm}
            />
          ) : (
            <SkeletonRows label={t.loading} rows={5} />
          )
        ) : picture ? (
          <RowTabs name="gallery" row={picture} details={<PictureFacts picture={picture} />} />
        ) : pictureResult.error ? (
          <LoadFailed
            title={t.failed}
            error={pictureResult.error}
            onRetry={() => void pictureResult.refetch()}
          />
        ) : (
          <SkeletonRows label={t.loading} />
        )}
      </SheetContent>
    </Dialog>
  );
}

/** The picture with its description and file data. */
function PictureFacts({ picture }: { picture: Picture }) {
  const t = useMessages(galleryPageMessages);
  const { width, height, size, createdAt, createdByName } = picture;
  return (
    <div className="flex flex-col gap-4">
      <PictureThumb
        key={picture._id}
        value={picture._id}
        alt={picture.alt ?? picture.name}
        size="full"
        className="h-64 w-full rounded-md border"
      />
      <ResourceFacts
        name="gallery"
        row={picture}
        isShown={(field) => field !== 'createdAt' && field !== 'updatedAt'}
      />
      <FactList
        facts={[
          {
            key: 'dimensions',
            label: t.dimensions,
            value:
              width !== null && height !== null
                ? `${t.pixels(formatCount(width), formatCount(height))}${size === null ? '' : ` · ${t.kilobytes(formatCount(Math.ceil(size / 1024)))}`}`
                : missingValue,
          },
          { key: 'createdBy', label: t.uploadedBy, value: createdByName ?? missingValue },
          { key: 'createdAt', label: t.uploadedAt, value: formatInstant(createdAt) },
        ]}
      />
    </div>
  );
}

/** On phones, only the main action has a label; the other buttons show icons. */
const iconOnlyOnPhones = 'max-sm:sr-only';

interface PictureActionsProps {
  picture: Picture;
  onEdit(): void;
  onDelete(): void;
}

/** Actions on a picture that the user may perform. */
function PictureActions({ picture, onEdit, onDelete }: PictureActionsProps) {
  const t = useMessages(galleryPageMessages);
  const rights = useRights(gallery);
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { _id, name, isActive } = picture;

  async function change(request: () => Promise<Picture>, successText: string): Promise<void> {
    setBusy(true);
    try {
      invalidateGallery(queryClient, await request());
      toast(successText);
    } catch (error) {
      toastError(getErrorMessage(error, t.changeFailed));
    } finally {
      setBusy(false);
    }
  }

  async function replace([file]: File[]): Promise<void> {
    if (!file) return;
    await change(async () => {
      const replaced = await replacePictureFile(picture, file);
      refetchPicture(_id);
      return replaced;
    }, t.replaced(name));
  }

  async function download(): Promise<void> {
    try {
      const path = `gallery/${encodeURIComponent(_id)}/file`;
      const file = await fetchPictureFile(path, { size: 'full' }, AbortSignal.timeout(60_000));
      saveAs(`${name}.${file.type.replace('image/', '')}`, file);
    } catch (error) {
      toastError(getErrorMessage(error, t.downloadFailed));
    }
  }

  return (
    <>
      <Button className="max-sm:px-3" onClick={() => void download()}>
        <Download aria-hidden="true" />
        <span className={iconOnlyOnPhones}>{t.download}</span>
      </Button>
      {rights.canDelete ? (
        <GuardedButton
          className="max-sm:px-3"
          disabledReason={(picture.uses ?? 0) > 0 ? t.inUse : null}
          disabled={isBusy}
          onClick={onDelete}
        >
          <Trash2 aria-hidden="true" />
          <span className={iconOnlyOnPhones}>{t.delete}</span>
        </GuardedButton>
      ) : null}
      {rights.canEdit ? (
        <>
          <Button
            className="max-sm:px-3"
            disabled={isBusy}
            onClick={() =>
              void change(
                () => setPictureActive(picture, !isActive),
                isActive ? t.wasArchived(name) : t.wasRestored(name),
              )
            }
          >
            {isActive ? <Archive aria-hidden="true" /> : <ArchiveRestore aria-hidden="true" />}
            <span className={iconOnlyOnPhones}>{isActive ? t.archive : t.restore}</span>
          </Button>
          <UploadButton
            label={t.replace}
            isShort
            disabled={isBusy}
            icon={<RefreshCw aria-hidden="true" />}
            onFiles={(files) => void replace(files)}
          />
          <Button variant="primary" onClick={onEdit}>
            <Pencil aria-hidden="true" />
            {t.edit}
          </Button>
        </>
      ) : null}
    </>
  );
}
