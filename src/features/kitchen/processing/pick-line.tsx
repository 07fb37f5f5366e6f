import { Replace } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OrderLine } from '#contract/orders.ts';
import { QuantityCell } from '#src/components/form/quantity-cell.tsx';
import { Quantity } from '#src/components/order/lines-table.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { cn } from '#src/lib/cn.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { LineReason } from './line-reason.tsx';
import { figureLook, pickGrid } from './pick-look.ts';
import { isPicked, shipping } from './pick-lines.ts';
import type { Draft } from './process-draft.ts';
import { lineKey } from './process-draft.ts';
import { processMessages } from './process-messages.ts';
import { VariancePill } from './variance-pill.tsx';

interface PickLineProps {
  line: OrderLine;
  /** The name of what it stands in for; null for an ordinary line. */
  insteadOf: string | null;
  available: number | null;
  error: string | null;
  isEditable: boolean;
  onChange(changes: Draft): void;
  onSubstitute(line: OrderLine): void;
}

/** One line to pick: what is wanted, what is there, what is picked and shipped, and why not all of it. */
export function PickLine(props: PickLineProps) {
  const { line, insteadOf, available, error, isEditable, onChange, onSubstitute } = props;
  const t = useMessages(processMessages);
  const { approved, difference } = shipping(line);
  const wantsReason = isPicked(line) && difference !== 0;
  const isScarce = available !== null && available < approved;
  const warn = (value: number | null) =>
    available !== null && value !== null && value > available
      ? t.onlyAvailable(formatAmount(available, line.unitSymbol))
      : null;

  return (
    <li className={cn(pickGrid, 'min-h-12 border-b px-3 py-2 last:border-b-0')} data-line={line.lineId}>
      <div className="col-span-2 min-w-0 @3xl:col-span-1">
        <p className="break-words font-medium text-sm">
          {line.itemName}{' '}
          {line.itemNameAlt ? (
            <bdi className="font-normal text-muted-foreground">{line.itemNameAlt}</bdi>
          ) : null}
        </p>
        <p className="text-muted-foreground text-xs">
          {line.itemCode}
          {insteadOf ? ` · ${t.insteadOf(insteadOf)}` : ''}
        </p>
        {line.note ? (
          <p className="text-muted-foreground text-xs">
            <bdi>“{line.note}”</bdi>
          </p>
        ) : null}
        {wantsReason && isEditable ? (
          <LineReason
            line={line}
            error={error}
            onReason={(reason) => onChange({ [lineKey(line.lineId, 'reason')]: reason })}
          />
        ) : line.reason ? (
          <p className="text-status-amber text-xs">{line.reason}</p>
        ) : null}
        {error ? (
          <p role="alert" className="text-destructive text-xs">
            {error}
          </p>
        ) : null}
        {isEditable ? (
          <Button
            variant="link"
            size="sm"
            className="px-0 text-muted-foreground"
            aria-label={t.substitute.offerFor(line.itemName)}
            onClick={() => onSubstitute(line)}
          >
            <Replace aria-hidden="true" />
            {t.substitute.short}
          </Button>
        ) : null}
      </div>
      <Figures>
        <Figure label={t.columns.ordered}>
          <Quantity value={line.orderQty} unit={line.unitSymbol} />
        </Figure>
        <Figure label={t.columns.approved}>
          <Quantity value={line.approvedQty ?? line.orderQty} unit={line.unitSymbol} />
        </Figure>
        <Figure label={t.columns.available} isMarked={isScarce && isEditable}>
          <Quantity value={available} unit={line.unitSymbol} />
        </Figure>
      </Figures>
      <div className="col-span-2 flex flex-wrap items-start justify-end gap-3 @3xl:contents">
        {(['pickedQty', 'shippedQty'] as const).map((field) => (
          <div key={field} className="flex flex-col items-end gap-0.5">
            <span aria-hidden="true" className="text-muted-foreground text-xs @3xl:hidden">
              {t.columns[field]}
            </span>
            {isEditable ? (
              <QuantityCell
                label={t.cell[field](line.itemName)}
                value={line[field] ?? (field === 'shippedQty' ? line.pickedQty : null)}
                unit={line.unitSymbol}
                column={field}
                warn={warn}
                suggestion={field === 'pickedQty' ? Math.min(approved, available ?? approved) : null}
                onCommit={(value) => onChange({ [lineKey(line.lineId, field)]: value })}
              />
            ) : (
              <span className="text-sm tabular-nums">
                <Quantity value={line[field]} unit={line.unitSymbol} />
              </span>
            )}
          </div>
        ))}
        <div className="flex items-center self-center">
          <VariancePill line={line} />
        </div>
      </div>
    </li>
  );
}

function Figures({ children }: { children: ReactNode }) {
  return <div className="col-span-2 flex flex-wrap gap-x-4 text-sm @3xl:contents">{children}</div>;
}

function Figure({ label, isMarked, children }: { label: string; isMarked?: boolean; children: ReactNode }) {
  return (
    <p className={cn(figureLook, isMarked && 'font-medium text-status-amber')}>
      <span className="pe-1 text-muted-foreground text-xs @3xl:sr-only">{label}</span>
      {children}
    </p>
  );
}
