import { useNavigate } from '@tanstack/react-router';
import { ListFilter, Save, TriangleAlert } from 'lucide-react';
import {
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { Order } from '#modules/orders/shapes.ts';
import { canRead } from '#core/permissions.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import { CellGrid } from '#platform/web/form/cell-grid.tsx';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { SearchBox } from '#platform/web/form/search-box.tsx';
import { useNumberPad } from '#platform/web/form/use-number-pad.ts';
import { NothingMatches } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import type { ScanResult } from '#platform/web/scanning/scan-listeners.ts';
import { useScan } from '#platform/web/scanning/use-scan.ts';
import { useScanRules } from '#platform/web/scanning/use-scan-rules.ts';
import { storeInvalidInput } from '#platform/web/drafts/cell-grids.ts';
import { commitPendingCells } from '#platform/web/drafts/commit-cells.ts';
import { formatTime } from '#platform/web/format/format.ts';
import { parseQuantity } from '#platform/web/format/parse-quantity.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import type { GuideItem } from '../queries.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { isShortcut } from '#platform/web/shortcuts.ts';
import { toast, withdrawToasts } from '#platform/web/toast.ts';
import { orderingMessages } from '../messages.ts';
import {
  type StoredOrderDraft,
  buildDraftEdit,
  type OrderDraft,
  buildOrderInput,
  indexGuideRows,
  computeDraftTotals,
} from './draft.ts';
import { type FillKind, fillLines } from './fill.ts';
import { GuideHeader } from './guide-header.tsx';
import { GuideList, type GuideListHandle, type GuideRowHandlers } from './guide-list.tsx';
import { findBestRow, filterGuide, findScanned, flattenGuide, type GuideSection } from './guide-rows.ts';
import type { OrderRefusal, useSubmitOrder } from './use-submit-order.ts';

interface OrderGuideProps {
  branch: Branch;
  guide: readonly GuideSection[];
  draftEditor: OrderDraft;
  submission: ReturnType<typeof useSubmitOrder>;
  deliveryDate: string;
  children?: ReactNode;
}

const noErrors = {};

/** Topic of toasts about the draft; they are withdrawn when the order is submitted. */
export const guideToasts = 'order-guide';

/** Storage key for text in the guide's cells that couldn't be parsed. */
export const orderGridKey = (branch: string) => `order.${branch}`;

/** Loaded when an explanation is first opened. */
const suggestionPanel = lazyModule(() => import('./suggestion-panel.tsx'));

/** Order guide of a branch, designed for keyboard use: type, Enter, type, Enter, submit. */
export function OrderGuide({
  branch,
  guide,
  draftEditor,
  submission,
  deliveryDate,
  children,
}: OrderGuideProps) {
  const t = useMessages(orderingMessages).guide;
  const user = useUser();
  const scanRules = useScanRules();
  const navigate = useNavigate();
  const { draft, store, setQuantity, setNote } = draftEditor;
  const [query, setQuery] = useState('');
  /** The query that filters the rows; deferred so that typing stays responsive. */
  const [requestedQuery, setRequestedQuery] = useState('');
  const [showsReasons, setShowsReasons] = useState(false);
  /** The items that had a quantity when the filter was turned on, so that no row disappears while typing. */
  const [orderedIds, setOrderedIds] = useState<ReadonlySet<string> | null>(null);
  /** The item whose suggestion is being explained. */
  const [explainedItem, setExplainedItem] = useState<GuideItem | null>(null);
  const panel = useLazyModuleWhen(explainedItem !== null, suggestionPanel);
  const list = useRef<GuideListHandle>(null);
  const search = useRef<HTMLInputElement>(null);

  const rowById = useMemo(() => indexGuideRows(guide), [guide]);
  const itemCounts = useMemo(
    () => Object.fromEntries(guide.map(({ id, rows }) => [id, rows.length])),
    [guide],
  );
  const shownSections = useMemo(
    () => filterGuide(guide, requestedQuery, orderedIds),
    [guide, requestedQuery, orderedIds],
  );
  const entries = useMemo(() => flattenGuide(shownSections), [shownSections]);
  const totals = useMemo(() => computeDraftTotals(draft, rowById), [draft, rowById]);
  const disabledReason = totals.lineCount === 0 ? t.nothingToSubmit : deliveryDate === '' ? t.noDate : null;

  const handlers = useMemo((): GuideRowHandlers => {
    const getRowIndex = (itemId: string) => entries.findIndex((entry) => entry.key === itemId);
    return {
      onQuantity: setQuantity,
      onNote: setNote,
      onExplain: setExplainedItem,
      onMoveFocus(itemId, step) {
        let index = getRowIndex(itemId) + step;
        while (entries[index]?.kind === 'section') index += step;
        if (!entries[index]) return false;
        list.current?.focus(index);
        return true;
      },
      onPaste(itemId, texts) {
        const rows = entries.slice(getRowIndex(itemId)).filter((entry) => entry.kind === 'row');
        for (const [index, text] of texts.entries()) {
          const parsed = parseQuantity(text);
          const target = rows[index];
          if (!target) continue;
          if (parsed.kind === 'invalid') {
            const previousValue = store.get().lines[target.key]?.qty ?? null;
            const label = t.cellLabel(target.row.item.itemName);
            storeInvalidInput(user._id, orderGridKey(branch._id), target.key, { text, previousValue, label });
          } else setQuantity(target.key, parsed.kind === 'quantity' ? parsed.value : null);
        }
      },
    };
    // The draft's setters read the store when called, so they needn't be dependencies.
  }, [entries, setQuantity, setNote, store, user._id, branch._id, t]);

  /** Scrolls to the quantity of an item and focuses it, even if the filter hides the item. */
  function reveal(itemId: string): boolean {
    if (!rowById.has(itemId)) return false;
    if (!entries.some(({ key }) => key === itemId)) {
      flushSync(() => {
        setQuery('');
        setRequestedQuery('');
        setOrderedIds(null);
      });
    }
    list.current?.focusItem(itemId);
    return true;
  }

  function changeQuery(text: string): void {
    setQuery(text);
    startTransition(() => setRequestedQuery(text));
  }

  /** Focuses the quantity of the best match, even if the user types before the rows have loaded. */
  function focusBestMatch(): void {
    flushSync(() => setRequestedQuery(query));
    const best = findBestRow(guide, query);
    if (best) list.current?.focusItem(best.item.itemId);
  }

  function fill(kind: FillKind): void {
    const previousLines = store.get().lines;
    const rows = shownSections.flatMap((section) => section.rows);
    const { lines, filledCount, keptCount } = fillLines(previousLines, rows, kind);
    if (filledCount === 0) {
      toast(t.fill.none);
      return;
    }
    const undo = draftEditor.changeLines(lines);
    toast(t.fill.done(filledCount, keptCount), {
      undo: { label: t.fill.undo, run: undo },
      topic: guideToasts,
    });
  }

  function sendOrder(shouldSubmit: boolean): void {
    if (!commitPendingCells()) return;
    const current: StoredOrderDraft = store.get();
    const input = buildOrderInput(current, guide, branch._id, deliveryDate);
    if (input.items.length === 0 || deliveryDate === '') {
      toast(disabledReason ?? t.nothingToSubmit);
      return;
    }
    // The draft is deleted only once the order is in the queue, so that it survives if the tab is closed
    // before that.
    const onQueued = () => {
      if (store.get().localId === current.localId) draftEditor.clear();
    };
    changeQuery('');
    withdrawToasts(guideToasts);
    void navigate({ to: '.', search: { branch: branch._id, order: current.order?.id ?? current.localId } });
    const buildEdit = (order: Order) => buildDraftEdit(order, current, guide, deliveryDate);
    void submission.submit({ draft: current, input, shouldSubmit, buildEdit, onQueued });
  }

  const onSubmitKey = useEffectEvent((event: KeyboardEvent) => {
    const isInDialog = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null;
    if (!isShortcut(event, 'submit') || isInDialog) return;
    event.preventDefault();
    sendOrder(true);
  });
  useEffect(() => {
    document.addEventListener('keydown', onSubmitKey);
    return () => document.removeEventListener('keydown', onSubmitKey);
  }, []);

  function addScanned(code: string): ScanResult {
    const row = findScanned(guide, code, scanRules);
    if (!row) return { text: t.unknownCode(code), isRefused: true };
    const { itemId, itemName, unitSymbol, orderMultiple } = row.item;
    const qty = (store.get().lines[itemId]?.qty ?? 0) + (orderMultiple ?? 1);
    setQuantity(itemId, qty);
    const index = entries.findIndex((entry) => entry.key === itemId);
    if (index >= 0) list.current?.focus(index);
    return { text: t.scanned(itemName, formatAmount(qty, unitSymbol)) };
  }
  useScan(addScanned, { isContinuous: true });

  return (
    <>
      <GuideHeader
        branch={branch}
        draft={draft}
        deliveryDate={deliveryDate}
        onChange={draftEditor.change}
        onFill={fill}
        showsReasons={showsReasons}
        onReasons={setShowsReasons}
      >
        {children}
      </GuideHeader>
      <DraftNotes
        refusal={submission.refusal}
        unavailableCount={totals.unavailable.length}
        onRemoveUnavailable={() =>
          draftEditor.setLines(
            Object.fromEntries(
              Object.entries(draft.lines).filter(([itemId]) => !totals.unavailable.includes(itemId)),
            ),
          )
        }
      />
      <GuideSearch
        query={query}
        onQuery={changeQuery}
        sections={shownSections}
        onSection={(id) =>
          list.current?.showSection(
            entries.findIndex((entry) => entry.kind === 'section' && entry.section.id === id),
          )
        }
        onEnter={focusBestMatch}
        input={search}
        showsOrdered={orderedIds !== null}
        onOrdered={(isOn) => setOrderedIds(isOn ? listOrderedItems(draft.lines) : null)}
      />
      <CellGrid name={orderGridKey(branch._id)} reveal={reveal}>
        {entries.length === 0 ? (
          <NothingMatches
            title={requestedQuery === '' ? t.nothingOrdered : t.nothingMatches(requestedQuery)}
            onClear={() => {
              changeQuery('');
              setOrderedIds(null);
            }}
          />
        ) : (
          <GuideList
            entries={entries}
            lines={draft.lines}
            errors={submission.refusal?.byItem ?? noErrors}
            orderedCounts={totals.bySection}
            itemCounts={itemCounts}
            showsReasons={showsReasons}
            handlers={handlers}
            handle={list}
          />
        )}
      </CellGrid>
      {explainedItem && panel ? (
        <panel.SuggestionPanel
          branch={branch._id}
          item={rowById.get(explainedItem.itemId)?.item ?? explainedItem}
          onClose={() => setExplainedItem(null)}
        />
      ) : null}
      <GuideFooter
        lineCount={totals.lineCount}
        value={canRead(user, 'costs') ? totals.value : null}
        savedAt={draft.savedAt}
        disabledReason={disabledReason}
        onSave={() => sendOrder(false)}
        onSubmit={() => sendOrder(true)}
      />
    </>
  );
}

const listOrderedItems = (lines: StoredOrderDraft['lines']): ReadonlySet<string> =>
  new Set(Object.keys(lines).filter((itemId) => (lines[itemId]?.qty ?? 0) > 0));

interface GuideSearchProps {
  query: string;
  onQuery(query: string): void;
  sections: readonly GuideSection[];
  onSection(id: string): void;
  /** Called on Enter in the search field: focuses the first quantity. */
  onEnter(): void;
  input: RefObject<HTMLInputElement | null>;
  /** Whether only lines with a quantity are shown. */
  showsOrdered: boolean;
  onOrdered(isOn: boolean): void;
}

/** Sticky search field and section selector. `/` focuses it from anywhere, Esc clears it. */
function GuideSearch({
  query,
  onQuery,
  sections,
  onSection,
  onEnter,
  input,
  showsOrdered,
  onOrdered,
}: GuideSearchProps) {
  const t = useMessages(orderingMessages).guide;
  return (
    <div role="search" className="sticky top-(--bars-block) z-20 flex h-14 items-center gap-2 bg-background">
      <SearchBox
        label={t.search}
        value={query}
        onValue={onQuery}
        onEnter={onEnter}
        inputRef={input}
        className="flex-1"
      />
      <Button
        size="icon"
        variant={showsOrdered ? 'primary' : 'secondary'}
        aria-pressed={showsOrdered}
        aria-label={t.onlyOrdered}
        title={t.onlyOrdered}
        onClick={() => onOrdered(!showsOrdered)}
      >
        <ListFilter aria-hidden="true" />
      </Button>
      <Select
        className="w-26 shrink-0 sm:w-48"
        aria-label={t.jump}
        value=""
        onChange={(event) => onSection(event.target.value)}
      >
        <option value="" disabled>
          {t.section}
        </option>
        {sections.map((section) => (
          <option key={section.id} value={section.id}>
            {section.name}
          </option>
        ))}
      </Select>
    </div>
  );
}

interface GuideFooterProps {
  lineCount: number;
  /** Null if the user may not see costs. */
  value: number | null;
  savedAt: number | null;
  /** Reason why the order cannot be submitted; null when it can. */
  disabledReason: string | null;
  onSave(): void;
  onSubmit(): void;
}

/** Footer with the order total, the save status and the actions. */
function GuideFooter({ lineCount, value, savedAt, disabledReason, onSave, onSubmit }: GuideFooterProps) {
  const t = useMessages(orderingMessages);
  const pad = useNumberPad();
  const nextId = useId();
  const money = useMoney();
  return (
    <footer
      data-foot-bar
      className="sticky bottom-0 z-20 -mx-3 mt-auto -mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-t bg-background px-3 py-2 md:-mx-6 md:-mb-6 md:px-6 md:py-2.5"
    >
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-4 md:items-center">
        <p className="font-medium tabular-nums" role="status">
          {t.lines(lineCount)}
          {value === null ? null : <span> · {money(value)}</span>}
        </p>
        <p className="text-muted-foreground text-xs max-md:w-full md:flex-1">
          {savedAt === null ? t.guide.notSaved : t.guide.savedAt(formatTime(savedAt))}{' '}
          {/* Hidden on phones, where the rows need the space. */}
          <span id={nextId} className="max-md:sr-only">
            {t.guide.submitNext}
          </span>
        </p>
      </div>
      <div className="flex gap-2">
        <GuardedButton disabledReason={disabledReason} className="max-md:px-3" onClick={onSave}>
          <Save className="md:hidden" aria-hidden="true" />
          <span className="max-md:sr-only">{t.guide.saveDraft}</span>
        </GuardedButton>
        <GuardedButton
          disabledReason={disabledReason}
          variant="primary"
          aria-keyshortcuts="Control+Enter"
          aria-describedby={nextId}
          onClick={onSubmit}
        >
          {t.guide.submit}
        </GuardedButton>
      </div>
      {pad ? <pad.NumberPad /> : null}
    </footer>
  );
}

interface DraftNotesProps {
  refusal: OrderRefusal | null;
  /** Number of entered items that can no longer be ordered. */
  unavailableCount: number;
  onRemoveUnavailable(): void;
}

/** Notices about the draft before submission: a rejection, and items that can no longer be ordered. */
function DraftNotes({ refusal, unavailableCount, onRemoveUnavailable }: DraftNotesProps) {
  const t = useMessages(orderingMessages).guide;
  return (
    <>
      {refusal ? (
        <p role="alert" className="pill-status-red mb-3 flex items-start gap-2 rounded-md px-3 py-2 text-sm">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {refusal.message}
        </p>
      ) : null}
      {unavailableCount > 0 ? (
        <div
          role="status"
          className="pill-status-amber mb-3 flex items-center gap-3 rounded-md px-3 py-2 text-sm"
        >
          <p className="flex-1">{t.unavailable(unavailableCount)}</p>
          <Button size="sm" onClick={onRemoveUnavailable}>
            {t.removeUnavailable}
          </Button>
        </div>
      ) : null}
    </>
  );
}
