import { useState } from 'react';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { formatList } from '#platform/web/format/list.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import type { ConfirmationFields } from './action-confirmation.tsx';
import type { DocumentKind, OfferedTransition } from './document-kind.ts';
import { documentMessages } from './messages.ts';
import { TransitionButton } from './transitions.tsx';

interface BulkTransitionsProps<D, M extends OfferedTransition> {
  kind: DocumentKind<D, M>;
  documents: readonly D[];
  statuses: Readonly<Record<string, string>>;
  /** Sends one transition. Rejects with the server's error. */
  send(document: D, move: M, form: FormData): Promise<unknown>;
  /** Called after all responses; errors are shown with the document's number. */
  onDone(): void;
  /** Additional fields of a confirmation. */
  getFields?(move: M): ConfirmationFields | undefined;
}

/**
 * Buttons of the primary transitions that at least one selected document allows, each for those documents.
 * Transitions that need a reason are left out, because reasons differ by document.
 */
export function BulkTransitions<D extends { _id: string }, M extends OfferedTransition>({
  kind,
  documents,
  statuses,
  send,
  onDone,
  getFields,
}: BulkTransitionsProps<D, M>) {
  const t = useMessages(documentMessages);
  const { verbs } = useMessages(kind.labels);
  const user = useUser();
  const [isBusy, setBusy] = useState(false);
  const offers = documents.flatMap((document) =>
    kind.getAvailableTransitions(document, user).map((move) => ({ document, move })),
  );
  const groups = Map.groupBy(
    offers.filter(({ move }) => kind.primary.has(move.verb) && !move.reason),
    ({ move }) => move.verb,
  );

  async function moveAll(group: typeof offers, form: FormData): Promise<void> {
    setBusy(true);
    const outcomes = await Promise.allSettled(group.map(({ document, move }) => send(document, move, form)));
    setBusy(false);
    const moved = group.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    const to = group[0]?.move.to ?? '';
    if (moved.length > 0) toast(t.moved(listNumbers(moved), statuses[to] ?? to));
    for (const [index, outcome] of outcomes.entries())
      if (outcome.status === 'rejected')
        toastError(`${listNumbers(group.slice(index, index + 1))}: ${getErrorMessage(outcome.reason, '')}`);
    onDone();
  }
  const listNumbers = (group: typeof offers) =>
    formatList(group.map(({ document }) => kind.getNumber(document)));

  return [...groups.values()].map((group) =>
    group.slice(0, 1).map(({ move }) => (
      <TransitionButton
        key={move.verb}
        kind={kind}
        move={move}
        subject={listNumbers(group)}
        variant="primary"
        disabledReason={isBusy ? t.busy : null}
        fields={getFields?.(move)}
        onMove={(_reason, form) => void moveAll(group, form)}
      >
        {t.moveCount(verbs[move.verb] ?? move.verb, group.length)}
      </TransitionButton>
    )),
  );
}
