import { TriangleAlert } from 'lucide-react';
import { type ReactNode, type Ref, Suspense, useRef } from 'react';
import type { Wastage } from '../shapes.ts';
import type { ScannedGoods } from '#core/labels/find-goods.ts';
import { addWeight } from '#core/labels/gs1.ts';
import { formatQuantityInput } from '#platform/web/format/parse-quantity.ts';
import { QuantityInput } from '#platform/web/form/quantity-input.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { ScanningItemPicker } from '#modules/items/web/scanning-item-picker.tsx';
import type { LocationItem, LocationItemUnit } from '#modules/items/web/location-items.ts';
import { Field } from '#platform/web/ui/field.tsx';
import { Input, Select } from '#platform/web/ui/input.tsx';
import { formatAmount, formatUnitName } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { type WastageDraft, type WastageField, parseDraftQuantity, getDraftUnit } from './entry-draft.ts';
import { useWasteReason, useWasteReasons } from './waste-reasons.ts';
import { wasteMessages } from './messages.ts';
import { computeWasteCost, findWasteWarning } from './waste-warning.ts';

/** Loaded separately, because only items tracked by lot need it. */
const WasteLots = lazyView(async () => (await import('./waste-lots.tsx')).WasteLots);

interface EntryFieldsProps {
  items: readonly LocationItem[];
  draft: WastageDraft;
  /** Location of the waste; undefined while unknown. */
  place: string | undefined;
  /** Missing fields. */
  missing: readonly WastageField[];
  /** Server errors by field. */
  errors: Readonly<Record<string, string>>;
  /** Earlier records, to detect unusual quantities. */
  earlierRecords: readonly Wastage[];
  itemInput?: Ref<HTMLInputElement>;
  /** Latest day that can be selected: today at the location. If absent, the day can't be changed. */
  today?: string;
  onChange(changes: Partial<WastageDraft>): void;
  /** Buttons beside the cost. */
  children?: ReactNode;
}

