import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type SubmitEvent, useEffect, useState } from 'react';
import type { BooksReopened, ClosingCheck } from '../../shapes.ts';
import { readRecord, readText } from '#platform/shapes/tolerant.ts';
import type { RoutePath } from '#platform/web/layout/menu.ts';
import {
  closingChecklistQuery,
  closingQuery,
  readClosing,
  type ShownClosing,
} from '../queries/books-closing.ts';
import type { Setting } from '../queries/setting.ts';
import { booksClosedUntil } from '../queries/settings.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { ActionConfirmation } from '#platform/documents/web/action-confirmation.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { formatDay, formatInstant } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast } from '#platform/web/toast.ts';
import { useToday } from '#platform/web/use-today.ts';
import { addDays } from '#core/day.ts';
import { periodCloseMessages } from './messages.ts';

/** Shows the last closed day, and the form to change it. */
export function PeriodClose() {
  const t = useMessages(periodCloseMessages);
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(booksClosedUntil.query());
  const { data: books = { closing: null, reopened: null } } = useQuery(closingQuery());
  const { closing, reopened } = books;
  const isDone = closing?.state === 'closed' && data !== undefined && (data.value ?? '') < closing.until;
  // The close finished after the settings were loaded.
  useEffect(() => {
    if (isDone) void queryClient.invalidateQueries({ queryKey: booksClosedUntil.query().queryKey });
  }, [isDone, queryClient]);
  if (!data)
    return error ? (
      <LoadFailed title={t.loadFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.loading} rows={4} />
    );
  return <PeriodCloseForm books={data} closing={closing} reopened={reopened} />;
}

interface PeriodCloseFormProps {
  books: Setting<string | null>;
  closing: ShownClosing | null;
  reopened: BooksReopened | null;
}

