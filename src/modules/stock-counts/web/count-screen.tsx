import { Link } from '@tanstack/react-router';
import { ArrowLeft, EyeOff, Printer } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { CountLineDecision } from '../input.ts';
import { isOpenForEntries } from '../status.ts';
import { canWrite } from '#core/permissions.ts';
import { type CountSheet, decideLinesAction, enterCountAction, moveCountAction } from './queries.ts';
import { usePendingCellCount } from '#platform/web/form/cell-grid.tsx';
import { SecondaryAction } from '#platform/web/layout/actions.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { Page } from '#platform/web/layout/page.tsx';
import { NotAvailable, LoadFailed, SavedDataNote } from '#platform/web/layout/states.tsx';
import { useNumberPad } from '#platform/web/form/use-number-pad.ts';
import { Pill } from '#platform/web/ui/pill.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { getLineErrors } from '#platform/documents/web/line-errors.ts';
import {
  TransitionButtons,
  TransitionConfirmation,
  TransitionRefusal,
} from '#platform/documents/web/transitions.tsx';
import { useTransitions } from '#platform/documents/web/use-transitions.ts';
import { CountStatusPill } from './count-status.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useConnection } from '#platform/web/api/connection.ts';
import { formatInstant } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useOutbox } from '#platform/web/outbox/entries.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { toast } from '#platform/web/toast.ts';
import { countKind, type CountTransition, needsHeadOfficeApproval } from './count-kind.ts';
import { CountSheetView } from './count-sheet.tsx';
import { getCountGridKey } from './count-row.tsx';
import { countMessages } from './messages.ts';
import { useCountFields } from './use-count-fields.ts';
import { useCountSheet } from './use-count-sheet.ts';
import type { SheetLine } from './merge-entries.ts';

const CountHistory = lazyView(async () => (await import('./count-history.tsx')).CountHistory);
const CountPrintout = lazyView(async () => (await import('./count-printout.tsx')).CountPrintout);
const CountReview = lazyView(async () => (await import('./count-review.tsx')).CountReview);

/**
 * Action kinds that are sent before a status change requested after them, even if they were queued offline.
 */
const sentBeforeTransition = new Set([enterCountAction.kind, decideLinesAction.kind]);

interface CountScreenProps {
  id: string;
  section: string | undefined;
}

/** One stock count as a full page: the sheet while it is open, then its review. */
export function CountScreen({ id, section }: CountScreenProps) {
  const t = useMessages(countMessages).sheet;
  const { sheet, progress, lines, enter } = useCountSheet(id);
  const { isAlive } = useConnection();
  if (sheet.data === undefined) {
    const isGone = sheet.error instanceof ApiError && sheet.error.status === 404;
    return (
      <Page>
        <PageHeader title={sheet.error ? t.failed : t.loading} context={<BackLink />} />
        {isGone ? (
          <NotAvailable title={t.notFound} />
        ) : sheet.error ? (
          <LoadFailed title={t.failed} error={sheet.error} onRetry={() => void sheet.refetch()} />
        ) : (
          <SkeletonRows label={t.loading} />
        )}
      </Page>
    );
  }
  return (
    <LoadedCount
      count={sheet.data}
      lines={lines}
      progress={progress}
      section={section}
      savedAt={sheet.isError || !isAlive ? sheet.dataUpdatedAt : null}
      onEnter={enter}
      onReload={() => void sheet.refetch()}
    />
  );
}

function BackLink() {
  const t = useMessages(countMessages).sheet;
  return (
    <Link
      to="."
      search={(previous) => ({ ...previous, row: undefined, section: undefined })}
      className="inline-flex items-center gap-1 rounded-sm text-primary hover:underline touch:min-h-11"
    >
      <ArrowLeft className="size-3.5 rtl:-scale-x-100" aria-hidden="true" />
      {t.back}
    </Link>
  );
}

