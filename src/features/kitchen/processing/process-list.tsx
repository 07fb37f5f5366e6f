import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { foldText } from '#domain/text.ts';
import { branchWords } from '#src/collections/places/branch-words.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import type { OrderRow } from '#src/collections/orders/read.ts';
import { NothingMatches } from '#src/components/layout/states.tsx';
import { OrderFlags } from '#src/components/order/order-flags.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { cn } from '#src/lib/cn.ts';
import { formatDay } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { isPicked } from './pick-lines.ts';
import { processListMessages } from './process-list-messages.ts';
import { ShareBar } from '#src/components/order/share-bar.tsx';

interface ProcessListProps {
  orders: readonly OrderRow[];
  /** The order that is open. */
  current: string | undefined;
  query: string;
  onQuery(query: string): void;
}

/** The orders in process, the next delivery first, each with how far it is picked. */
export function ProcessList({ orders, current, query, onQuery }: ProcessListProps) {
  const t = useMessages(processListMessages);
  const [typed, setTyped] = useState(query);
  const wanted = foldText(useDeferredValue(typed));
  const wordsOf = branchWords(useQuery(branchesQuery()).data);
  const shown = orders.filter((order) =>
    foldText(`${order.orderNo} ${order.branchName} ${wordsOf(order.branch)}`).includes(wanted),
  );
  const search = (text: string) => {
    setTyped(text);
    onQuery(text);
  };
  return (
    <nav aria-label={t.label} className="flex min-w-0 flex-col gap-2">
      <Input
        type="search"
        aria-label={t.search}
        placeholder={t.search}
        value={typed}
        onChange={(event) => search(event.currentTarget.value)}
      />
      {shown.length === 0 ? <NothingMatches title={t.noMatch} onClear={() => search('')} /> : null}
      <ul className="flex flex-col overflow-hidden rounded-lg border bg-card empty:hidden">
        {shown.map((order) => (
          <ProcessEntry key={order._id} order={order} isCurrent={order._id === current} query={query} />
        ))}
      </ul>
    </nav>
  );
}

function ProcessEntry({ order, isCurrent, query }: { order: OrderRow; isCurrent: boolean; query: string }) {
  const t = useMessages(processListMessages);
  const lines = order.items ?? [];
  const done = lines.filter(isPicked).length;
  const all = lines.length || order.lineCount;
  return (
    <li className="border-b last:border-b-0">
      <Link
        to="/central-kitchen/order-processing-prep"
        search={{ order: order._id, ...(query ? { q: query } : {}) }}
        aria-current={isCurrent ? 'true' : undefined}
        className={cn('flex min-h-12 flex-col gap-1 px-3 py-2 hover:bg-accent', isCurrent && 'bg-selected')}
      >
        <span className="flex items-baseline gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate font-medium text-sm text-left rtl:text-right">
            {order.branchName}
          </span>
          <span className="text-muted-foreground text-xs">{formatDay(order.deliveryDate)}</span>
        </span>
        <span className="flex flex-wrap items-center gap-2 text-muted-foreground text-xs">
          {order.orderNo}
          <OrderFlags order={order} />
        </span>
        <ShareBar done={done} all={all} label={t.progress(done, all)} />
      </Link>
    </li>
  );
}
