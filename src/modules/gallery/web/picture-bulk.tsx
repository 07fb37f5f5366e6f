import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Picture, invalidateGallery, type Tagging, tagPictures } from './queries.ts';
import { BulkBar } from '#platform/web/data-table/bulk-bar.tsx';
import { CheckField } from '#platform/web/form/check-field.tsx';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { TextsField } from '#platform/web/form/texts-field.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { formatCount } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { BulkArchive } from '#modules/master-data/web/bulk-archive.tsx';
import { galleryPageMessages } from './messages.ts';

interface PictureBulkProps {
  pictures: readonly Picture[];
  onClear(): void;
}

/** Bulk actions on the selected pictures. */
export function PictureBulk({ pictures, onClear }: PictureBulkProps) {
  const t = useMessages(galleryPageMessages);
  const [isTagging, setTagging] = useState(false);
  return (
    <>
      <BulkBar count={pictures.length} label={t.selected(pictures.length)} onClear={onClear}>
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

interface TagDialogProps {
  pictures: readonly Picture[];
  onDone(): void;
  onClose(): void;
}

/** Adds and removes tags of several pictures. */
function TagDialog({ pictures, onDone, onClose }: TagDialogProps) {
  const t = useMessages(galleryPageMessages);
  const tagging = useTagging();
  const [add, setAdd] = useState<readonly string[]>([]);
  const [remove, setRemove] = useState<readonly string[]>([]);
  const counts = Map.groupBy(
    pictures.flatMap(({ tags }) => tags),
    (tag) => tag,
  );
  const tags = [...counts.keys()].toSorted((a, b) => a.localeCompare(b));
  const disabledReason = tagging.isBusy
    ? t.tagging
    : add.length + remove.length === 0
      ? t.nothingToTag
      : null;

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (disabledReason !== null) return;
    const changes = pictures.map(({ _id }) => ({ _id, add: [...add], remove: [...remove] }));
    if (!(await tagging.send(pictures, changes))) return;
    onClose();
    onDone();
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.tagMany(pictures.length)}
        footer={
          <>
            <Button onClick={onClose}>{t.cancel}</Button>
            <GuardedButton
              type="submit"
              form="tag-pictures"
              variant="primary"
              disabledReason={disabledReason}
            >
              {t.saveTags}
            </GuardedButton>
          </>
        }
      >
        <form
          id="tag-pictures"
          noValidate
          className="flex flex-col gap-5"
          onSubmit={(event) => void onSubmit(event)}
        >
          <TextsField
            label={t.addTags}
            hint={t.addHint}
            value={add}
            onChange={(next) => setAdd([...new Set(next.map((tag) => tag.trim().toLowerCase()))])}
          />
          {tags.length > 0 ? (
            <fieldset>
              <legend className="pb-1 font-medium text-sm">{t.removeTags}</legend>
              {tags.map((tag) => (
                <CheckField
                  key={tag}
                  label={t.tagCount(tag, formatCount(counts.get(tag)?.length ?? 0))}
                  value={remove.includes(tag)}
                  onChange={(isOn) =>
                    setRemove(isOn ? [...remove, tag] : remove.filter((removed) => removed !== tag))
                  }
                />
              ))}
            </fieldset>
          ) : null}
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** Changes tags of several pictures; undo reverts exactly these changes. */
function useTagging() {
  const t = useMessages(galleryPageMessages);
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function change(
    pictures: readonly Picture[],
    changes: readonly Tagging[],
  ): Promise<Tagging[] | null> {
    setBusy(true);
    try {
      return await tagPictures(changes);
    } catch (error) {
      const id = error instanceof ApiError ? error.details['id'] : undefined;
      const picture = pictures.find(({ _id }) => _id === id);
      const message = getErrorMessage(error, t.changeFailed);
      toastError(picture ? `${picture.name}: ${message}` : message);
      return null;
    } finally {
      setBusy(false);
      invalidateGallery(queryClient);
    }
  }

  return {
    isBusy,
    /** Returns true on success; otherwise an error message was shown. */
    async send(pictures: readonly Picture[], changes: readonly Tagging[]): Promise<boolean> {
      const applied = await change(pictures, changes);
      if (applied === null) return false;
      const undo = applied.map(({ _id, add, remove }) => ({ _id, add: remove, remove: add }));
      toast(
        t.tagged(applied.length),
        undo.length > 0 ? { undo: { label: t.undo, run: () => void change(pictures, undo) } } : {},
      );
      return true;
    },
  };
}
