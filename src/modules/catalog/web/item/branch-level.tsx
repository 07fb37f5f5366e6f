import { useQueryClient } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { itemLevels } from '#modules/item-levels/collection.ts';
import { readRecord } from '#platform/shapes/tolerant.ts';
import { isSameValue } from '#core/same-value.ts';
import { findLevelOutOfOrder, findWeekdayParError } from '#modules/demand/levels.ts';
import { saveBranchLevels } from '#modules/item-levels/web/queries/branch-levels.ts';
import { readRowVersion } from '#modules/master-data/web/queries/resource-writes.ts';
import { allResourceQuery, type ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { type ConflictRow, ConflictTable } from '#platform/web/form/conflict-table.tsx';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { TableCell, TableRow } from '#platform/web/ui/table.tsx';
import { formatQuantity } from '#platform/web/format/format.ts';
import { formatList } from '#platform/web/format/list.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { saveWithMerge } from '#platform/web/save-with-merge.ts';
import { toast } from '#platform/web/toast.ts';
import { useEdits } from '#platform/web/drafts/use-edits.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { formatWeekday } from '#platform/web/format/weekday.ts';
import {
  type LevelDraft,
  readLevelDraft,
  levelDraftFields,
  groupLevelsByBranch,
  filterLevelsByItem,
  weekdays,
} from './level-draft.ts';
import { itemMessages } from './messages.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';

interface BranchLevelRowProps {
  itemId: string;
  branch: { _id: string; name: string };
  level: ResourceRow | undefined;
  unit: string;
  isLocked: boolean;
}

/** Levels of the item at one branch, saved per row. */
export function BranchLevelRow({ itemId, branch, level, unit, isLocked }: BranchLevelRowProps) {
  const t = useMessages(itemMessages).level;
  const queryClient = useQueryClient();
  const savedLevel = readLevelDraft(level);
  const version = level ? (readRowVersion(level) ?? undefined) : 0;
  const edits = useEdits({
    draftKey: `item-levels.${itemId}.${branch._id}`,
    getFields: () => ({ ...savedLevel }),
    version: version ?? 0,
    isEqual: isSameValue,
  });
  /** Error of the last save; cleared by the next input. */
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const draft: LevelDraft = { ...savedLevel, ...edits.mine };
  const isDirty = !edits.isEmpty;
  const hasConflict = edits.conflictingFields.length > 0;
  const violation = findLevelOutOfOrder(draft);
  const weekdayViolation = findWeekdayParError(draft, draft.weekdayPar);

  const violationText = violation
    ? violation.lowerLevel === 'min'
      ? t.belowMin
      : t.belowPar
    : weekdayViolation && t.weekdayOutOfRange(formatWeekday(Number(weekdayViolation.weekday)));

  function change(next: Partial<LevelDraft>): void {
    edits.setValues({ ...edits.mine, ...next });
    setProblem(null);
  }

  async function save(): Promise<void> {
    if (!isDirty || hasConflict || violationText || isSaving) return;
    setSaving(true);
    setProblem(null);
    const mergeWith = (current: ResourceRow | undefined) =>
      edits.mergeWith(() => ({ ...readLevelDraft(current) }));
    try {
      const conflicting = await saveWithMerge<{ level: ResourceRow | undefined }>(
        { level },
        {
          send: ({ level: base }) => {
            const changes = {
              ...mergeWith(base).mine,
              version: base ? (readRowVersion(base) ?? undefined) : 0,
            };
            return saveBranchLevels(queryClient, branch._id, [{ itemId, ...changes }], newUuid());
          },
          async readCurrent(error) {
            if (error.status !== 412) return null;
            const levelsQuery = { ...allResourceQuery(itemLevels, { itemId }), staleTime: 0 };
            const { rows } = await queryClient.fetchQuery(levelsQuery);
            return { level: groupLevelsByBranch(filterLevelsByItem(itemId, rows)).get(branch._id) };
          },
          canMerge: ({ level: current }) => mergeWith(current).conflictingFields.length === 0,
        },
      );
      if (conflicting === null) {
        edits.discard();
        toast(t.saved(branch.name));
      } else if (mergeWith(conflicting.level).conflictingFields.length === 0) setProblem(t.notSaved);
    } catch (error) {
      setProblem(getErrorMessage(error, t.notSaved));
    } finally {
      setSaving(false);
    }
  }

  function buildConflictRow(field: string): ConflictRow {
    const format = (value: unknown) =>
      typeof value === 'number'
        ? `${formatQuantity(value)} ${unit}`
        : formatList(
            Object.entries(readRecord(value)).map(
              ([day, qty]) => `${formatWeekday(Number(day))} ${formatQuantity(Number(qty))}`,
            ),
          );
    const label = field === 'weekdayPar' ? t.weekdays : t[field as (typeof levelDraftFields)[number]];
    return {
      key: field,
      label,
      theirs: format(savedLevel[field as keyof LevelDraft]),
      mine: format(edits.mine[field]),
    };
  }

  const weekdayCount = Object.keys(draft.weekdayPar).length;
  return (
    <>
      <TableRow className="align-top max-xl:grid max-xl:grid-cols-2 sm:max-xl:grid-cols-4 max-xl:gap-x-2 max-xl:p-2">
        <th
          scope="row"
          className="sticky start-0 z-10 h-9 max-w-36 bg-card px-3 py-3 text-start font-normal max-xl:static max-xl:col-span-full max-xl:h-auto max-xl:max-w-none max-xl:px-1 max-xl:py-1 max-xl:font-medium"
        >
          <bdi>{branch.name}</bdi>
        </th>
        {levelDraftFields.map((field) => (
          <TableCell key={field} className="max-xl:h-auto max-xl:px-1 max-xl:touch:h-auto">
            <span aria-hidden="true" className="block text-end text-muted-foreground text-xs xl:hidden">
              {t[field]}
            </span>
            <QuantityCell
              label={t.cell(t[field], branch.name)}
              column={field}
              cell={`${branch._id} ${field}`}
              unit={unit}
              value={draft[field]}
              disabled={isLocked}
              error={violation?.field === field ? violationText : null}
              onCommit={(value) => change({ [field]: value })}
            />
          </TableCell>
        ))}
        <TableCell className="max-xl:col-span-full max-xl:h-auto max-xl:px-1 max-xl:touch:h-auto">
          <Button
            variant="ghost"
            className="max-xl:-ms-2"
            aria-label={t.weekdaysOf(branch.name)}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <CalendarDays aria-hidden="true" />
            {t.weekdaysSet(weekdayCount)}
          </Button>
        </TableCell>
        {isLocked ? null : (
          <TableCell className="max-xl:col-span-full max-xl:h-auto max-xl:px-1 max-xl:touch:h-auto max-xl:empty:hidden">
            {isDirty ? (
              <div className="flex gap-2">
                <GuardedButton
                  variant="primary"
                  aria-label={t.saveRow(branch.name)}
                  disabledReason={
                    hasConflict ? t.chooseFirst : (violationText ?? (isSaving ? t.saving : null))
                  }
                  onClick={() => void save()}
                >
                  {t.save}
                </GuardedButton>
                <Button
                  aria-label={t.undoRow(branch.name)}
                  onClick={() => {
                    edits.discard();
                    setProblem(null);
                  }}
                >
                  {t.undo}
                </Button>
              </div>
            ) : null}
          </TableCell>
        )}
      </TableRow>
      {isOpen || problem || hasConflict ? (
        <tr className="max-xl:block">
          <td colSpan={7} className="px-3 pb-3 max-xl:block">
            {hasConflict ? (
              <ConflictTable
                name={branch.name}
                changedBy={null}
                rows={edits.conflictingFields.map(buildConflictRow)}
                onTakeTheirs={() => edits.choose(edits.conflictingFields, 'theirs')}
                onKeepMine={() => edits.choose(edits.conflictingFields, 'mine')}
                onChoose={(field, choice) => edits.choose([field], choice)}
              />
            ) : null}
            {problem ? (
              <p role="alert" className="pb-2 text-destructive text-sm">
                {problem}
              </p>
            ) : null}
            {isOpen ? (
              <WeekdayPars
                branch={branch.name}
                unit={unit}
                levels={draft}
                isLocked={isLocked}
                onChange={(weekdayPar) => change({ weekdayPar })}
              />
            ) : null}
          </td>
        </tr>
      ) : null}
    </>
  );
}

interface WeekdayParsProps {
  branch: string;
  unit: string;
  /** Levels of the branch; `par` applies to weekdays without a separate value. */
  levels: LevelDraft;
  isLocked: boolean;
  onChange(pars: Readonly<Record<string, number>>): void;
}

/** Edits par by weekday; an empty day uses the regular par. */
function WeekdayPars({ branch, unit, levels, isLocked, onChange }: WeekdayParsProps) {
  const t = useMessages(itemMessages).level;
  const { par: regularPar, weekdayPar: pars } = levels;
  const describeViolation = (day: number) => {
    const par = pars[day];
    const violation = par === undefined ? null : findWeekdayParError(levels, { [day]: par });
    return violation && (violation.limit === 'min' ? t.belowMin : t.aboveMax);
  };
  return (
    <fieldset className="flex flex-wrap gap-3" data-quantity-grid>
      <legend className="pb-2 text-muted-foreground text-xs">
        {t.weekdayHint(formatQuantity(regularPar))}
      </legend>
      {weekdays.map((day) => (
        <div key={day} className="flex flex-col gap-1">
          <span className="text-xs" aria-hidden="true">
            {formatWeekday(day)}
          </span>
          <QuantityCell
            label={t.cell(formatWeekday(day), branch)}
            column="weekday"
            cell={`${branch} weekday ${day}`}
            unit={unit}
            value={pars[day] ?? null}
            disabled={isLocked}
            error={describeViolation(day)}
            onCommit={(value) => {
              const { [String(day)]: _, ...others } = pars;
              onChange(value === null ? others : { ...others, [day]: value });
            }}
          />
        </div>
      ))}
    </fieldset>
  );
}
