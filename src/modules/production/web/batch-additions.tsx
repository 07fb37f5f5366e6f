import { useState } from 'react';
import type { BatchLine, ProductionBatch } from '../shapes.ts';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { CellLabel } from '#platform/documents/web/entry-parts.tsx';
import { ItemPicker } from '#modules/items/web/item-picker.tsx';
import { useLocationItems } from '#modules/items/web/location-items.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { productionMessages } from './messages.ts';

interface AddLineProps {
  batch: ProductionBatch;
  side: 'in' | 'out';
  onAdd(itemId: string): void;
}

/** Adds an ingredient or an output that is not in the recipe. */
export function AddLine(props: AddLineProps) {
  const t = useMessages(productionMessages).panel;
  const [isOpen, setOpen] = useState(false);
  const name = props.side === 'in' ? t.addIngredient : t.addOutput;
  if (!isOpen)
    return (
      <Button className="mt-2" onClick={() => setOpen(true)}>
        {name}
      </Button>
    );
  return <AddItemField {...props} name={name} />;
}

const focusInput = (box: HTMLInputElement | null) => box?.focus();

function AddItemField({ batch, side, onAdd, name }: AddLineProps & { name: string }) {
  const items = useLocationItems(batch.kitchen);
  const usedItemIds = new Set(batch.items.filter((line) => line.side === side).map(({ itemId }) => itemId));
  // The batch's own product cannot be its ingredient.
  const availableItems = (items ?? []).filter(({ _id }) => !usedItemIds.has(_id) && _id !== batch.itemId);
  return (
    <Field label={name} className="mt-2">
      {(control) => (
        <ItemPicker
          items={availableItems}
          chosen={null}
          onChoose={(item) => (item === null ? undefined : onAdd(item._id))}
          control={control}
          input={focusInput}
        />
      )}
    </Field>
  );
}

interface OutputCostFieldsProps {
  batch: ProductionBatch;
  line: BatchLine;
  onEnter(entry: { costShare?: number; fixedValue?: number }): void;
}

/** Cost allocation to an output: a share of the input cost or, for a by-product, a fixed value. */
export function OutputCostFields({ batch, line, onEnter }: OutputCostFieldsProps) {
  const t = useMessages(productionMessages).panel;
  // The main product gets the remaining cost.
  if (line.itemId === batch.itemId) return null;
  return (
    <>
      <CellLabel label={t.share} isNumeric className="w-32 *:items-stretch">
        <QuantityCell
          label={t.shareOf(line.itemName)}
          value={line.costShare}
          unit="%"
          column="share"
          cell={`share ${line.lineId}`}
          commitOn="leave"
          onCommit={(costShare) => (costShare === null ? undefined : onEnter({ costShare }))}
        />
      </CellLabel>
      {batch.labour === null ? null : (
        <CellLabel label={t.fixedValue} isNumeric className="w-32 *:items-stretch">
          <QuantityCell
            label={t.fixedValueOf(line.itemName)}
            value={line.fixedValue}
            column="fixed"
            cell={`fixed ${line.lineId}`}
            commitOn="leave"
            onCommit={(fixedValue) => (fixedValue === null ? undefined : onEnter({ fixedValue }))}
          />
        </CellLabel>
      )}
    </>
  );
}
