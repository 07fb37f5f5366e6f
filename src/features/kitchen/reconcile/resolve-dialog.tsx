import { useId } from 'react';
import type { Discrepancy } from '#contract/discrepancies.ts';
import { mayRead } from '#domain/permissions.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogContent } from '#src/components/ui/dialog.tsx';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { reconcileMessages } from './messages.ts';
import { isDiscrepancyType } from './resolutions.ts';
import { Outcomes, ResolveForm, useResolve } from './resolve-form.tsx';

interface ResolveDialogProps {
  /** As they were when the dialog was opened: several of one type. */
  discrepancies: readonly Discrepancy[];
  onClose(): void;
}

/** Settles several discrepancies of one type by one decision. */
export function ResolveDialog({ discrepancies, onClose }: ResolveDialogProps) {
  const t = useMessages(reconcileMessages);
  const user = useUser();
  const formId = useId();
  const money = useMoney();
  const resolving = useResolve(discrepancies, onClose);
  const { left } = resolving;
  const type = discrepancies[0]?.type ?? '';
  const value = left.reduce((sum, row) => sum + row.value, 0);
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.titleOfSeveral(isDiscrepancyType(type) ? t.types[type] : type, discrepancies.length)}
        description={mayRead(user, 'costs') ? t.value(money(value)) : ''}
        footer={
          left.length > 0 ? (
            <>
              <Button onClick={onClose}>{t.back}</Button>
              <Button type="submit" form={formId} variant="primary" disabled={resolving.isPending}>
                {t.resolve}
              </Button>
            </>
          ) : (
            <Button onClick={onClose}>{t.close}</Button>
          )
        }
      >
        <Outcomes of={resolving} isOne={false} />
        {left.length > 0 ? (
          <div className="flex flex-col gap-4">
            <ul className="max-h-40 overflow-y-auto rounded-md border px-3 py-2 text-muted-foreground text-sm">
              {left.map((row) => (
                <li key={row._id}>
                  {row.itemName} · {formatAmount(row.qty, row.unitSymbol)} · {row.branchName} ·{' '}
                  <bdi>{row.orderNo}</bdi>
                </li>
              ))}
            </ul>
            <ResolveForm id={formId} of={resolving} qty={t.them} />
          </div>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}
