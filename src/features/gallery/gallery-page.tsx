import { useState } from 'react';
import { gallery } from '#contract/gallery.ts';
import type { Picture } from '#src/collections/items/gallery.ts';
import { useListView, useOpenRow } from '#src/components/data-table/use-list-view.ts';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#src/lib/lazy-module.ts';
import { useStore } from '#src/lib/store.ts';
import { DropArea } from '#src/entities/picture/drop-area.tsx';
import { galleryMessages } from '#src/entities/picture/messages.ts';
import { UploadButton } from '#src/entities/picture/upload-button.tsx';
import { useUploads } from '#src/entities/picture/uploads.ts';
import { useRights } from '#src/lib/session/use-rights.ts';
import { GalleryList } from './gallery-list.tsx';
import { galleryPageMessages } from './messages.ts';

/** These come when they are needed. */
const uploadList = lazyModule(() => import('#src/entities/picture/upload-list.tsx'));
const deletion = lazyModule(() => import('./delete-picture.tsx'));

/** `/gallery`: the pictures of the business. */
export function GalleryPage() {
  const t = useMessages(galleryPageMessages);
  const shared = useMessages(galleryMessages);
  const title = useMessages(pageMessages).gallery;
  const rights = useRights(gallery);
  const view = useListView(['tag', 'use', 'active']);
  const openRow = useOpenRow();
  const uploads = useUploads();
  const [leaving, setLeaving] = useState<Picture | null>(null);
  const onFiles = rights.canCreate ? uploads.add : null;
  const question = useLazyModuleWhen(leaving !== null, deletion);
  const hasUploads = useStore(uploads.store).length > 0;
  const list = useLazyModuleWhen(hasUploads, uploadList);
  return (
    <Page isWide>
      <PageHeader
        title={title}
        context={t.context}
        actions={
          onFiles ? (
            <UploadButton label={shared.upload} variant="primary" isMany onFiles={onFiles} />
          ) : undefined
        }
      />
      <DropArea onFiles={onFiles}>
        {list ? <list.UploadList uploads={uploads} onOpen={openRow} /> : null}
        <GalleryList view={view} mayUpload={onFiles !== null} onDelete={setLeaving} />
      </DropArea>
      {leaving && question ? (
        <question.DeletePicture
          picture={leaving}
          onClose={() => setLeaving(null)}
          onDeleted={() => {
            setLeaving(null);
            if (view.open !== undefined) openRow(undefined, { replace: true });
          }}
        />
      ) : null}
    </Page>
  );
}
