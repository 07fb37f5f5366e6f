import { Undo2 } from 'lucide-react';
import type { FairShareItem } from '../shapes.ts';
import type { ShareRuleSentence } from '../share.ts';
import { fromMicro } from '#core/quantity.ts';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { ReasonChoice } from '#platform/web/form/reason-choice.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { cn } from '#platform/web/cn.ts';
import { formatPercent, formatQuantity } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { type Translation, useMessages } from '#platform/web/i18n/messages.ts';
import { fairShareMessages } from './messages.ts';
import type { ItemShareRows, ShareLineRow, FairShareEditor } from './use-shares.ts';

interface ItemSharesProps {
  itemShares: ItemShareRows;
  /** Whether the user may approve shares. */
  isEditable: boolean;
  onEdit: FairShareEditor['edit'];
}

/** One short item: its supply, the distribution rule, and the share of every order. */
export function ItemShares({ itemShares, isEditable, onEdit }: ItemSharesProps) {
  const t = useMessages(fairShareMessages);
  const { item, rows, keptBack, supply, share } = itemShares;
  const formatQty = (qty: number) => formatAmount(qty, item.unitSymbol);
  const stockNotes = [
    t.stockNotes.onHand(formatQty(item.onHand)),
    ...(item.heldElsewhere > 0 ? [t.stockNotes.heldElsewhere(formatQty(item.heldElsewhere))] : []),
    ...(item.unusable > 0 ? [t.stockNotes.unusable(formatQty(item.unusable))] : []),
  ];
  return (
    <section aria-label={item.itemName} className="rounded-lg border bg-card">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b p-4 max-sm:p-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="break-words font-semibold text-base">
            <bdi>{item.itemName}</bdi>{' '}
            {item.itemNameAlt ? (
              <bdi className="font-normal text-muted-foreground text-sm">{item.itemNameAlt}</bdi>
            ) : null}
          </h2>
          <p className="text-sm">{t.supply(formatQty(supply), formatQty(fromMicro(share.requestedMicro)))}</p>
          <p className="text-muted-foreground text-xs">{stockNotes.join(' · ')}</p>
        </div>
        <div className="flex items-center gap-2 text-sm">
          <span aria-hidden="true" className="text-muted-foreground">
            {t.heldBack}
          </span>
          <QuantityCell
            label={t.heldBackLabel(item.itemName)}
            value={keptBack}
            unit={item.unitSymbol}
            column="keptBack"
            cell={`keptBack ${item.itemId}`}
            disabled={!isEditable}
            className="w-32"
            onCommit={(value) => onEdit({ keptBack: { [item.itemId]: value ?? 0 } })}
          />
        </div>
      </header>
      <RuleExplanation itemShares={itemShares} />
      <table className="w-full text-sm" aria-label={t.table(item.itemName)}>
        <thead>
          <tr className="border-b text-muted-foreground text-xs">
            <th scope="col" className="p-2 ps-4 text-start font-medium max-sm:ps-3">
              {t.columns.branch}
            </th>
            <th scope="col" className="p-2 text-end font-medium max-sm:hidden">
              {t.columns.ordered}
            </th>
            <th scope="col" className="p-2 text-end font-medium">
              {t.columns.share}
            </th>
            <th scope="col" className="w-16 p-2 text-end font-medium max-sm:w-10 max-sm:px-1">
              {t.columns.percent}
            </th>
            <th scope="col" className="p-2 pe-4 text-end font-medium max-sm:pe-3">
              {t.columns.short}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {rows.map((row) => (
            <ShareRow key={row.line.lineId} row={row} item={item} isEditable={isEditable} onEdit={onEdit} />
          ))}
        </tbody>
      </table>
      <BalanceLine itemShares={itemShares} />
    </section>
  );
}

interface ShareRowProps {
  row: ShareLineRow;
  item: FairShareItem;
  isEditable: boolean;
  onEdit: FairShareEditor['edit'];
}

