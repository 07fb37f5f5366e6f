import { Truck, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Order } from '#contract/orders.ts';
import type { ApiError } from '#src/lib/api/api-error.ts';
import { useConnection } from '#src/lib/api/connection.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { shortageText } from './line-errors.ts';
import { ConflictTable } from '#src/components/form/conflict-table.tsx';
import { orderMessages } from '#src/components/order/messages.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { fieldsOf } from './process-draft.ts';
import { processMessages } from './process-messages.ts';
import type { ProcessDraft } from './use-process-draft.ts';

interface ProcessNoticeProps {
  order: Order;
  draft: ProcessDraft;
  error: ApiError | null;
  /** A move is on its way. */
  isMoving: boolean;
  /** Lines that still want a reason. */
  missing: number;
}

/** What has to be known before going on: a refusal, a change by somebody else, missing reasons; or that it is done. */
export function ProcessNotice({ order, draft, error, isMoving, missing }: ProcessNoticeProps) {
  const t = useMessages(processMessages);
  const { isAlive } = useConnection();
  const { columns } = useMessages(orderMessages);
  if (draft.disputed.length > 0) {
    const now = fieldsOf(order, draft.typed);
    return (
      <ConflictTable
        name={order.orderNo}
        who={null}
        rows={draft.disputed.map((key) => {
          const [lineId, field] = key.split(' ');
          const line = order.items.find((each) => each.lineId === lineId);
          const label =
            field === undefined
              ? t.transport[key === 'driver' ? 'driver' : 'vehicle']
              : field === 'reason'
                ? t.reason.label(line?.itemName ?? '')
                : `${line?.itemName ?? ''}, ${columns[field as 'pickedQty']}`;
          const say = (value: string | number | null | undefined) =>
            typeof value === 'number' ? formatAmount(value, line?.unitSymbol ?? '') : (value ?? '');
          return { key, label, theirs: say(now[key]), mine: say(draft.typed[key]) };
        })}
        onTakeTheirs={() => draft.choose(draft.disputed, 'theirs')}
        onKeepMine={() => draft.choose(draft.disputed, 'mine')}
        onChoose={(key, whose) => draft.choose([key], whose)}
      />
    );
  }
  if (error) {
    const text =
      error.code === 'STALE_VERSION' ? t.stale : (shortageText(error, order.items) ?? error.message);
    return (
      <div role="alert" className="pill-status-red flex items-start gap-2 rounded-md px-3 py-2 text-sm">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        <p>
          {text}
          {draft.hasUnsent && error.code !== 'STALE_VERSION' ? ` ${t.refused}` : ''}
        </p>
      </div>
    );
  }
  if (missing > 0) {
    return (
      <p role="alert" className="pill-status-amber rounded-md px-3 py-2 text-sm">
        {t.missingReasons(missing)}
      </p>
    );
  }
  if (isMoving && !isAlive) {
    return (
      <p role="status" className="pill-status-amber rounded-md px-3 py-2 text-sm">
        {t.done.queued}
      </p>
    );
  }
  return order.status === 'Shipped' ? <Shipped order={order} /> : null;
}

/** The button that ships stands at the foot: what it came to is brought into sight. */
function Shipped({ order }: { order: Order }) {
  const t = useMessages(processMessages);
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Newer browsers answer a promise, which an effect must not return.
    said.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <p
      ref={said}
      role="status"
      className="pill-status-green flex flex-wrap items-center gap-2 rounded-md px-3 py-2 text-sm"
    >
      <Truck className="size-4 shrink-0" aria-hidden="true" />
      <strong className="font-medium">{t.done.shipped(order.branchName)}</strong>
      {order.deliveryNoteNo === null ? null : t.done.note(order.deliveryNoteNo)}
    </p>
  );
}
