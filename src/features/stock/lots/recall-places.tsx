import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Recall, RecallPlace } from '#contract/recalls.ts';
import { hasFlag } from '#domain/permissions.ts';
import { usePlaceWords } from '#src/collections/places/use-place-words.ts';
import { sendFinding } from '#src/collections/stock/recalls.ts';
import { QuantityCell } from '#src/components/form/quantity-cell.tsx';
import { FactTable } from '#src/components/ui/table.tsx';
import { sayError } from '#src/lib/api/own-words.ts';
import { absent, formatChange, formatTime } from '#src/lib/format/format.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { newUuid } from '#src/lib/uuid.ts';
import { PhoneLink } from './phone-link.tsx';
import { lotMessages } from './messages.ts';

/** What each place was asked for, and what was found there; a quantity is saved as it is left. */
export function RecallPlaces({ recall }: { recall: Recall }) {
  const t = useMessages(lotMessages);
  const placeWords = usePlaceWords();
  const mayEdit = hasFlag(useUser(), 'canEdit');
  const isOpen = recall.end === null && mayEdit;
  const amount = (qty: number | null) =>
    qty === null ? absent : <bdi>{formatAmount(qty, recall.unitSymbol)}</bdi>;
  const hasLots = new Set(recall.places.map(({ lotId }) => lotId)).size > 1;
  return (
    <FactTable
      label={t.recall.ask}
      rows={recall.places}
      keyOf={({ placeId, lotId }) => `${placeId} ${lotId}`}
      columns={[
        {
          head: t.trace.place,
          cell: ({ placeId, placeName, phone }: RecallPlace) => (
            <span className="flex flex-col">
              <bdi>{placeWords(placeId, placeName)}</bdi>
              {phone ? <PhoneLink phone={phone} /> : null}
            </span>
          ),
        },
        ...(hasLots
          ? [{ head: t.find.lot, cell: ({ lot }: RecallPlace) => <bdi>{lot ?? t.none}</bdi> }]
          : []),
        { head: t.recall.expected, isNumeric: true, cell: ({ expected }) => amount(expected) },
        {
          head: t.recall.found,
          isNumeric: true,
          cell: (place) => (isOpen ? <FoundCell recall={recall} place={place} /> : amount(place.found)),
        },
        {
          head: t.recall.difference,
          isNumeric: true,
          cell: ({ expected, found }) =>
            expected === null || found === null ? absent : formatChange(differenceOf(found, expected)),
        },
        {
          head: t.recall.by,
          cell: ({ foundByName, foundAt, note }) => (
            <>
              <bdi>{foundByName ?? absent}</bdi> {foundAt ? formatTime(foundAt) : ''}
              {note ? <bdi className="text-muted-foreground">{` “${note}”`}</bdi> : null}
            </>
          ),
        },
      ]}
    />
  );
}

/** Exact in six decimals, as both are. */
const differenceOf = (found: number, expected: number): number =>
  (Math.round(found * 1e6) - Math.round(expected * 1e6)) / 1e6;

function FoundCell({ recall, place }: { recall: Recall; place: RecallPlace }) {
  const t = useMessages(lotMessages);
  const queryClient = useQueryClient();
  const placeWords = usePlaceWords();
  const [fault, setFault] = useState<string | null>(null);

  async function save(qty: number | null): Promise<void> {
    if (qty === null) return;
    try {
      const { placeId, lotId } = place;
      await sendFinding(queryClient, { recallId: recall._id, placeId, lotId, qty }, newUuid());
      setFault(null);
    } catch (error) {
      setFault(sayError(error, t.recall.notSaved));
    }
  }

  return (
    <QuantityCell
      label={t.recall.foundAt(placeWords(place.placeId, place.placeName), place.lot ?? t.none)}
      value={place.found}
      unit={recall.unitSymbol}
      column="found"
      cell={`${place.placeId} ${place.lotId}`}
      commitOn="leave"
      error={fault}
      className="ms-auto w-28"
      onCommit={(qty) => void save(qty)}
    />
  );
}
