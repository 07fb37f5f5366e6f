import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Recall, RecallPlace } from '../shapes.ts';
import { type RecallOutcome, recallOutcomes } from '../recall-rules.ts';
import { hasFlag } from '#core/permissions.ts';
import { useLocationNames } from '#modules/branches/web/queries/use-location-names.ts';
import { sendFinding } from './queries/recalls.ts';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { missingValue, formatChange, formatInstant } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { PhoneLink } from '#modules/lots/web/phone-link.tsx';
import { lotPageMessages } from '#modules/lots/web/messages.ts';

/** Expected quantity and answer of each location; a quantity is saved when its cell loses focus. */
export function RecallLocations({ recall }: { recall: Recall }) {
  const t = useMessages(lotPageMessages);
  const getLocationName = useLocationNames();
  const canEdit = hasFlag(useUser(), 'canEdit');
  const isOpen = recall.end === null && canEdit;
  const amount = (qty: number | null, { unitSymbol }: RecallPlace) =>
    qty === null ? missingValue : <bdi>{formatAmount(qty, unitSymbol)}</bdi>;
  const hasLots = new Set(recall.places.map(({ lotId }) => lotId)).size > 1;
  return (
    <FactTable
      label={t.recall.responses}
      rows={recall.places}
      getKey={({ placeId, lotId }) => `${placeId} ${lotId}`}
      columns={[
        {
          heading: t.recall.location,
          cell: ({ placeId, placeName, phone, lot, itemName }) => (
            <span className="flex flex-col">
              <bdi>{getLocationName(placeId, placeName)}</bdi>
              {hasLots ? (
                <bdi className="text-muted-foreground text-xs">{`${lot ?? t.none} · ${itemName}`}</bdi>
              ) : null}
              {phone ? <PhoneLink phone={phone} /> : null}
            </span>
          ),
        },
        {
          heading: t.recall.found,
          isNumeric: true,
          cell: (place) =>
            isOpen ? <FoundCell recall={recall} place={place} /> : amount(place.found, place),
        },
        {
          heading: t.recall.outcome,
          cell: (place) =>
            isOpen ? (
              <OutcomeCell recall={recall} place={place} />
            ) : place.found ? (
              t.recall.outcomes[place.outcome ?? 'set_aside']
            ) : (
              missingValue
            ),
        },
        { heading: t.recall.expected, isNumeric: true, cell: (place) => amount(place.expected, place) },
        {
          heading: t.recall.difference,
          isNumeric: true,
          cell: ({ expected, found: foundQty }) =>
            expected === null || foundQty === null
              ? missingValue
              : formatChange(exactDifference(foundQty, expected)),
        },
        {
          heading: t.recall.confirmedBy,
          cell: ({ foundByName, foundAt, note }) => (
            <>
              <bdi>{foundByName ?? missingValue}</bdi> {foundAt ? formatInstant(foundAt) : ''}
              {note ? <bdi className="text-muted-foreground">{` “${note}”`}</bdi> : null}
            </>
          ),
        },
      ]}
    />
  );
}

/** Computes the difference exactly; like both operands, it has up to six decimals. */
const exactDifference = (foundQty: number, expected: number): number =>
  (Math.round(foundQty * 1e6) - Math.round(expected * 1e6)) / 1e6;

interface CellProps {
  recall: Recall;
  place: RecallPlace;
}

/** Returns a function that sends an answer, and the error message if the last one failed. */
function useFindingSender({ recall, place }: CellProps) {
  const t = useMessages(lotPageMessages).recall;
  const queryClient = useQueryClient();
  const [error, setError] = useState<string | null>(null);
  async function send(qty: number, outcome: RecallOutcome): Promise<void> {
    try {
      const { placeId, lotId } = place;
      await sendFinding(queryClient, { recallId: recall._id, placeId, lotId, qty, outcome }, newUuid());
      setError(null);
    } catch (cause) {
      setError(getErrorMessage(cause, t.notSaved));
    }
  }
  return { error, send };
}

function FoundCell(props: CellProps) {
  const t = useMessages(lotPageMessages);
  const getLocationName = useLocationNames();
  const { place } = props;
  const { error, send } = useFindingSender(props);
  return (
    <QuantityCell
      label={t.recall.foundLabel(getLocationName(place.placeId, place.placeName), place.lot ?? t.none)}
      value={place.found}
      unit={place.unitSymbol}
      column="found"
      cell={`${place.placeId} ${place.lotId}`}
      commitOn="leave"
      error={error}
      className="ms-auto w-28"
      onCommit={(qty) => void (qty === null ? undefined : send(qty, place.outcome ?? 'set_aside'))}
    />
  );
}

/** Action taken with the goods; editable once a quantity was entered. */
function OutcomeCell(props: CellProps) {
  const t = useMessages(lotPageMessages);
  const getLocationName = useLocationNames();
  const { place } = props;
  const { error, send } = useFindingSender(props);
  if (!place.found) return missingValue;
  return (
    <span className="flex flex-col">
      <Select
        aria-label={t.recall.outcomeLabel(
          getLocationName(place.placeId, place.placeName),
          place.lot ?? t.none,
        )}
        className="w-36"
        value={place.outcome ?? 'set_aside'}
        onChange={(event) => {
          const outcome = recallOutcomes.find((candidate) => candidate === event.currentTarget.value);
          if (outcome && place.found !== null) void send(place.found, outcome);
        }}
      >
        {recallOutcomes.map((outcome) => (
          <option key={outcome} value={outcome}>
            {t.recall.outcomes[outcome]}
          </option>
        ))}
      </Select>
      {error ? (
        <span role="alert" className="text-status-red text-xs">
          {error}
        </span>
      ) : null}
    </span>
  );
}
