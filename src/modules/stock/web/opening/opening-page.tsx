import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PackageSearch } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { isOwnLocation } from '#core/permissions.ts';
import { foldText } from '#core/text.ts';
import { refetchOpeningStock } from '#modules/settings/web/queries/setup-progress.ts';
import { type Branch, branchesQuery } from '#platform/web/queries/branches.ts';
import { undoImport } from '#modules/imports/web/queries.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { pieceWeightsQuery } from '#modules/items/web/queries/piece-weights.ts';
import { activeSectionsQuery } from '#modules/sections/web/queries.ts';
import { itemsWithMovementsQuery, postOpeningStock, proposedCostsQuery } from '../queries/stock.ts';
import { unitsQuery } from '#modules/units/web/queries/units.ts';
import { CellGrid } from '#platform/web/form/cell-grid.tsx';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { RestoredNote } from '#platform/web/form/restored-note.tsx';
import { SearchBox } from '#platform/web/form/search-box.tsx';
import { useSaveKey } from '#platform/web/form/use-save-key.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { useRowWindow } from '#platform/web/long-list/use-row-window.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { cn } from '#platform/web/cn.ts';
import { storeInvalidInput } from '#platform/web/drafts/cell-grids.ts';
import { discardPendingCells } from '#platform/web/drafts/pending-cells.ts';
import { formatCount } from '#platform/web/format/format.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { parseQuantity } from '#platform/web/format/parse-quantity.ts';
import { type FormDraft, formDrafts, newFormDraft } from '#platform/web/drafts/form-drafts.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { type Store, useStore } from '#platform/web/store.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { openingMessages } from './messages.ts';
import {
  roundCost,
  type OpeningColumn,
  type OpeningErrors,
  openingGrid,
  OpeningSheetRow,
} from './opening-row.tsx';
import {
  applyOpeningChange,
  selectFilledRows,
  buildOpeningInput,
  serializeOpeningEntry,
  hasQtyWithoutCost,
  emptyOpeningEntry,
  type OpeningEntry,
  type OpeningRow,
  buildOpeningRows,
  parseOpeningEntry,
  getOpeningUnit,
} from './opening-rows.ts';

interface OpeningPageProps {
  /** The location in the URL. */
  place: string | undefined;
  onPlace(id: string): void;
}

/** Opening stock sheet of a location, item by item in section order. */
export function OpeningPage({ place, onPlace }: OpeningPageProps) {
  const t = useMessages(openingMessages);
  const user = useUser();
  const branches = useQuery(branchesQuery());
  const places = (branches.data ?? []).filter(({ _id, isActive }) => isActive && isOwnLocation(user, _id));
  // Defaults to a kitchen or warehouse, where stock usually begins.
  const selectedPlace =
    places.find(({ _id }) => _id === place) ?? places.find(({ type }) => type !== 'branch') ?? places[0];
  return (
    <Page>
      <PageHeader
        title={t.title}
        context={t.context}
        actions={
          <Button asChild>
            <Link to="/inventory">{t.back}</Link>
          </Button>
        }
      />
      {branches.isPending ? (
        <SkeletonRows label={t.loading} rows={12} />
      ) : branches.isError ? (
        <LoadFailed title={t.failed} error={branches.error} onRetry={() => void branches.refetch()} />
      ) : selectedPlace === undefined ? (
        <EmptyState icon={PackageSearch} title={t.noPlace} text={t.noPlaceText} />
      ) : (
        <>
          <label className="flex flex-wrap items-center gap-2 pb-3 text-sm">
            {t.place}
            <Select
              className="w-auto min-w-52 max-w-full"
              value={selectedPlace._id}
              onChange={(event) => onPlace(event.target.value)}
            >
              {places.map(({ _id, name }) => (
                <option key={_id} value={_id}>
                  {name}
                </option>
              ))}
            </Select>
          </label>
          <Sheet key={selectedPlace._id} place={selectedPlace} />
        </>
      )}
    </Page>
  );
}

