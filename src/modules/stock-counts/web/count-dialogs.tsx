import { type FormEvent, useId, useState } from 'react';
import type { CompactItem } from '#modules/items/web/queries/items.ts';
import { DateField } from '#platform/web/form/date-field.tsx';
import { ReferenceField } from '#platform/web/form/reference-field.tsx';
import { NumberField, type NumberInputValue } from '#platform/web/form/number-field.tsx';
import { TextField } from '#platform/web/form/text-field.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { formatLineAmount } from './count-row.tsx';
import { countMessages } from './messages.ts';
import type { SheetLine } from './merge-entries.ts';

/** Item or lot to add to the count. Quantity in the item's base unit. */
interface NewLine {
  itemId: string;
  lot: string | null;
  expiry: string | null;
  qty: number;
}

/** Dialog that is open while counting. */
export type CountDialogRequest =
  | { kind: 'twice'; line: SheetLine; ownQty: number; onAdd(): void; onUseOwn(): void; onUseOther(): void }
  | { kind: 'rescanned'; line: SheetLine; amount: string; onAdd(): void; onSet(): void }
  | { kind: 'lots'; lines: readonly SheetLine[]; onLine(line: SheetLine): void }
  | ({ kind: 'add'; itemName: string; onAdd(line: NewLine): void } & NewLine)
  | { kind: 'choose'; items: readonly CompactItem[]; onAdd(line: NewLine): void };

interface CountDialogsProps {
  request: CountDialogRequest;
  onClose(): void;
}

/** Shows the requested dialog. No choice is preselected, because each one changes the count. */
export function CountDialogs({ request, onClose }: CountDialogsProps) {
  const close = (isOpen: boolean) => {
    if (isOpen) return;
    if (request.kind === 'twice') request.onUseOther();
    onClose();
  };
  return (
    <Dialog open onOpenChange={close}>
      <RequestedDialog request={request} onClose={onClose} />
    </Dialog>
  );
}

function RequestedDialog({ request, onClose }: CountDialogsProps) {
  const t = useMessages(countMessages).sheet;
  const closeAndRun = (action: () => void) => () => {
    onClose();
    action();
  };
  if (request.kind === 'twice') {
    const { line, ownQty } = request;
    const otherQty = line.countedQty ?? 0;
    const sum = (Math.round(otherQty * 1e6) + Math.round(ownQty * 1e6)) / 1e6;
    return (
      <DialogContent
        title={t.conflictTitle(line.itemName)}
        description={t.conflictText}
        footer={
          <div className="flex w-full flex-col gap-2">
            <Button size="lg" onClick={closeAndRun(request.onAdd)}>
              {t.add(formatLineAmount(sum, line))}
            </Button>
            <Button size="lg" onClick={closeAndRun(request.onUseOwn)}>
              {t.useOwn(formatLineAmount(ownQty, line))}
            </Button>
            <Button size="lg" onClick={closeAndRun(request.onUseOther)}>
              {t.useOther(formatLineAmount(otherQty, line))}
            </Button>
          </div>
        }
      >
        <ul className="text-sm">
          <li>{t.otherCount(line.countedByName ?? '', formatLineAmount(otherQty, line))}</li>
          <li>{t.ownCount(formatLineAmount(ownQty, line))}</li>
        </ul>
      </DialogContent>
    );
  }
  if (request.kind === 'rescanned') {
    const { line, amount } = request;
    return (
      <DialogContent
        title={t.rescanned(line.itemName)}
        description={t.rescannedText(formatLineAmount(line.countedQty ?? 0, line))}
        footer={
          <div className="flex w-full flex-col gap-2">
            <Button size="lg" variant="primary" onClick={closeAndRun(request.onAdd)}>
              {t.addScan(amount)}
            </Button>
            <Button size="lg" onClick={closeAndRun(request.onSet)}>
              {t.setScan(amount)}
            </Button>
            <Button size="lg" onClick={onClose}>
              {t.cancel}
            </Button>
          </div>
        }
      >
        {null}
      </DialogContent>
    );
  }
  if (request.kind === 'lots') {
    return (
      <DialogContent title={t.whichLot(request.lines[0]?.itemName ?? '')}>
        <div className="flex flex-col gap-2">
          {request.lines.map((line) => (
            <Button key={line.lineId} size="lg" onClick={closeAndRun(() => request.onLine(line))}>
              <bdi>{line.lot ? t.lot(line.lot) : t.noLot}</bdi>
            </Button>
          ))}
        </div>
      </DialogContent>
    );
  }
  if (request.kind === 'add') {
    const { itemId, itemName, lot, expiry, qty } = request;
    return (
      <DialogContent
        title={lot === null ? t.notListed(itemName) : t.newLot(itemName, lot)}
        description={t.notListedText}
        footer={
          <>
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button
              variant="primary"
              onClick={closeAndRun(() => request.onAdd({ itemId, lot, expiry, qty }))}
            >
              {t.addLine}
            </Button>
          </>
        }
      >
        {null}
      </DialogContent>
    );
  }
  return <ChooseLine items={request.items} onAdd={request.onAdd} onClose={onClose} />;
}

interface ChooseLineProps {
  items: readonly CompactItem[];
  onAdd(line: NewLine): void;
  onClose(): void;
}

/** Form for adding an item, or an additional lot, that is in stock but not on the sheet. */
function ChooseLine({ items, onAdd, onClose }: ChooseLineProps) {
  const t = useMessages(countMessages).sheet;
  const formId = useId();
  const [itemId, setItem] = useState<string | null>(null);
  const [lot, setLot] = useState('');
  const [expiry, setExpiry] = useState('');
  const [qty, setQty] = useState<NumberInputValue>(null);
  const choices = items
    .filter(({ isActive }) => isActive)
    .map(({ _id, name, nameAlt, isActive, itemCode }) => ({ _id, name, nameAlt, isActive, note: itemCode }));

  function add(event: FormEvent): void {
    event.preventDefault();
    event.stopPropagation();
    if (itemId === null || typeof qty !== 'number') return;
    onClose();
    onAdd({ itemId, lot: lot.trim() || null, expiry: expiry || null, qty });
  }

  return (
    <DialogContent
      title={t.addItem}
      description={t.notListedText}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={itemId === null || typeof qty !== 'number'}
          >
            {t.addLine}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={add} className="grid grid-cols-2 gap-3">
        <ReferenceField
          className="col-span-2"
          label={t.itemToAdd}
          value={itemId}
          onChange={setItem}
          choices={choices}
          isRequired
        />
        <TextField label={t.lotToAdd} value={lot} onChange={setLot} />
        <DateField label={t.expiryToAdd} value={expiry} onChange={setExpiry} />
        <NumberField
          className="col-span-2"
          label={t.countedToAdd}
          value={qty}
          onChange={setQty}
          error={typeof qty === 'string' ? t.notAQuantity : null}
        />
      </form>
    </DialogContent>
  );
}
