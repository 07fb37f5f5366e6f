import type { LotTrace } from '../shapes.ts';
import { useLocationNames } from '#modules/branches/web/queries/use-location-names.ts';
import { DocumentLink, getPostingKindLabel } from '#modules/stock-ledger/web/ledger-table.tsx';
import { FactTable } from '#platform/web/ui/table.tsx';
import { missingValue, formatDate } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lotPageMessages } from './messages.ts';

interface LotPostingsProps<Row> {
  rows: readonly Row[];
  unit: string;
}
type Posting = LotTrace['origin'][number];
type Shipment = LotTrace['shipments'][number];
type Exit = LotTrace['exits'][number];

/** Documents by which the lot was received: when, where and by whom. */
export function LotOrigins({ rows, unit }: LotPostingsProps<Posting>) {
  const t = useMessages(lotPageMessages).trace;
  return (
    <Postings
      label={t.origin}
      rows={rows}
      unit={unit}
      getMovementType={({ kind }) => getPostingKindLabel(kind)}
    />
  );
}

/** Documents by which the lot left the business. */
export function LotExits({ rows, unit }: LotPostingsProps<Exit>) {
  const t = useMessages(lotPageMessages).trace;
  return (
    <Postings
      label={t.used}
      rows={rows}
      unit={unit}
      getMovementType={({ disposition }) => t.totals[disposition]}
    />
  );
}

function Postings<Row extends Posting>({
  label,
  rows,
  unit,
  getMovementType,
}: LotPostingsProps<Row> & { label: string; getMovementType(row: Row): string }) {
  const t = useMessages(lotPageMessages).trace;
  const getLocationName = useLocationNames();
  return (
    <FactTable
      label={label}
      rows={rows}
      getKey={(posting) => `${posting.docId} ${posting.placeId} ${posting.kind} ${getMovementType(posting)}`}
      columns={[
        { heading: t.document, cell: (posting) => <LotDocumentLink {...posting} /> },
        { heading: t.amount, isNumeric: true, cell: ({ qty }) => <bdi>{formatAmount(qty, unit)}</bdi> },
        { heading: t.movementType, cell: getMovementType },
        {
          heading: t.place,
          cell: ({ placeId, placeName }) => <bdi>{getLocationName(placeId, placeName)}</bdi>,
        },
        { heading: t.postedBy, cell: ({ byName }) => <bdi>{byName ?? missingValue}</bdi> },
      ]}
    />
  );
}

/** Orders and transfers that shipped the lot, with resolved discrepancies. */
export function LotShipments({ rows, unit }: LotPostingsProps<Shipment>) {
  const t = useMessages(lotPageMessages).trace;
  const getLocationName = useLocationNames();
  const amount = (qty: number) => (qty === 0 ? missingValue : <bdi>{formatAmount(qty, unit)}</bdi>);
  return (
    <FactTable
      label={t.shipments}
      rows={rows}
      getKey={({ docId }) => docId}
      columns={[
        { heading: t.document, cell: (posting) => <LotDocumentLink {...posting} /> },
        { heading: t.from, cell: ({ fromName }) => <bdi>{fromName ?? missingValue}</bdi> },
        {
          heading: t.branch,
          cell: ({ branchId, branchName }) => <bdi>{getLocationName(branchId, branchName)}</bdi>,
        },
        { heading: t.shipped, isNumeric: true, cell: ({ shipped }) => amount(shipped) },
        { heading: t.accepted, isNumeric: true, cell: ({ received }) => amount(received) },
        { heading: t.damaged, isNumeric: true, cell: ({ damaged }) => amount(damaged) },
      ]}
    />
  );
}

/** Day and linked number of a document. */
function LotDocumentLink({ day, ...document }: Pick<Posting, 'day' | 'docType' | 'docId' | 'docNo'>) {
  return (
    <span className="flex flex-wrap gap-x-2 whitespace-nowrap">
      {formatDate(day)}
      <DocumentLink {...document} />
    </span>
  );
}
