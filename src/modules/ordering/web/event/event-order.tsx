import { useNavigate } from '@tanstack/react-router';
import { TriangleAlert, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { type LocationItem, useLocationItems } from '#modules/items/web/location-items.ts';
import { ScanningItemPicker } from '#modules/items/web/scanning-item-picker.tsx';
import { createOrderAction, moveOrderAction } from '#modules/orders/web/queries/actions.ts';
import { getLineErrors } from '#platform/documents/web/line-errors.ts';
import { TransitionRefusal } from '#platform/documents/web/transitions.tsx';
import { useEntrySend } from '#platform/documents/web/use-entry-send.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { commitPendingCells } from '#platform/web/drafts/commit-cells.ts';
import { CellGrid } from '#platform/web/form/cell-grid.tsx';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { formatUnitName } from '#platform/web/format/unit.ts';
import { getMessages, useMessages } from '#platform/web/i18n/messages.ts';
import { newLocalId } from '#platform/web/outbox/entry.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import { queuedActionMessages } from '#platform/web/queries/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useStore } from '#platform/web/store.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { Dialog, SheetContent } from '#platform/web/ui/dialog.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { focusFirstField } from '#platform/web/ui/focus-first-field.ts';
import { Input, Select } from '#platform/web/ui/input.tsx';
import { newUuid } from '#platform/web/uuid.ts';
import {
  type EventDraft,
  type EventLine,
  getDeliveryDate,
  eventDrafts,
  buildEventOrder,
  parseGuests,
  isEventTime,
} from './event-draft.ts';
import { eventMessages } from './messages.ts';

/** Form for an event order: any item, on any day. The draft stays on the device until it is sent. */
export function EventOrder({ branch, onClose }: { branch: Branch; onClose(): void }) {
  const t = useMessages(eventMessages);
  const navigate = useNavigate();
  const store = eventDrafts.open(useUser()._id, branch._id);
  const draft = useStore(store);
  const items = useLocationItems(branch._id);
  const createMutation = useOutboxMutation(createOrderAction);
  const moveMutation = useOutboxMutation(moveOrderAction);
  const { send, isWaiting } = useEntrySend(store, onClose);
  const [error, setError] = useState<'missing' | 'guestsInvalid' | null>(null);
  const content = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  // The server reports lines by their index in the request, which contains only lines with a quantity.
  const problems = getLineErrors(createMutation.error);
  const sentLines = draft.lines.filter(({ qty }) => (qty ?? 0) > 0);

  function updateDraft(changes: Partial<EventDraft>): void {
    store.set({ ...store.get(), ...changes });
    setError(null);
    if (createMutation.error) createMutation.reset();
  }
  const updateLine = (itemId: string, changes: Partial<EventLine>) =>
    updateDraft({
      lines: store.get().lines.map((line) => (line.itemId === itemId ? { ...line, ...changes } : line)),
    });

  function add(item: LocationItem | null): void {
    if (!item) return;
    if (draft.lines.every(({ itemId }) => itemId !== item._id))
      updateDraft({
        lines: [...draft.lines, { itemId: item._id, unit: item.units.at(-1)?.id ?? '', qty: null }],
      });
    // Moves the focus to the quantity.
    requestAnimationFrame(() =>
      content.current
        ?.querySelector<HTMLInputElement>(`[data-line="${CSS.escape(item._id)}"] input`)
        ?.focus(),
    );
  }

  async function save(shouldSubmit: boolean): Promise<void> {
    if (!commitPendingCells()) return;
    const entered = store.get();
    const hasLines = entered.lines.some(({ qty }) => (qty ?? 0) > 0);
    const isMissing = entered.occasion.trim() === '' || !isEventTime(entered.at) || !hasLines;
    const found = isMissing ? 'missing' : parseGuests(entered) === undefined ? 'guestsInvalid' : null;
    setError(found);
    if (found !== null) return;
    const localId = newLocalId(newUuid());
    await send(entered, {
      async send(onQueued) {
        const created = createMutation.send({ localId, input: buildEventOrder(entered, branch) }, onQueued);
        const order = { _id: localId, orderNo: getMessages(queuedActionMessages).newOrder, version: 0 };
        const submitted = shouldSubmit
          ? moveMutation.send({ order, to: 'Under Review' }).then(
              () => null,
              (thrown: unknown) => thrown,
            )
          : null;
        const { _id, orderNo } = await created;
        const refusal = await submitted;
        if (refusal !== null && !(refusal instanceof ApiError)) throw refusal;
        return { _id, orderNo, refusal };
      },
      onDone({ _id, orderNo, refusal }) {
        if (refusal) toast(`${orderNo}. ${t.notSubmitted} ${getErrorMessage(refusal)}`);
        else toast(shouldSubmit ? t.submitted(orderNo) : t.saved(orderNo));
        void navigate({
          to: '/branch-order/create-order',
          search: { branch: branch._id, order: _id },
          replace: true,
        });
      },
    });
  }

  const textField = (field: 'occasion' | 'at' | 'guests' | 'notes', limit: number, type = 'text') => (
    <Field label={t[field]} className={field === 'occasion' || field === 'notes' ? 'sm:col-span-2' : ''}>
      {(control) => (
        <Input
          {...control}
          type={type}
          inputMode={field === 'guests' ? 'numeric' : undefined}
          value={draft[field]}
          maxLength={limit}
          autoComplete="off"
          onChange={(event) => updateDraft({ [field]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <CellGrid name={`event-order.${branch._id}`}>
      <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
        <SheetContent
          onOpenAutoFocus={focusFirstField}
          className="max-w-[820px]"
          title={t.title}
          footer={
            <>
              <p role="status" className="me-auto text-sm tabular-nums">
                {t.count(sentLines.length)}
              </p>
              <Button disabled={isWaiting} onClick={() => void save(false)}>
                {t.save}
              </Button>
              <Button variant="primary" disabled={isWaiting} onClick={() => void save(true)}>
                {t.submit}
              </Button>
            </>
          }
        >
          <div ref={content} className="flex flex-col gap-4">
            <p className="text-muted-foreground text-sm">{t.text}</p>
            {error === null ? null : (
              <p role="alert" className="pill-status-red flex items-start gap-2 rounded-md px-3 py-2 text-sm">
                <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
                {t[error]}
              </p>
            )}
            <TransitionRefusal error={createMutation.error} />
            <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
              {textField('occasion', 120)}
              {textField('at', 16, 'datetime-local')}
              {textField('guests', 7)}
              <Field label={t.deliveryDate}>
                {(control) => (
                  <DateInput
                    {...control}
                    value={getDeliveryDate(draft)}
                    onChange={(event) => updateDraft({ deliveryDate: event.currentTarget.value })}
                  />
                )}
              </Field>
              {textField('notes', 2000)}
            </div>
            <Field label={t.add}>
              {(control) => (
                <ScanningItemPicker
                  items={items ?? []}
                  chosen={null}
                  onChoose={add}
                  onScan={({ goods }) => add(goods)}
                  control={control}
                  input={picker}
                />
              )}
            </Field>
            {draft.lines.length === 0 ? null : (
              <ul aria-label={t.lines} data-quantity-grid className="divide-y rounded-md border">
                {draft.lines.map((line, index) => (
                  <LineRow
                    key={line.itemId}
                    line={line}
                    item={items?.find(({ _id }) => _id === line.itemId)}
                    error={problems.get(String(sentLines.indexOf(line))) ?? null}
                    onMoveFocus={(step) => {
                      if (step !== 1 || index < draft.lines.length - 1) return false;
                      picker.current?.focus();
                      return true;
                    }}
                    onChange={(changes) => updateLine(line.itemId, changes)}
                    onRemove={() =>
                      updateDraft({ lines: draft.lines.filter(({ itemId }) => itemId !== line.itemId) })
                    }
                  />
                ))}
              </ul>
            )}
          </div>
        </SheetContent>
      </Dialog>
    </CellGrid>
  );
}

interface LineRowProps {
  line: EventLine;
  /** Undefined while the items are loading. */
  item: LocationItem | undefined;
  error: string | null;
  onMoveFocus(step: 1 | -1): boolean;
  onChange(changes: Partial<EventLine>): void;
  onRemove(): void;
}

function LineRow({ line, item, error, onMoveFocus, onChange, onRemove }: LineRowProps) {
  const t = useMessages(eventMessages);
  const name = item?.name ?? '';
  const units = item?.units ?? [];
  return (
    <li
      data-line={line.itemId}
      className="grid grid-cols-[minmax(0,1fr)_6rem_auto] items-center gap-x-3 gap-y-2 px-3 py-2.5 sm:grid-cols-[minmax(0,1fr)_8rem_7rem_auto]"
    >
      <p className="break-words font-medium text-sm max-sm:col-span-2">{name}</p>
      <QuantityCell
        className="max-sm:col-start-1 max-sm:row-start-2"
        label={t.qty(name)}
        value={line.qty}
        column="qty"
        cell={line.itemId}
        isWhole={units.find(({ id }) => id === line.unit)?.isWhole ?? false}
        error={error}
        onMoveFocus={onMoveFocus}
        onCommit={(qty) => onChange({ qty })}
      />
      <Select
        aria-label={t.unit(name)}
        className="max-sm:col-start-2 max-sm:row-start-2"
        disabled={units.length < 2}
        value={line.unit}
        onChange={(event) => onChange({ unit: event.currentTarget.value })}
      >
        {units.map(({ id, symbol }) => (
          <option key={id} value={id}>
            {formatUnitName(null, symbol)}
          </option>
        ))}
      </Select>
      <Button
        size="icon"
        variant="ghost"
        className="max-sm:col-start-3 max-sm:row-start-1"
        aria-label={t.remove(name)}
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </Button>
    </li>
  );
}
