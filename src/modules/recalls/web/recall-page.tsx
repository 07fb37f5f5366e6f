import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PackageSearch, Printer } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Recall } from '../shapes.ts';
import { canRunRecalls } from '../recall-rules.ts';
import { useLocationNames } from '#modules/branches/web/queries/use-location-names.ts';
import { endRecall, recallQuery } from './queries/recalls.ts';
import { SecondaryAction } from '#platform/web/layout/actions.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { CellGrid } from '#platform/web/form/cell-grid.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { printPage } from '#platform/documents/web/printout.tsx';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { cn } from '#platform/web/cn.ts';
import {
  missingValue,
  formatAge,
  formatCount,
  formatInstant,
  formatPercent,
} from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useNow } from '#platform/web/use-now.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { lotPageMessages } from '#modules/lots/web/messages.ts';
import { RecallLots, RecallProducts } from './recall-lots.tsx';
import { RecallLocations } from './recall-locations.tsx';
import { RecallSales } from './recall-sales.tsx';
import { RecallPills, formatSeconds } from './recall-pills.tsx';

/** Page for `?recall=`: an open or ended recall. */
export function RecallPage({ id }: { id: string }) {
  const t = useMessages(lotPageMessages).recall;
  const { data, error, refetch } = useQuery({ ...recallQuery(id), refetchOnMount: 'always' });
  if (data) return <RecallView recall={data} />;
  return (
    <Page>
      <PageHeader title={t.title} context=" " secondaryActions={<BackAction />} />
      {data === null ? (
        <EmptyState icon={PackageSearch} title={t.notFound} />
      ) : error ? (
        <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows label={t.loading} rows={6} />
      )}
    </Page>
  );
}

function BackAction() {
  const t = useMessages(lotPageMessages).trace;
  return (
    <SecondaryAction asChild>
      <Link to="." search={{} as never}>
        <PackageSearch aria-hidden="true" />
        {t.back}
      </Link>
    </SecondaryAction>
  );
}

function RecallView({ recall }: { recall: Recall }) {
  const t = useMessages(lotPageMessages);
  const canEnd = canRunRecalls(useUser()) && recall.end === null;
  const [isEnding, setEnding] = useState(false);
  const { number, itemId, itemName, itemCode, lot, startedAt, byName, note, end } = recall;
  return (
    <Page>
      <PageHeader
        title={number}
        context={<bdi>{`${t.trace.title(lot ?? t.none)} · ${itemName} · ${itemCode}`}</bdi>}
        secondaryActions={
          <>
            <BackAction />
            <SecondaryAction asChild>
              <Link to="." search={{ item: itemId, lot: lot ?? '' } as never}>
                <PackageSearch aria-hidden="true" />
                {t.recall.viewLot}
              </Link>
            </SecondaryAction>
            <SecondaryAction onSelect={printPage}>
              <Printer aria-hidden="true" />
              {t.recall.print}
            </SecondaryAction>
          </>
        }
        actions={
          canEnd ? (
            <Button variant="primary" onClick={() => setEnding(true)}>
              {t.recall.end}
            </Button>
          ) : null
        }
      />
      <div className="flex flex-col gap-6">
        <div className="flex flex-col gap-1 text-sm">
          <p className="flex flex-wrap items-center gap-2">
            <RecallPills recall={recall} />
          </p>
          <p className="text-muted-foreground">
            {t.recall.startedBy(formatInstant(startedAt), byName)}
            {note ? <bdi>{` “${note}”`}</bdi> : null}
          </p>
          {end ? (
            <p className="text-muted-foreground">
              {t.recall.endedBy(formatInstant(end.at), end.byName)}
              {end.note ? <bdi>{` “${end.note}”`}</bdi> : null}
            </p>
          ) : null}
        </div>
        {recall.isPractice ? (
          <p className="pill-status-blue rounded-md px-3 py-2 text-sm">{t.recall.practiceNote}</p>
        ) : null}
        <AwaitedLocations recall={recall} />
        <RecallSummary recall={recall} />
        <section className="flex flex-col gap-2">
          <h2 className="font-semibold text-base">{t.recall.responses}</h2>
          {recall.places.length === 0 ? (
            <p className="text-muted-foreground text-sm">{t.recall.noLocations}</p>
          ) : (
            <>
              {end ? null : <p className="text-muted-foreground text-sm">{t.recall.responseHint}</p>}
              <CellGrid name={`recall.${recall._id}`}>
                <RecallLocations recall={recall} />
              </CellGrid>
            </>
          )}
        </section>
        <RecallLots recall={recall} />
        <RecallProducts products={recall.products} />
        <RecallSales recall={recall} />
      </div>
      {isEnding ? <EndRecall recall={recall} onClose={() => setEnding(false)} /> : null}
    </Page>
  );
}