function Sheet({ place }: { place: Branch }) {
  const t = useMessages(openingMessages);
  const items = useQuery(compactItemsQuery());
  const units = useQuery(unitsQuery());
  const sections = useQuery(activeSectionsQuery());
  const itemsWithMovements = useQuery({ ...itemsWithMovementsQuery(place._id), refetchOnMount: 'always' });
  const pieces = useQuery(pieceWeightsQuery());
  const proposed = useQuery(proposedCostsQuery(place._id));
  const queries = [items, units, sections, itemsWithMovements];
  const rows = useMemo(
    () =>
      items.data &&
      units.data &&
      sections.data &&
      itemsWithMovements.data &&
      !pieces.isPending &&
      !proposed.isPending
        ? buildOpeningRows({
            place,
            items: items.data,
            sections: sections.data,
            units: units.data,
            itemsWithMovements: itemsWithMovements.data,
            // A server without piece weights doesn't support pieces.
            pieceWeights: pieces.data ?? new Map(),
            proposedCosts: proposed.data ?? [],
          })
        : null,
    [
      place,
      items.data,
      units.data,
      sections.data,
      itemsWithMovements.data,
      pieces.data,
      pieces.isPending,
      proposed.data,
      proposed.isPending,
    ],
  );
  if (rows === null) {
    const failed = queries.find(({ isError, data }) => isError && data === undefined);
    return failed ? (
      <LoadFailed
        title={t.failed}
        error={failed.error}
        onRetry={() => {
          for (const query of queries) if (query.isError) void query.refetch();
        }}
      />
    ) : (
      <SkeletonRows label={t.loading} rows={12} />
    );
  }
  if (rows.length > 0) return <Rows place={place} rows={rows} />;
  return (
    <EmptyState
      icon={PackageSearch}
      title={t.noItems}
      text={t.noItemsText}
      action={
        <Button asChild variant="primary">
          <Link to="/procurements/creation/items-creation">{t.addItems}</Link>
        </Button>
      }
    />
  );
}

/** Maximum rows per request. */
const maxRowsPerCall = 500;

type RowErrors = Readonly<Record<string, OpeningErrors>>;

