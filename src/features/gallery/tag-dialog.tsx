import { type FormEvent, useState } from 'react';
import type { Picture } from '#src/collections/items/gallery.ts';
import { CheckField } from '#src/components/form/check-field.tsx';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { TextsField } from '#src/components/form/texts-field.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogContent } from '#src/components/ui/dialog.tsx';
import { formatCount } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { galleryPageMessages } from './messages.ts';
import { useTagging } from './use-tagging.ts';

interface TagDialogProps {
  pictures: readonly Picture[];
  onDone(): void;
  onClose(): void;
}

/** Gives tags to several pictures, and takes away such as some of them have. */
export function TagDialog({ pictures, onDone, onClose }: TagDialogProps) {
  const t = useMessages(galleryPageMessages);
  const tagging = useTagging();
  const [add, setAdd] = useState<readonly string[]>([]);
  const [remove, setRemove] = useState<readonly string[]>([]);
  const counts = Map.groupBy(
    pictures.flatMap(({ tags }) => tags),
    (tag) => tag,
  );
  const tags = [...counts.keys()].toSorted((a, b) => a.localeCompare(b));
  const blocked = tagging.isBusy ? t.tagging : add.length + remove.length === 0 ? t.nothingToTag : null;

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (blocked !== null) return;
    const asked = pictures.map(({ _id }) => ({ _id, add: [...add], remove: [...remove] }));
    if (!(await tagging.send(pictures, asked))) return;
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
            <GuardedButton type="submit" form="tag-pictures" variant="primary" blocked={blocked}>
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
                    setRemove(isOn ? [...remove, tag] : remove.filter((each) => each !== tag))
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
