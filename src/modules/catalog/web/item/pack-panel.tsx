import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { Dialog, SheetContent } from '#platform/web/ui/dialog.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast } from '#platform/web/toast.ts';
import { ResourceForm } from '#modules/master-data/web/form/resource-form.tsx';
import { itemMessages } from './messages.ts';

const fields = [
  'name',
  'supplierId',
  'contentsQty',
  'unit',
  'price',
  'priceDate',
  'barcode',
  'orderMultiple',
  'preferred',
];

interface PackPanelProps {
  item: ResourceRow;
  /** Null for a new pack. */
  pack: ResourceRow | null;
  onClose(): void;
}

/** Form of one pack, next to its item. */
export function PackPanel({ item, pack, onClose }: PackPanelProps) {
  const t = useMessages(itemMessages);
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent title={pack ? t.pack.edit(pack.name) : t.pack.adding(item.name)}>
        <ResourceForm
          name="packagings"
          row={pack}
          initial={{ itemId: item._id, unit: item.values['orderUnit'] ?? item.values['baseUnit'] }}
          fields={fields}
          slot={pack?._id ?? `new.${item._id}`}
          placement="panel"
          onSaved={(saved) => {
            toast(t.saved(saved.name));
            onClose();
          }}
          onCancel={onClose}
        />
      </SheetContent>
    </Dialog>
  );
}
