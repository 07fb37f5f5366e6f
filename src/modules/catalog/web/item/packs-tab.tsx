import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { packagings } from '#modules/packagings/collection.ts';
import { readReference } from '#platform/shapes/tolerant.ts';
import { allResourceQuery, type ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useRights } from '#platform/web/session/use-rights.ts';
import { itemMessages } from './messages.ts';
import { PackPanel } from './pack-panel.tsx';
import { PackTable } from './pack-table.tsx';

/** Supplier packs of the item with prices and price history. */
export function PacksTab({ row }: { row: ResourceRow }) {
  const t = useMessages(itemMessages);
  const rights = useRights(packagings);
  const packs = useQuery(allResourceQuery(packagings, { itemId: row._id }));
  const [open, setOpen] = useState<ResourceRow | 'new' | null>(null);
  if (!packs.data) {
    return packs.error ? (
      <LoadFailed title={t.partFailed} error={packs.error} onRetry={() => void packs.refetch()} />
    ) : (
      <SkeletonRows label={t.pack.label} rows={4} />
    );
  }
  // A server without filters returns the packs of all items.
  const rows = packs.data.rows.filter(({ values }) => readReference(values['itemId'])?.id === row._id);
  return (
    <div className="flex flex-col gap-3">
      {rights.canCreate ? (
        <div>
          <Button onClick={() => setOpen('new')}>
            <Plus aria-hidden="true" />
            {t.pack.add}
          </Button>
        </div>
      ) : null}
      {rows.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t.pack.none}</p>
      ) : (
        <PackTable item={row} packs={rows} onEdit={rights.canEdit ? setOpen : undefined} />
      )}
      {open === null ? null : (
        <PackPanel item={row} pack={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}
