import type { ReactNode } from 'react';
import { itemChange, itemInput } from '#contract/item-bodies.ts';
import type { JsonRecord } from '#contract/tolerant.ts';
import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toast } from '#src/lib/toast.ts';
import { ResourceForm } from '#src/master-data/form/resource-form.tsx';
import { conversionLines } from '#src/entities/item/conversion-words.ts';
import { itemMessages } from './messages.ts';

const input = { create: itemInput, change: itemChange };
const more = (values: JsonRecord | null) => ({ conversions: conversionLines(values?.['conversions']) });

interface ItemFormProps {
  row: ResourceRow;
  fields: readonly string[];
  locked?: Readonly<Record<string, string>> | undefined;
  children?: ReactNode;
}

/** The part of an item that a tab of its page edits. */
export function ItemForm({ row, fields, locked, children }: ItemFormProps) {
  const t = useMessages(itemMessages);
  return (
    <ResourceForm
      slot={`${row._id}.${fields[0]}`}
      name="items"
      row={row}
      fields={fields}
      locked={locked}
      input={input}
      more={more}
      placement="page"
      onSaved={(saved) => toast(t.saved(saved.name))}
    >
      {children}
    </ResourceForm>
  );
}