function Rows({ place, rows }: { place: Branch; rows: readonly OpeningRow[] }) {
  const t = useMessages(openingMessages);
  const queryClient = useQueryClient();
  const userId = useUser()._id;
  const slot = `opening.${place._id}`;
  const store = formDrafts.open(userId, slot);
  const draft = useStore(store);
  const entries = draft?.values ?? {};
  const [restoredCount, setRestoredCount] = useState(() => Object.keys(entries).length);
  const [query, setQuery] = useState('');
  const [isSaving, setSaving] = useState(false);
  /** Whether missing costs are marked: set once they have prevented saving. */
  const [isCostChecked, setCostChecked] = useState(false);
  const [saveError, setSaveError] = useState<{ message: string; errors: RowErrors } | null>(null);
  /** Retries with the same rows reuse the idempotency key. */
  const attempt = useRef({ body: '', key: '' });
  const list = useRef<HTMLDivElement>(null);
  const visibleRows = rows.filter(({ searchText }) => searchText.includes(foldText(query.trim())));
  const { parts, reveal: revealRow } = useRowWindow({
    list,
    keys: visibleRows.map(({ itemId }) => itemId),
    estimatedRowPx: 60,
  });
  const filledRows = selectFilledRows(rows, entries);
  const totalValue = filledRows.reduce((sum, { itemId }) => {
    const { qty, cost } = parseOpeningEntry(entries[itemId]) ?? emptyOpeningEntry;
    return sum + (qty ?? 0) * (cost ?? 0);
  }, 0);

  const storeChanges = (changes: Readonly<Record<string, OpeningEntry>>) => storeEntries(store, changes);
  const updateEntry = (row: OpeningRow, change: Partial<OpeningEntry>) => {
    const previous = parseOpeningEntry(store.get()?.values[row.itemId]) ?? emptyOpeningEntry;
    storeChanges({ [row.itemId]: applyOpeningChange(row, previous, change) });
  };

  function moveFocus(from: OpeningRow, column: OpeningColumn, step: 1 | -1): boolean {
    for (
      let index = visibleRows.indexOf(from) + step;
      index >= 0 && index < visibleRows.length;
      index += step
    ) {
      if (visibleRows[index]?.onHand !== null) continue;
      const cell = revealRow(index)?.querySelector<HTMLElement>(`[data-quantity-column="${column}"]`);
      cell?.focus();
      return cell !== undefined;
    }
    return false;
  }

  function paste(from: OpeningRow, column: OpeningColumn, values: readonly string[]): void {
    const editableRows = visibleRows.slice(visibleRows.indexOf(from)).filter(({ onHand }) => onHand === null);
    for (const [index, pasted] of values.entries()) {
      const row = editableRows[index];
      const parsed = parseQuantity(pasted);
      if (!row || parsed.kind === 'empty' || (column === 'pieces' && !row.hasPieces)) continue;
      const previous = parseOpeningEntry(store.get()?.values[row.itemId]) ?? emptyOpeningEntry;
      const unit = getOpeningUnit(row, previous);
      const isWhole = { qty: unit?.isWhole ?? false, pieces: true, cost: false }[column];
      if (parsed.kind === 'invalid' || (isWhole && !Number.isInteger(parsed.value))) {
        const label = `${row.name}, ${t.columns[column === 'pieces' ? 'qty' : column]}`;
        storeInvalidInput(userId, slot, `${row.itemId} ${column}`, {
          text: pasted,
          previousValue: previous[column],
          label,
        });
        continue;
      }
      updateEntry(row, { [column]: column === 'cost' ? roundCost(parsed.value) : parsed.value });
    }
  }

  /** Scrolls to a cell and focuses it, clearing a search that hides its row. */
  function reveal(cell: string): boolean {
    const [itemId, column] = cell.split(' ');
    const row = rows.find((candidate) => candidate.itemId === itemId);
    if (!row || row.onHand !== null) return false;
    if (visibleRows.includes(row))
      revealRow(visibleRows.indexOf(row))
        ?.querySelector<HTMLElement>(`[data-quantity-column="${column ?? ''}"]`)
        ?.focus();
    else setQuery('');
    return true;
  }

  async function save(): Promise<void> {
    if (isSaving || filledRows.length === 0) return;
    const withoutCost = filledRows.filter(({ itemId }) =>
      hasQtyWithoutCost(parseOpeningEntry(entries[itemId]) ?? emptyOpeningEntry),
    );
    const [first] = withoutCost;
    setCostChecked(first !== undefined);
    if (first) {
      setSaveError({ message: t.costMissing(withoutCost.length), errors: {} });
      reveal(`${first.itemId} cost`);
      return;
    }
    setSaving(true);
    setSaveError(null);
    const createdIds: string[] = [];
    let count = 0;
    try {
      for (let start = 0; start < filledRows.length; start += maxRowsPerCall) {
        const chunk = filledRows.slice(start, start + maxRowsPerCall);
        const sentEntries = Object.fromEntries(chunk.map(({ itemId }) => [itemId, entries[itemId]]));
        const input = buildOpeningInput(place._id, chunk, sentEntries);
        const body = JSON.stringify(input);
        if (attempt.current.body !== body) attempt.current = { body, key: newUuid() };
        try {
          const id = await postOpeningStock(input, attempt.current.key);
          if (id !== null) createdIds.push(id);
        } catch (error) {
          const message = getErrorMessage(error, t.saveFailed);
          setSaveError({ message, errors: getRowErrors(error, chunk) });
          return;
        }
        count += chunk.length;
        // Entries made while saving are kept.
        const currentEntries = store.get()?.values ?? {};
        storeChanges(
          Object.fromEntries(
            chunk
              .filter(({ itemId }) => currentEntries[itemId] === sentEntries[itemId])
              .map((row) => [row.itemId, emptyOpeningEntry]),
          ),
        );
      }
    } finally {
      await refetchOpeningStock(queryClient);
      setSaving(false);
      setRestoredCount(0);
      if (count > 0)
        toast(t.saved(count), { undo: { label: t.undo, run: () => void undoSavedEntries(createdIds) } });
    }
  }

  async function undoSavedEntries(createdIds: readonly string[]): Promise<void> {
    try {
      for (const id of createdIds.toReversed()) await undoImport(id);
      toast(t.undone);
    } catch (error) {
      toastError(getErrorMessage(error, t.saveFailed));
    }
    await refetchOpeningStock(queryClient);
  }

  useSaveKey(() => void save());
  const money = useMoney();
  return (
    <>
      {restoredCount > 0 && draft ? (
        <div className="mb-3">
          <RestoredNote
            at={draft.savedAt}
            text={t.restored(restoredCount)}
            onDiscard={() => {
              store.discard();
              discardPendingCells(userId, slot);
              setRestoredCount(0);
            }}
          />
        </div>
      ) : null}
      <div
        role="search"
        className="sticky top-(--bars-block) z-10 flex flex-wrap items-center gap-3 border-b bg-background py-2"
      >
        <SearchBox
          label={t.search}
          value={query}
          onValue={setQuery}
          className="min-w-40 flex-1 basis-full sm:max-w-96 sm:basis-40"
        />
        <p role="status" className="text-muted-foreground text-sm tabular-nums sm:ms-auto">
          {t.status(formatCount(filledRows.length), formatCount(rows.length))}
          {totalValue > 0 ? ` · ${t.worth(money(totalValue))}` : null}
        </p>
        <GuardedButton
          variant="primary"
          aria-keyshortcuts="Control+S Meta+S"
          className="max-sm:ms-auto"
          disabledReason={isSaving ? t.saving : filledRows.length === 0 ? t.noQuantity : null}
          onClick={() => void save()}
        >
          {t.save}
        </GuardedButton>
        {saveError ? (
          <p role="alert" className="basis-full text-destructive text-sm">
            {saveError.message}
          </p>
        ) : null}
      </div>
      <CellGrid name={slot} reveal={reveal}>
        {visibleRows.length === 0 ? (
          <EmptyState icon={PackageSearch} title={t.nothingMatches} />
        ) : (
          <div role="table" aria-label={t.table} aria-rowcount={visibleRows.length + 1}>
            <div role="rowgroup">
              <div
                role="row"
                aria-rowindex={1}
                className={cn(openingGrid, 'border-b py-2 text-muted-foreground text-xs max-sm:sr-only')}
              >
                <div role="columnheader">{t.columns.item}</div>
                <div role="columnheader" className="text-end">
                  {t.columns.qty}
                </div>
                <div role="columnheader">{t.columns.unit}</div>
                <div role="columnheader" className="text-end">
                  {t.columns.cost}
                </div>
              </div>
            </div>
            <div ref={list} role="rowgroup" data-quantity-grid className="[&_input]:scroll-mt-48">
              {parts.map((part) => {
                if ('px' in part)
                  return <div key={`gap ${part.from}`} aria-hidden="true" style={{ height: part.px }} />;
                const row = visibleRows[part.index];
                return row ? (
                  <OpeningSheetRow
                    key={row.itemId}
                    row={row}
                    index={part.index}
                    opening={parseOpeningEntry(entries[row.itemId]) ?? emptyOpeningEntry}
                    errors={saveError?.errors[row.itemId]}
                    isCostChecked={isCostChecked}
                    onChange={(change) => updateEntry(row, change)}
                    onMoveFocus={(column, step) => moveFocus(row, column, step)}
                    onPaste={(column, values) => paste(row, column, values)}
                  />
                ) : null;
              })}
            </div>
          </div>
        )}
      </CellGrid>
    </>
  );
}

