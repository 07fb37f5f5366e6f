import type { Order } from '#modules/orders/shapes.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import type { ConflictRow } from '#platform/web/form/conflict-table.tsx';
import { formatDate } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { getMessages, useMessages } from '#platform/web/i18n/messages.ts';
import { useReasonText } from '#platform/web/form/reason-choices.ts';
import { receivingMessages } from './messages.ts';
import { parseReceivedLots, isLotRelevant } from './received-lots.ts';
import {
  type ConflictingPart,
  getReceiptEntry,
  type OrderReceiptDraft,
  summarizeReceipt,
} from './receipt.ts';

/** One sentence of the check page, with the reason if one was entered. */
interface ReceiptSentence {
  key: string;
  text: string;
  reason: string;
  tone: 'good' | 'amber' | 'red';
}

/** Describes the posting of a receipt: lines received as shipped first, then every difference. */
export function buildReceiptSentences(
  order: Order,
  receipt: OrderReceiptDraft,
  formatReason: (reason: string) => string = (reason) => reason,
  linesWithPhoto: ReadonlySet<string> = new Set(),
): ReceiptSentence[] {
  const t = getMessages(receivingMessages).panel.sentences;
  const { asShippedCount, differingLines } = summarizeReceipt(order, receipt);
  const asShippedSentences: ReceiptSentence[] =
    asShippedCount === 0
      ? []
      : [{ key: 'asShipped', text: t.asShipped(asShippedCount, order.branchName), reason: '', tone: 'good' }];
  const differences = differingLines.flatMap(({ line, outcome }) => {
    const { reason } = getReceiptEntry(line, receipt);
    const formatQty = (qty: number) => formatAmount(qty, line.unitSymbol);
    const accepted = outcome.accepted ?? 0;
    const sentences: [string, number, string, ReceiptSentence['tone']][] = [
      ['accepted', accepted, t.accepted(formatQty(accepted), line.itemName), 'good'],
      ['damaged', outcome.damaged, t.damaged(formatQty(outcome.damaged), line.itemName), 'red'],
      ['short', outcome.short, t.short(formatQty(outcome.short), line.itemName), 'amber'],
      ['over', outcome.over, t.over(formatQty(outcome.over), line.itemName), 'amber'],
    ];
    const otherLots = parseReceivedLots(getReceiptEntry(line, receipt).lots)
      .filter((lot) => lot.isOther && isLotRelevant(lot))
      .map((lot) => ({
        key: `${line.lineId} ${lot.lot} ${lot.expiry}`,
        text: t.otherLot(
          formatQty(fromMicro(toMicro(lot.accepted ?? 0) + toMicro(lot.damaged ?? 0))),
          line.itemName,
          [lot.lot, lot.expiry && formatDate(lot.expiry)].filter(Boolean).join(', '),
        ),
        reason: '',
        tone: 'amber' as const,
      }));
    const quantities = sentences
      .filter(([, qty]) => qty > 0)
      .map(([kind, , text, tone]) => ({
        key: `${line.lineId} ${kind}`,
        text,
        reason:
          kind === 'accepted'
            ? ''
            : [
                reason === '' ? '' : t.reason(formatReason(reason)),
                linesWithPhoto.has(line.lineId) ? t.withPhoto : '',
              ]
                .filter(Boolean)
                .join(' · '),
        tone,
      }));
    return [...quantities, ...otherLots];
  });
  return [...asShippedSentences, ...differences];
}

export function getConflictKey({ line, field }: ConflictingPart): string {
  return `${line.lineId} ${field}`;
}

/** Returns a function that labels a part of a line on which two users' entries differ. */
export function useReceiptConflictRow(): (part: ConflictingPart) => ConflictRow {
  const t = useMessages(receivingMessages).panel;
  const formatReason = useReasonText();
  return (part) => {
    const { line, field, theirs, mine } = part;
    const formatQty = (qty: number | null) => formatAmount(qty, line.unitSymbol);
    const formatLots = (serialized: string) =>
      parseReceivedLots(serialized)
        .map(({ lot, expiry, accepted }) => `${lot || expiry} ${formatQty(accepted)}`)
        .join(', ');
    const format = (value: number | string | null): string => {
      if (typeof value === 'number')
        return field === 'temperature' ? t.degrees(String(value)) : formatQty(value);
      if (field === 'reason') return formatReason(value);
      return field === 'lots' ? formatLots(value ?? '') : (value ?? '');
    };
    return {
      key: getConflictKey(part),
      label: `${line.itemName}, ${(field === 'lots' ? t.lots.title : t[field]).toLocaleLowerCase()}`,
      theirs: format(theirs),
      mine: format(mine),
    };
  };
}
