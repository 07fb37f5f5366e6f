import { Link } from '@tanstack/react-router';
import { PencilLine, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { getAvailableTransitions } from '#modules/orders/order-rules.ts';
import type { OrderTransition } from '#modules/orders/lifecycle.ts';
import type { Actor } from '#core/permissions.ts';
import { foldText } from '#core/text.ts';
import { getOrderKey } from '#modules/orders/web/queries/key.ts';
import type { OrderRecord } from '#modules/orders/web/queries/read.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import { SearchBox } from '#platform/web/form/search-box.tsx';
import { useListKeys } from '#platform/web/form/use-list-keys.ts';
import { layoutMessages } from '#platform/web/layout/messages.ts';
import { OrderFlags } from '#modules/orders/web/order-flags.tsx';
import { statusMessages } from '#modules/orders/web/status-messages.ts';
import { SendState } from '#platform/documents/web/send-state.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { numericCell, TableCell, TableHead, TableRow } from '#platform/web/ui/table.tsx';
import { cn } from '#platform/web/cn.ts';
import { useUnsavedRows } from '#platform/web/drafts/form-drafts.ts';
import { formatAge, formatCount, formatDay } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { usePendingOn } from '#platform/web/outbox/entries.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { submissionMessages } from './messages.ts';

interface SubmissionTableProps {
  rows: readonly OrderRecord[];
  /** Id of the order whose panel is open. */
  openId: string | undefined;
  selected: ReadonlySet<string>;
  onSelect(ids: readonly string[], isSelected: boolean): void;
  getWarnings(order: OrderRecord): OrderWarning[];
  /** Last error from the server by order id. */
  refusals: Readonly<Record<string, string>>;
  showsCosts: boolean;
}

/** Table of orders awaiting their next step; a row opens the order's panel. Rows are cards on phones. */
export function SubmissionTable(props: SubmissionTableProps) {
  const { rows, selected, onSelect, showsCosts } = props;
  const t = useMessages(submissionMessages);
  const { fields } = useMessages(statusMessages);
  const list = useRef<HTMLTableSectionElement>(null);
  const unsaved = useUnsavedRows(useUser()._id, 'orders');
  useListKeys(list);
  const ids = rows.map((row) => row._id);
  const isAllSelected = ids.length > 0 && ids.every((id) => selected.has(id));
  return (
    <div className="overflow-hidden rounded-lg border bg-card">
      <table className="w-full text-sm max-md:block">
        <thead className="max-md:sr-only">
          <tr>
            <TableHead className="w-10 pe-0">
              <RowCheckbox
                label={t.selectAll}
                isChecked={isAllSelected}
                onChange={(isChecked) => onSelect(ids, isChecked)}
              />
            </TableHead>
            <TableHead>{fields.orderNo}</TableHead>
            <TableHead>{fields.branchName}</TableHead>
            <TableHead>{fields.deliveryDate}</TableHead>
            <TableHead className="text-end">{fields.lineCount}</TableHead>
            {showsCosts ? <TableHead className="text-end">{fields.value}</TableHead> : null}
            <TableHead className="max-lg:hidden">{fields.userName}</TableHead>
            <TableHead className="max-lg:hidden">{t.columns.changed}</TableHead>
            <TableHead>{t.columns.warnings}</TableHead>
          </tr>
        </thead>
        <tbody ref={list} className="divide-y max-md:block">
          {rows.map((row) => (
            <Row key={row._id} row={row} isUnsaved={unsaved.has(row._id)} {...props} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  row,
  openId,
  selected,
  onSelect,
  getWarnings,
  refusals,
  showsCosts,
  isUnsaved,
}: SubmissionTableProps & { row: OrderRecord; isUnsaved: boolean }) {
  const t = useMessages(submissionMessages);
  const lines = useMessages(submissionMessages).lines;
  const [pending] = usePendingOn(getOrderKey(row._id));
  const warnings = getWarnings(row);
  const money = useMoney();
  return (
    <TableRow
      data-row
      data-selected={selected.has(row._id)}
      aria-current={openId === row._id || undefined}
      className="relative focus-within:bg-accent/50 aria-[current]:bg-selected max-md:grid max-md:grid-cols-[auto_1fr_auto] max-md:gap-x-3 max-md:px-3 max-md:py-2.5"
    >
      <Cell className="pe-0 max-md:col-start-1 max-md:row-span-3 max-md:row-start-1 max-md:self-start">
        <RowCheckbox
          label={t.selectOrder(row.orderNo)}
          isChecked={selected.has(row._id)}
          onChange={(isChecked) => onSelect([row._id], isChecked)}
        />
      </Cell>
      <Cell className="font-medium max-md:col-start-2 max-md:row-start-1">
        <Link
          data-row-link
          to="."
          search={(current) => ({ ...current, order: row._id })}
          className="whitespace-nowrap outline-offset-4 after:absolute after:inset-0"
        >
          {row.orderNo}
        </Link>
      </Cell>
      <Cell className="max-md:col-span-2 max-md:col-start-2 max-md:row-start-2 max-md:text-muted-foreground">
        {row.branchName}
      </Cell>
      <Cell className="max-md:col-start-3 max-md:row-start-1 max-md:text-end md:whitespace-nowrap">
        {formatDay(row.deliveryDate)}
      </Cell>
      <Cell
        className={cn(
          numericCell,
          'max-md:col-start-2 max-md:row-start-3 max-md:text-start max-md:text-muted-foreground',
        )}
      >
        <span className="md:hidden">{lines(row.lineCount)}</span>
        <span className="max-md:hidden">{formatCount(row.lineCount)}</span>
      </Cell>
      {showsCosts ? (
        <Cell className={cn(numericCell, 'max-md:col-start-3 max-md:row-start-3')}>{money(row.value)}</Cell>
      ) : null}
      <Cell className="max-md:hidden max-lg:hidden">{row.userName}</Cell>
      <Cell className="whitespace-nowrap text-muted-foreground max-md:hidden max-lg:hidden">
        {formatAge(row.updatedAt)}
      </Cell>
      <Cell className="max-md:col-span-2 max-md:col-start-2">
        <div className="flex flex-wrap items-center gap-1.5">
          {isUnsaved ? (
            <Pill tone="amber" icon={PencilLine}>
              {t.unsaved}
            </Pill>
          ) : null}
          <OrderFlags order={row} />
          {warnings.map((warning) => (
            <span key={warning} className="flex items-center gap-1 text-status-amber text-xs">
              <TriangleAlert className="size-3.5" aria-hidden="true" />
              {t.warnings[warning]}
            </span>
          ))}
          {pending ? <SendState state={pending.state} /> : null}
          {refusals[row._id] ? <span className="text-destructive text-xs">{refusals[row._id]}</span> : null}
        </div>
      </Cell>
    </TableRow>
  );
}

function Cell({ className, children }: { className?: string; children?: ReactNode }) {
  return (
    <TableCell className={cn('max-md:block max-md:h-auto max-md:p-0 max-md:touch:h-auto', className)}>
      {children}
    </TableCell>
  );
}

interface RowCheckboxProps {
  label: string;
  isChecked: boolean;
  onChange(isChecked: boolean): void;
}

/** Checkbox on top of the row's link, with a target large enough for a thumb. */
function RowCheckbox({ label, isChecked, onChange }: RowCheckboxProps) {
  return (
    <label className="relative z-10 -m-2 inline-flex size-9 items-center justify-center touch:size-11">
      <input
        type="checkbox"
        className="size-4 accent-primary"
        aria-label={label}
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}

interface SubmissionFiltersProps {
  filters: SubmissionFilter;
  onFilters(change: SubmissionFilter): void;
  /** Branches to filter by; the filter is hidden if the user has only one branch. */
  branches: readonly Branch[];
}

/** Filters of the list; they are stored in the URL. */
export function SubmissionFilters({ filters, onFilters, branches }: SubmissionFiltersProps) {
  const t = useMessages(submissionMessages);
  const { fields } = useMessages(statusMessages);
  const layout = useMessages(layoutMessages);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);

  return (
    <div role="search" className="flex flex-wrap items-center gap-2 pb-3">
      <SearchBox
        label={t.search}
        value={filters.q ?? ''}
        onValue={(q) => onFilters({ q: q || undefined })}
        className="min-w-52 flex-1 md:max-w-80"
      />
      <label className="flex items-center gap-2 text-muted-foreground text-sm">
        {t.date}
        <DateInput
          className="w-40"
          value={filters.date ?? ''}
          onChange={(event) => onFilters({ date: event.target.value || undefined })}
        />
      </label>
      {branches.length > 1 ? (
        <Select
          className="w-44"
          aria-label={fields.branchName}
          value={filters.branch ?? ''}
          onChange={(event) => onFilters({ branch: event.target.value || undefined })}
        >
          <option value="">{t.allBranches}</option>
          {branches.map((branch) => (
            <option key={branch._id} value={branch._id}>
              {branch.name}
            </option>
          ))}
        </Select>
      ) : null}
      {isFiltered ? (
        <Button
          variant="ghost"
          onClick={() => onFilters({ q: undefined, date: undefined, branch: undefined })}
        >
          <X aria-hidden="true" />
          {layout.clearFilters}
        </Button>
      ) : null}
    </div>
  );
}

/** Filters; an absent filter includes everything. */
export interface SubmissionFilter {
  q?: string | undefined;
  date?: string | undefined;
  branch?: string | undefined;
}

/** Returns the orders that match the filters in the URL. */
export function filterSubmissionOrders(
  rows: readonly OrderRecord[],
  { q, date, branch }: SubmissionFilter,
  getBranchText: (id: string) => string,
): OrderRecord[] {
  const words = foldText(q ?? '')
    .split(' ')
    .filter(Boolean);
  return rows.filter((row) => {
    const text = foldText(
      [row.orderNo, row.branchName, getBranchText(row.branch), row.userName, row.notes ?? ''].join(' '),
    );
    return (
      words.every((word) => text.includes(word)) &&
      (date === undefined || row.deliveryDate === date) &&
      (branch === undefined || row.branch === branch)
    );
  });
}

/** Something to check before an order is submitted or sent. */
type OrderWarning = 'noLines' | 'past' | 'duplicate';

/**
 * Checks an order, partly by comparing it with the others in the list.
 *
 * @param today ISO date
 */
export function findOrderWarnings(
  order: OrderRecord,
  others: readonly OrderRecord[],
  today: string,
): OrderWarning[] {
  const isSecondOrder = others.some(
    (other) =>
      other._id !== order._id && other.branch === order.branch && other.deliveryDate === order.deliveryDate,
  );
  return [
    ...(order.lineCount === 0 ? ['noLines' as const] : []),
    ...(order.deliveryDate !== '' && order.deliveryDate < today ? ['past' as const] : []),
    ...(isSecondOrder ? ['duplicate' as const] : []),
  ];
}

/**
 * Returns the next transition available to the user: submit a draft, or send an order under review. Null if
 * there is none.
 */
export function getNextOrderTransition(order: OrderRecord, actor: Actor): OrderTransition | null {
  return (
    getAvailableTransitions(order, actor).find((move) => move.verb === 'submit' || move.verb === 'send') ??
    null
  );
}
