import type { OrderLine } from '#modules/orders/shapes.ts';
import { getEnteredReason } from '#core/reasons/uses.ts';
import { ReasonChoice } from '#platform/web/form/reason-choice.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { processMessages } from './messages.ts';

interface LineReasonProps {
  line: OrderLine;
  /** Validation error, shown below the field. */
  error: string | null;
  use: 'forPicking' | 'forApproval';
  onReason(reason: string | null): void;
}

/** Reason for shipping a quantity other than approved, or approving one other than ordered. */
export function LineReason({ line, error, use, onReason }: LineReasonProps) {
  const t = useMessages(processMessages).reason;
  return (
    <div className="py-1" data-line-reason={line.lineId}>
      <ReasonChoice
        use={use}
        label={t.label(line.itemName)}
        value={getEnteredReason(line)}
        isMissing={error !== null}
        onChange={onReason}
      />
    </div>
  );
}
