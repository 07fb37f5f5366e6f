import { useState } from 'react';
import type { BatchLine, ProductionBatch } from '#contract/production.ts';
import { QuantityCell } from '#src/components/form/quantity-cell.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { CellLabel } from '#src/entities/document/entry-parts.tsx';
import { ItemPicker } from '#src/entities/item/item-picker.tsx';
import { usePlaceItems } from '#src/entities/item/place-items.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { productionMessages } from './messages.ts';

interface AddLineProps {
  batch: ProductionBatch;
  side: 'in' | 'out';
  onAdd(itemId: string): void;
}

/** Adds what was used, or came out, besides what the recipe says. */
export function AddLine(props: AddLineProps) {
  const t = useMessages(productionMessages).panel;
  const [isOpen, setOpen] = useState(false);
  const name = props.side === 'in' ? t.addUsed : t.addMade;
  if (!isOpen)
    return (
      <Button className="mt-2" onClick={() => setOpen(true)}>
        {name}
      </Button>
    );
  return <ItemToAdd {...props} name={name} />;
}

const focusOnce = (box: HTMLInputElement | null) => box?.focus();

function ItemToAdd({ batch, side, onAdd, name }: AddLineProps & { name: string }) {
  const items = usePlaceItems(batch.kitchen);
  const taken = new Set(batch.items.filter((line) => line.side === side).map(({ itemId }) => itemId));
  // What the batch makes does not go into it.
  const free = (items ?? []).filter(({ _id }) => !taken.has(_id) && _id !== batch.itemId);
  return (
    <Field label={name} className="mt-2">
      {(control) => (
        <ItemPicker
          items={free}
          chosen={null}
          onChoose={(item) => (item === null ? undefined : onAdd(item._id))}
          control={control}
          input={focusOnce}
        />
      )}
    </Field>
  );
}

interface CostOfOutputProps {
  batch: ProductionBatch;
  line: BatchLine;
  onEnter(entry: { costShare?: number; fixedValue?: number }): void;
}

/** What an output carries of what went in: a share, or, of a by-product, a value of its own. */
export function CostOfOutput({ batch, line, onEnter }: CostOfOutputProps) {
  const t = useMessages(productionMessages).panel;
  // What the batch is made for takes the rest.
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
        <CellLabel label={t.fixed} isNumeric className="w-32 *:items-stretch">
          <QuantityCell
            label={t.fixedOf(line.itemName)}
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
