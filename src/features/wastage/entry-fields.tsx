import { TriangleAlert } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  Suspense,
  useDeferredValue,
  useId,
  useState,
} from 'react';
import type { Wastage } from '#contract/wastage.ts';
import { DateInput } from '#src/components/ui/date-input.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Input, Select } from '#src/components/ui/input.tsx';
import { cn } from '#src/lib/cn.ts';
import { formatAmount, unitFor } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lazyView } from '#src/lib/lazy-module.ts';
import { searchBy } from '#src/lib/rank.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { type EntryDraft, type EntryField, quantityIn, unitOf } from './entry-draft.ts';
import { useWasteReason, useWasteReasons } from './wastage-columns.tsx';
import { wasteMessages } from './messages.ts';
import { costOf, warningFor, type WasteItem, type WasteUnit } from './use-waste-items.ts';

/** Only items that are kept by lots have any to choose from. */
const WasteLots = lazyView(async () => (await import('./waste-lots.tsx')).WasteLots);

interface EntryFieldsProps {
  items: readonly WasteItem[];
  draft: EntryDraft;
  /** Where it is thrown away; undefined while that is not known. */
  place: string | undefined;
  /** What is still to be said. */
  missing: readonly EntryField[];
  /** What the server says against a field. */
  refused: Readonly<Record<string, string>>;
  /** Records of before, to know what is usual. */
  past: readonly Wastage[];
  itemBox?: Ref<HTMLInputElement>;
  /** The last day that can be chosen, the place's own today; left out, the day stays as it is. */
  today?: string;
  onChange(changes: Partial<EntryDraft>): void;
  /** Buttons, beside the cost. */
  children?: ReactNode;
}

