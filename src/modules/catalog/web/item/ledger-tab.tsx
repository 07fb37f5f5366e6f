import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { BookOpen } from 'lucide-react';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { itemStockQuery } from '#modules/stock/web/queries/stock.ts';
import { useStockCard } from '#modules/stock/web/queries/use-stock-card.ts';
import { useLocationNames } from '#modules/branches/web/queries/use-location-names.ts';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { StockLedger } from '#modules/stock-ledger/web/stock-ledger.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { itemMessages } from './messages.ts';

/** Stock movements of the item at one location, with a running balance. */
export function LedgerTab({ row }: { row: ResourceRow }) {
  const t = useMessages(itemMessages);
  const getName = useLocationNames();
  const navigate = useNavigate();
  const { place }: { place?: unknown } = useSearch({ strict: false });
  const { data, error, refetch } = useQuery(itemStockQuery(row._id));
  if (!data) {
    return error ? (
      <LoadFailed title={t.partFailed} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows label={t.place.label} rows={8} />
    );
  }
  const location = data.find(({ placeId }) => placeId === place) ?? data[0];
  if (!location) return <EmptyState icon={BookOpen} title={t.place.none} text={t.place.noneText} />;
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Field label={t.place.choose} className="max-w-sm">
        {(control) => (
          <Select
            {...control}
            value={location.placeId}
            onChange={({ currentTarget }) =>
              void navigate({ to: '.', search: { tab: 'ledger', place: currentTarget.value }, replace: true })
            }
          >
            {data.map(({ placeId, placeName }) => (
              <option key={placeId} value={placeId}>
                {getName(placeId, placeName)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Ledger key={location.placeId} itemId={row._id} placeId={location.placeId} unit={location.unitSymbol} />
    </div>
  );
}

function Ledger({ itemId, placeId, unit }: { itemId: string; placeId: string; unit: string }) {
  const card = useStockCard(itemId, placeId);
  const getName = useLocationNames();
  return <StockLedger card={card} unit={unit} getLocationName={getName} level={2} />;
}
