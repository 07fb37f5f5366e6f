import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, PackageOpen, PackageSearch, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LotTrace } from '#contract/lots.ts';
import { usePlaceWords } from '#src/collections/places/use-place-words.ts';
import { lotTraceQuery, type TracedLot } from '#src/collections/stock/lots.ts';
import { DocumentLink, kindWords } from '#src/components/ledger/ledger-table.tsx';
import { SecondaryAction } from '#src/components/layout/actions.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { Page } from '#src/components/layout/page.tsx';
import { EmptyState, LoadFailed } from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { FactTable } from '#src/components/ui/table.tsx';
import { ApiError } from '#src/lib/api/api-error.ts';
import { type CsvCell, download, toCsv } from '#src/lib/format/csv.ts';
import { absent, formatDate } from '#src/lib/format/format.ts';
import { formatAmount, unitFor } from '#src/lib/format/unit.ts';
import { type TranslationOf, useMessages } from '#src/lib/i18n/messages.ts';
import { HoldButton, LotPills, reasonText } from './lot-hold.tsx';
import { lotMessages } from './messages.ts';

interface LotPageProps {
  itemId: string;
  lot: string;
}

/** `/inventory?item=..&lot=..`: where a lot came from, where it is and where it went, for a recall and for the authority. */
export function LotPage({ itemId, lot: code }: LotPageProps) {
  const t = useMessages(lotMessages).trace;
  const { data, error, refetch } = useQuery({ ...lotTraceQuery(itemId, code), refetchOnMount: 'always' });
  const back = (
    <SecondaryAction asChild>
      <Link to="/inventory" search={{ item: itemId }}>
        <PackageOpen aria-hidden="true" />
        {t.back}
      </Link>
    </SecondaryAction>
  );
  if (data) return <Traced trace={data} back={back} />;
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <Page>
      <PageHeader title={t.title(code)} context=" " more={back} />
      {isUnknown ? (
        <EmptyState
          icon={PackageSearch}
          title={t.unknown}
          text={t.unknownText}
          action={
            <Button asChild>
              <Link to="/inventory" search={{ item: itemId }}>
                {t.back}
              </Link>
            </Button>
          }
        />
      ) : error ? (
        <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows label={t.loading} rows={10} />
      )}
    </Page>
  );
}

function Traced({ trace, back }: { trace: TracedLot; back: ReactNode }) {
  const t = useMessages(lotMessages);
  const placeWords = usePlaceWords();
  const { lot, totals, origin, places, orders, losses } = trace;
  const code = lot.lot ?? t.none;
  const unit = lot.unitSymbol;
  const amount = (qty: number) => <bdi>{formatAmount(qty, unit)}</bdi>;
  const whereabouts = (one: { placeId: string; placeName: string }) => placeWords(one.placeId, one.placeName);
  const figures = Object.entries(t.trace.totals).filter(
    ([name]) => name === 'received' || name === 'onHand' || totals[name as keyof LotTrace['totals']] !== 0,
  );
  return (
    <Page>
      <PageHeader
        title={t.trace.title(code)}
        context={<bdi>{`${lot.itemName} · ${lot.itemCode}`}</bdi>}
        more={
          <>
            {back}
            <SecondaryAction
              onSelect={() => download(`lot-${code}.csv`, toCsv(traceRows(trace, t, placeWords)))}
            >
              <Download aria-hidden="true" />
              {t.trace.csv}
            </SecondaryAction>
            <SecondaryAction onSelect={() => window.print()}>
              <Printer aria-hidden="true" />
              {t.trace.print}
            </SecondaryAction>
          </>
        }
        actions={<HoldButton lot={lot} />}
      />
      <div className="flex flex-col gap-6">
        <div className="flex flex-col gap-1 text-sm">
          <p className="flex flex-wrap items-center gap-2">
            {lot.expiry ? t.goodUntil(formatDate(lot.expiry)) : t.trace.noExpiry}
            <LotPills lot={lot} />
          </p>
          {lot.hold ? (
            <p className="text-muted-foreground">
              {t.trace.heldSince(
                formatDate(lot.hold.at.slice(0, 10)),
                lot.hold.byName,
                reasonText(t.reasons, lot.hold.reasonCode),
              )}
              {lot.hold.note ? <bdi>{` “${lot.hold.note}”`}</bdi> : null}
            </p>
          ) : null}
        </div>
        <Part title={t.trace.adds}>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-3 rounded-lg border bg-card p-4 text-sm sm:grid-cols-4">
            {figures.map(([name, label]) => (
              <div key={name}>
                <dt className="text-muted-foreground text-xs">{label}</dt>
                <dd className="font-medium tabular-nums">
                  {amount(totals[name as keyof LotTrace['totals']])}
                </dd>
              </div>
            ))}
          </dl>
        </Part>
        <Part title={t.trace.cameFrom} none={t.trace.nothing.cameFrom} count={origin.length}>
          <Postings label={t.trace.cameFrom} rows={origin} unit={unit} placeOf={whereabouts} />
        </Part>
        <Part title={t.trace.isNow} none={t.trace.nothing.isNow} count={places.length}>
          <FactTable
            label={t.trace.isNow}
            rows={places}
            keyOf={({ placeId }) => placeId}
            columns={[
              {
                head: t.trace.place,
                cell: (one) => (
                  <Link
                    to="/inventory"
                    search={{ item: lot.itemId, at: one.placeId }}
                    className="text-primary underline-offset-4 hover:underline"
                  >
                    <bdi>{whereabouts(one)}</bdi>
                  </Link>
                ),
              },
              { head: t.trace.amount, isNumeric: true, cell: ({ onHand }) => amount(onHand) },
            ]}
          />
        </Part>
        <Part title={t.trace.wentTo} none={t.trace.nothing.wentTo} count={orders.length}>
          <FactTable
            label={t.trace.wentTo}
            rows={orders}
            keyOf={({ docId }) => docId}
            columns={[
              { head: t.trace.document, cell: (one) => <DocumentOf {...one} /> },
              {
                head: t.trace.branch,
                cell: ({ branchId, branchName }) => <bdi>{placeWords(branchId, branchName)}</bdi>,
              },
              ...(['shipped', 'received', 'damaged'] as const).map((name) => ({
                head: t.trace[name === 'received' ? 'accepted' : name],
                isNumeric: true,
                cell: (one: LotTrace['orders'][number]) =>
                  name !== 'shipped' && one[name] === 0 ? absent : amount(one[name]),
              })),
            ]}
          />
        </Part>
        {losses.length > 0 ? (
          <Part title={t.trace.lost}>
            <Postings label={t.trace.lost} rows={losses} unit={unit} placeOf={whereabouts} />
          </Part>
        ) : null}
      </div>
    </Page>
  );
}