/** Item, how much, why, and what it will cost. Stands inside a form's grid. */
export function EntryFields(props: EntryFieldsProps) {
  const { items, draft, place, missing, refused, past, itemBox = null, onChange, children } = props;
  const t = useMessages(wasteMessages).entry;
  const reasons = useWasteReasons();
  const reasonOf = useWasteReason();
  const { item } = draft;
  const unit = unitOf(draft);
  const typed = quantityIn(draft);
  const fault = (field: EntryField, text: string) =>
    (missing.includes(field) ? text : null) ?? refused[field] ?? null;
  return (
    <>
      <Field label={t.item} error={fault('item', t.itemMissing)} className="col-span-2 lg:col-span-1">
        {(control) => (
          <ItemPicker
            items={items}
            chosen={item}
            onChoose={(chosen) => onChange({ item: chosen, unit: undefined, pieces: '', lots: null })}
            control={control}
            input={itemBox}
          />
        )}
      </Field>
      <Field
        label={t.qty}
        error={
          missing.includes('whole')
            ? t.wholeOnly(unitFor(null, unit?.symbol ?? ''))
            : fault('qty', t.qtyMissing)
        }
      >
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            className="text-end tabular-nums"
            value={draft.qty}
            onChange={(event) => onChange({ qty: event.currentTarget.value, lots: null })}
          />
        )}
      </Field>
      <Field label={t.unit}>
        {(control) => (
          <Select
            {...control}
            disabled={(item?.units.length ?? 0) < 2}
            value={unit?.id ?? ''}
            onChange={(event) => onChange({ unit: event.currentTarget.value, lots: null })}
          >
            {(item?.units ?? []).map(({ id, symbol }) => (
              <option key={id} value={id}>
                {unitFor(null, symbol)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {item?.shelf.pieces === undefined ? null : (
        <Field label={t.pieces} error={refused['pieces'] ?? null}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              className="text-end tabular-nums"
              value={draft.pieces ?? ''}
              onChange={(event) => onChange({ pieces: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      <Field label={t.reason} error={fault('reason', t.reasonMissing)} className="max-lg:col-span-2">
        {(control) => (
          <Select
            {...control}
            value={draft.reason}
            onChange={(event) => onChange({ reason: event.currentTarget.value })}
          >
            <option value="">{t.choose}</option>
            {reasons.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            {draft.reason === '' || reasons.some(({ id }) => id === draft.reason) ? null : (
              <option value={draft.reason}>{reasonOf(draft.reason)}</option>
            )}
          </Select>
        )}
      </Field>
      <Field label={t.note} error={fault('note', t.noteMissing)} className="col-span-2 lg:col-span-1">
        {(control) => (
          <Input
            {...control}
            maxLength={500}
            value={draft.note}
            onChange={(event) => onChange({ note: event.currentTarget.value })}
          />
        )}
      </Field>
      {props.today === undefined ? null : (
        <Field label={t.day} error={refused['dateTime'] ?? null} className="col-span-2 lg:col-span-1">
          {(control) => (
            <DateInput
              {...control}
              max={props.today}
              value={draft.day || (props.today ?? '')}
              onChange={(event) => onChange({ day: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      {item && unit && place !== undefined && typed !== null ? (
        <Suspense>
          <WasteLots
            item={item}
            place={place}
            unit={unit}
            qty={typed}
            today={props.today}
            chosen={draft.lots}
            error={refused['lot'] ?? null}
            onChoose={(lots, qty) => onChange({ lots, qty: String(qty) })}
          />
        </Suspense>
      ) : null}
      <div className="col-span-full flex flex-wrap items-center justify-between gap-3">
        <EntryNote item={item} unit={unit} qty={quantityIn(draft)} past={past} />
        {children}
      </div>
    </>
  );
}

interface ItemPickerProps {
  items: readonly WasteItem[];
  chosen: WasteItem | null;
  onChoose(item: WasteItem | null): void;
  /** What ties it to its label and error. */
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean };
  input: Ref<HTMLInputElement>;
}

const shown = 8;

/** An item by name, code or barcode: type, the arrows walk the list, Enter takes. */
export function ItemPicker({ items, chosen, onChoose, control, input }: ItemPickerProps) {
  const t = useMessages(wasteMessages).entry;
  const listId = useId();
  const [query, setQuery] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const wanted = useDeferredValue(query);
  const found = matching(items, wanted);
  const active = Math.min(at, found.length - 1);

  function take(item: WasteItem | undefined): void {
    if (!item) return;
    onChoose(item);
    setQuery('');
    setOpen(false);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      setAt(Math.max(0, Math.min(found.length - 1, active + step)));
    }
    if (event.key === 'Enter' && isOpen && query !== '') {
      event.preventDefault();
      // Who types fast is ahead of the list: what is taken is what was typed.
      take(wanted === query ? found[active] : matching(items, query)[0]);
    }
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      setOpen(false);
    }
  }

  const showsList = isOpen && query !== '';
  return (
    <div className="relative">
      <Input
        {...control}
        ref={input}
        role="combobox"
        aria-expanded={showsList}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={showsList && found[active] ? `${listId}-${active}` : undefined}
        autoComplete="off"
        placeholder={t.itemHint}
        value={chosen && query === '' && !isOpen ? chosen.name : query}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setOpen(true);
          setAt(0);
          if (chosen) onChoose(null);
        }}
      />
      <ul
        id={listId}
        role="listbox"
        aria-label={t.results}
        hidden={!showsList}
        className="absolute inset-x-0 top-full z-30 mt-1 max-h-72 overflow-y-auto rounded-md border bg-popover p-1 shadow-float"
      >
        {found.map((item, index) => (
          <li
            key={item._id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            className={cn(
              'flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-sm px-2 text-sm touch:min-h-11',
              index === active && 'bg-accent',
            )}
            // The list must not take the focus from the box before the choice is made.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(item)}
          >
            <span className="min-w-0 truncate">
              {item.name}
              {item.nameAlt ? <bdi className="px-2 text-muted-foreground">{item.nameAlt}</bdi> : null}
            </span>
            <span className="text-muted-foreground text-xs">{item.itemCode}</span>
          </li>
        ))}
      </ul>
      {showsList && found.length === 0 ? (
        <p
          role="status"
          className="absolute inset-x-0 top-full z-30 mt-1 rounded-md border bg-popover px-3 py-2 text-muted-foreground text-sm shadow-float"
        >
          {t.noItem}
        </p>
      ) : null}
    </div>
  );
}

const search = searchBy<WasteItem>(({ name, nameAlt, itemCode, barcodes }) => ({
  names: [name, nameAlt],
  codes: [itemCode, ...barcodes],
}));

function matching(items: readonly WasteItem[], query: string): WasteItem[] {
  return query.trim() === '' ? [] : search(query, items, shown);
}

interface EntryNoteProps {
  item: WasteItem | null;
  unit: WasteUnit | null;
  qty: number | null;
  past: readonly Wastage[];
}

/** What the record will cost, and what is odd about it; said before it is saved. */
function EntryNote({ item, unit, qty, past }: EntryNoteProps) {
  const t = useMessages(wasteMessages).entry;
  const money = useMoney();
  const base = item?.units[0]?.symbol ?? '';
  const ofItem = past.filter((record) => record.item === item?._id);
  const cost = item && unit && qty !== null ? costOf(qty, unit, item.shelf) : null;
  const warning = item && unit && qty !== null ? warningFor(qty, unit, item.shelf, ofItem) : null;
  return (
    <div role="status" className="flex min-h-9 flex-1 flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      {item && unit && qty !== null ? (
        <span>
          <span className="text-muted-foreground">{t.cost}</span>{' '}
          <span className="font-semibold tabular-nums">{cost === null ? t.costUnknown : money(cost)}</span>
        </span>
      ) : null}
      {warning ? (
        <span className="inline-flex items-center gap-1.5 text-status-amber">
          <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
          {warning.kind === 'more'
            ? t.more(formatAmount(warning.onHand, base))
            : t.unlikely(formatAmount(warning.usual, unit?.symbol ?? ''))}
        </span>
      ) : item && item.shelf.onHand !== null ? (
        <span className="text-muted-foreground">{t.onHand(formatAmount(item.shelf.onHand, base))}</span>
      ) : null}
    </div>
  );
}
