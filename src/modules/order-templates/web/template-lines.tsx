import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { readNumberValue, readRecord, readText } from '#platform/shapes/tolerant.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { unitsQuery } from '#modules/units/web/queries/units.ts';
import { FieldNotes } from '#platform/web/form/field-frame.tsx';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { ReferenceField } from '#platform/web/form/reference-field.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';
import { useChoices } from '#modules/master-data/web/references/use-choices.ts';
import { EditorLines, updateEditorLine } from '#modules/master-data/web/form/editor-lines.tsx';
import { orderTemplatesMessages } from './messages.ts';

interface Line {
  itemId: string;
  qty: number;
  unit: string;
}

/** Editor of a template's items and quantities. */
export function TemplateLines({
  label,
  hint,
  error,
  errors,
  lockedReason,
  value,
  onChange,
  name,
}: FieldEditorProps) {
  const t = useMessages(orderTemplatesMessages);
  const id = useId();
  const items = useQuery(compactItemsQuery());
  const units = useQuery(unitsQuery());
  const { choices, isLoading } = useChoices('items');
  const lines = readLines(value);
  const addedItems = new Set(lines.map(({ itemId }) => itemId));
  const itemById = new Map((items.data ?? []).map((item) => [item._id, item]));
  const symbolById = new Map((units.data ?? []).map((unit) => [unit._id, unit.symbol]));
  const getItemName = (itemId: string) => itemById.get(itemId)?.name ?? (items.data ? t.deletedItem : '…');

  function updateLine(index: number, fields: Partial<Line>): void {
    onChange(updateEditorLine(lines, index, fields));
  }
  function getUnitChoices({ itemId, unit }: Line): string[] {
    const item = itemById.get(itemId);
    return [...new Set([unit, item?.orderUnit ?? unit, item?.baseUnit ?? unit])];
  }

  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1.5 font-medium text-sm">{label}</legend>
      {lines.length === 0 ? (
        <p className="text-muted-foreground text-sm">{t.none}</p>
      ) : (
        <EditorLines
          isSheet
          lines={lines}
          getKey={({ itemId }) => itemId}
          removeLabel={({ itemId }) => t.remove(getItemName(itemId))}
          onRemove={lockedReason ? null : onChange}
          renderLine={(line, index) => (
            <>
              <span className="min-w-32 flex-1 break-words text-sm">
                <bdi>{getItemName(line.itemId)}</bdi>
              </span>
              <QuantityCell
                label={t.quantityLabel(getItemName(line.itemId))}
                column="line"
                value={line.qty}
                disabled={Boolean(lockedReason)}
                error={errors[`${index}.qty`] ?? errors[`${index}.unit`] ?? errors[`${index}.itemId`] ?? null}
                onCommit={(qty) => updateLine(index, { qty: qty ?? 0 })}
              />
              <Select
                aria-label={t.unitLabel(getItemName(line.itemId))}
                className="w-24"
                disabled={Boolean(lockedReason)}
                value={line.unit}
                onChange={(event) => updateLine(index, { unit: event.target.value })}
              >
                {getUnitChoices(line).map((unit) => (
                  <option key={unit} value={unit}>
                    {symbolById.get(unit) ?? unit}
                  </option>
                ))}
              </Select>
            </>
          )}
        />
      )}
      {lockedReason ? null : (
        <ReferenceField
          label={t.add}
          name={name}
          value={null}
          choices={choices.filter(({ _id }) => !addedItems.has(_id))}
          isLoading={isLoading || items.isPending}
          onChange={(itemId) => {
            const item = itemId === null ? undefined : itemById.get(itemId);
            if (item)
              onChange([...lines, { itemId: item._id, qty: 1, unit: item.orderUnit ?? item.baseUnit }]);
          }}
        />
      )}
      <FieldNotes id={id} error={error} note={lockedReason ?? hint} />
    </fieldset>
  );
}

function readLines(value: unknown): Line[] {
  const rows = Array.isArray(value) ? value.map(readRecord) : [];
  return rows.flatMap((row) => {
    const itemId = readText(row['itemId']);
    return itemId === null
      ? []
      : [{ itemId, qty: readNumberValue(row['qty']) ?? 0, unit: readText(row['unit']) ?? '' }];
  });
}
