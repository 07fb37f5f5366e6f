import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import { Dialog, SheetContent } from '#src/components/ui/dialog.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toast } from '#src/lib/toast.ts';
import { ResourceForm } from '#src/master-data/form/resource-form.tsx';
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