function PeriodCloseForm({ books, closing, reopened }: PeriodCloseFormProps) {
  const t = useMessages(periodCloseMessages);
  const queryClient = useQueryClient();
  const today = useToday();
  /**
   * Null until the user selects a day; the saved day is shown until then. A selection is kept if the saved
   * day changes.
   */
  const [selectedDay, setSelectedDay] = useState<string | null>(null);
  const day = selectedDay ?? books.value ?? '';
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [isDayMissing, setDayMissing] = useState(false);

  /** The day awaiting confirmation (null: reopen everything); undefined if no dialog is open. */
  const [confirmingDay, setConfirmingDay] = useState<string | null | undefined>(undefined);

  async function send(until: string | null, reason: string | null = null): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      const response = await booksClosedUntil.save(
        queryClient,
        until,
        books,
        reason === null ? {} : { booksReason: reason },
      );
      const started = readClosing(response);
      if (started) queryClient.setQueryData(closingQuery().queryKey, { closing: started, reopened });
      else await queryClient.invalidateQueries({ queryKey: closingQuery().queryKey });
      setSelectedDay(null);
      if (!started && until !== books.value) toast(until === null ? t.opened : t.saved(formatDay(until)));
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    setDayMissing(day === '');
    if (day !== '') setConfirmingDay(day);
  }

  const isChecking = closing?.state === 'checking';
  const shownError = failure ?? (closing?.state === 'rejected' ? closing.error : null);
  const violations = shownError === null ? [] : readViolations(shownError);
  const fieldError =
    shownError === null || violations.length > 0 ? null : getErrorMessage(shownError, t.failed);
  return (
    <Card className="flex max-w-xl flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 className="font-semibold text-base">{t.title}</h2>
        <p className="text-muted-foreground text-sm">{t.about}</p>
      </div>
      <p role="status" className="font-medium text-sm">
        {books.value === null ? t.open : t.closed(formatDay(books.value))}
        {closing?.state === 'closed' && closing.until === books.value ? (
          <span className="font-normal text-muted-foreground">
            {' '}
            {t.closedBy(closing.byName, formatInstant(closing.endedAt))}
          </span>
        ) : null}
      </p>
      {reopened === null ? null : (
        <p className="text-muted-foreground text-sm">
          {t.reopened(
            reopened.byName,
            formatInstant(reopened.at),
            formatDay(reopened.to === null ? null : addDays(reopened.to, 1)),
            formatDay(reopened.from),
            reopened.to === null,
          )}{' '}
          <bdi>{reopened.reason}</bdi>
        </p>
      )}
      {closing === null ? null : <ClosingState closing={closing} />}
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <Field label={t.until} hint={t.hint} error={isDayMissing && day === '' ? t.dayRequired : fieldError}>
          {(control) => (
            <DateInput
              {...control}
              className="max-w-56"
              value={day}
              max={today}
              onChange={({ currentTarget }) => setSelectedDay(currentTarget.value)}
            />
          )}
        </Field>
        {violations.length === 0 ? null : (
          <div role="alert" className="flex flex-col gap-1 text-destructive text-sm">
            <p className="font-medium">{t.fixFirst}</p>
            <ul className="list-disc ps-5">
              {violations.map((message) => (
                <li key={message}>
                  <bdi>{message}</bdi>
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" type="submit" disabled={isBusy || isChecking}>
            {isBusy || isChecking ? t.closing : t.close}
          </Button>
          {isChecking ? (
            <Button disabled={isBusy} onClick={() => void send(books.value)}>
              {t.stopClosing}
            </Button>
          ) : null}
          {books.value === null ? null : (
            <Button disabled={isBusy} onClick={() => setConfirmingDay(null)}>
              {t.openAll}
            </Button>
          )}
        </div>
      </form>
      {confirmingDay === undefined ? null : confirmingDay !== null && confirmingDay >= (books.value ?? '') ? (
        <ActionConfirmation
          title={t.closeTitle(formatDay(confirmingDay))}
          description={t.closeText}
          action={t.close}
          fields={{ content: () => <Checklist until={confirmingDay} />, missing: () => [] }}
          onConfirm={() => void send(confirmingDay)}
          onClose={() => setConfirmingDay(undefined)}
        />
      ) : (
        <ActionConfirmation
          title={t.reopenTitle}
          description={
            confirmingDay === null
              ? t.reopenAllText(formatDay(books.value ?? ''))
              : t.reopenText(formatDay(addDays(confirmingDay, 1)), formatDay(books.value ?? ''))
          }
          action={t.reopen}
          isDestructive
          requiresReason
          reasonHint={t.reopenReasonHint}
          onConfirm={(reason) => void send(confirmingDay, reason)}
          onClose={() => setConfirmingDay(undefined)}
        />
      )}
    </Card>
  );
}

/** Screens where each concern is resolved. */
const concernLinks: Readonly<
  Record<ClosingCheck['concern'], (until: string) => { to: RoutePath; search: object }>
> = {
  counts: () => ({ to: '/branch-order/stock-count', search: { tab: 'all' } }),
  draftInvoices: (until) => ({
    to: '/procurements/creation/review/invoices',
    search: { status: 'Draft', to: until },
  }),
  discrepancies: () => ({ to: '/branch-order/inventory-control/discrepancies', search: {} }),
  notBilled: (until) => ({
    to: '/procurements/creation/review/invoices',
    search: { tab: 'accruals', asOf: until },
  }),
};

/** Lists the open work in the days to be closed, with links. */
function Checklist({ until }: { until: string }) {
  const t = useMessages(periodCloseMessages);
  const { data, error, refetch } = useQuery({ ...closingChecklistQuery(until), refetchOnMount: 'always' });
  if (!data)
    return error ? (
      <LoadFailed title={t.checklistFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.loading} rows={3} />
    );
  if (data.length === 0) return <p className="text-sm">{t.nothingOpen}</p>;
  return (
    <section aria-label={t.checklist} className="flex flex-col gap-1 text-sm">
      <h3 className="font-semibold">{t.checklist}</h3>
      <ul className="divide-y rounded-md border">
        {data.map(({ concern, count, isBlocking }) => {
          const { to, search } = concernLinks[concern](until);
          return (
            <li key={concern} className="flex flex-wrap items-center gap-2 px-3 py-1.5">
              <Link
                to={to}
                search={search as LinkProps['search']}
                className="text-primary underline-offset-4 hover:underline"
              >
                {t.concerns[concern](count)}
              </Link>
              <Pill tone={isBlocking ? 'red' : 'amber'}>{isBlocking ? t.blocks : t.warns}</Pill>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Shows a close that is in progress, refused or interrupted. */
function ClosingState({ closing }: { closing: ShownClosing }) {
  const t = useMessages(periodCloseMessages);
  const { state, done, total, byName, until, startedAt, endedAt } = closing;
  if (state === 'failed')
    return (
      <p role="alert" className="text-destructive text-sm">
        {t.interrupted(formatDay(until))}
      </p>
    );
  if (state === 'rejected')
    return (
      <p className="text-muted-foreground text-sm">
        {t.refused(formatDay(until), byName, formatInstant(endedAt))}
      </p>
    );
  if (state !== 'checking') return null;
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p role="status">{t.checking(formatDay(until), byName, formatInstant(startedAt))}</p>
      <progress
        className="block h-1.5 w-full accent-primary"
        aria-label={t.progress}
        max={Math.max(total, 1)}
        value={done}
      />
      <p className="text-muted-foreground">{t.canLeave}</p>
    </div>
  );
}

/** Returns the inconsistencies listed in the error of a rejected close; empty for other errors. */
function readViolations(failure: unknown): string[] {
  if (!(failure instanceof ApiError)) return [];
  const violations = failure.details['violations'];
  return Array.isArray(violations)
    ? violations.flatMap((row) => {
        const { message, remedy } = readRecord(row);
        return [readText(message), readText(remedy)].filter(Boolean).join(' ') || [];
      })
    : [];
}
