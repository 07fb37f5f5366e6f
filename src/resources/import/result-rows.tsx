import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportKind } from '#contract/imports/kinds.ts';
import { plainText } from '#contract/imports/read-cell.ts';
import type { ImportState, RowOutcome } from '#contract/imports/wire.ts';
import { type CellFault, type CheckedRow, importRowsQuery } from '#src/collections/imports.ts';
import { Pager } from '#src/components/data-table/pager.tsx';
import { LoadFailed } from '#src/components/layout/states.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#src/components/ui/table.tsx';
import { cn } from '#src/lib/cn.ts';
import { formatCount } from '#src/lib/format/format.ts';
import { useColumnWords } from './column-words.ts';
import { faultText } from './fault-text.ts';

interface ResultRowsProps {
  kind: ImportKind;
  state: ImportState;
  outcome: RowOutcome;
  /** The columns that were sent, in their order. */
  columns: readonly string[];
}

const pageSize = 50;

/** The rows of the file as they were read; what is wrong stands in the cell that it is wrong with. */
export function ResultRows({ kind, state, outcome, columns }: ResultRowsProps) {
  const words = useColumnWords(kind);
  const { t, wordOf, choicesOf } = words;
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...importRowsQuery(state._id, state.version, { outcome, page, limit: pageSize }),
    placeholderData: keepPreviousData,
  });
  const { data, error } = query;
  if (error) return <LoadFailed title={t.result.failed} error={error} onRetry={() => void query.refetch()} />;
  if (!data) return <SkeletonRows label={t.result.loading} />;

  const shown = [...columns, ...furtherColumns(data.rows, columns)];
  const columnOf = (key: string) => kind.columns.find((column) => column.key === key);
  const say = (fault: CellFault) => {
    const column = columnOf(fault.column);
    return faultText(fault, column, column ? choicesOf(column) : {}, words);
  };
  return (
    <div>
      <Table aria-label={t.result.rows}>
        <TableHeader>
          <tr>
            <TableHead className="sticky start-0 bg-card">{t.result.row}</TableHead>
            {shown.map((key) => {
              const column = columnOf(key);
              return <TableHead key={key}>{column ? wordOf(column) : key}</TableHead>;
            })}
          </tr>
        </TableHeader>
        <TableBody>
          {data.rows.map((row) => (
            <TableRow key={row.row} className="align-top">
              <th
                scope="row"
                className="sticky start-0 bg-card px-3 py-1.5 text-start font-medium tabular-nums"
              >
                {formatCount(row.row)}
              </th>
              {shown.map((key, at) => (
                <FaultCell
                  key={key}
                  said={at < columns.length ? plainText(row.cells[at] ?? null) : ''}
                  empty={t.result.empty}
                  faults={row.faults.filter(({ column }) => column === key).map(say)}
                />
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <Pager
        page={page}
        pageSize={pageSize}
        shown={data.rows.length}
        total={data.total}
        isCapped={false}
        onPage={setPage}
      />
    </div>
  );
}

/** Columns that the file does not have, and that something is wrong with all the same. */
function furtherColumns(rows: readonly CheckedRow[], columns: readonly string[]): string[] {
  const faulty = rows.flatMap(({ faults }) => faults.map(({ column }) => column));
  return [...new Set(faulty)].filter((key) => !columns.includes(key));
}

interface FaultCellProps {
  said: string;
  empty: string;
  faults: readonly string[];
}

function FaultCell({ said, empty, faults }: FaultCellProps) {
  const isFaulty = faults.length > 0;
  return (
    <TableCell className={cn('max-w-64 align-top', isFaulty ? 'min-w-48 bg-destructive/10' : 'min-w-28')}>
      {said === '' && isFaulty ? (
        <span className="text-muted-foreground italic">{empty}</span>
      ) : (
        <bdi className="line-clamp-3 break-words text-left rtl:text-right">{said}</bdi>
      )}
      {faults.map((fault) => (
        <span key={fault} className="block text-destructive text-xs">
          {fault}
        </span>
      ))}
    </TableCell>
  );
}