/** Fields for item, quantity and reason, with the resulting cost. Rendered inside a form's grid. */
export function EntryFields(props: EntryFieldsProps) {
  const {
    items,
    draft,
    place,
    missing,
    errors,
    earlierRecords,
    itemInput = null,
    onChange,
    children,
  } = props;
  const { entry: t, fields } = useMessages(wasteMessages);
  const reasons = useWasteReasons();
  const getReasonName = useWasteReason();
  const { item } = draft;
  const unit = getDraftUnit(draft);
  const qty = parseDraftQuantity(draft);
  const fieldError = (field: WastageField, text: string) =>
    (missing.includes(field) ? text : null) ?? errors[field] ?? null;
  const qtyInput = useRef<HTMLInputElement>(null);

  /** Fills in scanned goods with their weight and lot, and focuses the quantity. */
  function fillScanned({ goods, lot, grams }: ScannedGoods<LocationItem>): void {
    const weighedQty = addWeight(0, grams, goods.units[0]?.symbol ?? '');
    onChange({
      item: goods,
      unit: undefined,
      pieces: '',
      lots: weighedQty === null || lot === null ? null : [{ lot, qty: weighedQty }],
      ...(weighedQty !== null && { qty: formatQuantityInput(weighedQty) }),
    });
    requestAnimationFrame(() => qtyInput.current?.focus());
  }

  return (
    <>
      <Field
        label={fields.itemName}
        error={fieldError('item', t.itemMissing)}
        className="col-span-2 lg:col-span-1"
      >
        {(control) => (
          <ScanningItemPicker
            items={items}
            onScan={fillScanned}
            chosen={item}
            onChoose={(chosen) => onChange({ item: chosen, unit: undefined, pieces: '', lots: null })}
            control={control}
            input={itemInput}
          />
        )}
      </Field>
      <Field
        label={fields.qty}
        error={
          missing.includes('whole')
            ? t.wholeOnly(formatUnitName(null, unit?.symbol ?? ''))
            : fieldError('qty', t.qtyMissing)
        }
      >
        {(control) => (
          <QuantityInput
            {...control}
            ref={qtyInput}
            className="text-end"
            text={draft.qty}
            onText={(text) =>
              onChange({
                qty: text,
                ...(parseDraftQuantity({ ...draft, qty: text }) === qty ? {} : { lots: null }),
              })
            }
          />
        )}
      </Field>
      <Field label={fields.unitSymbol}>
        {(control) => (
          <Select
            {...control}
            disabled={(item?.units.length ?? 0) < 2}
            value={unit?.id ?? ''}
            onChange={(event) => onChange({ unit: event.currentTarget.value, lots: null })}
          >
            {(item?.units ?? []).map(({ id, symbol }) => (
              <option key={id} value={id}>
                {formatUnitName(null, symbol)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {item?.stock.pieces === undefined ? null : (
        <Field label={fields.pieces} error={errors['pieces'] ?? null}>
          {(control) => (
            <QuantityInput
              {...control}
              inputMode="numeric"
              className="text-end"
              text={draft.pieces ?? ''}
              onText={(pieces) => onChange({ pieces })}
            />
          )}
        </Field>
      )}
      <Field
        label={fields.reason}
        error={fieldError('reason', t.reasonMissing)}
        className="max-lg:col-span-2"
      >
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
              <option value={draft.reason}>{getReasonName(draft.reason)}</option>
            )}
          </Select>
        )}
      </Field>
      <Field
        label={fields.note}
        error={fieldError('note', t.noteMissing)}
        className="col-span-2 lg:col-span-1"
      >
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
        <Field
          label={fields.businessDay}
          error={errors['dateTime'] ?? null}
          className="col-span-2 lg:col-span-1"
        >
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
      {item && unit && place !== undefined && qty !== null ? (
        <Suspense>
          <WasteLots
            item={item}
            place={place}
            unit={unit}
            qty={qty}
            today={props.today}
            chosen={draft.lots}
            error={errors['lot'] ?? null}
            onChoose={(lots, totalQty) => onChange({ lots, qty: formatQuantityInput(totalQty) })}
          />
        </Suspense>
      ) : null}
      <div className="col-span-full flex flex-wrap items-center justify-between gap-3">
        <EntryNote item={item} unit={unit} qty={qty} earlierRecords={earlierRecords} />
        {children}
      </div>
    </>
  );
}

interface EntryNoteProps {
  item: LocationItem | null;
  unit: LocationItemUnit | null;
  qty: number | null;
  earlierRecords: readonly Wastage[];
}

/** Cost of the record and warnings about it, shown before saving. */
function EntryNote({ item, unit, qty, earlierRecords }: EntryNoteProps) {
  const { entry: t, fields } = useMessages(wasteMessages);
  const money = useMoney();
  const base = item?.units[0]?.symbol ?? '';
  const recordsOfItem = earlierRecords.filter((record) => record.item === item?._id);
  const cost = item && unit && qty !== null ? computeWasteCost(qty, unit, item.stock) : null;
  const warning =
    item && unit && qty !== null ? findWasteWarning(qty, unit, item.stock, recordsOfItem) : null;
  return (
    <div
      role="status"
      className="flex min-h-9 flex-1 flex-wrap items-center gap-x-4 gap-y-1 text-sm max-sm:min-h-0 max-sm:basis-full"
    >
      {item && unit && qty !== null ? (
        <span>
          <span className="text-muted-foreground">{fields.cost}</span>{' '}
          <span className="font-semibold tabular-nums">{cost === null ? t.costUnknown : money(cost)}</span>
        </span>
      ) : null}
      {warning ? (
        <span className="inline-flex items-center gap-1.5 text-status-amber">
          <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
          {warning.kind === 'exceedsStock'
            ? t.exceedsStock(formatAmount(warning.onHand, base))
            : t.unusual(formatAmount(warning.usual, unit?.symbol ?? ''))}
        </span>
      ) : item && item.stock.onHand !== null ? (
        <span className="text-muted-foreground">{t.onHand(formatAmount(item.stock.onHand, base))}</span>
      ) : null}
    </div>
  );
}
