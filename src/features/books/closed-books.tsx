import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { record, text } from '#contract/tolerant.ts';
import type { Setting } from '#src/collections/settings/setting.ts';
import { booksClosedUntil } from '#src/collections/settings/settings.ts';
import { LoadFailed } from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Card } from '#src/components/ui/card.tsx';
import { DateInput } from '#src/components/ui/date-input.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { ApiError } from '#src/lib/api/api-error.ts';
import { sayError } from '#src/lib/api/own-words.ts';
import { formatDay } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toast } from '#src/lib/toast.ts';
import { useToday } from '#src/lib/use-today.ts';
import { booksMessages } from './messages.ts';

/** Until which day the books of the business are closed, and the one form that changes it. */
export function ClosedBooks() {
  const t = useMessages(booksMessages);
  const { data, error, refetch } = useQuery(booksClosedUntil.query());
  if (!data)
    return error ? (
      <LoadFailed title={t.loadFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.loading} rows={4} />
    );
  return <BooksForm books={data} />;
}

function BooksForm({ books }: { books: Setting<string | null> }) {
  const t = useMessages(booksMessages);
  const queryClient = useQueryClient();
  const today = useToday();
  /** Null while nobody has chosen: then it is what is known. What is chosen stays when somebody else closes or opens them. */
  const [chosen, setDay] = useState<string | null>(null);
  const day = chosen ?? books.value ?? '';
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [isMissing, setMissing] = useState(false);

  async function send(until: string | null): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await booksClosedUntil.save(queryClient, until, books);
      setDay(null);
      toast(until === null ? t.opened : t.saved(formatDay(until)));
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    setMissing(day === '');
    if (day !== '') void send(day);
  }

  const wrong = failure === null ? [] : hindrances(failure);
  const said = failure === null || wrong.length > 0 ? null : sayError(failure, t.failed);
  return (
    <Card className="flex max-w-xl flex-col gap-4">
      <div className="flex flex-col gap-1">
        <h2 className="font-semibold text-base">{t.title}</h2>
        <p className="text-muted-foreground text-sm">{t.about}</p>
      </div>
      <p role="status" className="font-medium text-sm">
        {books.value === null ? t.open : t.closed(formatDay(books.value))}
      </p>
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <Field label={t.until} hint={t.hint} error={isMissing && day === '' ? t.needed : said}>
          {(control) => (
            <DateInput
              {...control}
              className="max-w-56"
              value={day}
              max={today}
              onChange={({ currentTarget }) => setDay(currentTarget.value)}
            />
          )}
        </Field>
        {wrong.length === 0 ? null : (
          <div role="alert" className="flex flex-col gap-1 text-destructive text-sm">
            <p className="font-medium">{t.hinders}</p>
            <ul className="list-disc ps-5">
              {wrong.map((message) => (
                <li key={message}>
                  <bdi>{message}</bdi>
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" type="submit" disabled={isBusy}>
            {isBusy ? t.closing : t.close}
          </Button>
          {books.value === null ? null : (
            <Button disabled={isBusy} onClick={() => void send(null)}>
              {t.openAll}
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}

/** What the server names that contradicts itself in the books; none for any other refusal. */
function hindrances(failure: unknown): string[] {
  if (!(failure instanceof ApiError)) return [];
  const named = failure.details['violations'];
  return Array.isArray(named) ? named.flatMap((row) => text(record(row)['message']) ?? []) : [];
}
