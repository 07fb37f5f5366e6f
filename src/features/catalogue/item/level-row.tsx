import { useQueryClient } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { levelAtFault, weekdayParAtFault } from '#domain/planning/levels.ts';
import { saveBranchLevels } from '#src/collections/branch-levels.ts';
import { versionOf } from '#src/collections/resource-writes.ts';
import type { ResourceRow } from '#src/collections/resources.ts';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { QuantityCell } from '#src/components/form/quantity-cell.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { TableCell, TableRow } from '#src/components/ui/table.tsx';
import { ApiError, messageOf } from '#src/lib/api/api-error.ts';
import { formatWeekday } from '#src/lib/format/weekday.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { toast } from '#src/lib/toast.ts';
import { newUuid } from '#src/lib/uuid.ts';
import { leftLevel } from './left-level.ts';
import { isSameLevel, type LevelDraft, levelDraft, levelFields } from './level-draft.ts';
import { itemMessages } from './messages.ts';
import { WeekdayPars } from './weekday-pars.tsx';

interface LevelRowProps {
  itemId: string;
  branch: { _id: string; name: string };
  level: ResourceRow | undefined;
  unit: string;
  isLocked: boolean;
}

/** The levels of the item at one branch, saved by themselves. */
export function LevelRow({ itemId, branch, level, unit, isLocked }: LevelRowProps) {
  const t = useMessages(itemMessages).level;
  const queryClient = useQueryClient();
  const kept = levelDraft(level);
  const left = leftLevel(useUser()._id, itemId, branch._id);
  const version = level ? (versionOf(level) ?? undefined) : 0;
  const [changed, setChanged] = useState(() => left.read(version ?? 0));
  /** What the server says against what stands here, until something else is typed. */
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const draft = changed ?? kept;
  const isDirty = changed !== null && !isSameLevel(changed, kept);
  const fault = levelAtFault(draft);
  const ofDays = weekdayParAtFault(draft, draft.weekdayPar);

  const faultWords = fault
    ? fault.below === 'min'
      ? t.belowMin
      : t.belowPar
    : ofDays && t.dayOut(formatWeekday(Number(ofDays.weekday)));

  function change(next: Partial<LevelDraft>): void {
    setChanged({ ...draft, ...next });
    left.keep({ ...draft, ...next }, version ?? 0);
    setProblem(null);
  }

  function forget(): void {
    setChanged(null);
    left.keep(null, 0);
  }

  async function save(): Promise<void> {
    if (!isDirty || faultWords || isSaving) return;
    setSaving(true);
    try {
      await saveBranchLevels(queryClient, branch._id, [{ itemId, version, ...draft }], newUuid());
      forget();
      toast(t.saved(branch.name));
    } catch (error) {
      const isTaken = error instanceof ApiError && error.status === 412;
      setProblem(isTaken ? t.taken(branch.name) : messageOf(error, t.notSaved));
      // The version that is there now; what was typed stays.
      if (isTaken) await queryClient.invalidateQueries({ queryKey: ['item_levels_data'] });
    } finally {
      setSaving(false);
    }
  }

  const days = Object.keys(draft.weekdayPar).length;
  return (
    <>
      <TableRow className="align-top max-xl:grid max-xl:grid-cols-2 sm:max-xl:grid-cols-4 max-xl:gap-x-2 max-xl:p-2">
        <th
          scope="row"
          className="sticky start-0 z-10 h-9 max-w-36 bg-card px-3 py-3 text-start font-normal max-xl:static max-xl:col-span-full max-xl:h-auto max-xl:max-w-none max-xl:px-1 max-xl:py-1 max-xl:font-medium"
        >
          <bdi>{branch.name}</bdi>
        </th>
        {levelFields.map((field) => (
          <TableCell key={field} className="max-xl:h-auto max-xl:px-1 max-xl:touch:h-auto">
            <span aria-hidden="true" className="block text-end text-muted-foreground text-xs xl:hidden">
              {t[field]}
            </span>
            <QuantityCell
              label={t.cell(t[field], branch.name)}
              column={field}
              unit={unit}
              value={draft[field]}
              disabled={isLocked}
              error={fault?.field === field ? faultWords : null}
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
            {t.weekdaysSet(days)}
          </Button>
        </TableCell>
        {isLocked ? null : (
          <TableCell className="max-xl:col-span-full max-xl:h-auto max-xl:px-1 max-xl:touch:h-auto max-xl:empty:hidden">
            {isDirty ? (
              <div className="flex gap-2">
                <GuardedButton
                  variant="primary"
                  aria-label={t.saveRow(branch.name)}
                  blocked={faultWords ?? (isSaving ? t.saving : null)}
                  onClick={() => void save()}
                >
                  {t.save}
                </GuardedButton>
                <Button
                  aria-label={t.undoRow(branch.name)}
                  onClick={() => {
                    forget();
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
      {isOpen || problem ? (
        <tr className="max-xl:block">
          <td colSpan={7} className="px-3 pb-3 max-xl:block">
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
