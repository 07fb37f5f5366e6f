import { PackageSearch } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { canWrite } from '#core/permissions.ts';
import type { LevelValues } from '../queries/branch-levels.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import type { Section } from '#modules/sections/web/queries.ts';
import { BulkBar } from '#platform/web/data-table/bulk-bar.tsx';
import { ExportMenu } from '#platform/web/data-table/list-menus.tsx';
import { ListFailed } from '#platform/web/data-table/list-states.tsx';
import { useExport } from '#platform/web/data-table/use-export.ts';
import { useSelection } from '#platform/web/data-table/use-selection.ts';
import { CellGrid } from '#platform/web/form/cell-grid.tsx';
import { type ConflictRow, ConflictTable } from '#platform/web/form/conflict-table.tsx';
import { SearchBox } from '#platform/web/form/search-box.tsx';
import { useSaveKey } from '#platform/web/form/use-save-key.ts';
import { EmptyState, NothingMatches } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { storeInvalidInput } from '#platform/web/drafts/cell-grids.ts';
import { commitPendingCells } from '#platform/web/drafts/commit-cells.ts';
import { discardPendingCells } from '#platform/web/drafts/pending-cells.ts';
import { formatCount } from '#platform/web/format/format.ts';
import { parseQuantity } from '#platform/web/format/parse-quantity.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useStore } from '#platform/web/store.ts';
import { toast } from '#platform/web/toast.ts';
import { undoChange } from '#platform/web/undo-change.ts';
import { type BulkStep, applyBulkSteps } from './level-bulk.ts';
import {
  findLevelError,
  levelDrafts,
  type LevelEdits,
  type LevelField,
  type LevelConflict,
  listUnsavedLevels,
  editableLevelFields,
  noLevelEdits,
  getPendingLevels,
  getShownLevels,
  withConflictChoice,
  withLevelValues,
} from './level-edits.ts';
import {
  getLevelCellKey,
  LevelGrid,
  type LevelGridHandle,
  type LevelHandlers,
  formatWeekdayPars,
} from './level-grid.tsx';
import { getExportColumns, filterLevels, type LevelRow, useLevelSources } from './level-rows.ts';
import { LevelSaveBar, useSaveLevels } from './level-save-bar.tsx';
import { branchOrderSettingsMessages } from './messages.ts';

/** Dialogs are loaded on first use. */
const levelDialogs = lazyModule(() => import('./level-dialogs.tsx'));

interface LevelsTabProps {
  branch: Branch;
  /** Other branches that the user can see. */
  otherBranches: readonly Branch[];
}

/** Minimum, par and maximum of each item of a branch, edited in cells or in bulk. */
export function BranchLevelsTab({ branch, otherBranches }: LevelsTabProps) {
  const t = useMessages(branchOrderSettingsMessages).levels;
  const sources = useLevelSources(branch._id);
  if (sources.rows === null) {
    return sources.error ? (
      <ListFailed title={t.failed} error={sources.error} onRetry={sources.retry} />
    ) : (
      <SkeletonRows label={t.loading} rows={12} />
    );
  }
  if (sources.rows.length === 0)
    return <EmptyState icon={PackageSearch} title={t.noItems} text={t.noItemsText} />;
  return (
    <Levels key={branch._id} branch={branch} otherBranches={otherBranches} {...sources} rows={sources.rows} />
  );
}

interface LevelsProps extends LevelsTabProps {
  rows: readonly LevelRow[];
  byItem: ReadonlyMap<string, LevelRow>;
  sections: ReturnType<typeof useLevelSources>['sections'];
}

