import type { Order } from '#contract/orders.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { receivingTexts } from './messages.ts';
import { entryOf, type Receipt, summaryOf } from './receipt.ts';

/** One sentence of the check page, and why, where somebody said so. */
export interface ReceiptSentence {
  key: string;
  text: string;
  reason: string;
  tone: 'good' | 'amber' | 'red';
}

/** What will be posted, in words: first what is as shipped, then every difference. */
export function receiptWords(order: Order, receipt: Receipt): ReceiptSentence[] {
  const t = messagesOf(receivingTexts).panel.words;
  const { asShipped, differing } = summaryOf(order, receipt);
  const clean: ReceiptSentence[] =
    asShipped === 0
      ? []
      : [{ key: 'asShipped', text: t.asShipped(asShipped, order.branchName), reason: '', tone: 'good' }];
  const others = differing.flatMap(({ line, outcome }) => {
    const { reason } = entryOf(line, receipt);
    const amount = (qty: number) => formatAmount(qty, line.unitSymbol);
    const sentences: [string, number, string, ReceiptSentence['tone']][] = [
      ['accepted', outcome.accepted ?? 0, t.accepted(amount(outcome.accepted ?? 0), line.itemName), 'good'],
      ['damaged', outcome.damaged, t.damaged(amount(outcome.damaged), line.itemName), 'red'],
      ['short', outcome.short, t.short(amount(outcome.short), line.itemName), 'amber'],
      ['over', outcome.over, t.over(amount(outcome.over), line.itemName), 'amber'],
    ];
    return sentences
      .filter(([, qty]) => qty > 0)
      .map(([kind, , text, tone]) => ({
        key: `${line.lineId} ${kind}`,
        text,
        reason: kind === 'accepted' || reason === '' ? '' : t.why(reason),
        tone,
      }));
  });
  return [...clean, ...others];
}
