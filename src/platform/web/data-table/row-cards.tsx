import { Fragment, memo, type ReactNode, useRef } from 'react';
import { useListKeys } from '#platform/web/form/use-list-keys.ts';
import { useRowWindow } from '#platform/web/long-list/use-row-window.ts';
import { cn } from '#platform/web/cn.ts';
import { missingValue } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { tableMessages } from './messages.ts';
import { RowCheck } from './row-check.tsx';
import { RowLink } from './row-link.tsx';
import type { RowProps, RowsProps } from './rows.ts';

/** Assumed height of a card until measured. */
const estimatedRowPx = 64;

/** A list on a phone: one card per row with two lines, name and status, then as many other columns as fit. */
export function RowCards<Row>(props: RowsProps<Row>) {
  const { label, rows, getKey, openKey, selection, isBusy } = props;
  const listRef = useRef<HTMLUListElement>(null);
  useListKeys(listRef);
  const keys = rows.map(getKey);
  // The open row is always rendered, because it gets the focus when its panel closes.
  const getPinned = () => [keys.indexOf(openKey ?? '')];
  const { parts } = useRowWindow({ list: listRef, keys, estimatedRowPx, getPinned });
  return (
    <ul
      ref={listRef}
      aria-label={label}
      aria-busy={isBusy || undefined}
      className={cn('divide-y overflow-hidden rounded-lg border bg-card', isBusy && 'opacity-60')}
    >
      {parts.map((part) => {
        if ('px' in part)
          return <li key={`gap ${part.from}`} aria-hidden="true" style={{ height: part.px }} />;
        const row = rows[part.index];
        const key = keys[part.index];
        return row === undefined || key === undefined ? null : (
          <RowCard
            key={key}
            row={row}
            rowKey={key}
            index={part.index}
            count={rows.length}
            columns={props.columns}
            getName={props.getName}
            links={props.links}
            isOpen={openKey === key}
            isSelected={selection?.rows.has(key) ?? false}
            toggle={selection?.toggle ?? null}
          />
        );
      })}
    </ul>
  );
}

type RowCardProps<Row> = RowProps<Row> & { count: number };

const RowCard = memo(function RowCard<Row>(props: RowCardProps<Row>) {
  const { row, rowKey, index, count, columns, getName, links, isOpen, isSelected, toggle } = props;
  const t = useMessages(tableMessages);
  const [title, ...otherColumns] = columns;
  const corners = otherColumns.filter(({ card }) => card === 'corner');
  const lines = otherColumns.filter(({ card = 'line' }) => card === 'line');
  return (
    <li
      data-row={rowKey}
      data-selected={isSelected}
      aria-setsize={count}
      aria-posinset={index + 1}
      aria-current={isOpen || undefined}
      className="relative flex gap-3 px-3 py-2.5 text-sm aria-[current]:bg-selected data-[selected=true]:bg-selected"
    >
      {toggle ? (
        <RowCheck
          label={t.selectRow(getName(row))}
          isChecked={isSelected}
          onChange={(isChecked, isRange) => toggle(rowKey, isChecked, isRange)}
        />
      ) : null}
      <div className="min-w-0 flex-1">
        {/* A name that doesn't fit next to the corner values takes a whole line, because a truncated value is useless. */}
        <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <RowLink
            href={links.getHref(row)}
            onOpen={() => links.open(row)}
            className="min-w-0 max-w-full truncate font-medium after:absolute after:inset-0 [unicode-bidi:plaintext]"
          >
            {title?.cell(row)}
          </RowLink>
          <div className="flex flex-wrap items-center gap-1 empty:hidden">
            {corners.map(({ key: corner, label, cell, isNumeric }) => (
              <Fragment key={corner}>
                {isNumeric ? <span className="text-muted-foreground text-xs">{label}</span> : null}
                {cell(row)}
              </Fragment>
            ))}
          </div>
        </div>
        {/* A value that does not fit is omitted, because a truncated figure would be wrong. */}
        <dl className="flex h-[1lh] flex-wrap overflow-hidden text-muted-foreground text-xs">
          {lines.map(({ key: line, label, cell, isPlain = false }) => {
            const content = cell(row);
            // Omits labels without a value.
            return content === null || content === '' || content === missingValue ? null : (
              <div
                key={line}
                className="max-w-full truncate not-first:before:whitespace-pre not-first:before:content-['_·_']"
              >
                <dt className={isPlain ? 'sr-only' : 'inline'}>{label} </dt>
                <dd className="inline text-foreground tabular-nums [unicode-bidi:isolate]">{content}</dd>
              </div>
            );
          })}
        </dl>
      </div>
    </li>
  );
}) as <Row>(props: RowCardProps<Row>) => ReactNode;
