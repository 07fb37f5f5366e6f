import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { addWeight } from '#core/labels/gs1.ts';
import { canWrite, canActAtLocation } from '#core/permissions.ts';
import { splitReason } from '#core/reasons/uses.ts';
import { type ReturnDestination, returnDestinations, type TransferKind } from '../kinds.ts';
import { createTransferAction, moveTransferAction, buildUnsavedTransfer } from './queries/transfers.ts';
import { typicalTransfersQuery } from '#platform/documents/web/queries/typical-quantities.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { CellGrid } from '#platform/web/form/cell-grid.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, SheetContent } from '#platform/web/ui/dialog.tsx';
import { focusFirstField } from '#platform/web/ui/focus-first-field.ts';
import { Field } from '#platform/web/ui/field.tsx';
import { Input, Select } from '#platform/web/ui/input.tsx';
import { getLineErrors } from '#platform/documents/web/line-errors.ts';
import { TransitionRefusal } from '#platform/documents/web/transitions.tsx';
import { useEntrySend } from '#platform/documents/web/use-entry-send.ts';
import { ScanningItemPicker } from '#modules/items/web/scanning-item-picker.tsx';
import { type LocationItem, useLocationItems } from '#modules/items/web/location-items.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useConnection } from '#platform/web/api/connection.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { commitPendingCells } from '#platform/web/drafts/commit-cells.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { type Translation, useMessages } from '#platform/web/i18n/messages.ts';
import { newLocalId } from '#platform/web/outbox/entry.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useReasons } from '#platform/web/form/reason-choices.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useStore } from '#platform/web/store.ts';
import { toast } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import {
  type TransferEntryError,
  type TransferEntryLine,
  findEntryError,
  buildTransferInput,
  newReturnLine,
  newEntryLine,
  type TransferDraft,
  transferDrafts,
  withoutEntryParams,
} from './entry-draft.ts';
import { EntryLineRow } from './entry-line.tsx';
import { transferMessages } from './messages.ts';
import { ReturnableLines } from './returnable-lines.tsx';

interface TransferEntryProps {
  kind: TransferKind;
  /** Limits returns to the goods of this document; absent for any returnable goods. */
  returnOf?: string | undefined;
  /** Locations specified in the URL. */
  sender?: string | undefined;
  receiver?: string | undefined;
  onClose(): void;
}

/**
 * Form of a transfer or return: both locations and lines, entered or scanned. The draft stays on the device
 * until it is sent.
 */
