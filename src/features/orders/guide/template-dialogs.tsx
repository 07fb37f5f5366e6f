import { useQuery } from '@tanstack/react-query';
import { ClipboardList } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { type Template, templatesQuery } from '#src/collections/orders/guide.ts';
import { EmptyState, LoadFailed } from '#src/components/layout/states.tsx';
import { Dialog, DialogContent } from '#src/components/ui/dialog.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { formatWeekday } from '#src/lib/format/weekday.ts';
import { formatList } from '#src/lib/format/list.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toast, toastError } from '#src/lib/toast.ts';
import { rowsById } from './draft-totals.ts';
import type { GuideSection } from './guide-rows.ts';
import { SaveTemplate } from './save-template.tsx';
import { fillFromTemplate, forWeekday } from './template-fill.ts';
import { templateTexts } from './template-messages.ts';
import type { OrderDraft } from './draft.ts';

/** A list to choose from, the form for a new one, or one template (`id`) that is taken at once. */
export type TemplateWish = { kind: 'choose' } | { kind: 'save' } | { kind: 'take'; id: string };

interface TemplateDialogsProps {
  wish: TemplateWish;
  branch: string;
  deliveryDate: string;
  guide: readonly GuideSection[];
  drafting: OrderDraft;
  onClose(): void;
}

/** Templates in the order guide. Loaded with the first use of one. */
export function TemplateDialogs({
  wish,
  branch,
  deliveryDate,
  guide,
  drafting,
  onClose,
}: TemplateDialogsProps) {
  const t = useMessages(templateTexts);
  const { data, error, refetch } = useQuery({ ...templatesQuery(branch), enabled: wish.kind !== 'save' });

  function take(template: Template): void {
    const before = drafting.store.get().lines;
    const { lines, filled, kept, left } = fillFromTemplate(before, template.lines, rowsById(guide));
    const undo = drafting.changeLines(lines);
    toast(t.done(template.name, filled, kept, left), { undo: { label: t.undo, run: undo } });
    onClose();
  }
  const takeNamed = useEffectEvent((templates: readonly Template[]) => {
    if (wish.kind !== 'take') return;
    const named = templates.find(({ _id }) => _id === wish.id);
    if (named) take(named);
    else {
      toastError(t.gone);
      onClose();
    }
  });
  useEffect(() => {
    if (data) takeNamed(data);
  }, [data]);

  if (wish.kind === 'save')
    return <SaveTemplate branch={branch} guide={guide} drafting={drafting} onClose={onClose} />;
  if (wish.kind === 'take' && !error) return null;
  const weekday = new Date(`${deliveryDate}T00:00:00Z`).getUTCDay() || 7;
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
            {forWeekday(data, weekday).map((template) => (
              <li key={template._id}>
                <button
                  type="button"
                  className="flex min-h-11 w-full items-center justify-between gap-3 rounded-sm px-2 py-2 text-start hover:bg-accent"
                  onClick={() => take(template)}
                >
                  <bdi className="font-medium">{template.name}</bdi>
                  <span className="text-muted-foreground text-xs">
                    {[
                      t.lines(template.lines.length),
                      template.weekdays.length > 0
                        ? t.meantFor(formatList(template.weekdays.map((day) => formatWeekday(day))))
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
