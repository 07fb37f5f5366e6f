import { useRef } from 'react';
import { useListKeys } from '#src/components/form/use-list-keys.ts';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { tableMessages } from './messages.ts';
import { RowCheck } from './row-check.tsx';
import { RowLink } from './row-link.tsx';
import type { RowsProps } from './rows.ts';

/** A list on a phone: one card per row, the same columns as lines with their labels. */
export function RowCards<Row>(props: RowsProps<Row>) {
  const { label, rows, keyOf, isBusy } = props;
  const list = useRef<HTMLUListElement>(null);
  useListKeys(list);
  return (
    <ul
      ref={list}
      aria-label={label}
      aria-busy={isBusy || undefined}
      className={cn('divide-y overflow-hidden rounded-lg border bg-card', isBusy && 'opacity-60')}
    >
      {rows.map((row) => (
        <RowCard key={keyOf(row)} row={row} {...props} />
      ))}
    </ul>
  );
}

function RowCard<Row>(props: RowsProps<Row> & { row: Row }) {
  const { row, columns, keyOf, nameOf, linkOf, openKey, selection } = props;
  const t = useMessages(tableMessages);
  const key = keyOf(row);
  const isChosen = selection?.rows.has(key) ?? false;
  const [title, ...others] = columns;
  const corners = others.filter(({ card }) => card === 'corner');
  const lines = others.filter(({ card = 'line' }) => card === 'line');
  return (
    <li
      data-row
      data-selected={isChosen}
      aria-current={openKey === key || undefined}
      className="relative flex gap-3 px-3 py-2.5 text-sm aria-[current]:bg-selected data-[selected=true]:bg-selected"
    >
      {selection ? (
        <RowCheck
          label={t.selectRow(nameOf(row))}
          isChecked={isChosen}
          onChange={(isChecked, isRange) => selection.toggle(key, isChecked, isRange)}
        />
      ) : null}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <RowLink
            link={linkOf(row)}
            className="min-w-0 break-words font-medium after:absolute after:inset-0"
          >
            {title?.cell(row)}
          </RowLink>
          {corners.map(({ key: corner, cell }) => (
            <span key={corner}>{cell(row)}</span>
          ))}
        </div>
        <dl className="flex flex-wrap gap-x-4 gap-y-0.5 pt-1 text-muted-foreground">
          {lines.map(({ key: line, label, cell }) => {
            const content = cell(row);
            // A label alone says nothing.
            return content === null || content === '' ? null : (
              <div key={line} className="flex min-w-0 gap-1.5">
                <dt>{label}</dt>
                <dd className="min-w-0 break-words text-foreground tabular-nums">{content}</dd>
              </div>
            );
          })}
        </dl>
      </div>
    </li>
  );
}