function ShareRow({ row, item, isEditable, onEdit }: ShareRowProps) {
  const t = useMessages(fairShareMessages);
  const { line, qty, proposed } = row;
  const formatQty = (qty: number) => formatAmount(qty, line.unitSymbol);
  const formatBaseQty = (qty: number) => formatAmount(qty, item.unitSymbol);
  const branchFigures = [
    ...(line.typicalOrderQty === null ? [] : [t.figures.usual(formatBaseQty(line.typicalOrderQty))]),
    ...(line.usagePerDay === null ? [] : [t.figures.use(formatBaseQty(line.usagePerDay))]),
    ...(line.stock > 0 ? [t.figures.has(formatBaseQty(line.stock))] : []),
    ...(line.usagePerDay === null || line.usagePerDay <= 0
      ? []
      : [t.figures.cover(Math.floor((line.stock / line.usagePerDay) * 10) / 10)]),
  ];
  const isAboveOrdered = qty > line.requested;
  return (
    <tr className="align-top">
      <th scope="row" className="min-w-0 p-2 ps-4 text-start font-normal max-sm:ps-3">
        <p className="break-words font-medium">
          <bdi>{line.branchName}</bdi>
        </p>
        <p className="text-muted-foreground text-xs">
          <bdi className="whitespace-nowrap">{line.orderNo}</bdi>
          <span className="sm:hidden"> · {t.ordered(formatQty(line.requested))}</span>
        </p>
        {branchFigures.length > 0 ? (
          <p className="text-muted-foreground text-xs">{branchFigures.join(' · ')}</p>
        ) : null}
        <p className="text-muted-foreground text-xs">
          {row.isEdited ? t.proposed(formatQty(proposed)) : t.reasons[row.allocationReason]}
        </p>
        {isAboveOrdered ? (
          <ReasonChoice
            use="forApproval"
            label={t.reasonLabel(item.itemName, line.branchName)}
            value={row.reason}
            isMissing={row.isReasonMissing}
            disabled={!isEditable}
            onChange={(reason) => onEdit({ reason: { [line.lineId]: reason } })}
          />
        ) : null}
      </th>
      <td className="whitespace-nowrap p-2 text-end tabular-nums max-sm:hidden">
        {formatQty(line.requested)}
        {line.ordered === line.requested ? null : (
          <p className="text-muted-foreground text-xs">{t.reviewed(formatQty(line.ordered))}</p>
        )}
      </td>
      <td className="p-2 max-sm:px-1">
        <div className="flex items-center justify-end gap-1">
          {row.isEdited && isEditable ? (
            <Button
              variant="ghost"
              size="icon"
              className="max-lg:hidden"
              aria-label={t.resetTo(formatQty(proposed))}
              title={t.resetTo(formatQty(proposed))}
              onClick={() => onEdit({ qty: { [line.lineId]: proposed } })}
            >
              <Undo2 aria-hidden="true" />
            </Button>
          ) : null}
          <QuantityCell
            label={t.shareLabel(item.itemName, line.branchName, line.orderNo)}
            value={qty}
            unit={line.unitSymbol}
            column={`share-${item.itemId}`}
            cell={`share ${line.lineId}`}
            isWhole={line.isWhole}
            disabled={!isEditable}
            suggestion={proposed}
            className="w-28 scroll-mb-16 max-lg:w-20"
            onCommit={(value) => onEdit({ qty: { [line.lineId]: value ?? 0 } })}
          />
        </div>
      </td>
      <td className="p-2 text-end tabular-nums max-sm:px-1">{formatPercent(row.percent / 100)}</td>
      <td
        className={cn(
          'whitespace-nowrap p-2 pe-4 text-end tabular-nums max-sm:pe-3',
          row.shortQty > 0 ? 'text-status-amber' : 'text-muted-foreground',
        )}
      >
        {formatQuantity(row.shortQty, line.unitSymbol)}
      </td>
    </tr>
  );
}

/** Totals of the shares, sticky at the bottom: allocated, and remaining or in excess. */
function BalanceLine({ itemShares: { item, supply, balance } }: { itemShares: ItemShareRows }) {
  const t = useMessages(fairShareMessages).balance;
  const formatMicro = (micro: number) => formatAmount(fromMicro(micro), item.unitSymbol);
  const { allocatedMicro, remainingMicro, excessMicro } = balance;
  return (
    <p
      role="status"
      className={cn(
        'sticky bottom-0 flex flex-wrap justify-between gap-x-4 rounded-b-lg border-t bg-card px-4 py-3 font-medium text-sm tabular-nums max-sm:px-3',
        excessMicro > 0 && 'text-destructive',
      )}
    >
      <span>{t.allocated(formatMicro(allocatedMicro), formatAmount(supply, item.unitSymbol))}</span>
      <span>
        {excessMicro > 0
          ? t.beyond(formatMicro(excessMicro))
          : remainingMicro > 0
            ? t.remaining(formatMicro(remainingMicro))
            : t.exact}
      </span>
    </p>
  );
}

/** Explains the rule that produced the shares, one sentence per step. */
function RuleExplanation({ itemShares: { item, share, keptBack } }: { itemShares: ItemShareRows }) {
  const t = useMessages(fairShareMessages);
  const names = new Map(item.lines.map(({ branch, branchName }) => [branch, branchName]));
  const joinNames = (branches: readonly string[]) =>
    branches.map((id) => names.get(id) ?? id).join(t.rules.and);
  const formatQty = (qty: number) => formatAmount(qty, item.unitSymbol);
  const sentences = [
    ...share.rule.map((sentence) => describeRule(sentence, { t, joinNames, formatQty })),
    ...(keptBack > 0 ? [t.rules.heldBack(formatQty(keptBack))] : []),
  ];
  return (
    <p className="border-b bg-muted/40 px-4 py-2 text-sm max-sm:px-3">
      <span className="sr-only">{t.rule}: </span>
      {sentences.join(' ')}
    </p>
  );
}

interface RuleContext {
  t: Translation<(typeof fairShareMessages)['en']>;
  joinNames(branches: readonly string[]): string;
  formatQty(qty: number): string;
}

function describeRule(sentence: ShareRuleSentence, { t, joinNames, formatQty }: RuleContext): string {
  const rules = t.rules;
  switch (sentence.code) {
    case 'nothing':
    case 'enough':
    case 'no-usage':
      return rules[sentence.code];
    case 'first':
    case 'later':
    case 'usage-estimated':
    case 'remainder-to':
      return rules[sentence.code](joinNames(sentence.branches));
    case 'by-ordered':
    case 'by-use':
      return rules[sentence.code](
        formatPercent(sentence.percent / 100),
        sentence.wholePacks ? rules.wholePacks : '',
      );
    case 'by-cover':
      return rules['by-cover'](
        formatQuantity(sentence.tenthsOfDays / 10),
        sentence.wholePacks ? rules.wholePacks : '',
      );
    case 'capped':
      return rules.capped(joinNames(sentence.branches), t.caps(sentence.times));
    case 'remaining':
      return rules['remaining'](formatQty(sentence.qty));
  }
}
