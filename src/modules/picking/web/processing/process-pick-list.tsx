import { Check, CircleSlash, Layers, Minus, Plus, Replace } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Order, OrderLine } from '#modules/orders/shapes.ts';
import { exceedsShownStock } from '#core/stock-rounding.ts';
import { getLineRatio } from '#modules/orders/lines.ts';
import type { OrderLotChoices } from '#modules/orders/web/queries/lots.ts';
import type { CompactStock } from '#modules/stock/web/queries/stock.ts';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { LineLots } from '#modules/lots/web/line-lots.tsx';
import { Quantity } from '#modules/orders/web/lines-table.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { cn } from '#platform/web/cn.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { shipmentMessages } from '#modules/orders/web/shipping/messages.ts';
import { useReasonText } from '#platform/web/form/reason-choices.ts';
import { LineReason } from './line-reason.tsx';
import {
  computeAvailable,
  isPicked,
  getShippingLots,
  type SectionLines,
  getLineShipment,
} from './pick-lines.ts';
import { type PickingDraft, getDraftKey } from './process-draft.ts';
import { processMessages } from './messages.ts';

interface ProcessPickListProps {
  /** The order with unsaved values applied. */
  shown: Order;
  sections: readonly SectionLines[];
  stock: ReadonlyMap<string, CompactStock> | null;
  /** Available lots of lot-tracked lines; null while loading. */
  lots: OrderLotChoices | null;
  errors: Readonly<Record<string, string>>;
  isEditable: boolean;
  onChange(changes: PickingDraft): void;
  onSubstitute(line: OrderLine): void;
  onLots(line: OrderLine): void;
}

