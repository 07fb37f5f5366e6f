import { Check, PackageX, TriangleAlert } from 'lucide-react';
import type { Order } from '#contract/orders.ts';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { receivingTexts } from './messages.ts';
import type { Receipt } from './receipt.ts';
import { receiptWords } from './receipt-words.ts';

const icons = { good: Check, amber: TriangleAlert, red: PackageX };
const colours = { good: 'text-status-green', amber: 'text-status-amber', red: 'text-status-red' };

/** The check page: what will be posted, in words. */
export function ReceiptCheck({ order, receipt }: { order: Order; receipt: Receipt }) {
  const t = useMessages(receivingTexts).panel;
  return (
    <section aria-label={t.checkTitle} tabIndex={0} className="flex flex-col gap-3">
      <h3 className="font-semibold text-base">{t.checkTitle}</h3>
      <ul className="flex flex-col gap-2 text-base">
        {receiptWords(order, receipt).map(({ key, text, reason, tone }) => {
          const Icon = icons[tone];
          return (
            <li key={key} className="flex gap-2.5">
              <Icon className={cn('mt-1 size-4 shrink-0', colours[tone])} aria-hidden="true" />
              <span>
                {text}
                {reason === '' ? null : <span className="block text-muted-foreground text-sm">{reason}</span>}
              </span>
            </li>
          );
        })}
      </ul>
      <p className="text-muted-foreground text-sm">{t.checkLead}</p>
    </section>
  );
}
