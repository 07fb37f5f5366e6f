import type { ReactNode } from 'react';
import { itemChange, itemInput } from '#modules/items/input.ts';
import type { JsonRecord } from '#platform/shapes/tolerant.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast } from '#platform/web/toast.ts';
import { ResourceForm, type ResourceFormProps } from '#modules/master-data/web/form/resource-form.tsx';
import { readConversionLines } from '#modules/items/web/conversion-ratio.ts';
import { itemMessages } from './messages.ts';

const input = { create: itemInput, change: itemChange };
const readExtraValues = (values: JsonRecord | null) => ({
  conversions: readConversionLines(values?.['conversions']),
});

interface ItemFormProps extends Pick<ResourceFormProps, 'lockedReasons' | 'sectionInputs'> {
  row: ResourceRow;
  /** Key of the stored draft. It must not change, or drafts stored on devices are lost. */
  slot: string;
  fields: readonly string[];
  children?: ReactNode;
}

/** The form of one tab of an item's page. */
export function ItemForm({ row, slot, children, ...form }: ItemFormProps) {
  const t = useMessages(itemMessages);
  return (
    <ResourceForm
      {...form}
      slot={`${row._id}.${slot}`}
      name="items"
      row={row}
      input={input}
      more={readExtraValues}
      placement="page"
      onSaved={(saved) => toast(t.saved(saved.name))}
    >
      {children}
    </ResourceForm>
  );
}
