import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#platform/web/cn.ts';

/**
 * A table that scrolls horizontally inside its box, so that the page never does; the box also contains
 * absolutely positioned text for screen readers.
 */
export function Table({ className, ...props }: ComponentProps<'table'>) {
  return (
    // A scrollable region must be focusable by keyboard.
    <div
      className="relative w-full overflow-x-auto rounded-lg border bg-card print:w-fit print:min-w-full print:overflow-visible"
      tabIndex={0}
    >
      <table className={cn('w-full border-collapse text-sm print:text-xs', className)} {...props} />
    </div>
  );
}

export function TableHeader(props: ComponentProps<'thead'>) {
  return <thead {...props} />;
}

export function TableBody({ className, ...props }: ComponentProps<'tbody'>) {
  return <tbody className={cn('divide-y', className)} {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return (
    <tr
      className={cn(
        'hover:bg-accent/50 aria-selected:bg-selected data-[selected=true]:bg-selected',
        className,
      )}
      {...props}
    />
  );
}

export function TableHead({ className, ...props }: ComponentProps<'th'>) {
  return (
    <th
      scope="col"
      className={cn(
        'h-9 whitespace-nowrap border-b px-3 text-start font-medium text-muted-foreground text-xs print:px-1.5',
        className,
      )}
      {...props}
    />
  );
}

export function TableCell({ className, ...props }: ComponentProps<'td'>) {
  return <td className={cn('h-9 px-3 py-1.5 touch:h-12 print:h-auto print:px-1.5', className)} {...props} />;
}

/** Numeric column: left-to-right in every language and right-aligned. */
export const numericCell = 'whitespace-nowrap text-right tabular-nums';

export interface Fact<Row> {
  heading: string;
  isNumeric?: boolean;
  /** Gives the column a minimum width, so that a name doesn't wrap after every word. */
  isName?: boolean;
  cell(row: Row): ReactNode;
}

interface FactTableProps<Row> {
  label: string;
  columns: readonly Fact<Row>[];
  rows: readonly Row[];
  getKey(row: Row): string | number;
}

/** A short read-only table without sorting, search or selection. */
export function FactTable<Row>({ label, columns, rows, getKey }: FactTableProps<Row>) {
  return (
    <Table aria-label={label}>
      <TableHeader>
        <tr>
          {columns.map(({ heading, isNumeric }) => (
            <TableHead key={heading} className={isNumeric ? numericCell : undefined}>
              {heading}
            </TableHead>
          ))}
        </tr>
      </TableHeader>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={getKey(row)}>
            {columns.map(({ heading, isNumeric, isName, cell }) => (
              <TableCell key={heading} className={isNumeric ? numericCell : isName ? 'min-w-40' : undefined}>
                {cell(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