/** Locations that haven't answered, with the number of notifications sent to each. */
function AwaitedLocations({ recall: { awaiting, end, isPractice, requestedPlaces } }: { recall: Recall }) {
  const t = useMessages(lotPageMessages).recall;
  const getLocationName = useLocationNames();
  const now = useNow();
  if (requestedPlaces === 0) return null;
  if (awaiting.length === 0) return <p className="text-sm">{t.allResponded}</p>;
  return (
    <section className={cn('rounded-md px-3 py-2 text-sm', end ? 'border' : 'pill-status-amber')}>
      <h2 className="font-semibold">{t.awaiting(awaiting.length)}</h2>
      <ul>
        {awaiting.map(({ placeId, placeName, emailCount, lastEmailAt }) => (
          <li key={placeId}>
            <bdi>{getLocationName(placeId, placeName)}</bdi>
            {isPractice ? null : ` · ${t.notified(emailCount, formatAge(lastEmailAt, now))}`}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Elapsed time, number of answers, and the share of the received quantity that is accounted for. */
function RecallSummary({ recall: { startedAt, end, sums, unitSymbol, ...recall } }: { recall: Recall }) {
  const t = useMessages(lotPageMessages).recall;
  const now = useNow();
  const seconds = end?.seconds ?? (now - Date.parse(startedAt)) / 1000;
  const amount = (qty: number) => <bdi>{formatAmount(qty, unitSymbol)}</bdi>;
  const confirmedCount = formatCount(end?.confirmedPlaces ?? recall.confirmedPlaces);
  const allCount = formatCount(end?.requestedPlaces ?? recall.requestedPlaces);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-lg border bg-card p-4 text-sm sm:grid-cols-3 lg:grid-cols-6">
      <Figure label={t.elapsedTime} value={formatSeconds(seconds)} />
      <Figure label={t.responded} value={t.respondedCount(confirmedCount, allCount)} />
      {sums ? (
        <>
          <Figure
            label={t.traced}
            value={sums.traced === null ? missingValue : formatPercent(sums.traced / 100)}
            hint={t.tracedHint}
          />
          <Figure label={t.received} value={amount(sums.received)} />
          <Figure label={t.documented} value={amount(sums.documented)} hint={t.documentedHint} />
          <Figure label={t.found} value={amount(sums.found)} />
        </>
      ) : null}
    </dl>
  );
}

function Figure({ label, value, hint }: { label: string; value: ReactNode; hint?: string }) {
  return (
    <div>
      <dt className="text-muted-foreground text-xs">{label}</dt>
      <dd className="font-medium tabular-nums">{value}</dd>
      {hint ? <dd className="text-muted-foreground text-xs">{hint}</dd> : null}
    </div>
  );
}

function EndRecall({ recall, onClose }: { recall: Recall; onClose(): void }) {
  const t = useMessages(lotPageMessages);
  const queryClient = useQueryClient();
  const key = useRef(newUuid());
  const isSending = useRef(false);
  const [note, setNote] = useState('');
  const [error, setError] = useState<string | null>(null);

  async function end(): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    try {
      await endRecall(queryClient, { recallId: recall._id, note }, key.current);
      onClose();
    } catch (cause) {
      key.current = newUuid();
      isSending.current = false;
      setError(getErrorMessage(cause, t.failed));
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.recall.end}
        description={t.recall.endHint(
          formatCount(recall.confirmedPlaces),
          formatCount(recall.requestedPlaces),
        )}
        footer={
          <>
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button variant="primary" onClick={() => void end()}>
              {t.recall.end}
            </Button>
          </>
        }
      >
        <Field label={t.note} error={error}>
          {(control) => (
            <Input
              {...control}
              maxLength={500}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          )}
        </Field>
      </DialogContent>
    </Dialog>
  );
}