function Levels({ branch, otherBranches, rows, byItem, sections }: LevelsProps) {
  const t = useMessages(branchOrderSettingsMessages).levels;
  const user = useUser();
  const canEdit = canWrite(user, 'item-levels', 'canEdit');
  const store = levelDrafts.open(user._id, branch._id);
  const slot = `levels.${branch._id}`;
  const edits = useStore(store);
  const saving = useSaveLevels(branch._id, store, byItem);
  const [filter, setFilter] = useState({ q: '', section: '', state: '' });
  const deferredFilter = useDeferredValue(filter);
  const grid = useRef<LevelGridHandle>(null);
  const [weekdayDialogItemId, setWeekdayDialogItemId] = useState<string | null>(null);
  const [isBulk, setBulk] = useState(false);
  const dialogs = useLazyModuleWhen(isBulk || weekdayDialogItemId !== null, levelDialogs);

  const unsaved = useMemo(() => listUnsavedLevels(edits, byItem), [edits, byItem]);
  const invalidCount = unsaved.filter(({ row }) => findLevelError(row, edits[row.itemId]) !== null).length;
  const conflicts = unsaved.filter((conflict) => conflict.conflictingFields.length > 0);
  // A corrected row stays visible under the "With errors" filter until the filter changes.
  const visibleRows = useMemo(
    () =>
      filterLevels(rows, deferredFilter, (row, state) => {
        const knownState = rowStates.find((candidate) => candidate === state);
        return knownState === undefined || isInState[knownState](row, store.get());
      }),
    [rows, deferredFilter, store],
  );
  const selection = useSelection(visibleRows, ({ itemId }) => itemId, branch._id);
  const { toggle } = selection;

  const handlers = useMemo(
    (): LevelHandlers => ({
      onLevel: (row, field, value) => store.set(withLevelValues(store.get(), row, { [field]: value })),
      onMoveFocus(row, field, step) {
        const index = visibleRows.indexOf(row) + step;
        if (!visibleRows[index]) return false;
        grid.current?.focus(index, field);
        return true;
      },
      onPaste(row, field, texts) {
        const firstIndex = visibleRows.indexOf(row);
        const before = store.get();
        let after: LevelEdits = before;
        let skipped = 0;
        for (const [offset, text] of texts.entries()) {
          const target = visibleRows[firstIndex + offset];
          const parsed = parseQuantity(text);
          if (!target || parsed.kind === 'invalid') {
            skipped += 1;
            if (!target) continue;
            const previousValue = getShownLevels(target, before[target.itemId])[field];
            const label = t.cell(target.name, t.columns[field], target.unit);
            storeInvalidInput(user._id, slot, getLevelCellKey(target.itemId, field), {
              text,
              previousValue,
              label,
            });
          } else
            after = withLevelValues(after, target, {
              [field]: parsed.kind === 'quantity' ? parsed.value : null,
            });
        }
        store.set(after);
        toast(t.pasted(texts.length - skipped, skipped), {
          undo: { label: t.undo, run: () => store.set(undoChange(before, after, store.get())) },
        });
      },
      onWeekdays: ({ itemId }) => setWeekdayDialogItemId(itemId),
      onSelect: ({ itemId }, isOn, isRange) => toggle(itemId, isOn, isRange),
    }),
    [visibleRows, store, t, toggle, user._id, slot],
  );

  function save(): void {
    if (!commitPendingCells()) return;
    const changedRows = listUnsavedLevels(store.get(), byItem);
    if (changedRows.some((conflict) => conflict.conflictingFields.length > 0)) toast(t.conflicting);
    else if (changedRows.some(({ row }) => findLevelError(row, store.get()[row.itemId]) !== null))
      toast(t.correctFirst);
    else if (Object.keys(store.get()).length > 0) void saving.save();
  }
  useSaveKey(save);

  /** Scrolls a cell into view, clearing the filter if it hides the row. */
  function reveal(cell: string): boolean {
    const [itemId = '', field] = cell.split(' ');
    const row = byItem.get(itemId);
    if (!row) return false;
    if (!visibleRows.includes(row)) setFilter({ q: '', section: '', state: '' });
    else
      grid.current?.focus(
        visibleRows.indexOf(row),
        editableLevelFields.find((candidate) => candidate === field) ?? 'par',
      );
    return true;
  }

  function replaceEdits(next: LevelEdits, message: string): void {
    const before = store.get();
    store.set(next);
    saving.resetError();
    toast(message, {
      undo: { label: t.undo, run: () => store.set(undoChange(before, next, store.get())) },
    });
  }

  /** Resolves one conflict, or all of them. */
  function choose(choice: 'theirs' | 'mine', onlyKey?: string): void {
    const next = conflicts.reduce((current, { row, conflictingFields: fields }) => {
      const chosenFields = fields.filter(
        (field) => onlyKey === undefined || onlyKey === getCellKey(row, field),
      );
      return chosenFields.length === 0 ? current : withConflictChoice(current, row, chosenFields, choice);
    }, store.get());
    store.set(next);
    saving.resetError();
  }

  /** Describes the conflicting fields of an item. */
  function describeConflicts({ row, mine, conflictingFields: fields }: LevelConflict): ConflictRow[] {
    const format = (value: unknown) =>
      typeof value === 'object' && value !== null
        ? formatWeekdayPars(value as Readonly<Record<string, number>>)
        : value === null
          ? ''
          : formatAmount(Number(value), row.unit);
    return fields.map((field) => ({
      key: getCellKey(row, field),
      label: `${row.name}, ${field === 'weekdayPar' ? t.weekdays : t.columns[field as LevelField]}`,
      theirs: format(row.saved[field as keyof LevelValues]),
      mine: format(mine[field]),
    }));
  }

  function apply(steps: readonly BulkStep[]): void {
    setBulk(false);
    selection.clear();
    replaceEdits(applyBulkSteps(store.get(), steps), t.applied(steps.length));
  }

  const selectedRows = [...selection.rows.values()].flatMap(({ itemId }) => byItem.get(itemId) ?? []);
  const weekdayRow = weekdayDialogItemId === null ? undefined : byItem.get(weekdayDialogItemId);
  const weekdayValues = weekdayRow ? getShownLevels(weekdayRow, edits[weekdayRow.itemId]) : null;
  return (
    <>
      <LevelFilters
        filter={filter}
        onFilter={(change) => setFilter((before) => ({ ...before, ...change }))}
        sections={sections}
        visibleRows={visibleRows}
        count={rows.length}
        fileName={`par-levels-${branch.code || branch.name}`}
      />
      {conflicts.length > 0 ? (
        <div className="max-h-[50vh] overflow-y-auto">
          <ConflictTable
            name={t.label}
            changedBy={null}
            rows={conflicts.flatMap(describeConflicts)}
            onTakeTheirs={() => choose('theirs')}
            onKeepMine={() => choose('mine')}
            onChoose={(key, choice) => choose(choice, key)}
          />
        </div>
      ) : null}
      <CellGrid name={slot} reveal={reveal}>
        {visibleRows.length === 0 ? (
          <NothingMatches
            title={t.nothingMatches}
            onClear={() => setFilter({ q: '', section: '', state: '' })}
          />
        ) : (
          <LevelGrid
            rows={visibleRows}
            edits={edits}
            serverErrors={saving.refusal?.byItem ?? noErrors}
            selected={selection.rows}
            onSelectAll={selection.togglePage}
            canEdit={canEdit}
            handlers={handlers}
            handle={grid}
            bar={
              canEdit ? (
                <LevelSaveBar
                  changed={unsaved.length}
                  invalid={invalidCount}
                  conflicting={conflicts.length}
                  saving={saving}
                  onSave={save}
                  onDiscard={() => {
                    replaceEdits(noLevelEdits, t.discarded);
                    discardPendingCells(user._id, slot);
                  }}
                  onShowInvalid={() => setFilter({ q: '', section: '', state: 'invalid' })}
                />
              ) : null
            }
          />
        )}
      </CellGrid>
      {canEdit ? (
        <BulkBar count={selectedRows.length} onClear={selection.clear}>
          <Button variant="primary" onPointerEnter={levelDialogs.load} onClick={() => setBulk(true)}>
            {t.changeSelected}
          </Button>
        </BulkBar>
      ) : null}
      {dialogs && isBulk ? (
        <dialogs.BulkDialog
          branch={branch}
          otherBranches={otherBranches}
          rows={selectedRows}
          edits={edits}
          onApply={apply}
          onClose={() => setBulk(false)}
        />
      ) : null}
      {dialogs && weekdayRow && weekdayValues ? (
        <dialogs.WeekdayDialog
          row={weekdayRow}
          values={weekdayValues}
          onChange={(weekdayPar) => store.set(withLevelValues(store.get(), weekdayRow, { weekdayPar }))}
          onClose={() => setWeekdayDialogItemId(null)}
        />
      ) : null}
    </>
  );
}

