import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { makeTemplate } from '#src/collections/orders/guide.ts';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogContent } from '#src/components/ui/dialog.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { ApiError, messageOf } from '#src/lib/api/api-error.ts';
import { formatWeekday } from '#src/lib/format/weekday.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toast } from '#src/lib/toast.ts';
import { newUuid } from '#src/lib/uuid.ts';
import { rowsById } from './draft-totals.ts';
import type { GuideSection } from './guide-rows.ts';
import { templateOf } from './template-fill.ts';
import { templateTexts } from './template-messages.ts';
import type { OrderDraft } from './draft.ts';

interface SaveTemplateProps {
  branch: string;
  guide: readonly GuideSection[];
  drafting: OrderDraft;
  onClose(): void;
}

const allWeekdays = [1, 2, 3, 4, 5, 6, 7];

/** Keeps what is entered now under a name. */
export function SaveTemplate({ branch, guide, drafting, onClose }: SaveTemplateProps) {
  const t = useMessages(templateTexts);
  const queryClient = useQueryClient();
  const formId = useId();
  const [key, setKey] = useState(newUuid);
  const [name, setName] = useState('');
  const [weekdays, setWeekdays] = useState<readonly number[]>([]);
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const lines = templateOf(drafting.draft, rowsById(guide));

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '' || isSaving) {
      setError(wanted === '' ? t.nameNeeded : null);
      return;
    }
    setSaving(true);
    try {
      await makeTemplate(queryClient, { name: wanted, branch, weekdays, lines }, key);
      toast(t.saved(wanted));
      onClose();
    } catch (failure) {
      setError(
        failure instanceof ApiError && failure.fields['name']
          ? failure.fields['name']
          : messageOf(failure, t.saveFailed),
      );
      setSaving(false);
      // What was refused is made anew with another name; what never arrived is the same call again.
      if (failure instanceof ApiError && !failure.isNetwork) setKey(newUuid());
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.saveTitle}
        description={t.saveText(lines.length)}
        footer={
          <>
            <Button onClick={onClose}>{t.cancel}</Button>
            <GuardedButton type="submit" form={formId} variant="primary" blocked={isSaving ? t.saving : null}>
              {t.save}
            </GuardedButton>
          </>
        }
      >
        <form id={formId} onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
          <Field label={t.name} error={error}>
            {(control) => (
              <Input
                {...control}
                value={name}
                maxLength={120}
                onChange={(event) => {
                  setName(event.target.value);
                  setError(null);
                }}
              />
            )}
          </Field>
          <fieldset>
            <legend className="pb-1.5 font-medium text-sm">{t.weekdays}</legend>
            <div className="flex flex-wrap gap-2">
              {allWeekdays.map((day) => (
                <label
                  key={day}
                  className="flex h-9 cursor-pointer items-center gap-2 rounded-md border px-3 text-sm has-checked:border-primary has-checked:bg-selected touch:h-11"
                >
                  <input
                    type="checkbox"
                    className="size-4 accent-primary"
                    checked={weekdays.includes(day)}
                    onChange={(event) =>
                      setWeekdays(
                        allWeekdays.filter((each) =>
                          each === day ? event.currentTarget.checked : weekdays.includes(each),
                        ),
                      )
                    }
                  />
                  {formatWeekday(day)}
                </label>
              ))}
            </div>
            <p className="pt-1.5 text-muted-foreground text-xs">{t.weekdaysHint}</p>
          </fieldset>
        </form>
      </DialogContent>
    </Dialog>
  );
}