export function TransferEntry({ kind, returnOf, sender, receiver, onClose }: TransferEntryProps) {
  const texts = useMessages(transferMessages);
  const t = texts.entry;
  const user = useUser();
  const navigate = useNavigate();
  const store = transferDrafts.open(user._id, kind);
  const draftState = useStore(store);
  const { own, others } = useTransferLocations(kind);
  const from = [draftState.from, sender, own.length === 1 ? own[0]?.id : undefined].find(Boolean) ?? '';
  const to =
    [draftState.to, receiver, others(from).length === 1 ? others(from)[0]?.id : undefined].find(Boolean) ??
    '';
  const draft: TransferDraft = { ...draftState, from, to };
  const items = useLocationItems(from === '' ? undefined : from);
  const hasParties = kind === 'transfer' && from !== '' && to !== '';
  const typicalQuantities = useQuery({ ...typicalTransfersQuery(from, to), enabled: hasParties }).data;
  const { isAlive } = useConnection();
  const reasons = useReasons();
  const picker = useRef<HTMLInputElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [entryError, setEntryError] = useState<TransferEntryError | null>(null);
  const { send, isWaiting } = useEntrySend(store, onClose);
  const creating = useOutboxMutation(createTransferAction);
  const moving = useOutboxMutation(moveTransferAction);
  const problems = getLineErrors(creating.error);
  const isReturn = kind !== 'transfer';
  const isSender = from !== '' && canActAtLocation(user, from);

  function change(changes: Partial<TransferDraft>): void {
    store.set({ ...draft, ...changes });
    setEntryError(null);
    if (creating.error) creating.reset();
  }
  const changeLine = (key: string, changes: Partial<TransferEntryLine>) =>
    change({ lines: draft.lines.map((line) => (line.key === key ? { ...line, ...changes } : line)) });

  function add(item: LocationItem | null, lot: string | null, grams: number | null): void {
    if (!item) return;
    const existingLine = draft.lines.find(
      (line) => line.itemId === item._id && line.lot === lot && !line.receivedLine,
    );
    const line = existingLine ?? newEntryLine(item, newUuid(), lot);
    const qty = addWeight(line.qty, grams, line.unitSymbol) ?? line.qty;
    if (!existingLine) change({ lines: [...draft.lines, { ...line, qty }] });
    else if (qty !== line.qty) changeLine(line.key, { qty });
    // Moves the focus to the quantity.
    requestAnimationFrame(() =>
      content.current
        ?.querySelector<HTMLInputElement>(`[data-line="${CSS.escape(line.key)}"] input`)
        ?.focus(),
    );
  }

  async function save(isSending: boolean): Promise<void> {
    if (!commitPendingCells()) return;
    const error = findEntryError(kind, draft);
    setEntryError(error);
    if (error !== null) return;
    const localId = newLocalId(newUuid());
    const toName = others(from).find(({ id }) => id === to)?.name ?? to;
    await send(draft, {
      async send(onQueued) {
        const created = creating.send({ localId, toName, input: buildTransferInput(kind, draft) }, onQueued);
        const sent = isSending
          ? moving.send({ record: buildUnsavedTransfer(localId, toName), input: { status: 'Sent' } }).then(
              () => null,
              (thrown: unknown) => thrown,
            )
          : null;
        const { _id, number } = await created;
        const refusal = await sent;
        if (refusal !== null && !(refusal instanceof ApiError)) throw refusal;
        return { _id, number, refusal };
      },
      onDone({ _id, number, refusal }) {
        if (refusal) toast(`${number}. ${t.notSent} ${getErrorMessage(refusal)}`);
        else toast(isSending ? t.sent(number) : isSender ? t.saved(number) : t.requestSent(number));
        void navigate({
          to: '.',
          search: (previous: Record<string, unknown>) => ({ ...withoutEntryParams(previous), row: _id }),
        });
      },
    });
  }

  const lastWithReason = draft.lines.findLast(({ reason }) => reason !== null)?.reason ?? null;
  return (
    <CellGrid name={`transfer.${kind}`}>
      <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
        <SheetContent
          onOpenAutoFocus={focusFirstField}
          className="max-w-[820px]"
          title={texts.newDocument[kind]}
          footer={
            <>
              <p role="status" className="me-auto text-sm tabular-nums">
                {t.count(draft.lines.filter(({ qty }) => (qty ?? 0) > 0).length)}
              </p>
              <Button disabled={isWaiting} onClick={() => void save(false)}>
                {isSender || from === '' ? t.save : t.request}
              </Button>
              {isSender && canWrite(user, 'transfers', 'canEdit') ? (
                <Button variant="primary" disabled={isWaiting} onClick={() => void save(true)}>
                  {t.send}
                </Button>
              ) : null}
            </>
          }
        >
          <div ref={content} className="flex flex-col gap-4">
            {entryError === null ? null : (
              <p role="alert" className="pill-status-red flex items-start gap-2 rounded-md px-3 py-2 text-sm">
                <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
                {getEntryErrorText(t, entryError)}
              </p>
            )}
            <TransitionRefusal error={creating.error} />
            <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
              <PlaceField
                label={texts.fields.fromName}
                value={from}
                choices={
                  kind === 'transfer'
                    ? [...own, ...others('').filter(({ id }) => !own.some((place) => place.id === id))]
                    : own
                }
                onChange={(next) => change({ from: next, lines: [] })}
              />
              <PlaceField
                label={kind === 'supplier-return' ? t.supplier : texts.fields.toName}
                value={to}
                choices={others(from)}
                onChange={(next) => change(kind === 'return' ? { to: next, lines: [] } : { to: next })}
              />
            </div>
            {kind === 'return' && from !== '' && to !== '' && from !== to ? (
              <ReturnableLines
                from={from}
                to={to}
                returnOf={returnOf}
                addedLines={new Set(draft.lines.map(({ key }) => key))}
                onAdd={(returnable) =>
                  change({
                    lines: [...draft.lines, ...returnable.map((line) => newReturnLine(line, lastWithReason))],
                  })
                }
              />
            ) : null}
            <Field
              label={t.add}
              hint={from !== '' && items === null && !isAlive ? t.itemsMissing : t.addHint}
            >
              {(control) => (
                <ScanningItemPicker
                  items={items ?? []}
                  chosen={null}
                  onChoose={(item) => add(item, null, null)}
                  onScan={({ goods, lot, grams }) => add(goods, lot, grams)}
                  control={control}
                  input={picker}
                />
              )}
            </Field>
            {draft.lines.length === 0 ? null : (
              <ul aria-label={t.lines} data-quantity-grid className="divide-y rounded-md border">
                {draft.lines.map((line, index) => (
                  <EntryLineRow
                    key={line.key}
                    line={line}
                    item={items?.find(({ _id }) => _id === line.itemId)}
                    place={isSender ? from : null}
                    typicalQuantities={typicalQuantities}
                    requiresReason={isReturn}
                    destination={kind === 'return' ? getReturnDestination(line.reason, reasons) : null}
                    error={problems.get(String(index)) ?? null}
                    isReasonMissing={entryError?.kind === 'missingReason' && entryError.line.key === line.key}
                    onMoveFocus={(step) => {
                      if (step !== 1 || index < draft.lines.length - 1) return false;
                      picker.current?.focus();
                      return true;
                    }}
                    onChange={(changes) => changeLine(line.key, changes)}
                    onRemove={() => change({ lines: draft.lines.filter(({ key }) => key !== line.key) })}
                  />
                ))}
              </ul>
            )}
            <Field label={texts.fields.notes}>
              {(control) => (
                <Input
                  {...control}
                  value={draft.notes}
                  maxLength={2000}
                  onChange={(event) => change({ notes: event.currentTarget.value })}
                />
              )}
            </Field>
          </div>
        </SheetContent>
      </Dialog>
    </CellGrid>
  );
}

