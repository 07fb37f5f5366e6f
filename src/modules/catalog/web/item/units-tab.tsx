import { useQuery } from '@tanstack/react-query';
import { useFormState, useWatch } from 'react-hook-form';
import { baseUnitQuery } from '#modules/units/web/queries/base-unit.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { ConversionsEditor } from '#modules/items/web/conversions-editor.tsx';
import { ItemForm } from './item-form.tsx';
import { itemMessages } from './messages.ts';

const fields = ['baseUnit', 'orderUnit', 'countUnit', 'recipeUnit', 'barcodes', 'catchWeight', 'pieceWeight'];

/** Units of the item with exact conversions. The base unit can't change after the first stock movement. */
export function UnitsTab({ row }: { row: ResourceRow }) {
  const t = useMessages(itemMessages);
  const { data: lockedBy } = useQuery(baseUnitQuery(row._id));
  const reasons: Readonly<Record<string, string>> = t.baseUnitLocked;
  const reason = lockedBy ? (reasons[lockedBy] ?? t.baseUnitLocked.others) : undefined;
  return (
    <ItemForm
      row={row}
      slot="baseUnit"
      fields={fields}
      lockedReasons={reason ? { baseUnit: reason } : undefined}
    >
      <BaseUnitWarning />
      <ConversionsEditor />
    </ItemForm>
  );
}

/** Warns that changing the base unit changes the meaning of levels and prices. */
function BaseUnitWarning() {
  const t = useMessages(itemMessages);
  const { defaultValues } = useFormState();
  const base: unknown = useWatch({ name: 'baseUnit' });
  return (
    <div role="status">
      {base === defaultValues?.['baseUnit'] ? null : (
        <p className="rounded-md border border-status-amber px-3 py-2 text-sm">{t.baseChange}</p>
      )}
    </div>
  );
}
