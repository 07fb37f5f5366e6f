import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ClipboardList } from 'lucide-react';
import { type FormEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import type { TemplateLine } from '#modules/order-templates/collection.ts';
import { createTemplate, type Template, templatesQuery } from '../queries.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { formatList } from '#platform/web/format/list.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { getWeekday } from '#core/day.ts';
import { formatWeekday } from '#platform/web/format/weekday.ts';
import {
  type StoredOrderDraft,
  type OrderDraftLine,
  isOrdered,
  type OrderDraft,
  indexGuideRows,
} from './draft.ts';
import type { GuideRow, GuideSection } from './guide-rows.ts';
import { guideToasts } from './order-guide.tsx';
import { templateMessages } from './template-messages.ts';

/**
 * Dialog to open: the list of templates, the form for a new one, or a template (`id`) to apply
 * immediately.
 */
export type TemplateRequest = { kind: 'choose' } | { kind: 'save' } | { kind: 'apply'; id: string };

interface TemplateDialogsProps {
  request: TemplateRequest;
  branch: string;
  deliveryDate: string;
  guide: readonly GuideSection[];
  draftEditor: OrderDraft;
  onClose(): void;
}

/** Template dialogs of the order guide; loaded on first use. */
export function TemplateDialogs({
  request,
  branch,
  deliveryDate,
  guide,
  draftEditor,
  onClose,
}: TemplateDialogsProps) {
  const t = useMessages(templateMessages);
  const { data, error, refetch } = useQuery({ ...templatesQuery(branch), enabled: request.kind !== 'save' });

  function applyTemplate(template: Template): void {
    const previousLines = draftEditor.store.get().lines;
    const { lines, filledCount, keptCount, skippedCount } = fillFromTemplate(
      previousLines,
      template.lines,
      indexGuideRows(guide),
    );
    const undo = draftEditor.changeLines(lines);
    toast(t.done(template.name, filledCount, keptCount, skippedCount), {
      undo: { label: t.undo, run: undo },
      topic: guideToasts,
    });
    onClose();
  }
  const applyRequested = useEffectEvent((templates: readonly Template[]) => {
    if (request.kind !== 'apply') return;
    const requested = templates.find(({ _id }) => _id === request.id);
    if (requested) applyTemplate(requested);
    else {
      toastError(t.gone);
      onClose();
    }
  });
  useEffect(() => {
    if (data) applyRequested(data);
  }, [data]);

  if (request.kind === 'save')
    return <SaveTemplate branch={branch} guide={guide} draftEditor={draftEditor} onClose={onClose} />;
  if (request.kind === 'apply' && !error) return null;
  const weekday = getWeekday(deliveryDate);
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent title={t.fillTitle} description={t.fillText}>
        {!data ? (
          error ? (
            <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonRows label={t.loading} rows={3} />
          )
        ) : data.length === 0 ? (
          <EmptyState icon={ClipboardList} title={t.none} text={t.noneText} />
        ) : (
          <ul className="divide-y">
            {sortForWeekday(data, weekday).map((template) => (
              <li key={template._id}>
                <button
                  type="button"
                  className="flex min-h-11 w-full items-center justify-between gap-3 rounded-sm px-2 py-2 text-start hover:bg-accent"
                  onClick={() => applyTemplate(template)}
                >
                  <bdi className="font-medium">{template.name}</bdi>
                  <span className="text-muted-foreground text-xs">
                    {[
                      t.lines(template.lines.length),
                      template.weekdays.length > 0
                        ? t.forDays(formatList(template.weekdays.map((day) => formatWeekday(day))))
                        : '',
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </DialogContent>
    </Dialog>
  );
}

interface SaveTemplateProps {
  branch: string;
  guide: readonly GuideSection[];
  draftEditor: OrderDraft;
  onClose(): void;
}

const allWeekdays = [1, 2, 3, 4, 5, 6, 7];

/** Saves the current entries as a template. */
function SaveTemplate({ branch, guide, draftEditor, onClose }: SaveTemplateProps) {
  const t = useMessages(templateMessages);
  const queryClient = useQueryClient();
  const formId = useId();
  const [key, setKey] = useState(newUuid);
  const [name, setName] = useState('');
  const [weekdays, setWeekdays] = useState<readonly number[]>([]);
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const lines = toTemplateLines(draftEditor.draft, indexGuideRows(guide));

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const trimmedName = name.trim();
    if (trimmedName === '' || isSaving) {
      setError(trimmedName === '' ? t.nameRequired : null);
      return;
    }
    setSaving(true);
    try {
      await createTemplate(queryClient, { name: trimmedName, branch, weekdays, lines }, key);
      toast(t.saved(trimmedName));
      onClose();
    } catch (error) {
      setError(
        error instanceof ApiError && error.fields['name']
          ? error.fields['name']
          : getErrorMessage(error, t.saveFailed),
      );
      setSaving(false);
      // The next attempt uses a new idempotency key after a rejection, and the same key after a network
      // failure.
      if (error instanceof ApiError && !error.isNetwork) setKey(newUuid());
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
            <GuardedButton
              type="submit"
              form={formId}
              variant="primary"
              disabledReason={isSaving ? t.saving : null}
            >
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
                        allWeekdays.filter((weekday) =>
                          weekday === day ? event.currentTarget.checked : weekdays.includes(weekday),
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

/**
 * Fills in the draft from a template: entered quantities are kept, earlier fills are replaced. Items that
 * can no longer be ordered, or only in a different unit, are skipped.
 */
export function fillFromTemplate(
  lines: Readonly<Record<string, OrderDraftLine>>,
  template: readonly TemplateLine[],
  rowById: ReadonlyMap<string, GuideRow>,
): {
  lines: Record<string, OrderDraftLine>;
  filledCount: number;
  keptCount: number;
  skippedCount: number;
} {
  const next = { ...lines };
  const counts = { filledCount: 0, keptCount: 0, skippedCount: 0 };
  for (const { itemId, qty, unit } of template) {
    const line = next[itemId];
    if (rowById.get(itemId)?.item.unit !== unit) counts.skippedCount += 1;
    else if (line && line.qty !== null && !line.isFilled) counts.keptCount += 1;
    else {
      next[itemId] = { qty, note: line?.note ?? '', isFilled: true };
      counts.filledCount += 1;
    }
  }
  return { lines: next, ...counts };
}

/** Returns the lines of the draft to save as a template, each in its unit. */
export function toTemplateLines(
  draft: StoredOrderDraft,
  rowById: ReadonlyMap<string, GuideRow>,
): TemplateLine[] {
  return Object.entries(draft.lines).flatMap(([itemId, line]) => {
    const unit = rowById.get(itemId)?.item.unit;
    return unit && isOrdered(line) ? [{ itemId, qty: line.qty ?? 0, unit }] : [];
  });
}

/**
 * Sorts templates: first those for the given day of the week (1 is Monday), then those for any day, then the
 * others, each group by name.
 */
export function sortForWeekday<T extends { name: string; weekdays: readonly number[] }>(
  templates: readonly T[],
  weekday: number,
): T[] {
  const rank = ({ weekdays }: T) => (weekdays.includes(weekday) ? 0 : weekdays.length === 0 ? 1 : 2);
  return templates.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}
