import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { canOpenPage } from '#core/permissions.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { unitsQuery } from '#modules/units/web/queries/units.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Card, CardTitle } from '#platform/web/ui/card.tsx';
import { FairShareLink } from '#modules/orders/web/fair-share-link.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { isMissingEndpoint } from '#platform/web/api/missing-endpoint.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { kitchenMessages } from './messages.ts';
import type { Shortage } from './shortages.ts';
import type { KitchenOrders } from './use-kitchen.ts';

const initialCount = 6;

/** Items ordered in excess of stock: the missing quantity, and the branches that ordered them. */
export function ShortagesCard({ kitchen }: { kitchen: KitchenOrders }) {
  const t = useMessages(kitchenMessages).shortages;
  const [showsAll, setShowsAll] = useState(false);
  const items = useQuery(compactItemsQuery());
  const units = useQuery(unitsQuery());
  const symbols = new Map((units.data ?? []).map((unit) => [unit._id, unit.symbol]));
  const unitByItem = new Map((items.data ?? []).map((item) => [item._id, symbols.get(item.baseUnit) ?? '']));
  const shortages = kitchen.shortages;
  if (isMissingEndpoint(kitchen.stock.error)) return null;
  const shown = showsAll ? shortages : shortages?.slice(0, initialCount);

  return (
    <Card>
      <CardTitle>{t.title}</CardTitle>
      <p className="pb-2 text-muted-foreground text-xs">{t.text}</p>
      {shown ? (
        shown.length === 0 ? (
          <p className="py-2 text-muted-foreground text-sm">{t.none}</p>
        ) : (
          <ul className="divide-y">
            {shown.map((shortage) => (
              <ShortageRow
                key={`${shortage.kitchen} ${shortage.itemId}`}
                shortage={shortage}
                unit={unitByItem.get(shortage.itemId) ?? ''}
              />
            ))}
          </ul>
        )
      ) : kitchen.stock.isError ? (
        <p className="py-2 text-muted-foreground text-sm">{t.unknown}</p>
      ) : (
        <Skeleton className="h-24" />
      )}
      {shortages && shown && shortages.length > shown.length ? (
        <Button variant="link" size="sm" className="px-0" onClick={() => setShowsAll(true)}>
          {t.more(shortages.length - shown.length)}
        </Button>
      ) : null}
    </Card>
  );
}

function ShortageRow({ shortage, unit }: { shortage: Shortage; unit: string }) {
  const t = useMessages(kitchenMessages).shortages;
  const user = useUser();
  return (
    <li className="py-2 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        {canOpenPage(user, '/inventory') ? (
          <Link
            to="/inventory"
            search={{ item: shortage.itemId, at: shortage.kitchen }}
            className="min-w-0 max-w-full font-medium underline-offset-4 [overflow-wrap:anywhere] hover:underline touch:inline-flex touch:min-h-11 touch:items-center"
          >
            {shortage.itemName}
          </Link>
        ) : (
          <span className="min-w-0 break-words font-medium">{shortage.itemName}</span>
        )}
        <span className="whitespace-nowrap font-medium text-status-amber">
          {t.missing(formatAmount(shortage.missing, unit))}
        </span>
      </p>
      <p className="text-muted-foreground text-xs">
        {t.figures(formatAmount(shortage.ordered, unit), formatQuantity(shortage.available, unit))}
      </p>
      <p className="text-muted-foreground text-xs">
        {shortage.branches
          .map(({ name, ordered }) => t.branch(name, formatQuantity(ordered, unit)))
          .join(' · ')}
      </p>
      <FairShareLink kitchen={shortage.kitchen} item={{ _id: shortage.itemId, name: shortage.itemName }} />
    </li>
  );
}
