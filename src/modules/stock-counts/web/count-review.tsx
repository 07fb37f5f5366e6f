import { ChevronDown, CircleHelp, TriangleAlert } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import type { CountLineDecision } from '../input.ts';
import { splitReason } from '#core/reasons/uses.ts';
import type { CountSheet } from './queries.ts';
import { CellGrid } from '#platform/web/form/cell-grid.tsx';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { ReasonChoice } from '#platform/web/form/reason-choice.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { cn } from '#platform/web/cn.ts';
import { missingValue, formatCount } from '#platform/web/format/format.ts';
import { formatAmount, formatAmountChange, formatPieces } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { localizeRefusalText } from '#modules/master-data/web/localize-refusal.ts';
import { readRefusalCode } from '#platform/web/api/localize-error.ts';
import { useReasonText } from '#platform/web/form/reason-choices.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { formatLineAmount } from './count-row.tsx';
import { LineDetails } from './line-details.tsx';
import { LineList } from './line-list.tsx';
import { countMessages } from './messages.ts';
import type { SheetLine } from './merge-entries.ts';

const views = ['toResolve', 'differs', 'all'] as const;
type View = (typeof views)[number];

interface CountReviewProps {
  count: CountSheet;
  lines: readonly SheetLine[];
  /** Errors of the last rejected request, by line id. */
  problems: ReadonlyMap<string, string>;
  /** Reason why decisions are disabled; null if they aren't. */
  lockedReason: string | null;
  onDecide(...decisions: CountLineDecision[]): void;
}

/**
 * Review of a submitted count: differences from the book quantity with their reasons and values, and open
 * questions.
 */
export function CountReview({ count, lines, problems, lockedReason, onDecide }: CountReviewProps) {
  const t = useMessages(countMessages).review;
  const byView = useMemo(() => {
    const openLines = lines.filter((line) => line.questions.length > 0 || problems.has(line.lineId));
    return {
      toResolve: openLines,
      differs: lines.filter(hasDifference).toSorted(compareDifferenceValue),
      all: lines,
    };
  }, [lines, problems]);
  const [chosenView, setChosenView] = useState<View | null>(null);
  const defaultView = problems.size > 0 || byView.toResolve.length > 0 ? 'toResolve' : 'differs';
  // A rejected request reports errors on lines, so these are shown unless the user chose a view.
  const view = chosenView ?? defaultView;
  const visibleLines = byView[view];
  const reasonText = useReasonText();
  const [lastCause, setLastCause] = useState<LineCause | null>(null);
  const withoutCause = visibleLines.filter(
    (line) => line.lineId !== lastCause?.lineId && line.causeCode === null && hasDifference(line),
  );
  return (
    <div className="flex flex-col gap-3">
      <CountTotals count={count} lines={lines} />
      <div role="group" aria-label={t.show} className="flex gap-1 overflow-x-auto">
        {views.map((option) => (
          <Button
            key={option}
            size="sm"
            variant={option === view ? 'secondary' : 'ghost'}
            aria-pressed={option === view}
            onClick={() => setChosenView(option)}
          >
            {option === 'all' ? t.allLines(byView.all.length) : t[option](byView[option].length)}
          </Button>
        ))}
      </div>
      {lastCause === null || withoutCause.length === 0 ? null : (
        <Button
          size="sm"
          className="h-auto min-h-9 self-start whitespace-normal py-1 text-start"
          onClick={() => onDecide(...withoutCause.map(({ lineId }) => ({ ...lastCause, lineId })))}
        >
          {t.causeForOthers(reasonText(formatCause(lastCause)), withoutCause.length)}
        </Button>
      )}
      {visibleLines.length === 0 ? (
        <p className="py-6 text-center text-muted-foreground text-sm">
          {view === 'toResolve' ? t.nothingToResolve : t.noVariances}
        </p>
      ) : (
        <CellGrid name={`count-review.${count._id}`}>
          <LineList lines={visibleLines} estimatedRowPx={rowPx}>
            {(line) => (
              <ReviewLine
                countId={count._id}
                line={line}
                problem={problems.get(line.lineId) ?? null}
                isLocked={lockedReason !== null}
                onDecide={onDecide}
                onCause={(cause) => {
                  setLastCause(cause);
                  onDecide(cause);
                }}
              />
            )}
          </LineList>
        </CellGrid>
      )}
    </div>
  );
}

/** Height of a row before it is measured. */
const rowPx = 97;

const hasDifference = ({ varianceQty, variancePieces }: SheetLine) =>
  (varianceQty ?? 0) !== 0 || (variancePieces ?? 0) !== 0;

/** Formats the code and note of a cause as one reason text. */
const formatCause = ({
  causeCode,
  causeNote,
}: Partial<Record<'causeCode' | 'causeNote', string | null | undefined>>) =>
  [causeCode, causeNote].filter(Boolean).join(': ');

/** Compares by absolute difference, largest first and unknown values last. */
const compareDifferenceValue = (a: SheetLine, b: SheetLine) =>
  Math.abs(b.varianceValue ?? 0) - Math.abs(a.varianceValue ?? 0);

