import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ItemDemand } from '#modules/demand/shapes.ts';
import type { DayMark } from '#modules/demand/marked-days.ts';
import { itemDemandQuery, setDemandDay } from '#modules/demand/web/queries.ts';
import type { GuideItem } from '../queries.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { Dialog, SheetContent } from '#platform/web/ui/dialog.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#platform/web/ui/table.tsx';
import { suggestionMessages } from '#modules/demand/web/messages.ts';
import { listReasonNotes, formatSuggestionReason } from '#modules/demand/web/reason-text.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { formatDay, formatPercent, formatQuantity } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { suggestionPanelMessages } from './suggestion-messages.ts';

interface SuggestionPanelProps {
  branch: string;
  item: GuideItem;
  onClose(): void;
}

/**
 * Explains a suggestion: its reason, a backtest of alternative rules, and the demand days on which it is
 * based.
 */
export function SuggestionPanel({ branch, item, onClose }: SuggestionPanelProps) {
  const t = useMessages(suggestionPanelMessages);
  const suggestionTexts = useMessages(suggestionMessages);
  const { data, error, refetch } = useQuery(itemDemandQuery(branch, item.itemId));
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function mark(day: string, kind: DayMark | null, itemId: string | null = item.itemId): Promise<void> {
    setBusy(true);
    try {
      await setDemandDay(queryClient, { branch, itemId, day, kind });
      toast(t.updated);
    } catch (error) {
      toastError(getErrorMessage(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent title={item.itemName} description={t.why}>
        <div className="flex flex-col gap-6 p-4">
          <section className="flex flex-col gap-2">
            <p className="text-sm leading-6">{formatSuggestionReason(item)}</p>
            {listReasonNotes(item).map((note) => (
              <p key={note} className="text-muted-foreground text-sm">
                {note}
              </p>
            ))}
            {data ? (
              <p className="text-muted-foreground text-sm">
                {t.service(
                  formatPercent(data.serviceLevel / 100),
                  suggestionTexts.outOfStock(Math.round(100 / (100 - data.serviceLevel))),
                )}
              </p>
            ) : null}
          </section>
          {data ? (
            data.days.length === 0 ? (
              <p className="text-sm">{t.hiddenByCount}</p>
            ) : (
              <>
                <Backtest demand={data} />
                <UnusualDays demand={data} isBusy={isBusy} onMark={mark} />
                <DayByDay demand={data} isBusy={isBusy} onMark={mark} />
                {data.canMark ? (
                  <Holidays
                    days={data.holidays}
                    isBusy={isBusy}
                    onMark={(day, kind) => mark(day, kind, null)}
                  />
                ) : null}
              </>
            )
          ) : error ? (
            <LoadFailed title={t.failed} error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonRows label={t.loading} rows={6} />
          )}
        </div>
      </SheetContent>
    </Dialog>
  );
}

const rules = ['forecast', 'lastWeek', 'weekdayAverage'] as const;

function Backtest({ demand: { backtest, unitSymbol } }: { demand: ItemDemand }) {
  const t = useMessages(suggestionPanelMessages);
  return (
    <PanelSection title={t.backtest} text={t.backtestText(backtest.days)}>
      {backtest.days === 0 ? null : (
        <Table>
          <TableHeader>
            <TableRow>
              <TableHead>{t.rule}</TableHead>
              <TableHead className="text-end">{t.surplus}</TableHead>
              <TableHead className="text-end">{t.missedDemand}</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {rules.map((rule) => (
              <TableRow key={rule}>
                <th scope="row" className="px-3 py-2 text-start font-medium">
                  {t.rules[rule]}
                </th>
                <TableCell className="text-end tabular-nums">
                  {formatAmount(backtest[rule].surplus, unitSymbol)}
                </TableCell>
                <TableCell className="text-end tabular-nums">
                  {formatAmount(backtest[rule].missedDemand, unitSymbol)}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </PanelSection>
  );
}

interface MarkingProps {
  demand: ItemDemand;
  isBusy: boolean;
  onMark(day: string, kind: DayMark | null): void;
}

function UnusualDays({ demand, isBusy, onMark }: MarkingProps) {
  const t = useMessages(suggestionPanelMessages);
  const unusualDays = demand.days.filter(({ isProposed }) => isProposed).toReversed();
  if (unusualDays.length === 0) return null;
  return (
    <PanelSection title={t.unusualDays} text={t.unusualDaysText}>
      <ul className="flex flex-col gap-2">
        {unusualDays.map(({ day, demand: demandedQty }) => (
          <li key={day} className="flex flex-wrap items-center gap-2 rounded-md border px-3 py-2 text-sm">
            <span className="me-auto">
              {formatDay(day)}: {formatAmount(demandedQty, demand.unitSymbol)}
            </span>
            {demand.canMark ? (
              <>
                <Button size="sm" disabled={isBusy} onClick={() => onMark(day, 'exceptional')}>
                  {t.exclude}
                </Button>
                <Button size="sm" variant="ghost" disabled={isBusy} onClick={() => onMark(day, 'counts')}>
                  {t.include}
                </Button>
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

/**
 * Demand on each day of the past eight weeks, latest first, with the classification of the day. Earlier days
 * are listed only if they were excluded.
 */
function DayByDay({ demand, isBusy, onMark }: MarkingProps) {
  const t = useMessages(suggestionPanelMessages);
  const listedDays = demand.days
    .filter(
      ({ state, mark }, index) =>
        state !== 'before' && (index >= demand.days.length - 56 || mark !== null || state === 'exceptional'),
    )
    .toReversed();
  return (
    <PanelSection title={t.days}>
      <Table>
        <TableHeader>
          <TableRow>
            <TableHead>{t.day}</TableHead>
            <TableHead className="text-end">{t.demand}</TableHead>
            <TableHead className="text-end">{t.expected}</TableHead>
            <TableHead>{t.status}</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {listedDays.map(({ day, demand: demandedQty, forecast, state, isHoliday, mark }) => (
            <TableRow key={day}>
              <TableCell className="whitespace-nowrap">{formatDay(day)}</TableCell>
              <TableCell className="text-end tabular-nums">
                {formatQuantity(demandedQty, demand.unitSymbol)}
              </TableCell>
              <TableCell className="text-end text-muted-foreground tabular-nums">
                {formatQuantity(forecast, demand.unitSymbol)}
              </TableCell>
              <TableCell>
                {demand.canMark && state !== 'closed' ? (
                  <Select
                    aria-label={t.markDay(formatDay(day))}
                    className="w-full min-w-36"
                    disabled={isBusy}
                    value={mark === 'exceptional' || mark === 'counts' ? mark : ''}
                    onChange={(event) => onMark(day, parseMark(event.target.value))}
                  >
                    <option value="">
                      {mark === null || mark === 'holiday'
                        ? formatDayNote(t.states[state], isHoliday, t.holiday)
                        : t.choices.none}
                    </option>
                    <option value="exceptional">{t.choices.exceptional}</option>
                    <option value="counts">{t.choices.counts}</option>
                  </Select>
                ) : (
                  formatDayNote(t.states[state], isHoliday, t.holiday)
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </PanelSection>
  );
}

const parseMark = (value: string): DayMark | null =>
  value === 'exceptional' || value === 'counts' ? value : null;

const formatDayNote = (state: string, isHoliday: boolean, holiday: string) =>
  isHoliday ? `${state} · ${holiday}` : state;

interface HolidaysProps {
  days: readonly string[];
  isBusy: boolean;
  onMark(day: string, kind: 'holiday' | null): void;
}

/** Holidays of the branch: marked days that can be removed, and a form to add one. */
function Holidays({ days, isBusy, onMark }: HolidaysProps) {
  const t = useMessages(suggestionPanelMessages);
  const [day, setDay] = useState('');
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (day !== '') onMark(day, 'holiday');
  }
  return (
    <section className="flex flex-col gap-2">
      <form className="flex items-end gap-2" onSubmit={onSubmit}>
        <Field label={t.holidayLabel} className="flex-1">
          {(control) => (
            <DateInput {...control} required value={day} onChange={(event) => setDay(event.target.value)} />
          )}
        </Field>
        <Button type="submit" disabled={isBusy}>
          {t.addHoliday}
        </Button>
      </form>
      {days.length === 0 ? null : (
        <ul className="flex flex-col gap-2">
          {days.map((day) => (
            <li key={day} className="flex items-center gap-2 rounded-md border px-3 py-2 text-sm">
              <span className="me-auto">{formatDay(day)}</span>
              <Button
                size="sm"
                variant="ghost"
                disabled={isBusy}
                aria-label={t.removeHolidayOn(formatDay(day))}
                onClick={() => onMark(day, null)}
              >
                {t.removeHoliday}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function PanelSection({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold text-sm">{title}</h3>
      {text === undefined ? null : <p className="text-muted-foreground text-sm">{text}</p>}
      {children}
    </section>
  );
}
