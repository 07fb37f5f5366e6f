import { useQuery, useQueryClient } from '@tanstack/react-query';
import { gallery } from '#contract/gallery.ts';
import { type Picture, pictureQuery, renewGallery } from '#src/collections/items/gallery.ts';
import { LoadFailed } from '#src/components/layout/states.tsx';
import { Dialog, SheetContent } from '#src/components/ui/dialog.tsx';
import { Pill } from '#src/components/ui/pill.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#src/lib/lazy-module.ts';
import { toast } from '#src/lib/toast.ts';
import { useRowAddress } from '#src/master-data/row-address.ts';
import { RowTabs } from '#src/master-data/row-tabs.tsx';
import { useRights } from '#src/lib/session/use-rights.ts';
import { galleryPageMessages } from './messages.ts';
import { PictureActions } from './picture-actions.tsx';
import { FactList } from '#src/components/layout/fact-list.tsx';
import { absent, formatCount, formatInstant } from '#src/lib/format/format.ts';
import { PictureThumb } from '#src/entities/picture/picture-thumb.tsx';
import { ResourceFacts } from '#src/master-data/resource-facts.tsx';

/** The form comes with the first Edit. */
const form = lazyModule(() => import('#src/master-data/form/resource-form.tsx'));

interface PicturePanelProps {
  id: string;
  /** The picture, where the grid beside it has it. */
  inList: Picture | undefined;
  onDelete(picture: Picture): void;
  onClose(): void;
}

/** One picture beside the grid it came from: looked at, described, replaced. */
export function PicturePanel({ id, inList, onDelete, onClose }: PicturePanelProps) {
  const t = useMessages(galleryPageMessages);
  const address = useRowAddress();
  const rights = useRights(gallery);
  const queryClient = useQueryClient();
  const asked = useQuery(pictureQuery(id));
  const picture = asked.data ?? inList;
  const isForm = address.edit === true && rights.canEdit && asked.data !== undefined;
  const loaded = useLazyModuleWhen(isForm, form);
  const leaveForm = () => void address.go({ row: id }, { replace: true });
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent
        title={
          picture ? (isForm ? t.editing(picture.name) : picture.name) : asked.error ? t.failed : t.loading
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
                renewGallery(queryClient);
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
        ) : asked.error ? (
          <LoadFailed title={t.failed} error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <SkeletonRows label={t.loading} />
        )}
      </SheetContent>
    </Dialog>
  );
}

/** A picture as large as the panel has room for, what is said about it. */
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
        shows={(field) => field !== 'createdAt' && field !== 'updatedAt'}
      />
      <FactList
        facts={[
          {
            key: 'dimensions',
            label: t.dimensions,
            value:
              width !== null && height !== null
                ? `${t.pixels(formatCount(width), formatCount(height))}${size === null ? '' : ` · ${t.kilobytes(formatCount(Math.ceil(size / 1024)))}`}`
                : absent,
          },
          { key: 'createdBy', label: t.uploadedBy, value: createdByName ?? absent },
          { key: 'createdAt', label: t.uploadedAt, value: formatInstant(createdAt) },
        ]}
      />
    </div>
  );
}