/** Totals of the count: gains, losses and their sum. */
function CountTotals({ count, lines }: { count: CountSheet; lines: readonly SheetLine[] }) {
  const { fields, review: t } = useMessages(countMessages);
  const money = useMoney();
  const { absolute, net } = count;
  const halve = (sum: number) => Math.round((sum / 2) * 1e4) / 1e4;
  const countedCount = lines.filter(({ countedQty }) => countedQty !== null).length;
  const totals: [string, string, string?][] = [
    [t.gains, absolute === null || net === null ? missingValue : money(halve(absolute + net))],
    [t.losses, absolute === null || net === null ? missingValue : money(halve(absolute - net))],
    [fields.net, money(net)],
    [t.countedLines, formatCount(countedCount), t.ofLines(lines.length)],
  ];
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {totals.map(([label, value, note]) => (
        <Card key={label} className="px-4 py-3">
          <p className="text-muted-foreground text-xs">{label}</p>
          <p className="font-semibold text-xl tabular-nums">
            <bdi>{value}</bdi>{' '}
            {note ? <span className="font-normal text-muted-foreground text-xs">{note}</span> : null}
          </p>
        </Card>
      ))}
    </div>
  );
}

/** The cause chosen for a line. */
type LineCause = Pick<CountLineDecision, 'lineId' | 'causeCode' | 'causeNote'>;

interface ReviewLineProps {
  countId: string;
  line: SheetLine;
  problem: string | null;
  isLocked: boolean;
  onDecide(decision: CountLineDecision): void;
  onCause(cause: LineCause): void;
}

const ReviewLine = memo(function ReviewLine({
  countId,
  line,
  problem,
  isLocked,
  onDecide,
  onCause,
}: ReviewLineProps) {
  const t = useMessages(countMessages).review;
  const sheetText = useMessages(countMessages).sheet;
  const money = useMoney();
  const reasonText = useReasonText();
  const [isOpen, setOpen] = useState(false);
  const {
    lineId,
    itemName,
    unitSymbol,
    varianceQty,
    variancePieces,
    varianceValue,
    countedQty,
    lateMovementSeq,
  } = line;
  const questions = new Set(line.questions.map(({ question }) => question));
  const answer = (lateMovementAnswer: 'before' | 'since') =>
    onDecide({ lineId, lateMovementAnswer, ...(lateMovementSeq !== null && { lateMovementSeq }) });
  const isDifferent = hasDifference(line);
  const parts = countedQty === null ? null : formatLineAmount(countedQty, line);
  const countedAs = countedQty === null || parts === formatAmount(countedQty, unitSymbol) ? null : parts;
  const valueText = varianceValue === undefined ? null : money(varianceValue);
  const valueOrNote = countedQty === null ? null : (valueText ?? (isDifferent ? t.unknownValue : null));
  const cause = line.causeCode === null ? null : formatCause(line);
  return (
    <div className={cn('flex flex-col gap-2 border-b bg-card px-3 py-2.5', problem && 'bg-selected')}>
      <div className={reviewGrid}>
        <div className="min-w-0">
          <p className="break-words font-medium leading-5">
            <bdi>{itemName}</bdi>
          </p>
          <p className="text-muted-foreground text-xs">
            <bdi>{line.itemCode}</bdi>
            {line.lot ? (
              <>
                {' · '}
                <bdi>{sheetText.lot(line.lot)}</bdi>
              </>
            ) : null}
            {line.countedByName ? (
              <>
                {' · '}
                <bdi>{line.countedByName}</bdi>
              </>
            ) : null}
            {line.posted ? ` · ${t.posted}` : null}
          </p>
        </div>
        <Figure label={t.counted}>
          {countedQty === null ? t.notCounted : formatAmount(countedQty, unitSymbol)}
          {/* The counted quantity in its own unit, when that differs from the book's. */}
          {countedAs === null ? null : (
            <span className="block text-muted-foreground text-xs">
              <bdi>{countedAs}</bdi>
            </span>
          )}
        </Figure>
        <Figure label={t.book}>
          {line.bookQty === undefined ? missingValue : formatAmount(line.bookQty, unitSymbol)}
        </Figure>
        <Figure label={t.difference} isStrong={isDifferent}>
          {varianceQty === undefined || countedQty === null
            ? missingValue
            : formatAmountChange(varianceQty, unitSymbol)}
          {variancePieces ? <span className="block text-xs">{formatPieces(variancePieces)}</span> : null}
        </Figure>
        <Figure label={t.value}>{valueOrNote ?? missingValue}</Figure>
        <Button
          variant="ghost"
          size="icon"
          aria-label={t.details(itemName)}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="justify-self-end @max-3xl:absolute @max-3xl:end-0 @max-3xl:top-0"
        >
          <ChevronDown aria-hidden="true" className={cn('transition-transform', isOpen && 'rotate-180')} />
        </Button>
      </div>
      {line.firstQty !== null ? (
        <p className="text-muted-foreground text-xs">
          <bdi>{t.firstCount(line.firstByName ?? '', formatLineAmount(line.firstQty, line))}</bdi>
        </p>
      ) : null}
      {line.movedSince ? (
        <p className="text-xs">
          <button
            type="button"
            className="text-primary underline-offset-4 hover:underline touch:min-h-11"
            onClick={() => setOpen(true)}
          >
            <bdi>{t.movedSince(formatAmountChange(line.movedSince, unitSymbol))}</bdi>
          </button>
        </p>
      ) : null}
      {problem === null ? null : (
        <p role="alert" className="flex items-start gap-1.5 text-destructive text-sm">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {problem}
        </p>
      )}
      {line.questions.map(({ question, params }) => (
        <p key={question} className="flex items-start gap-1.5 text-sm text-status-amber">
          <CircleHelp className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {t.questions[question]} {question === 'rejected' ? localizeRejection(params) : null}
        </p>
      ))}
      {isLocked && cause !== null ? (
        <p className="text-sm">
          {t.cause}: <bdi>{reasonText(cause)}</bdi>
        </p>
      ) : null}
      {isLocked ? null : (
        <div className="flex flex-wrap items-start gap-2">
          {isDifferent || questions.has('cause') ? (
            <ReasonChoice
              use="forCount"
              label={t.causeLabel(itemName)}
              value={cause}
              isMissing={questions.has('cause')}
              isRequired={questions.has('cause')}
              className="min-w-0 max-w-lg flex-[1_1_14rem]"
              onChange={(value) => {
                if (value === null) return;
                const { code, note } = splitReason(value);
                onCause({ lineId, causeCode: code, ...(note !== '' && { causeNote: note }) });
              }}
            />
          ) : null}
          {questions.has('cost') || line.enteredCost !== null ? (
            <CostField line={line} isMissing={questions.has('cost')} onDecide={onDecide} />
          ) : null}
          <div className="flex flex-wrap gap-2 empty:hidden @max-md:grid @max-md:w-full @max-md:grid-cols-2 @max-md:*:px-2">
            {questions.has('moves') || line.lateMovementAnswer !== null ? (
              <>
                <Button
                  size="sm"
                  aria-pressed={line.lateMovementAnswer === 'before'}
                  onClick={() => answer('before')}
                >
                  {t.before}
                </Button>
                <Button
                  size="sm"
                  aria-pressed={line.lateMovementAnswer === 'since'}
                  onClick={() => answer('since')}
                >
                  {t.after}
                </Button>
              </>
            ) : null}
            {countedQty !== null ? (
              <Button
                size="sm"
                aria-pressed={line.isMarkedForRecount}
                className="aria-pressed:border-primary aria-pressed:text-primary"
                onClick={() => onDecide({ lineId, isMarkedForRecount: !line.isMarkedForRecount })}
              >
                {line.isMarkedForRecount ? t.noRecount : t.recount}
              </Button>
            ) : null}
          </div>
        </div>
      )}
      {isOpen ? <LineDetails countId={countId} line={line} /> : null}
    </div>
  );
});

