import type { LotTrace } from '../shapes.ts';
import { useLocationNames } from '#modules/branches/web/queries/use-location-names.ts';
import { FactTable } from '#platform/web/ui/table.tsx';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { PhoneLink } from './phone-link.tsx';
import { lotPageMessages } from './messages.ts';
import { getLotStockByLocation } from './lot-stock-by-location.ts';

/**
 * Current locations of a lot and of everything made from it, with phone numbers: the information needed first
 * in a recall.
 */
export function LotLocations({ trace }: { trace: LotTrace }) {
  const t = useMessages(lotPageMessages);
  const getLocationName = useLocationNames();
  const rows = getLotStockByLocation(trace);
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold text-base">{t.trace.currentLocations}</h2>
      {rows.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t.trace.empty.currentLocations}</p>
      ) : (
        <FactTable
          label={t.trace.currentLocations}
          rows={rows}
          getKey={({ placeId, lot }) => `${placeId} ${lot._id}`}
          columns={[
            {
              heading: t.trace.place,
              cell: ({ placeId, placeName, phone }) => (
                // Location and phone number together, for a recall by telephone.
                <span className="flex flex-col items-start">
                  <bdi>{getLocationName(placeId, placeName)}</bdi>
                  {phone ? <PhoneLink phone={phone} /> : null}
                </span>
              ),
            },
            ...(trace.tree.length === 0
              ? []
              : [
                  {
                    heading: t.find.lot,
                    cell: ({ lot }: (typeof rows)[number]) => <bdi>{lot.lot ?? t.none}</bdi>,
                  },
                ]),
            {
              heading: t.trace.amount,
              isNumeric: true,
              cell: ({ onHand, lot }) => <bdi>{formatAmount(onHand, lot.unitSymbol)}</bdi>,
            },
          ]}
        />
      )}
    </section>
  );
}