/** Notices about pending steps: approval by head office, or the posting of an approved count. */
function StatusNotes({ count, canApprove }: { count: CountSheet; canApprove: boolean }) {
  const t = useMessages(countMessages).review;
  const { toPost, failedLines } = count;
  const notes = [
    needsHeadOfficeApproval(count) && !canApprove ? t.needsHeadOffice : null,
    toPost > 0 ? t.toPost(toPost) : null,
    failedLines > 0 ? t.failedLines(failedLines) : null,
  ].filter((note) => note !== null);
  if (notes.length === 0) return null;
  return (
    <ul role="status" className="pb-3 text-sm text-status-amber">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

interface LoadedCountProps {
  count: CountSheet;
  lines: readonly SheetLine[];
  progress: ReturnType<typeof useCountSheet>['progress'];
  section: string | undefined;
  savedAt: number | null;
  onEnter: ReturnType<typeof useCountSheet>['enter'];
  onReload(): void;
}

function LoadedCount({ count, lines, progress, section, savedAt, onEnter, onReload }: LoadedCountProps) {
  const t = useMessages(countMessages);
  const { fact } = useCountFields();
  const user = useUser();
  const statusChange = useOutboxMutation(moveCountAction);
  const decision = useOutboxMutation(decideLinesAction);
  const money = useMoney();
  const [isPrinting, setPrinting] = useState(false);
  const [isCancelling, setCancelling] = useState(false);
  const pending = useOutbox().filter(
    ({ documentKey, state }) => documentKey === countKind.getKey(count) && state !== 'sent',
  );
  const transitions = useTransitions(countKind, count, {
    send: ({ to }) => statusChange.send({ record: count, input: { status: to } }),
    isPending: statusChange.isPending,
    error: statusChange.error ?? decision.error,
    refetch: onReload,
    nonBlockingKinds: sentBeforeTransition,
  });
  const isOpen = isOpenForEntries(count.status);
  const canEnter = canWrite(user, 'stock-counts', 'canCreate') || canWrite(user, 'stock-counts', 'canEdit');
  const countedCount = lines.filter(({ countedQty }) => countedQty !== null).length;
  const openCount = lines.filter((line) => line.questions.length > 0).length;
  const recountCount = lines.filter(({ isMarkedForRecount }) => isMarkedForRecount).length;

  const decide = (...items: CountLineDecision[]) =>
    void decision.send({ record: count, input: { items } }).catch(onReload);

  async function changeStatus(move: CountTransition, reason: string | null): Promise<void> {
    // Blurring applies the unsaved text, which is then sent before the transition.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (!(await transitions.make(move, reason))) return;
    if (move.verb === 'approve') toast(t.review.approved(count.number));
  }

  const differingCount = lines.filter(
    ({ varianceQty, variancePieces }) => varianceQty || variancePieces,
  ).length;
  const approvalQuestion =
    differingCount === 0
      ? t.review.approveNothing
      : count.net === null
        ? undefined
        : t.review.approveQuestion(money(count.net), differingCount, count.branchName);
  const offered = transitions.offered.filter(({ verb }) => verb !== 'recount' || recountCount > 0);
  const cancel = offered.find(({ verb }) => verb === 'cancel');
  const contextParts = [
    count.branchName,
    fact(count, 'type')[1],
    count.startedAt ? formatInstant(count.startedAt) : null,
  ];
  return (
    <Page isWide className="flex min-h-[calc(100dvh-3.5rem)] flex-col">
      <PageHeader
        title={count.number}
        context={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <BackLink />
            <CountStatusPill status={count.status} />
            {count.blind ? <Pill icon={EyeOff}>{t.blind}</Pill> : null}
            <bdi>{contextParts.filter(Boolean).join(' · ')}</bdi>
          </span>
        }
        secondaryActions={
          <>
            <SecondaryAction onSelect={() => setPrinting(true)}>
              <Printer aria-hidden="true" />
              {t.sheet.print}
            </SecondaryAction>
            {cancel ? (
              <SecondaryAction onSelect={() => setCancelling(true)}>{t.verbs.cancel}</SecondaryAction>
            ) : null}
          </>
        }
      />
      {savedAt === null ? null : <SavedDataNote loadedAt={savedAt} />}
      <div className="pb-2 empty:hidden">
        <TransitionRefusal error={transitions.error} />
      </div>
      <StatusNotes count={count} canApprove={offered.some(({ verb }) => verb === 'approve')} />
      {count.status === 'Draft' ? <p className="py-6 text-muted-foreground text-sm">{t.draft.text}</p> : null}
      {isOpen ? (
        <CountSheetView
          count={count}
          lines={lines}
          progress={progress}
          section={section}
          lockedReason={canEnter ? null : t.sheet.readOnly}
          onEnter={onEnter}
        />
      ) : null}
      {isOpen || count.status === 'Draft' ? null : (
        <CountReview
          count={count}
          lines={lines}
          problems={getLineErrors(transitions.error)}
          lockedReason={
            count.status === 'Submitted' && canWrite(user, 'stock-counts', 'canEdit') ? null : count.status
          }
          onDecide={decide}
        />
      )}
      {isOpen ? null : (
        <Suspense fallback={null}>
          <CountHistory count={count} />
        </Suspense>
      )}
      <FooterBar isCounting={isOpen}>
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4" role="status">
          <p className="font-medium tabular-nums">
            {isOpen || openCount === 0
              ? t.sheet.counted(countedCount, lines.length)
              : t.review.unresolvedLines(openCount)}
          </p>
          <p className="text-muted-foreground text-xs">
            {isOpen ? (
              <SendStatus
                grid={getCountGridKey(count._id)}
                entries={pending.filter(({ kind }) => kind === enterCountAction.kind)}
              />
            ) : null}
          </p>
        </div>
        <div className="flex gap-2">
          <TransitionButtons
            transitions={transitions}
            moves={offered.filter(({ verb }) => verb !== 'cancel')}
            question={({ verb }) =>
              verb === 'submit'
                ? countedCount < lines.length
                  ? t.sheet.notCounted(lines.length - countedCount)
                  : t.sheet.allCounted(lines.length)
                : verb === 'approve'
                  ? approvalQuestion
                  : undefined
            }
            getBlockReason={({ verb }) =>
              verb === 'approve' && openCount > 0 ? t.review.unresolvedLines(openCount) : null
            }
            onMove={(move, reason) => void changeStatus(move, reason)}
          />
        </div>
      </FooterBar>
      {isCancelling && cancel ? (
        <TransitionConfirmation
          kind={countKind}
          move={cancel}
          subject={count.number}
          question={undefined}
          onConfirm={(reason) => void changeStatus(cancel, reason)}
          onClose={() => setCancelling(false)}
        />
      ) : null}
      {isPrinting ? (
        <Suspense fallback={null}>
          <CountPrintout count={count} lines={lines} onDone={() => setPrinting(false)} />
        </Suspense>
      ) : null}
    </Page>
  );
}

/** Status text: whether all entries have been sent. */
function SendStatus({
  grid,
  entries,
}: {
  grid: string;
  entries: readonly { state: string; body: unknown }[];
}) {
  const t = useMessages(countMessages).sheet;
  const hasUnsavedText = usePendingCellCount(grid) > 0;
  const { isAlive } = useConnection();
  const unsentCount = entries.reduce((sum, { body }) => {
    const events = (body as { events?: unknown[] } | null)?.events;
    return sum + (Array.isArray(events) ? events.length : 1);
  }, 0);
  if (hasUnsavedText) return t.unsaved;
  if (unsentCount === 0) return t.saved;
  return isAlive ? t.sending : t.queued(unsentCount);
}

/** Sticky footer with the actions of the count and, on touch devices, the keypad. */
function FooterBar({ isCounting, children }: { isCounting: boolean; children: React.ReactNode }) {
  const pad = useNumberPad();
  return (
    <footer
      data-foot-bar
      className="sticky bottom-0 z-20 -mx-3 mt-auto -mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-t bg-background px-3 py-2 md:-mx-6 md:-mb-6 md:px-6 md:py-2.5 print:hidden"
    >
      {children}
      {pad && isCounting ? <pad.NumberPad isForCounting /> : null}
    </footer>
  );
}
