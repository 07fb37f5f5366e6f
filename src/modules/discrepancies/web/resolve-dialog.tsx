import { useState } from 'react';
import type { ResolveDiscrepancyInput } from '../input.ts';
import type { Discrepancy } from '../shapes.ts';
import { findEarlierDecision, resolveDiscrepancyAction } from './queries.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast } from '#platform/web/toast.ts';
import { Decisions, EarlierDecision } from './decisions.tsx';
import { isDiscrepancyType, getSharedResolutions } from './discrepancy-kind.ts';
import { discrepancyMessages } from './messages.ts';
import { useParties } from './parties.ts';

interface ResolveDialogProps {
  /** The selected discrepancies when the dialog opened: several of the same type. */
  discrepancies: readonly Discrepancy[];
  onClose(): void;
}

const unknownParties = { docType: 'transfer', branch: '', kitchen: '', branchName: '' };

/** Resolves several discrepancies of the same type with one decision. */
export function ResolveDialog({ discrepancies, onClose }: ResolveDialogProps) {
  const t = useMessages(discrepancyMessages);
  const user = useUser();
  const { remaining, outcomes, isPending, resolve } = useResolve(discrepancies, onClose);
  const [first] = discrepancies;
  const type = first?.type ?? '';
  // If the locations differ, the parties aren't named.
  const haveSameLocations = discrepancies.every(
    ({ branch, kitchen, docType }) =>
      branch === first?.branch && kitchen === first.kitchen && docType === first.docType,
  );
  const areOrders = discrepancies.every(({ docType }) => docType !== 'transfer');
  const parties = useParties()(first && (haveSameLocations || areOrders) ? first : unknownParties);
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.bulkTitle(isDiscrepancyType(type) ? t.types[type] : type, discrepancies.length)}
        footer={<Button onClick={onClose}>{remaining.length > 0 ? t.back : t.close}</Button>}
      >
        <Outcomes outcomes={outcomes} />
        {remaining.length > 0 ? (
          <div className="flex flex-col gap-4">
            <ul className="max-h-40 overflow-y-auto rounded-md border px-3 py-2 text-muted-foreground text-sm">
              {remaining.map((row) => (
                <li key={row._id}>
                  {row.itemName} · {formatAmount(row.qty, row.unitSymbol)} · {row.branchName} ·{' '}
                  <bdi className="whitespace-nowrap">{row.orderNo}</bdi>
                </li>
              ))}
            </ul>
            <Decisions
              resolutions={getSharedResolutions(remaining, user)}
              subject={t.count(remaining.length)}
              qty={t.selectedGoods}
              value={remaining.reduce((sum, row) => sum + row.value, 0)}
              parties={parties}
              disabledReason={isPending ? t.busy : null}
              onDecide={(_move, input) => void resolve(input)}
            />
          </div>
        ) : null}
      </DialogContent>
    </Dialog>
  );
}

/**
 * Outcome for one discrepancy: another user's earlier decision, or the error; both are null if it was
 * resolved.
 */
interface Outcome {
  row: Discrepancy;
  earlierDecision: Discrepancy | null;
  error: string | null;
}

/** Applies one decision to discrepancies of the same type and collects the outcomes. */
function useResolve(discrepancies: readonly Discrepancy[], onClose: () => void) {
  const t = useMessages(discrepancyMessages);
  const user = useUser();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const resolving = useOutboxMutation(resolveDiscrepancyAction);
  const isResolved = (row: Discrepancy) =>
    outcomes.some((outcome) => outcome.row._id === row._id && outcome.error === null);
  const remaining = discrepancies.filter((row) => !isResolved(row));

  async function resolve(input: ResolveDiscrepancyInput): Promise<void> {
    if (resolving.isPending) return;
    // Sends a separate request with its own key for each, so that a failure doesn't block the others.
    const results = await Promise.all(remaining.map((row) => resolveOne(row, input)));
    const failed = results.filter((outcome) => outcome.earlierDecision !== null || outcome.error !== null);
    const resolvedCount = results.length - failed.length;
    if (resolvedCount > 0) toast(t.resolvedCount(resolvedCount));
    setOutcomes((previous) => [...previous.filter(({ error }) => error === null), ...results]);
    if (failed.length === 0 && outcomes.every(({ earlierDecision }) => earlierDecision === null)) onClose();
  }

  async function resolveOne(row: Discrepancy, input: ResolveDiscrepancyInput): Promise<Outcome> {
    try {
      const result = await resolving.send({ record: row, input });
      // If another user made the same decision, this isn't an error; it is reported as theirs.
      const isOwn = result.resolvedBy === null || result.resolvedBy === user._id;
      return { row, earlierDecision: isOwn ? null : result, error: null };
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      const earlierDecision = findEarlierDecision(cause);
      return { row, earlierDecision, error: earlierDecision ? null : getErrorMessage(cause) };
    }
  }

  return { remaining, outcomes, isPending: resolving.isPending, resolve };
}

/** Outcomes that differ from the user's decision. */
function Outcomes({ outcomes }: { outcomes: readonly Outcome[] }) {
  const t = useMessages(discrepancyMessages);
  if (outcomes.length === 0) return null;
  return (
    <ul role="alert" aria-label={t.outcomes} className="mb-4 divide-y rounded-md border text-sm">
      {outcomes.map(({ row, earlierDecision, error }) => (
        <li key={row._id} className="px-3 py-2">
          <p className="font-medium">
            {row.itemName} · <bdi className="whitespace-nowrap">{row.orderNo}</bdi>
          </p>
          {earlierDecision ? (
            <EarlierDecision discrepancy={earlierDecision} />
          ) : error !== null ? (
            <p className="text-destructive">{error}</p>
          ) : (
            <p className="text-muted-foreground">{t.resolvedText}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
