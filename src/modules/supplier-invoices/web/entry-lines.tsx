import { Check, MessageSquareText, TriangleAlert, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { CellLabel } from '#platform/documents/web/entry-parts.tsx';
import { getLineErrors } from '#platform/documents/web/line-errors.ts';
import { ItemPicker } from '#modules/items/web/item-picker.tsx';
import type { LocationItem } from '#modules/items/web/location-items.ts';
import { getDefaultLineUnit, LineUnitChoice, type SoldPack } from '#modules/items/web/sold-packs.tsx';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { cn } from '#platform/web/cn.ts';
import type { MoneyFormat } from '#platform/web/format/money.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { type InvoiceDraftLine, hasLineReference, buildItemLine } from './entry-draft.ts';
import { type LineMatch, computeLineValue } from './entry-match.ts';
import { invoiceMessages } from './messages.ts';

interface InvoiceEntryLinesProps {
  lines: readonly InvoiceDraftLine[];
  /** Match by line key; null for a credit note and while accruals are loading. */
  matches: ReadonlyMap<string, LineMatch> | null;
  items: readonly LocationItem[] | null;
  packs: readonly SoldPack[];
  money: MoneyFormat;
  /** Error of the last attempt to save. */
  error: ApiError | null;
  onChange(lines: readonly InvoiceDraftLine[]): void;
}

/** Lines being billed or credited; items without an order or receipt can be added. */
export function InvoiceEntryLines({
  lines,
  matches,
  items,
  packs,
  money,
  error,
  onChange,
}: InvoiceEntryLinesProps) {
  const t = useMessages(invoiceMessages).entry;
  const list = useRef<HTMLUListElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  // Errors use the index of the sent lines, which exclude lines without a quantity.
  const problems = getLineErrors(error);
  const sentIndexes = new Map(
    lines.filter(({ qty }) => (qty ?? 0) > 0).map(({ key }, index) => [key, String(index)]),
  );

  function add(item: LocationItem | null): void {
    if (!item) return;
    const line = buildItemLine(newUuid(), item, getDefaultLineUnit(item._id, packs, item.units));
    onChange([...lines, line]);
    // Moves the focus to the quantity.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>(`[data-line="${CSS.escape(line.key)}"] input`)?.focus(),
    );
  }

  return (
    <section aria-label={t.lines} className="flex flex-col gap-3">
      {lines.length === 0 ? null : (
        <ul ref={list} aria-label={t.lines} data-quantity-grid className="divide-y rounded-md border">
          {lines.map((line) => (
            <InvoiceEntryLine
              key={line.key}
              line={line}
              match={matches?.get(line.key) ?? null}
              units={items?.find(({ _id }) => _id === line.itemId)?.units ?? []}
              packs={packs.filter(({ itemId }) => itemId === line.itemId)}
              money={money}
              problem={problems.get(sentIndexes.get(line.key) ?? '') ?? null}
              onChange={(changes) =>
                onChange(lines.map((other) => (other.key === line.key ? { ...other, ...changes } : other)))
              }
              onRemove={() => onChange(lines.filter(({ key }) => key !== line.key))}
            />
          ))}
        </ul>
      )}
      <Field label={lines.length === 0 ? t.addFirst : t.add} hint={t.addHint}>
        {(control) => (
          <ItemPicker items={items ?? []} chosen={null} onChoose={add} control={control} input={picker} />
        )}
      </Field>
    </section>
  );
}

interface InvoiceEntryLineProps {
  line: InvoiceDraftLine;
  match: LineMatch | null;
  units: LocationItem['units'];
  packs: readonly SoldPack[];
  money: MoneyFormat;
  problem: string | null;
  onChange(changes: Partial<InvoiceDraftLine>): void;
  onRemove(): void;
}

