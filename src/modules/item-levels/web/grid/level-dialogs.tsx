import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { computeDeliveryInterval } from '#modules/demand/upcoming-deliveries.ts';
import { findWeekdayParError } from '#modules/demand/levels.ts';
import { QuantityInput } from '#platform/web/form/quantity-input.tsx';
import { branchLevelsQuery, type LevelValues } from '../queries/branch-levels.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import {
  numericCell,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#platform/web/ui/table.tsx';
import { getServerNow } from '#platform/web/device-clock.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { parseQuantity, formatQuantityInput } from '#platform/web/format/parse-quantity.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { formatWeekday } from '#platform/web/format/weekday.ts';
import { type BulkStep, computeBulkSteps, type BulkMethod } from './level-bulk.ts';
import type { LevelEdits } from './level-edits.ts';
import type { LevelRow } from './level-rows.ts';
import { branchOrderSettingsMessages } from './messages.ts';

interface BulkDialogProps {
  branch: Branch;
  /** Branches whose levels can be copied. */
  otherBranches: readonly Branch[];
  rows: readonly LevelRow[];
  edits: LevelEdits;
  onApply(steps: readonly BulkStep[]): void;
  onClose(): void;
}

const kinds = ['percent', 'use', 'copy'] as const;
type Kind = (typeof kinds)[number];