const noErrors = {};

const getCellKey = ({ itemId }: LevelRow, field: string) => `${itemId} ${field}`;

/** Row states to filter by, in addition to search and section. */
const rowStates = ['set', 'unset', 'changed', 'invalid'] as const;
type State = (typeof rowStates)[number];

const isInState: Readonly<Record<State, (row: LevelRow, edits: LevelEdits) => boolean>> = {
  set: ({ saved }) => saved.par !== null,
  unset: ({ saved }) => saved.par === null,
  changed: (row, edits) => Object.keys(getPendingLevels(row, edits[row.itemId])).length > 0,
  invalid: (row, edits) => findLevelError(row, edits[row.itemId]) !== null,
};

interface Filter {
  q: string;
  section: string;
  state: string;
}

interface LevelFiltersProps {
  filter: Filter;
  onFilter(change: Partial<Filter>): void;
  sections: readonly Section[];
  visibleRows: readonly LevelRow[];
  count: number;
  fileName: string;
}

/** Search, filters and export of the levels. */
function LevelFilters({ filter, onFilter, sections, visibleRows, count, fileName }: LevelFiltersProps) {
  const t = useMessages(branchOrderSettingsMessages).levels;
  const { save, progress } = useExport<LevelRow>({
    name: fileName,
    columns: getExportColumns(t),
    getKey: ({ itemId }) => itemId,
    fetchPage: () =>
      Promise.resolve({ rows: [...visibleRows], total: visibleRows.length, totalCapped: false, skipped: 0 }),
  });
  return (
    <div role="search" className="flex flex-wrap items-center gap-2 pb-3">
      <SearchBox
        label={t.search}
        value={filter.q}
        onValue={(q) => onFilter({ q })}
        className="min-w-52 flex-1 basis-full md:max-w-96 md:basis-52"
      />
      <Select
        aria-label={t.columns.section}
        className="min-w-36 flex-1 md:max-w-44"
        value={filter.section}
        onChange={(event) => onFilter({ section: event.target.value })}
      >
        <option value="">{t.allSections}</option>
        {sections.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t.state}
        className="min-w-36 flex-1 md:max-w-44"
        value={filter.state}
        onChange={(event) => onFilter({ state: event.target.value })}
      >
        <option value="">{t.allStates}</option>
        {rowStates.map((state) => (
          <option key={state} value={state}>
            {t.states[state]}
          </option>
        ))}
      </Select>
      <div className="ms-auto flex flex-wrap items-center gap-3">
        <p role="status" className="text-muted-foreground text-xs tabular-nums">
          {t.shown(formatCount(visibleRows.length), formatCount(count))}
        </p>
        <ExportMenu isBusy={progress !== null} onSave={(kind) => void save(kind, visibleRows)} />
      </div>
    </div>
  );
}