/** Returns the ledger's reason for rejecting a line, from the parameters of its question. */
function localizeRejection({
  code,
  ...params
}: NonNullable<SheetLine['questions'][number]['params']> = {}): string {
  return localizeRefusalText({ message: '', ...readRefusalCode({ reason: code, params }) });
}

function Figure({
  label,
  isStrong = false,
  children,
}: {
  label: string;
  isStrong?: boolean;
  children: React.ReactNode;
}) {
  return (
    <p className={cn('text-sm tabular-nums @3xl:text-end', isStrong && 'font-medium')}>
      <span className="block text-muted-foreground text-xs">{label}</span>
      <bdi>{children}</bdi>
    </p>
  );
}

/** Input for the unit cost of a gain whose item has no known cost. */
function CostField({
  line,
  isMissing,
  onDecide,
}: Pick<ReviewLineProps, 'line' | 'onDecide'> & { isMissing: boolean }) {
  const t = useMessages(countMessages).review;
  return (
    <div className="flex items-center gap-2 text-sm">
      <span aria-hidden="true" className="text-muted-foreground text-xs">
        {t.cost}
      </span>
      <QuantityCell
        label={t.costLabel(line.itemName)}
        value={line.enteredCost}
        column="price"
        cell={line.lineId}
        commitOn="leave"
        error={isMissing ? t.questions.cost : null}
        onCommit={(cost) =>
          onDecide({ lineId: line.lineId, enteredCost: cost === null ? null : Math.round(cost * 1e6) / 1e6 })
        }
      />
    </div>
  );
}

const reviewGrid =
  'relative grid grid-cols-2 items-start gap-x-4 gap-y-2 @3xl:grid-cols-[minmax(10rem,1fr)_repeat(4,minmax(5.5rem,auto))_2.75rem] @max-3xl:[&>*:first-child]:col-span-2 @max-3xl:[&>*:first-child]:pe-12';