function InvoiceEntryLine({
  line,
  match,
  units,
  packs,
  money,
  problem,
  onChange,
  onRemove,
}: InvoiceEntryLineProps) {
  const { fields, entry: t } = useMessages(invoiceMessages);
  const [isNoteOpen, setNoteOpen] = useState(false);
  const { itemName, unitSymbol, referenceNo, qty, price, note } = line;
  const name = itemName || (referenceNo ?? '');
  return (
    <li data-line={line.key} className="flex flex-col gap-2 px-3 py-2">
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-x-3 gap-y-2 sm:grid-cols-[minmax(0,1fr)_8rem_8rem_6rem_auto]">
        <div className="min-w-0 self-center max-sm:col-span-2">
          <p className="break-words font-medium text-sm">{name}</p>
          {hasLineReference(line) ? (
            <p className="text-muted-foreground text-xs">
              <bdi>{referenceNo}</bdi>
            </p>
          ) : (
            <LineUnitChoice
              label={t.unit(name)}
              lineUnit={line}
              packs={packs}
              units={units}
              onChange={onChange}
            />
          )}
        </div>
        <CellLabel label={t.qtyColumn} isNumeric className="max-sm:col-start-1">
          <QuantityCell
            label={t.qty(name)}
            value={qty}
            column="qty"
            cell={`qty ${line.key}`}
            unit={unitSymbol}
            suggestion={match?.openQty || null}
            onCommit={(next) => onChange({ qty: next })}
          />
        </CellLabel>
        <CellLabel label={t.priceColumn} isNumeric className="max-sm:col-span-2">
          <QuantityCell
            label={t.price(name)}
            value={price}
            column="price"
            cell={`price ${line.key}`}
            suggestion={match?.price ?? null}
            onCommit={(next) => onChange({ price: next })}
          />
        </CellLabel>
        <p className="self-center text-end text-sm tabular-nums max-sm:col-span-3">
          <span className="text-muted-foreground text-xs sm:hidden">{t.value} </span>
          <bdi>{money(computeLineValue(line))}</bdi>
        </p>
        <div className="flex justify-end max-sm:col-start-3 max-sm:row-start-1">
          <Button
            size="icon"
            variant="ghost"
            aria-label={t.addNote(name)}
            aria-expanded={isNoteOpen || note !== ''}
            onClick={() => setNoteOpen(!isNoteOpen)}
          >
            <MessageSquareText aria-hidden="true" />
          </Button>
          <Button size="icon" variant="ghost" aria-label={t.remove(name)} onClick={onRemove}>
            <X aria-hidden="true" />
          </Button>
        </div>
      </div>
      {match === null || !qty ? null : <LineMatchNote line={line} match={match} money={money} />}
      {isNoteOpen || note !== '' ? (
        <Input
          aria-label={t.note(name)}
          placeholder={fields.notes}
          maxLength={500}
          value={note}
          onChange={(event) => onChange({ note: event.currentTarget.value })}
        />
      ) : null}
      {problem === null ? null : (
        <p role="alert" className="text-sm text-status-red">
          {problem}
        </p>
      )}
    </li>
  );
}

/** Match state of a line as text and icon: accepted and billed quantities, and the difference. */
function LineMatchNote({
  line,
  match: { state, openQty, price, orderedPrice, listPrice, difference },
  money,
}: Pick<InvoiceEntryLineProps, 'line' | 'money'> & { match: LineMatch }) {
  const { states, entry: t } = useMessages(invoiceMessages);
  const isMatched = state === 'matched';
  const Icon = isMatched ? Check : TriangleAlert;
  return (
    <p
      data-state={state}
      className={cn(
        'flex flex-wrap items-center gap-x-2 text-xs',
        isMatched ? 'text-muted-foreground' : 'text-status-amber',
      )}
    >
      <Icon className="size-3.5 shrink-0" aria-hidden="true" />
      <span>{states[state]}</span>
      {price === null ? null : (
        <bdi>{t.open(formatAmount(openQty, line.unitSymbol), money.price(price))}</bdi>
      )}
      {orderedPrice === null ? null : <bdi>{t.ordered(money.price(orderedPrice))}</bdi>}
      {listPrice === null ? null : <bdi>{t.beforeDiscount(money.price(listPrice))}</bdi>}
      {difference === 0 ? null : (
        <bdi>
          {difference > 0 ? t.differenceAbove(money(difference)) : t.differenceBelow(money(-difference))}
        </bdi>
      )}
    </p>
  );
}