interface LocationOption {
  id: string;
  name: string;
}

/** Returns the locations that the user may send from, and the locations or suppliers that can receive. */
function useTransferLocations(kind: TransferKind): {
  own: LocationOption[];
  others(from: string): LocationOption[];
} {
  const user = useUser();
  const branches = useQuery(branchesQuery());
  const suppliers = useNames(kind === 'supplier-return' ? ['suppliers'] : []);
  const places = (branches.data ?? [])
    .filter(({ isActive }) => isActive)
    .map(({ _id, name }) => ({ id: _id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const supplierOptions = suppliers.listRows('suppliers').map(({ _id, name }) => ({ id: _id, name }));
  return {
    own: places.filter(({ id }) => canActAtLocation(user, id)),
    others: (from) => (kind === 'supplier-return' ? supplierOptions : places.filter(({ id }) => id !== from)),
  };
}

interface PlaceFieldProps {
  label: string;
  value: string;
  choices: readonly LocationOption[];
  onChange(id: string): void;
}

function PlaceField({ label, value, choices, onChange }: PlaceFieldProps) {
  const t = useMessages(transferMessages).entry;
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">{t.choose}</option>
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Returns the destination of goods with a return reason. */
function getReturnDestination(
  reason: string | null,
  reasons: ReturnType<typeof useReasons>,
): ReturnDestination {
  const code = reason === null ? null : splitReason(reason).code;
  const destination = reasons.find((candidate) => candidate.code === code)?.returnsTo;
  return returnDestinations.find((candidate) => candidate === destination) ?? 'hold';
}

function getEntryErrorText(
  t: Translation<(typeof transferMessages)['en']>['entry'],
  error: TransferEntryError,
): string {
  switch (error.kind) {
    case 'missingPlaces':
      return t.noPlaces;
    case 'samePlace':
      return t.samePlace;
    case 'noLines':
      return t.noLines;
    case 'missingReason':
      return t.noReason(error.line.itemName);
    case 'tooMuch':
      return t.tooMuch(
        error.line.itemName,
        formatAmount(error.line.receivedLine?.leftQty ?? 0, error.line.unitSymbol),
      );
  }
}
