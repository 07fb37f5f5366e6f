import { Check, CircleSlash, Minus, Plus } from 'lucide-react';
import type { OrderLine } from '#contract/orders.ts';
import { Pill } from '#src/components/ui/pill.tsx';
import { formatQuantity } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { isPicked, shipping } from './pick-lines.ts';
import { processMessages } from './process-messages.ts';

/** How what ships stands against what was approved; nothing while the line is not picked. */
export function VariancePill({ line }: { line: OrderLine }) {
  const t = useMessages(processMessages).variance;
  if (!isPicked(line)) return null;
  const { approved, shipped, difference } = shipping(line);
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
  const amount = formatQuantity(Math.abs(difference));
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
