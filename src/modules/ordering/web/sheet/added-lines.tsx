import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { GuideItem } from '../queries.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { orderMessages } from '#modules/orders/web/order-messages.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { rankMatch, createSearch } from '#platform/web/rank.ts';
import { toSuggestionField } from '../guide/draft.ts';
import { getOrderLineWarning } from '../guide/line-warning.ts';
import { orderPanelMessages } from './messages.ts';
import { type OrderEdits, withAddedLine } from './order-edits.ts';

interface AddedLinesProps {
  /** Items that can be added, with their suggestions. */
  guide: readonly GuideItem[];
  edits: OrderEdits;
  onEdits(edits: OrderEdits): void;
  isBusy: boolean;
}

/** Unsaved lines added to a draft, and the field that adds one. */
export function AddedLines({ guide, edits, onEdits, isBusy }: AddedLinesProps) {
  const t = useMessages(orderPanelMessages);
  const { orderQty: column } = useMessages(orderMessages).columns;
  return (
    <>
      {(edits.added ?? []).map((line) => (
        <div key={line.itemId} className="flex items-center gap-3 border-b px-3 py-2">
          <div className="min-w-0 flex-1">
            <p className="break-words">{line.itemName}</p>
            <p className="text-muted-foreground text-xs">
              {line.itemCode} · {t.added}
            </p>
          </div>
          <QuantityCell
            label={t.cellLabel(line.itemName, column)}
            value={line.orderQty}
            unit={line.unitSymbol}
            column="orderQty"
            cell={`added ${line.itemId}`}
            disabled={isBusy}
            warn={(qty) => getOrderLineWarning(guide, line, qty)}
            onCommit={(qty) => onEdits(withAddedLine(edits, line, qty ?? 0))}
          />
          <Button
            variant="ghost"
            size="icon"
            className="text-muted-foreground"
            aria-label={t.removeLine(line.itemName)}
            onClick={() => onEdits(withAddedLine(edits, line, null))}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </div>
      ))}
      {isBusy ? null : (
        <AddLine
          guide={guide}
          onAdd={(item) => {
            const { itemId, itemName, itemCode, unit, unitSymbol } = item;
            const line = {
              itemId,
              itemName,
              itemCode,
              unit,
              unitSymbol,
              ...toSuggestionField(item),
              orderQty: 1,
            };
            onEdits(withAddedLine(edits, line, item.suggestedQty || 1));
          }}
        />
      )}
    </>
  );
}

interface AddLineProps {
  guide: readonly GuideItem[];
  onAdd(item: GuideItem): void;
}

const searchFields = ({ itemName, itemNameAlt, itemCode }: GuideItem) => ({
  names: [itemName, itemNameAlt],
  codes: [itemCode],
});
const search = createSearch(searchFields);

/** Adds an item of the guide to a draft, found by name or code. */
function AddLine({ guide, onAdd }: AddLineProps) {
  const t = useMessages(orderPanelMessages);
  const listId = useId();
  const [input, setInput] = useState('');
  // Requires an exact match, so that the user sees what will be added while typing.
  const [exactMatch] =
    input.trim() === ''
      ? []
      : search(input, guide, 1).filter((item) => rankMatch(input, searchFields(item)) === 0);

  function add(event: FormEvent): void {
    event.preventDefault();
    if (!exactMatch) return;
    onAdd(exactMatch);
    setInput('');
  }

  return (
    <form onSubmit={add} className="flex items-center gap-2 pt-2">
      <Input
        className="flex-1"
        list={listId}
        aria-label={t.addItem}
        placeholder={t.addItem}
        value={input}
        onChange={(event) => setInput(event.target.value)}
      />
      <datalist id={listId}>
        {input.length < 2
          ? null
          : search(input, guide, 20).map((item) => (
              <option key={item.itemId} value={item.itemName}>
                {item.itemCode}
              </option>
            ))}
      </datalist>
      <GuardedButton type="submit" disabledReason={exactMatch ? null : t.addItemHint}>
        <Plus aria-hidden="true" />
        {t.add}
      </GuardedButton>
    </form>
  );
}
