import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download, PackageSearch, Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { LotTrace } from '../shapes.ts';
import { useLocationNames } from '#modules/branches/web/queries/use-location-names.ts';
import { lotTraceQuery } from './queries/lot-trace.ts';
import type { HoldableLot } from './queries/lots.ts';
import { SecondaryAction } from '#platform/web/layout/actions.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { printPage } from '#platform/documents/web/printout.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { toCsv } from '#core/csv.ts';
import { downloadFile } from '#platform/web/format/download-file.ts';
import { formatDate } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { HoldButton, HoldDialog, LotPills, getHoldReasonName } from './lot-hold.tsx';
import { LotLocations } from './lot-locations.tsx';
import { LotTotals } from './lot-totals.tsx';
import { LotTree } from './lot-tree.tsx';
import { LotOrigins, LotExits, LotShipments } from './lot-postings.tsx';
import { lotPageMessages } from './messages.ts';
import { buildLotTraceCsvRows } from './trace-csv.ts';

interface LotPageProps {
  itemId: string;
  /** Lot code; empty for stock without a lot. */
  lot: string;
  direction: LotTrace['direction'];
  /** Renders additional actions for the lot. */
  moreActions(trace: LotTrace): ReactNode;
}

/** Trace of one lot: locations, balance, origins and shipments, for recalls and authorities. */
export function LotPage({ itemId, lot: code, direction, moreActions }: LotPageProps) {
  const t = useMessages(lotPageMessages).trace;
  const query = lotTraceQuery(itemId, code === '' ? null : code, direction);
  const { data, error, refetch } = useQuery({ ...query, refetchOnMount: 'always' });
  if (data) return <TracedLotView trace={data} direction={direction} moreActions={moreActions} />;
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <Page>
      <PageHeader title={t.title(code)} context=" " secondaryActions={<BackAction />} />
      {isUnknown ? (
        <EmptyState
          icon={PackageSearch}
          title={t.notFound}
          text={t.notFoundText}
          action={
            <Button asChild>
              <Link to="." search={withoutLot}>
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

const withoutLot = ({ item: _item, lot: _lot, direction: _way, ...rest }: Record<string, unknown>) => rest;

function BackAction() {
  const t = useMessages(lotPageMessages).trace;
  return (
    <SecondaryAction asChild>
      <Link to="." search={withoutLot}>
        <PackageSearch aria-hidden="true" />
        {t.back}
      </Link>
    </SecondaryAction>
  );
}

function TracedLotView({
  trace,
  direction,
  moreActions,
}: Pick<LotPageProps, 'direction' | 'moreActions'> & { trace: LotTrace }) {
  const t = useMessages(lotPageMessages);
  const getLocationName = useLocationNames();
  const [dialogLot, setDialogLot] = useState<HoldableLot | null>(null);
  const { lot, totals, origin, shipments, exits, tree } = trace;
  const code = lot.lot ?? t.none;
  return (
    <Page>
      <PageHeader
        title={t.trace.title(code)}
        context={<bdi>{`${lot.itemName} · ${lot.itemCode}`}</bdi>}
        secondaryActions={
          <>
            <BackAction />
            <SecondaryAction
              onSelect={() =>
                downloadFile(`lot-${code}.csv`, toCsv(buildLotTraceCsvRows(trace, t, getLocationName)))
              }
            >
              <Download aria-hidden="true" />
              {t.trace.csv}
            </SecondaryAction>
            {moreActions(trace)}
            <SecondaryAction onSelect={printPage}>
              <Printer aria-hidden="true" />
              {t.trace.print}
            </SecondaryAction>
          </>
        }
        actions={<HoldButton lot={lot} onOpen={setDialogLot} />}
      />
      <div className="flex flex-col gap-6">
        <div className="flex flex-col gap-1 text-sm">
          <p className="flex flex-wrap items-center gap-2">
            {lot.expiry ? t.useBy(formatDate(lot.expiry)) : t.trace.noExpiry}
            <LotPills lot={lot} />
          </p>
          {lot.hold ? (
            <p className="text-muted-foreground">
              {t.trace.heldSince(
                formatDate(lot.hold.at.slice(0, 10)),
                lot.hold.byName,
                getHoldReasonName(t.reasons, lot.hold.reasonCode),
              )}
              {lot.hold.note ? ' ' : null}
              {lot.hold.note ? <bdi>{`“${lot.hold.note}”`}</bdi> : null}
            </p>
          ) : null}
        </div>
        <LotLocations trace={trace} />
        <Section title={t.trace.quantityCheck}>
          <LotTotals totals={totals} unit={lot.unitSymbol} />
        </Section>
        <LotTree tree={tree} root={lot} direction={direction} onOpenHold={setDialogLot} />
        <Section title={t.trace.origin} none={t.trace.empty.origin} count={origin.length}>
          <LotOrigins rows={origin} unit={lot.unitSymbol} />
        </Section>
        <Section title={t.trace.shipments} none={t.trace.empty.shipments} count={shipments.length}>
          <LotShipments rows={shipments} unit={lot.unitSymbol} />
        </Section>
        {exits.length > 0 ? (
          <Section title={t.trace.used}>
            <LotExits rows={exits} unit={lot.unitSymbol} />
          </Section>
        ) : null}
      </div>
      {dialogLot ? (
        <HoldDialog
          lot={dialogLot}
          currentLots={[lot, ...tree.map((node) => node.lot)]}
          isRecall
          onClose={() => setDialogLot(null)}
        />
      ) : null}
    </Page>
  );
}

interface SectionProps {
  title: string;
  /** Text shown if the section is empty; omitted if it is never empty. */
  none?: string;
  count?: number;
  children: ReactNode;
}

function Section({ title, none, count, children }: SectionProps) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold text-base">{title}</h2>
      {count === 0 && none ? <p className="text-muted-foreground text-sm">{none}</p> : children}
    </section>
  );
}
