import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ban, Hourglass, Layers } from 'lucide-react';
import { readReference, readText } from '#platform/shapes/tolerant.ts';
import { canOpenPage } from '#core/permissions.ts';
import { unitsQuery } from '#modules/units/web/queries/units.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { useLocationNames } from '#modules/branches/web/queries/use-location-names.ts';
import { itemLotsQuery } from '#modules/lots/web/queries/lots.ts';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { missingValue, formatCount, formatDate } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { itemMessages } from './messages.ts';

/** Lots on hand by location and expiry, each linked to its trace. */
export function LotsTab({ row }: { row: ResourceRow }) {
  const messages = useMessages(itemMessages);
  const t = messages.lot;
  const getName = useLocationNames();
  const canOpenLots = canOpenPage(useUser(), '/inventory/lots');
  const { data, error, refetch } = useQuery(itemLotsQuery(row._id));
  const { data: units = [] } = useQuery(unitsQuery());
  const base = readReference(row.values['baseUnit'])?.id;
  const symbol = units.find(({ _id }) => _id === base)?.symbol ?? '';
  if (!data) {
    return error ? (
      <LoadFailed title={messages.partFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.label} rows={6} />
    );
  }
  const { rows, total } = data;
  const allLotsButton = canOpenLots ? (
    <Button asChild>
      <Link to="/inventory/lots" search={{ q: readText(row.values['itemCode']) ?? row.name }}>
        {t.all}
      </Link>
    </Button>
  ) : null;
  if (rows.length === 0)
    return <EmptyState icon={Layers} title={t.none} text={t.noneText} action={allLotsButton ?? undefined} />;
  return (
    <div className="flex flex-col items-start gap-3">
      <FactTable
        label={t.label}
        rows={rows}
        getKey={({ placeId, lot }) => `${placeId} ${lot ?? ''}`}
        columns={[
          {
            heading: t.lot,
            cell: ({ lot }) =>
              lot === null ? (
                t.unnamed
              ) : canOpenLots ? (
                <Link
                  to="/inventory/lots"
                  search={{ item: row._id, lot }}
                  aria-label={t.traceOf(lot)}
                  className="text-primary underline-offset-4 hover:underline"
                >
                  <bdi>{lot}</bdi>
                </Link>
              ) : (
                <bdi>{lot}</bdi>
              ),
          },
          { heading: t.place, cell: ({ placeId, placeName }) => <bdi>{getName(placeId, placeName)}</bdi> },
          { heading: t.expiry, cell: ({ expiry }) => (expiry === null ? missingValue : formatDate(expiry)) },
          {
            heading: t.onHand,
            isNumeric: true,
            cell: ({ onHand }) => <bdi>{formatAmount(onHand, symbol)}</bdi>,
          },
          {
            heading: t.usable,
            isNumeric: true,
            cell: ({ usable }) => <bdi>{formatAmount(usable, symbol)}</bdi>,
          },
          {
            heading: t.state,
            cell: ({ state }) =>
              state === 'held' || state === 'expired' ? (
                <Pill tone="red" icon={state === 'held' ? Ban : Hourglass}>
                  {t.states[state]}
                </Pill>
              ) : (
                t.states.usable
              ),
          },
        ]}
      />
      {total !== null && total > rows.length ? (
        <p className="text-muted-foreground text-sm">{t.more(formatCount(rows.length))}</p>
      ) : null}
      {allLotsButton}
    </div>
  );
}
