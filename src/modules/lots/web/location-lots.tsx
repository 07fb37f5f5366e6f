import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { locationLotsQuery, type HoldableLot } from './queries/lots.ts';
import { formatDate } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { HoldButton, HoldDialog, LotPills, getHoldReasonName } from './lot-hold.tsx';
import { lotPageMessages } from './messages.ts';

interface LocationLotsProps {
  itemId: string;
  placeId: string;
  unit: string;
}

/** Lots of an item at a location, with expiry and holds; only for items tracked by lot. */
export function LocationLots({ itemId, placeId, unit }: LocationLotsProps) {
  const t = useMessages(lotPageMessages);
  const { data: lots = [] } = useQuery(locationLotsQuery(itemId, placeId));
  const [dialogLot, setDialogLot] = useState<HoldableLot | null>(null);
  if (lots.length === 0 && dialogLot === null) return null;
  return (
    <section>
      <h3 className="pb-1 font-semibold text-sm">{t.title}</h3>
      <ul className="divide-y rounded-md border">
        {lots.map((lot) => (
          <li
            key={lot.lot ?? ''}
            className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-3 py-1.5 text-sm"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                {lot.lot === null ? (
                  <span className="font-medium">{t.none}</span>
                ) : (
                  <Link
                    to="/inventory/lots"
                    search={{ item: itemId, lot: lot.lot }}
                    aria-label={t.traceLot(lot.lot)}
                    className="touch:inline-flex touch:min-h-11 min-w-0 items-center wrap-anywhere font-medium text-primary underline-offset-4 hover:underline"
                  >
                    <bdi>{lot.lot}</bdi>
                  </Link>
                )}
                <LotPills lot={lot} />
              </p>
              <p className="text-muted-foreground text-xs">
                {lot.expiry ? t.useBy(formatDate(lot.expiry)) : ''}
                {lot.hold
                  ? ` ${t.heldBy(lot.hold.byName, getHoldReasonName(t.reasons, lot.hold.reasonCode))}`
                  : ''}
                {lot.hold?.note ? <bdi>{` “${lot.hold.note}”`}</bdi> : null}
              </p>
            </div>
            <div className="flex items-center gap-3 tabular-nums max-sm:flex-col max-sm:items-end max-sm:gap-1">
              <p className="text-end">
                <bdi>{formatAmount(lot.onHand, unit)}</bdi>
                {lot.picked > 0 ? (
                  <span className="block text-muted-foreground text-xs">
                    {t.picked(formatAmount(lot.picked, unit))}
                  </span>
                ) : null}
              </p>
              <HoldButton lot={lot} onOpen={setDialogLot} />
            </div>
          </li>
        ))}
      </ul>
      {dialogLot === null ? null : (
        <HoldDialog lot={dialogLot} currentLots={lots} onClose={() => setDialogLot(null)} />
      )}
    </section>
  );
}
