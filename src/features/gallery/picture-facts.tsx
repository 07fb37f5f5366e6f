import type { Picture } from '#src/collections/items/gallery.ts';
import { FactList } from '#src/components/layout/fact-list.tsx';
import { absent, formatCount, formatInstant } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { PictureThumb } from '#src/entities/picture/picture-thumb.tsx';
import { ResourceFacts } from '#src/master-data/resource-facts.tsx';
import { galleryPageMessages } from './messages.ts';

/** A picture as large as the panel has room for, what is said about it. */
export function PictureFacts({ picture }: { picture: Picture }) {
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