/** Sets the levels of the selected items, with a preview before the edits are applied. */
export function BulkDialog({ branch, otherBranches, rows, edits, onApply, onClose }: BulkDialogProps) {
  const t = useMessages(branchOrderSettingsMessages).bulk;
  const [kind, setKind] = useState<Kind>('percent');
  const [percent, setPercent] = useState('10');
  const [isParOnly, setParOnly] = useState(true);
  const [days, setDays] = useState(() =>
    formatQuantityInput(computeDaysToCover(branch, new Date(getServerNow()))),
  );
  const [from, setFrom] = useState(otherBranches[0]?._id ?? '');
  const sourceLevels = useQuery({ ...branchLevelsQuery(from), enabled: kind === 'copy' && from !== '' });
  const method = buildMethod();
  const steps = method === null ? [] : computeBulkSteps(rows, edits, method);

  function buildMethod(): BulkMethod | null {
    if (kind === 'copy') return sourceLevels.data ? { kind, levels: sourceLevels.data } : null;
    if (kind === 'use') {
      const parsed = parseQuantity(days);
      return parsed.kind === 'quantity' && parsed.value > 0 ? { kind, days: parsed.value } : null;
    }
    const sign = /^\s*[-\u2212]/.test(percent) ? -1 : 1;
    const parsed = parseQuantity(percent.replace(/^\s*[-+\u2212]|%\s*$/g, ''));
    return parsed.kind === 'quantity' ? { kind, percent: sign * parsed.value, isParOnly } : null;
  }

  const disabledReason =
    kind === 'copy' && sourceLevels.isPending ? t.loading : steps.length === 0 ? t.nothing : null;
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        className="sm:max-w-2xl"
        title={t.title(rows.length)}
        description={t.text}
        footer={
          <>
            <Button onClick={onClose}>{t.cancel}</Button>
            <GuardedButton variant="primary" disabledReason={disabledReason} onClick={() => onApply(steps)}>
              {t.apply(steps.length)}
            </GuardedButton>
          </>
        }
      >
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <Field label={t.method}>
            {(control) => (
              <Select
                {...control}
                value={kind}
                onChange={(event) =>
                  setKind(kinds.find((candidate) => candidate === event.target.value) ?? 'percent')
                }
              >
                {kinds
                  .filter((option) => option !== 'copy' || otherBranches.length > 0)
                  .map((option) => (
                    <option key={option} value={option}>
                      {t.methods[option]}
                    </option>
                  ))}
              </Select>
            )}
          </Field>
          {kind === 'percent' ? (
            <div className="grid grid-cols-2 gap-3">
              <Field label={t.percent} error={method === null ? t.notANumber : null}>
                {(control) => <QuantityInput {...control} text={percent} onText={setPercent} />}
              </Field>
              <Field label={t.levels}>
                {(control) => (
                  <Select
                    {...control}
                    value={isParOnly ? 'par' : 'all'}
                    onChange={(event) => setParOnly(event.target.value === 'par')}
                  >
                    <option value="par">{t.parOnly}</option>
                    <option value="all">{t.allLevels}</option>
                  </Select>
                )}
              </Field>
            </div>
          ) : null}
          {kind === 'use' ? (
            <Field label={t.days} hint={t.daysHint} error={method === null ? t.notANumber : null}>
              {(control) => <QuantityInput {...control} text={days} onText={setDays} />}
            </Field>
          ) : null}
          {kind === 'copy' ? (
            <Field label={t.from}>
              {(control) => (
                <Select {...control} value={from} onChange={(event) => setFrom(event.target.value)}>
                  {otherBranches.map(({ _id, name }) => (
                    <option key={_id} value={_id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ) : null}
        </div>
        <BulkPreview steps={steps} rowCount={rows.length} />
      </DialogContent>
    </Dialog>
  );
}

/** Days from one delivery to the next, closed days included, plus the order lead days. */
function computeDaysToCover(branch: Branch, now: Date): number {
  const deliveryGap = computeDeliveryInterval(branch, now);
  if (deliveryGap === null) return 7;
  return deliveryGap + Math.max(...branch.deliveryDays.map(({ cutoffDaysBefore }) => cutoffDaysBefore));
}

const maxPreviewed = 50;
const fields = ['min', 'par', 'max'] as const;

/** Previews the first changed items with old and new levels, and the total count. */
function BulkPreview({ steps, rowCount }: { steps: readonly BulkStep[]; rowCount: number }) {
  const t = useMessages(branchOrderSettingsMessages);
  return (
    <section aria-label={t.bulk.preview} className="pt-4">
      <p role="status" className="pb-2 text-muted-foreground text-sm">
        {t.bulk.changes(steps.length, rowCount - steps.length)}
      </p>
      {steps.length === 0 ? null : (
        <Table aria-label={t.bulk.preview}>
          <TableHeader>
            <tr>
              <TableHead>{t.levels.columns.item}</TableHead>
              {fields.map((field) => (
                <TableHead key={field} className={numericCell}>
                  {t.levels.columns[field]}
                </TableHead>
              ))}
            </tr>
          </TableHeader>
          <TableBody>
            {steps.slice(0, maxPreviewed).map(({ row, before, after }) => (
              <TableRow key={row.itemId}>
                <TableCell>
                  <bdi>{row.name}</bdi>
                </TableCell>
                {fields.map((field) => (
                  <TableCell key={field} className={numericCell}>
                    {before[field] === after[field] ? (
                      <span className="text-muted-foreground">{formatQuantity(after[field])}</span>
                    ) : (
                      <>
                        <del className="text-muted-foreground">{formatQuantity(before[field])}</del>{' '}
                        <ins className="font-medium no-underline">{formatQuantity(after[field])}</ins>
                      </>
                    )}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
      {steps.length > maxPreviewed ? (
        <p className="pt-2 text-muted-foreground text-xs">{t.bulk.more(steps.length - maxPreviewed)}</p>
      ) : null}
    </section>
  );
}

interface WeekdayDialogProps {
  row: LevelRow;
  values: LevelValues;
  onChange(weekdayPar: Record<string, number>): void;
  onClose(): void;
}

const weekdays = ['1', '2', '3', '4', '5', '6', '7'];

/** Edits par levels that differ by day of the week; a day's par applies to orders delivered on that day. */
export function WeekdayDialog({ row, values, onChange, onClose }: WeekdayDialogProps) {
  const t = useMessages(branchOrderSettingsMessages).levels;
  const { par, weekdayPar } = values;

  function describeError(weekday: string): string | null {
    const qty = weekdayPar[weekday];
    const violation = qty === undefined ? null : findWeekdayParError(values, { [weekday]: qty });
    if (!violation) return null;
    return t.violation(
      t.columns[violation.limit],
      formatQuantity(values[violation.limit]),
      violation.limit === 'max',
    );
  }

  function setWeekday(weekday: string, qty: number | null): void {
    const { [weekday]: _, ...otherWeekdays } = weekdayPar;
    onChange(qty === null ? otherWeekdays : { ...otherWeekdays, [weekday]: qty });
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.weekdaysOf(row.name)}
        description={t.weekdaysText(formatAmount(par, row.unit))}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t.done}
          </Button>
        }
      >
        <ul data-quantity-grid className="divide-y">
          {weekdays.map((weekday) => (
            <li key={weekday} className="flex items-center justify-between gap-3 py-1.5">
              <span>{formatWeekday(Number(weekday))}</span>
              <QuantityCell
                label={t.weekdayCell(row.name, formatWeekday(Number(weekday)))}
                unit={row.unit}
                column="weekday"
                value={weekdayPar[weekday] ?? null}
                error={describeError(weekday)}
                onCommit={(qty) => setWeekday(weekday, qty)}
              />
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
}
