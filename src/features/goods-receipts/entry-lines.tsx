import { useRef } from 'react';
import type { PurchaseOrder } from '#contract/purchase-orders.ts';
import { ofGtin, readGs1 } from '#domain/lots/gs1.ts';
import { Field } from '#src/components/ui/field.tsx';
import { lineProblems } from '#src/entities/document/line-problem.ts';
import { ItemPicker } from '#src/entities/item/item-picker.tsx';
import type { PlaceItem } from '#src/entities/item/place-items.ts';
import { countedFirst } from '#src/entities/item/sold-packs.tsx';
import type { ApiError } from '#src/lib/api/api-error.ts';
import { useBarcodeWedge } from '#src/lib/barcode-wedge.ts';
import type { CurrencyCode } from '#src/lib/format/money.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useToday } from '#src/lib/use-today.ts';
import { newUuid } from '#src/lib/uuid.ts';
import { type AddedLine, type EntryRow, hasCome, type LineSaid, type ReceiptDraft } from './entry-draft.ts';
import { EntryLine } from './entry-line.tsx';
import { receiptMessages } from './messages.ts';
import type { Entry } from './use-entry-rows.ts';

interface EntryLinesProps {
  entry: Entry;
  draft: ReceiptDraft;
  order: PurchaseOrder | null;
  /** In which money prices are; null for that of the business. */
  currency: string | null;
  codeOf(currency: string | null): CurrencyCode;
  /** The refusal of the last try. */
  error: ApiError | null;
  onChange(changes: Partial<ReceiptDraft>): void;
}

/** What came, line by line. A carton that is scanned leads to its line, with its lot and its day. */
export function EntryLines({ entry, draft, order, currency, codeOf, error, onChange }: EntryLinesProps) {
  const t = useMessages(receiptMessages).entry;
  const today = useToday();
  const list = useRef<HTMLUListElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const { rows, items, packs, asks, last } = entry;
  // What is sent leaves out the rows of which nothing came.
  const problems = lineProblems(error);
  const sent = new Map(rows.filter(hasCome).map(({ key }, at) => [key, String(at)]));

  const say = (key: string, said: LineSaid) =>
    onChange({ said: { ...draft.said, [key]: { ...draft.said[key], ...said } } });
  const changeAdded = (key: string, changes: Partial<AddedLine>) =>
    onChange({ added: draft.added.map((line) => (line.key === key ? { ...line, ...changes } : line)) });

  function focusOn(key: string): void {
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>(`[data-line="${CSS.escape(key)}"] input`)?.focus(),
    );
  }

  function add(item: PlaceItem, said: LineSaid): void {
    const line: AddedLine = {
      ...countedFirst(item._id, packs, item.units),
      key: newUuid(),
      itemId: item._id,
      itemName: item.name,
      insteadOf: null,
    };
    onChange({ added: [...draft.added, line], said: { ...draft.said, [line.key]: said } });
    focusOn(line.key);
  }

  /** A carton's GS1 code, or a plain barcode: its line with its lot and day, a new line where another lot stands there. */
  function scanned(code: string): PlaceItem | null {
    const gs1 = readGs1(code.trim(), today);
    const item =
      (gs1?.gtin
        ? ofGtin(gs1.gtin, items ?? [])
        : items?.find(({ barcodes }) => barcodes.includes(code.trim()))) ?? null;
    if (!item) return null;
    const said: LineSaid = {
      ...(gs1?.lot != null && { lot: gs1.lot }),
      ...(gs1?.expiry != null && { expiry: gs1.expiry }),
    };
    const row = rows.find((one) => one.itemId === item._id && fits(one, said));
    if (row) {
      say(row.key, said);
      focusOn(row.key);
    } else add(item, said);
    return item;
  }
  useBarcodeWedge((code) => void scanned(code));

  return (
    <section aria-label={t.lines} className="flex flex-col gap-3">
      {rows.length === 0 ? null : (
        <ul ref={list} aria-label={t.lines} data-quantity-grid className="divide-y rounded-md border">
          {rows.map((row) => (
            <EntryLine
              key={row.key}
              row={row}
              ask={asks.get(row.itemId)}
              last={last.get(row.itemId) ?? []}
              units={items?.find(({ _id }) => _id === row.itemId)?.units ?? []}
              packs={packs.filter(({ itemId }) => itemId === row.itemId)}
              orderLines={order?.items ?? []}
              currency={currency}
              codeOf={codeOf}
              problem={problems.get(sent.get(row.key) ?? '') ?? null}
              onSay={(said) => say(row.key, said)}
              onChange={(changes) => changeAdded(row.key, changes)}
              onRemove={() => onChange({ added: draft.added.filter(({ key }) => key !== row.key) })}
            />
          ))}
        </ul>
      )}
      <Field label={rows.length === 0 ? t.addFirst : t.add} hint={t.addHint}>
        {(control) => (
          <ItemPicker
            items={items ?? []}
            chosen={null}
            onChoose={(item) => (item ? add(item, {}) : undefined)}
            scanned={scanned}
            control={control}
            input={picker}
          />
        )}
      </Field>
    </section>
  );
}

/** Nothing else was said of its lot. */
const fits = ({ said }: EntryRow, { lot }: LineSaid): boolean =>
  said.lot == null || said.lot === (lot ?? said.lot);
