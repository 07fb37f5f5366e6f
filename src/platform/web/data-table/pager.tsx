import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { formatCount, formatTotal } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { tableMessages } from './messages.ts';

interface PagerProps {
  /** From 1. */
  page: number;
  pageSize: number;
  /** Number of rows on this page. */
  rowCount: number;
  /** Null if unknown. */
  total: number | null;
  /** There are at least `total`. */
  isCapped: boolean;
  onPage(page: number): void;
}

/** `Showing 1–50 of 1,204` and links to the first, neighbouring and last pages: `1 … 6 7 8 … 25`. */
export function Pager({ page, pageSize, rowCount, total, isCapped, onPage }: PagerProps) {
  const t = useMessages(tableMessages);
  const first = formatCount((page - 1) * pageSize + 1);
  const last = formatCount((page - 1) * pageSize + rowCount);
  const lastPage = total === null ? null : Math.max(1, Math.ceil(total / pageSize));
  // With a capped or unknown total, a full page implies a next one.
  const hasNext = lastPage === null || isCapped ? rowCount === pageSize : page < lastPage;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-2 print:hidden">
      <p role="status" className="text-muted-foreground text-sm tabular-nums">
        {rowCount === 0
          ? t.noRows
          : total === null
            ? t.rangeOnly(first, last)
            : t.range(first, last, formatTotal(total, isCapped))}
      </p>
      {page > 1 || hasNext ? (
        <nav aria-label={t.pages} className="flex items-center gap-1">
          <Button
            variant="ghost"
            size="icon"
            aria-label={t.previous}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            <ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />
          </Button>
          {getPageNumbers(page, isCapped ? null : lastPage).map((number, index, numbers) => (
            <Fragment key={number}>
              {number - (numbers[index - 1] ?? number) > 1 ? (
                <span aria-hidden="true" className="px-1 text-muted-foreground max-sm:hidden">
                  …
                </span>
              ) : null}
              <Button
                variant={number === page ? 'secondary' : 'ghost'}
                aria-label={t.page(formatCount(number))}
                aria-current={number === page ? 'page' : undefined}
                className="min-w-9 px-2 tabular-nums max-sm:hidden max-sm:aria-[current]:inline-flex"
                onClick={() => onPage(number)}
              >
                {formatCount(number)}
              </Button>
            </Fragment>
          ))}
          <Button
            variant="ghost"
            size="icon"
            aria-label={t.next}
            disabled={!hasNext}
            onClick={() => onPage(page + 1)}
          >
            <ChevronRight aria-hidden="true" className="rtl:-scale-x-100" />
          </Button>
        </nav>
      ) : null}
    </div>
  );
}

/** Returns the first page, the current one with its neighbours, and the last if known. */
export function getPageNumbers(page: number, lastPage: number | null): number[] {
  const pages = [1, page - 1, page, ...(lastPage === null ? [] : [page + 1, lastPage])];
  const existing = pages.filter(
    (number) => number >= 1 && (lastPage === null || number <= Math.max(lastPage, page)),
  );
  return [...new Set(existing)].toSorted((a, b) => a - b);
}