/** Stores changed rows on the device and removes empty ones. */
function storeEntries(store: Store<FormDraft | null>, changes: Readonly<Record<string, OpeningEntry>>): void {
  const values = { ...store.get()?.values };
  for (const [itemId, opening] of Object.entries(changes)) {
    const serialized = serializeOpeningEntry(opening);
    if (serialized) values[itemId] = serialized;
    else delete values[itemId];
  }
  store.set(newFormDraft(values));
}

/** The cell in which a field's error is shown; errors of all other fields are shown in the quantity cell. */
const cells: Readonly<Record<string, keyof OpeningErrors>> = {
  unitCost: 'cost',
  lot: 'lot',
  expiry: 'expiry',
  pieces: 'pieces',
};

/** Maps `items.3.unitCost: ...` to the cell of the item that was sent fourth. */
function getRowErrors(error: unknown, sentRows: readonly OpeningRow[]): RowErrors {
  const errors: Record<string, OpeningErrors> = {};
  for (const [path, message] of Object.entries(error instanceof ApiError ? error.fields : {})) {
    const [, index, field] = /^items\.(\d+)\.(\w+)/.exec(path) ?? [];
    const row = sentRows[Number(index)];
    if (!row) continue;
    const cell = cells[field ?? ''] ?? 'qty';
    errors[row.itemId] = { ...errors[row.itemId], [cell]: message };
  }
  return errors;
}
