import { type ReactNode, useState } from 'react';
import { itemChange, itemInput } from '#contract/item-bodies.ts';
import type { JsonRecord } from '#contract/tolerant.ts';
import { versionOf } from '#src/collections/resource-writes.ts';
import type { ResourceRow } from '#src/collections/resources.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toast } from '#src/lib/toast.ts';
import { ResourceForm } from '#src/resources/form/resource-form.tsx';
import { conversionLines } from './conversion-words.ts';
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
  const [opening, setOpening] = useState(0);
  return (
    <ResourceForm
      // What was saved or given up is started from anew.
      key={`${versionOf(row)} ${opening}`}
      name="items"
      row={row}
      fields={fields}
      locked={locked}
      input={input}
      more={more}
      placement="page"
      onSaved={(saved) => toast(t.saved(saved.name))}
      onCancel={() => setOpening(opening + 1)}
    >
      {children}
    </ResourceForm>
  );
}