interface PartProps {
  title: string;
  /** What is said where there is nothing; left out where there always is something. */
  none?: string;
  count?: number;
  children: ReactNode;
}

function Part({ title, none, count, children }: PartProps) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold text-base">{title}</h2>
      {count === 0 && none ? <p className="text-muted-foreground text-sm">{none}</p> : children}
    </section>
  );
}

interface PostingsProps {
  label: string;
  rows: LotTrace['origin'];
  unit: string;
  placeOf(one: LotTrace['origin'][number]): string;
}

/** By which documents, when, where and by whom. */
function Postings({ label, rows, unit, placeOf }: PostingsProps) {
  const t = useMessages(lotMessages).trace;
  return (
    <FactTable
      label={label}
      rows={rows}
      keyOf={({ docId, placeId }) => `${docId} ${placeId}`}
      columns={[
        { head: t.document, cell: (one) => <DocumentOf {...one} /> },
        { head: t.amount, isNumeric: true, cell: ({ qty }) => <bdi>{formatAmount(qty, unit)}</bdi> },
        { head: t.how, cell: ({ kind }) => kindWords(kind) },
        { head: t.place, cell: (one) => <bdi>{placeOf(one)}</bdi> },
        { head: t.by, cell: ({ byName }) => <bdi>{byName ?? absent}</bdi> },
      ]}
    />
  );
}

/** The day, and the number of the document with a way to it. */
function DocumentOf({
  day,
  ...document
}: Pick<LotTrace['origin'][number], 'day' | 'docType' | 'docId' | 'docNo'>) {
  return (
    <span className="flex flex-wrap gap-x-2 whitespace-nowrap">
      {formatDate(day)}
      <DocumentLink {...document} />
    </span>
  );
}

/** The trace as a file: a row for every figure, with the part it belongs to. */
function traceRows(
  { lot, totals, origin, places, orders, losses }: TracedLot,
  { trace: t }: TranslationOf<typeof lotMessages>,
  placeWords: (placeId: string, name: string) => string,
): CsvCell[][] {
  const unit = unitFor(null, lot.unitSymbol);
  const posting = (part: string) => (one: LotTrace['origin'][number]) => [
    part,
    one.day,
    one.docNo,
    kindWords(one.kind),
    placeWords(one.placeId, one.placeName),
    one.byName,
    one.qty,
    unit,
  ];
  return [
    [lot.itemCode, lot.itemName, lot.lot, lot.expiry],
    [t.part, t.day, t.document, t.how, t.place, t.by, t.amount, t.unit],
    ...Object.entries(t.totals).map(([name, label]) => [
      t.adds,
      null,
      null,
      label,
      null,
      null,
      totals[name as keyof LotTrace['totals']],
      unit,
    ]),
    ...origin.map(posting(t.cameFrom)),
    ...places.map((one) => [
      t.isNow,
      null,
      null,
      null,
      placeWords(one.placeId, one.placeName),
      null,
      one.onHand,
      unit,
    ]),
    ...orders.flatMap((one) =>
      (['shipped', 'received', 'damaged'] as const).map((name) => [
        t.wentTo,
        one.day,
        one.docNo,
        t[name === 'received' ? 'accepted' : name],
        placeWords(one.branchId, one.branchName),
        null,
        one[name],
        unit,
      ]),
    ),
    ...losses.map(posting(t.lost)),
  ];
}
