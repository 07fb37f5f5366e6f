import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ban, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { Recall, RecallLot, RecallProduct } from '../shapes.ts';
import { canRunRecalls } from '../recall-rules.ts';
import { useLocationNames } from '#modules/branches/web/queries/use-location-names.ts';
import { releaseRecalledLot } from './queries/recalls.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { missingValue, formatDay, formatInstant } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { HoldDialog } from '#modules/lots/web/lot-hold.tsx';
import { lotPageMessages } from '#modules/lots/web/messages.ts';

/**
 * Lots in scope of a recall, each with the reason, its current locations and its hold, which head office can
 * release lot by lot.
 */
export function RecallLots({ recall }: { recall: Recall }) {
  const t = useMessages(lotPageMessages);
  const getLocationName = useLocationNames();
  const queryClient = useQueryClient();
  const canRelease = canRunRecalls(useUser());
  const [releasing, setReleasing] = useState<RecallLot | null>(null);
  const formatReason = ({ reason, fromLot, docNo }: RecallLot) =>
    reason === 'recalled'
      ? t.recall.recalled
      : reason === 'arrival'
        ? t.recall.arrival(fromLot ?? t.none)
        : t.recall.batch(fromLot ?? t.none, docNo ?? missingValue);
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold text-base">{t.recall.lots}</h2>
      <FactTable
        label={t.recall.lots}
        rows={recall.lots}
        getKey={({ lotId }) => lotId}
        columns={[
          {
            heading: t.find.lot,
            cell: ({ itemId, lot, itemName }) => (
              <span className="flex flex-col items-start">
                <Link
                  to="."
                  search={{ item: itemId, lot: lot ?? '' } as never}
                  className="touch:inline-flex touch:min-h-11 items-center font-medium text-primary underline-offset-4 hover:underline"
                >
                  <bdi>{lot ?? t.none}</bdi>
                </Link>
                <bdi className="text-muted-foreground text-xs">{itemName}</bdi>
              </span>
            ),
          },
          { heading: t.recall.reason, isName: true, cell: (lot) => <bdi>{formatReason(lot)}</bdi> },
          {
            heading: t.recall.currentLocations,
            isName: true,
            cell: ({ stock, unitSymbol }) =>
              stock.length === 0 ? (
                <span className="text-muted-foreground">{t.find.noneLeft}</span>
              ) : (
                <ul>
                  {stock.map(({ placeId, placeName, onHand, picked }) => (
                    <li key={placeId}>
                      <bdi>
                        {t.recall.getStock(
                          getLocationName(placeId, placeName),
                          formatAmount(onHand, unitSymbol),
                        )}
                      </bdi>
                      {picked > 0 ? ` (${t.recall.pickedAmount(formatAmount(picked, unitSymbol))})` : null}
                    </li>
                  ))}
                </ul>
              ),
          },
          {
            heading: t.recall.hold,
            cell: (lot) => (
              <span className="flex flex-col items-start gap-1">
                <HoldState lot={lot} />
                {canRelease && lot.hold === 'recall' ? (
                  <Button
                    size="sm"
                    className="touch:min-h-11 print:hidden"
                    aria-label={t.releaseLot(lot.lot ?? t.none)}
                    onClick={() => setReleasing(lot)}
                  >
                    {t.release}
                  </Button>
                ) : null}
              </span>
            ),
          },
        ]}
      />
      {releasing ? (
        <HoldDialog
          lot={{
            itemId: releasing.itemId,
            lot: releasing.lot,
            expiry: releasing.expiry,
            state: 'held',
            hold: {
              at: releasing.addedAt,
              byName: recall.byName,
              reasonCode: 'recall',
              note: null,
              recallId: recall._id,
            },
            version: null,
          }}
          currentLots={[]}
          onRelease={(input, key) =>
            releaseRecalledLot(queryClient, { recallId: recall._id, lotId: releasing.lotId, ...input }, key)
          }
          onClose={() => setReleasing(null)}
        />
      ) : null}
    </section>
  );
}

function HoldState({ lot: { hold, releasedAt, releasedByName } }: { lot: RecallLot }) {
  const t = useMessages(lotPageMessages).recall;
  return (
    <>
      <Pill tone={hold ? 'red' : 'neutral'} icon={hold ? Ban : CircleCheck}>
        {hold === 'recall' ? t.held : hold === 'other' ? t.otherHold : t.notHeld}
      </Pill>
      {releasedAt && releasedByName ? (
        <span className="text-muted-foreground text-xs">
          {t.releasedBy(releasedByName, formatInstant(releasedAt))}
        </span>
      ) : null}
    </>
  );
}

/** Products made from lots in scope that aren't tracked by lot; renders nothing if there are none. */
export function RecallProducts({ products }: { products: readonly RecallProduct[] }) {
  const t = useMessages(lotPageMessages);
  if (products.length === 0) return null;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold text-base">{t.recall.products}</h2>
      <p className="text-muted-foreground text-sm">{t.recall.productsHint}</p>
      <FactTable
        label={t.recall.products}
        rows={products}
        getKey={({ docId, itemId, day }) => `${docId} ${itemId} ${day}`}
        columns={[
          { heading: t.find.item, isName: true, cell: ({ itemName }) => <bdi>{itemName}</bdi> },
          { heading: t.trace.document, cell: ({ docNo }) => <bdi>{docNo ?? missingValue}</bdi> },
          {
            heading: t.trace.day,
            cell: ({ day }) => <span className="whitespace-nowrap">{formatDay(day)}</span>,
          },
          { heading: t.trace.place, cell: ({ placeName }) => <bdi>{placeName}</bdi> },
          {
            heading: t.trace.amount,
            isNumeric: true,
            cell: ({ qty, unitSymbol }) => <bdi>{formatAmount(qty, unitSymbol)}</bdi>,
          },
        ]}
      />
    </section>
  );
}
