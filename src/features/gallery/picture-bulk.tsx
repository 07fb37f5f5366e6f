import { useState } from 'react';
import type { Picture } from '#src/collections/items/gallery.ts';
import { BulkBar } from '#src/components/data-table/bulk-bar.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { BulkArchive } from '#src/master-data/bulk-archive.tsx';
import { galleryPageMessages } from './messages.ts';
import { TagDialog } from './tag-dialog.tsx';

interface PictureBulkProps {
  pictures: readonly Picture[];
  onClear(): void;
}

/** What can be done with the chosen pictures at once. */
export function PictureBulk({ pictures, onClear }: PictureBulkProps) {
  const t = useMessages(galleryPageMessages);
  const [isTagging, setTagging] = useState(false);
  return (
    <>
      <BulkBar count={pictures.length} said={t.chosen(pictures.length)} onClear={onClear}>
        <BulkArchive name="gallery" rows={pictures} onDone={onClear} />
        <Button variant="primary" onClick={() => setTagging(true)}>
          {t.tags}
        </Button>
      </BulkBar>
      {isTagging ? (
        <TagDialog pictures={pictures} onDone={onClear} onClose={() => setTagging(false)} />
      ) : null}
    </>
  );
}
