import { useQuery } from '@tanstack/react-query';
import { Check, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { canActAtLocation } from '#core/permissions.ts';
import { receiptRequirementsQuery } from '#modules/goods-receipts/web/queries.ts';
import { accrualsQuery, createInvoiceAction, editInvoiceAction, expectedCreditsQuery } from './queries.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { CellGrid } from '#platform/web/form/cell-grid.tsx';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { Dialog, SheetContent } from '#platform/web/ui/dialog.tsx';
import { focusFirstField } from '#platform/web/ui/focus-first-field.ts';
import { Field } from '#platform/web/ui/field.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import {
  CellLabel,
  EntryChoice,
  EntryErrorMessage,
  useNoLocationsHint,
} from '#platform/documents/web/entry-parts.tsx';
import { TransitionRefusal } from '#platform/documents/web/transitions.tsx';
import { useEntrySend } from '#platform/documents/web/use-entry-send.ts';
import { useLocationItems } from '#modules/items/web/location-items.ts';
import { useSoldPacks } from '#modules/items/web/sold-packs.tsx';
import { getSupplierCurrency } from '#modules/master-data/web/references/row-currency.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { cn } from '#platform/web/cn.ts';
import { type MoneyFormat, getMoneyFormat } from '#platform/web/format/money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { newLocalId } from '#platform/web/outbox/entry.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { useStore } from '#platform/web/store.ts';
import { toast } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import {
  listBilledLines,
  type InvoiceDraftLine,
  buildInvoiceInput,
  type InvoiceDraft,
  invoiceDrafts,
} from './entry-draft.ts';
import { InvoiceEntryLines } from './entry-lines.tsx';
import { matchLines, type InvoiceTotals, computeInvoiceTotals } from './entry-match.ts';
import { AccrualSources, CreditSources } from './entry-sources.tsx';
import { invoiceMessages } from './messages.ts';
import { type InvoiceEntryStart, useInvoiceEntryStart } from './use-entry-start.ts';

interface InvoiceEntryProps {
  isCredit: boolean;
  /** Starting point (see `useInvoiceEntryStart`); null for an empty form. */
  startFrom: string | null;
  /** `createdId` is the ID of the created invoice, which is opened next. */
  onClose(createdId?: string): void;
}

/**
 * Form for a supplier invoice or credit note. Stored on the device until it is sent; saving creates a draft.
 */
export function InvoiceEntry({ isCredit, startFrom, onClose }: InvoiceEntryProps) {
  const t = useMessages(invoiceMessages).entry;
  const { start, error, retry, refetch } = useInvoiceEntryStart(startFrom);
  const isLocked = start?.invoice != null && start.invoice.status !== 'Draft';
  if (start !== null && !isLocked)
    return (
      <InvoiceEntryForm
        start={start}
        isCredit={isCredit}
        startFrom={startFrom}
        onClose={onClose}
        onRefetch={refetch}
      />
    );
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent className="max-w-[920px]" title={isCredit ? t.titles.credit : t.titles.invoice}>
        {isLocked ? (
          <p className="text-sm">{t.locked}</p>
        ) : error ? (
          <LoadFailed title={t.failed} error={error} onRetry={retry} />
        ) : (
          <SkeletonRows label={t.loading} />
        )}
      </SheetContent>
    </Dialog>
  );
}