/** Lines by section in walking order; Enter moves down the column. */
export function ProcessPickList(props: ProcessPickListProps) {
  const { shown, sections, stock, lots, errors, isEditable, onChange, onSubstitute, onLots } = props;
  const t = useMessages(processMessages);
  const { progress: formatProgress } = useMessages(processMessages).list;
  const names = new Map(shown.items.map((line) => [line.lineId, line.itemName]));

  return (
    <div data-quantity-grid className="@container rounded-lg border bg-card [&_input]:scroll-mb-28">
      <div
        aria-hidden="true"
        className={cn(pickGrid, 'hidden h-9 border-b px-3 text-muted-foreground text-xs @3xl:grid')}
      >
        <span>{t.columns.item}</span>
        {(['ordered', 'approved', 'available', 'pickedQty', 'shippedQty'] as const).map((column) => (
          <span key={column} className="text-end">
            {t.columns[column]}
          </span>
        ))}
        <span>{t.columns.variance}</span>
      </div>
      {sections.map((section) => (
        <section key={section.id}>
          <h3 className="sticky top-(--bars-block) z-10 flex h-9 items-center gap-3 border-b bg-muted px-3 font-medium text-sm">
            <span className="min-w-0 flex-1 truncate">{section.name}</span>
            <span className="font-normal text-muted-foreground text-xs">
              {formatProgress(section.lines.filter(isPicked).length, section.lines.length)}
            </span>
          </h3>
          <ul aria-label={t.linesLabel(section.name)} className="border-b last:border-b-0">
            {section.lines.map((line) => (
              <PickLine
                key={line.lineId}
                line={line}
                replacedItem={names.get(line.substituteFor ?? '') ?? null}
                available={computeAvailable(line, stock, lots)}
                hasPieces={line.pieces !== null || stock?.get(line.itemId)?.pieces !== undefined}
                lots={lots}
                error={errors[line.lineId] ?? null}
                isEditable={isEditable}
                onChange={onChange}
                onSubstitute={onSubstitute}
                onLots={onLots}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface PickLineProps
  extends Pick<ProcessPickListProps, 'lots' | 'isEditable' | 'onChange' | 'onSubstitute' | 'onLots'> {
  line: OrderLine;
  /** Name of the item it substitutes; null for an ordinary line. */
  replacedItem: string | null;
  available: number | null;
  /** Whether the item is also counted in pieces. */
  hasPieces: boolean;
  error: string | null;
}

/** A line to pick: ordered, available, picked and shipped quantities, with a reason for differences. */
function PickLine(props: PickLineProps) {
  const {
    line,
    replacedItem,
    available,
    hasPieces,
    lots,
    error,
    isEditable,
    onChange,
    onSubstitute,
    onLots,
  } = props;
  const t = useMessages(processMessages);
  const answers = useMessages(shipmentMessages).answer;
  const formatReason = useReasonText();
  const { approved, difference } = getLineShipment(line);
  const needsReason = isPicked(line) && difference !== 0;
  const isScarce = available !== null && exceedsShownStock(approved, available, getLineRatio(line));
  const warn = (value: number | null) =>
    available !== null && value !== null && exceedsShownStock(value, available, getLineRatio(line))
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
          {replacedItem ? ` · ${t.substituteNote(replacedItem)}` : ''}
        </p>
        {line.requiresAcceptance && !line.substituteAnswer ? (
          <p className="text-status-amber text-xs">{answers.asked}</p>
        ) : null}
        {line.substituteAnswer ? (
          <p
            className={cn(
              'text-xs',
              line.substituteAnswer === 'refused' ? 'font-medium text-status-red' : 'text-status-green',
            )}
          >
            {line.substituteAnswer === 'refused' ? answers.refusedHere : answers.accepted}
          </p>
        ) : null}
        <PickLots line={line} lots={lots} isEditable={isEditable} />
        {line.note ? (
          <p className="text-muted-foreground text-xs">
            <bdi>“{line.note}”</bdi>
          </p>
        ) : null}
        {needsReason && isEditable ? (
          <LineReason
            line={line}
            use="forPicking"
            error={error}
            onReason={(reason) => onChange({ [getDraftKey(line.lineId, 'reason')]: reason })}
          />
        ) : line.reason ? (
          <p className="text-status-amber text-xs">{formatReason(line)}</p>
        ) : null}
        {error ? (
          <p role="alert" className="text-destructive text-xs">
            {error}
          </p>
        ) : null}
        {isEditable ? (
          <div className="flex flex-wrap gap-x-4">
            {lots?.byLine.has(line.lineId) ? (
              <Button
                variant="link"
                size="sm"
                className="px-0"
                aria-label={t.lots.choose(line.itemName)}
                onClick={() => onLots(line)}
              >
                <Layers aria-hidden="true" />
                {t.lots.open}
              </Button>
            ) : null}
            <Button
              variant="link"
              size="sm"
              className="px-0 text-muted-foreground"
              aria-label={t.substitute.offerLabel(line.itemName)}
              onClick={() => onSubstitute(line)}
            >
              <Replace aria-hidden="true" />
              {t.substitute.short}
            </Button>
          </div>
        ) : null}
      </div>
      <Figures>
        <Figure label={t.columns.ordered}>
          <Quantity value={line.orderQty} unit={line.unitSymbol} />
        </Figure>
        <Figure label={t.columns.approved}>
          <Quantity value={line.approvedQty ?? line.orderQty} unit={line.unitSymbol} />
        </Figure>
        <Figure label={t.columns.available} isHighlighted={isScarce && isEditable}>
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
                cell={getDraftKey(line.lineId, field)}
                warn={warn}
                suggestion={field === 'pickedQty' ? Math.min(approved, available ?? approved) : null}
                onCommit={(value) =>
                  onChange({
                    [getDraftKey(line.lineId, field)]: value,
                    // The pieces belong to the previous weight. Clears them even if none are shown, because they
                    // may have just been saved.
                    ...(hasPieces && { [getDraftKey(line.lineId, 'pieces')]: null }),
                  })
                }
              />
            ) : (
              <span className="text-sm tabular-nums">
                <Quantity
                  value={line[field]}
                  unit={line.unitSymbol}
                  pieces={field === 'shippedQty' ? line.pieces : null}
                />
              </span>
            )}
            {hasPieces && isEditable && field === 'pickedQty' ? (
              <QuantityCell
                label={line.itemName}
                unit={t.pieces}
                value={line.pieces}
                column="pieces"
                cell={getDraftKey(line.lineId, 'pieces')}
                isWhole
                onCommit={(value) => onChange({ [getDraftKey(line.lineId, 'pieces')]: value })}
              />
            ) : null}
          </div>
        ))}
        <div className="flex items-center self-center">
          <VariancePill line={line} />
        </div>
      </div>
    </li>
  );
}

/** A line's picked or proposed lots, and the uncovered quantity. */
function PickLots({ line, lots, isEditable }: Pick<PickLineProps, 'line' | 'lots' | 'isEditable'>) {
  const t = useMessages(processMessages).lots;
  if (!isEditable || lots === null) return <LineLots line={line} />;
  const { day, validThrough, byLine } = lots;
  const lineLots = getShippingLots(line, byLine.get(line.lineId), validThrough);
  return (
    <>
      {lineLots.isProposed && lineLots.lots.length > 0 ? (
        <p className="text-muted-foreground text-xs">{t.proposed}</p>
      ) : null}
      <LineLots line={{ ...line, lots: lineLots.lots }} day={day} validThrough={validThrough} />
      {lineLots.short > 0 ? (
        <p className="text-status-amber text-xs">
          {t.uncovered(formatAmount(lineLots.short, line.unitSymbol))}
        </p>
      ) : null}
    </>
  );
}

function Figures({ children }: { children: ReactNode }) {
  return <div className="col-span-2 flex flex-wrap gap-x-4 text-sm @3xl:contents">{children}</div>;
}

function Figure({
  label,
  isHighlighted,
  children,
}: {
  label: string;
  isHighlighted?: boolean;
  children: ReactNode;
}) {
  return (
    <p className={cn(figureClass, isHighlighted && 'font-medium text-status-amber')}>
      <span className="pe-1 text-muted-foreground text-xs @3xl:sr-only">{label}</span>
      {children}
    </p>
  );
}

/** Difference between approved and shipped, or the quantities missing and damaged on receipt. */
function VariancePill({ line }: { line: OrderLine }) {
  const t = useMessages(processMessages).variance;
  if (!isPicked(line)) return null;
  const { approved, shipped, difference } = getLineShipment(line);
  const [short, damaged] = [line.shortQty ?? 0, line.damagedQty ?? 0];
  // A shortage at receipt takes precedence over a complete shipment.
  if (short > 0 || damaged > 0) {
    return (
      <>
        {short > 0 ? (
          <Pill tone="red" icon={Minus}>
            {t.missing(formatQuantity(short, line.unitSymbol))}
          </Pill>
        ) : null}
        {damaged > 0 ? (
          <Pill tone="red" icon={Minus}>
            {t.damaged(formatQuantity(damaged, line.unitSymbol))}
          </Pill>
        ) : null}
      </>
    );
  }
  if (difference === 0) {
    return (
      <Pill tone="green" icon={Check}>
        {t.complete}
      </Pill>
    );
  }
  if (shipped === 0 && approved > 0) {
    return (
      <Pill tone="red" icon={CircleSlash}>
        {t.none}
      </Pill>
    );
  }
  const amount = formatQuantity(Math.abs(difference), line.unitSymbol);
  return difference < 0 ? (
    <Pill tone="amber" icon={Minus}>
      {t.short(amount)}
    </Pill>
  ) : (
    <Pill tone="blue" icon={Plus}>
      {t.over(amount)}
    </Pill>
  );
}

/** Column layout shared by lines and header: two rows on narrow screens, one on wide ones. */
const pickGrid =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-2 @3xl:grid-cols-[minmax(8.5rem,1fr)_4rem_4rem_4.5rem_6.75rem_6.75rem_6.5rem] @3xl:items-center @3xl:gap-x-2 @3xl:gap-y-0 @4xl:grid-cols-[minmax(10rem,1fr)_5rem_5rem_5.5rem_7rem_7rem_7rem] @4xl:gap-x-3';

/** A line's quantities, labelled where no header is shown. */
const figureClass = 'tabular-nums @3xl:text-end';