function InvoiceEntryForm({
  start: { draft: initialDraft, invoice },
  isCredit: isNewCredit,
  startFrom,
  onClose,
  onRefetch,
}: InvoiceEntryProps & { start: InvoiceEntryStart; onRefetch(): void }) {
  const { fields, entry: t } = useMessages(invoiceMessages);
  const user = useUser();
  const base = useBaseCurrency();
  const names = useNames(['suppliers', 'currencies']);
  const branches = useQuery(branchesQuery());
  const isCredit = invoice === null ? isNewCredit : invoice.kind === 'credit';
  const totalLabel = isCredit ? t.totals.credit : t.totals.invoice;
  const places = (branches.data ?? [])
    .filter(({ _id, isActive }) => isActive && canActAtLocation(user, _id))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const noPlaces = useNoLocationsHint(places, branches.isSuccess);
  const onlyPlace = places.length === 1 ? (places[0]?._id ?? '') : '';
  const store = invoiceDrafts.open(user._id, startFrom ?? (isCredit ? 'credit' : 'invoice'));
  const stored = useStore(store);
  const currentDraft = stored.isStarted ? stored : initialDraft;
  const draft: InvoiceDraft = { ...currentDraft, place: currentDraft.place || onlyPlace };
  const { supplier, place, lines } = draft;
  const hasSupplierAndPlace = supplier !== '' && place !== '';
  const accruals = useQuery({
    ...accrualsQuery({ supplier, place }),
    enabled: hasSupplierAndPlace && !isCredit,
  });
  const credits = useQuery({
    ...expectedCreditsQuery({ supplier, place }),
    enabled: hasSupplierAndPlace && isCredit,
  });
  const itemIds = [...new Set(lines.flatMap(({ itemId }) => itemId || []))].toSorted();
  const requirements = useQuery({
    ...receiptRequirementsQuery(itemIds, supplier),
    enabled: hasSupplierAndPlace && !isCredit && itemIds.length > 0,
  });
  const items = useLocationItems(place === '' ? undefined : place);
  const packs = useSoldPacks(supplier);
  const money = getMoneyFormat(getSupplierCurrency(names, supplier || null, base));
  const [validationError, setValidationError] = useState<string | null>(null);
  const creating = useOutboxMutation(createInvoiceAction);
  const editing = useOutboxMutation(editInvoiceAction);
  const { send, isWaiting } = useEntrySend(store, onClose);
  const error = creating.error ?? editing.error;
  const priceTolerances = new Map(
    requirements.data?.map(({ itemId, priceTolerancePercent }) => [itemId, priceTolerancePercent]),
  );
  const matches =
    !isCredit && accruals.data
      ? matchLines(lines, accruals.data.rows, (itemId) => priceTolerances.get(itemId) ?? 0)
      : null;
  const totals = computeInvoiceTotals(draft);
  // Supplier and location can't change once a line references their documents.
  const isHeaderLocked = invoice !== null || lines.some((line) => line.referenceNo !== null);

  function change(changes: Partial<InvoiceDraft>): void {
    store.set({ ...draft, ...changes, isStarted: true });
    setValidationError(null);
    if (creating.error) creating.reset();
    if (editing.error) editing.reset();
  }
  const add = (addedLines: readonly InvoiceDraftLine[]) => change({ lines: [...lines, ...addedLines] });

  function findError(): string | null {
    if (supplier === '') return t.noSupplier;
    if (place === '') return t.noPlace;
    if (draft.number.trim() === '') return t.noNumber;
    if (draft.date === '') return t.noDate;
    const billedLines = listBilledLines(draft);
    if (billedLines.length === 0) return t.noLines;
    const lineWithoutPrice = billedLines.find(({ price }) => price === null);
    if (lineWithoutPrice) return t.noPrice(lineWithoutPrice.itemName || (lineWithoutPrice.referenceNo ?? ''));
    return draft.total === null ? t.noTotal : null;
  }

  async function save(): Promise<void> {
    const newError = findError();
    setValidationError(newError);
    if (newError !== null) return;
    const requestBody = buildInvoiceInput(draft, isCredit);
    const { notes, ...input } = requestBody;
    const localId = newLocalId(newUuid());
    const from = names.getName('suppliers', supplier);
    const sentDraft = { ...draft, isStarted: true };
    await send(sentDraft, {
      send: (onQueued) =>
        invoice === null
          ? creating.send(
              {
                localId,
                from,
                input: {
                  ...input,
                  ...(notes !== null && { notes }),
                  kind: isCredit ? 'credit' : 'invoice',
                  supplier,
                  place,
                },
              },
              onQueued,
            )
          : editing.send({ record: invoice, input: { ...input, notes: notes ?? '' } }, onQueued),
      onDone(created) {
        toast(t.saved(created.number));
        onClose(created._id);
      },
      onRefused: onRefetch,
    });
  }

  return (
    <CellGrid name={`invoice.${startFrom ?? (isCredit ? 'credit' : 'invoice')}`}>
      <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
        <SheetContent
          onOpenAutoFocus={focusFirstField}
          className="max-w-[920px]"
          title={
            invoice === null ? (isCredit ? t.titles.credit : t.titles.invoice) : t.titles.edit(invoice.number)
          }
          footer={
            <>
              <TotalDifference totals={totals} money={money} />
              <Button variant="primary" disabled={isWaiting} onClick={() => void save()}>
                {t.save}
              </Button>
            </>
          }
        >
          <div className="flex flex-col gap-4">
            <EntryErrorMessage message={validationError} />
            <TransitionRefusal error={error} />
            <div className="grid gap-3 sm:grid-cols-2">
              <EntryChoice
                label={fields.supplierName}
                value={supplier}
                choices={names.listRows('suppliers')}
                empty={t.choose}
                disabled={isHeaderLocked}
                onChange={(id) => change({ supplier: id })}
              />
              <EntryChoice
                label={fields.placeName}
                value={place}
                choices={places}
                hint={noPlaces}
                empty={onlyPlace === '' ? t.choose : null}
                disabled={isHeaderLocked}
                onChange={(id) => change({ place: id })}
              />
              <Field label={isCredit ? t.numbers.credit : t.numbers.invoice}>
                {(control) => (
                  <Input
                    {...control}
                    maxLength={60}
                    value={draft.number}
                    onChange={(event) => change({ number: event.currentTarget.value })}
                  />
                )}
              </Field>
              <Field label={isCredit ? t.dates.credit : t.dates.invoice}>
                {(control) => (
                  <DateInput
                    {...control}
                    value={draft.date}
                    onChange={(event) => change({ date: event.currentTarget.value })}
                  />
                )}
              </Field>
            </div>
            {isCredit ? (
              <CreditSources credits={credits.data?.rows ?? []} lines={lines} onAdd={add} />
            ) : (
              <AccrualSources accruals={accruals.data?.rows ?? []} lines={lines} onAdd={add} />
            )}
            <InvoiceEntryLines
              lines={lines}
              matches={matches}
              items={items}
              packs={packs}
              money={money}
              error={error}
              onChange={(next) => change({ lines: next })}
            />
            <div data-quantity-grid className="grid grid-cols-1 gap-3 sm:grid-cols-3">
              {isCredit ? null : (
                <CellLabel label={fields.freight} isHeaderField>
                  <QuantityCell
                    label={fields.freight}
                    value={draft.freight}
                    column="printed"
                    onCommit={(freight) => change({ freight })}
                  >
                    <p className="pt-1 text-muted-foreground text-xs">{t.freightHint}</p>
                  </QuantityCell>
                </CellLabel>
              )}
              <CellLabel label={fields.tax} isHeaderField>
                <QuantityCell
                  label={fields.tax}
                  value={draft.tax}
                  column="printed"
                  onCommit={(tax) => change({ tax })}
                />
              </CellLabel>
              <CellLabel label={totalLabel} isHeaderField>
                <QuantityCell
                  label={totalLabel}
                  value={draft.total}
                  column="printed"
                  suggestion={totals.computed || null}
                  onCommit={(total) => change({ total })}
                />
              </CellLabel>
            </div>
            <Field label={fields.notes}>
              {(control) => (
                <Input
                  {...control}
                  maxLength={2000}
                  value={draft.notes}
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

/** Compares the printed total with the computed one. */
function TotalDifference({
  totals: { computed, difference, isWithinTolerance },
  money,
}: {
  totals: InvoiceTotals;
  money: MoneyFormat;
}) {
  const t = useMessages(invoiceMessages).entry;
  const isOutOfTolerance = difference !== null && !isWithinTolerance;
  const message =
    difference === null
      ? t.computedTotal(money(computed))
      : difference === 0
        ? t.totalMatches(money(computed))
        : isWithinTolerance
          ? t.totalMatchesRounded(money(computed))
          : difference > 0
            ? t.totalTooHigh(money(computed), money(difference))
            : t.totalTooLow(money(computed), money(-difference));
  const Icon = isOutOfTolerance ? TriangleAlert : Check;
  return (
    <p
      role="status"
      className={cn(
        'me-auto flex items-center gap-1.5 text-sm tabular-nums',
        isOutOfTolerance && 'text-status-amber',
      )}
    >
      {difference === null ? null : <Icon className="size-4 shrink-0" aria-hidden="true" />}
      <bdi>{message}</bdi>
    </p>
  );
}
