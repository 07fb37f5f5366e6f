import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ImportColumn, ImportKind } from '../kinds.ts';
import { readPlainText } from '../read-cell.ts';
import { type ImportCorrection } from '../wire.ts';
import { getColumnFormat } from '#core/file-format.ts';
import type { CellProblem, ImportRow, ImportState, RowOutcome } from '../shapes.ts';
import { importRowsQuery } from './queries.ts';
import { Pager } from '#platform/web/data-table/pager.tsx';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#platform/web/ui/table.tsx';
import { cn } from '#platform/web/cn.ts';
import { formatCount } from '#platform/web/format/format.ts';
import { toast } from '#platform/web/toast.ts';
import { formatParsedCell } from './format-parsed-cell.ts';
import { type ImportLabels, describeCellError, useImportLabels } from './import-labels.ts';
import { CorrectCell } from './correct-cell.tsx';
import { formatImportCell } from './template.ts';

interface ResultRowsProps {
  kind: ImportKind;
  state: ImportState;
  outcome: RowOutcome;
  /** Resolves to the number of corrected cells; null on failure. */
  onCorrect(correction: ImportCorrection): Promise<number | null>;
  /** Called when the last error is corrected. Its button no longer exists, so focus must be moved. */
  onAllCorrected(): void;
}

const pageSize = 50;

/** The rows of the file, with the errors and changes in their cells. */
export function ResultRows({ kind, state, outcome, onCorrect, onAllCorrected }: ResultRowsProps) {
  const { columns } = state;
  const labels = useImportLabels(kind);
  const { t, labelOf, choicesOf } = labels;
  const [page, setPage] = useState(1);
  const [openCell, setOpenCell] = useState<{ row: ImportRow; column: ImportColumn } | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const isCorrected = useRef(false);
  /** True while the correction dialog has the focus or is about to return it. */
  const isDialogOpen = useRef(false);
  const [dialogCloseCount, setDialogCloseCount] = useState(0);
  const query = useQuery({
    ...importRowsQuery(state._id, state.version, { outcome, page, limit: pageSize }),
    placeholderData: keepPreviousData,
  });
  const { data, error, isPlaceholderData } = query;
  // Moves the focus to the next error after a correction.
  const focusNextError = useEffectEvent(() => {
    if (!isCorrected.current || isPlaceholderData || isDialogOpen.current) return;
    isCorrected.current = false;
    const next = table.current?.querySelector('button');
    if (next) next.focus();
    else onAllCorrected();
  });
  useEffect(() => focusNextError(), [data, isPlaceholderData, dialogCloseCount]);
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 1) / pageSize));
  // Corrected rows drop out of the list, so the last page may no longer exist.
  if (data && !isPlaceholderData && page > lastPage) setPage(lastPage);
  if (error) return <LoadFailed title={t.result.failed} error={error} onRetry={() => void query.refetch()} />;
  if (!data) return <SkeletonRows label={t.result.loading} />;

  const shownColumns = [...columns, ...findAdditionalColumns(data.rows, columns)];
  const findColumn = (key: string) => kind.columns.find((column) => column.key === key);
  const describeError = (problem: CellProblem) => {
    const column = findColumn(problem.column);
    return describeCellError(problem, column, column ? choicesOf(column) : {}, labels);
  };
  const formatValue = (key: string, value: unknown): string => {
    const column = findColumn(key);
    return column ? readPlainText(formatImportCell(column, value, labels)) : String(value ?? '');
  };
  const getParsedText = (row: ImportRow, key: string, index: number): string | null => {
    const column = findColumn(key);
    const cell = index < columns.length ? (row.cells[index] ?? null) : null;
    return column ? formatParsedCell(cell, column, getColumnFormat(state, key)) : null;
  };
  // Returns the file's text if it differs from the imported value.
  const getNote = (row: ImportRow, key: string, index: number) => {
    const corrected = row.corrected.find(({ column }) => column === key);
    if (corrected) return t.result.fileValue(readPlainText(corrected.originalValue) || t.result.empty);
    return getParsedText(row, key, index) === null
      ? null
      : t.result.fileValue(readPlainText(row.cells[index] ?? null));
  };
  const getCorrection = (row: ImportRow, key: string) => {
    const column = findColumn(key);
    return column && row.problems.some((problem) => problem.column === key)
      ? {
          label: t.result.correct,
          name: t.result.correctCell(formatCount(row.row), labelOf(column)),
          open() {
            isDialogOpen.current = true;
            setOpenCell({ row, column });
          },
        }
      : null;
  };
  async function correct(correction: ImportCorrection): Promise<boolean> {
    const count = await onCorrect(correction);
    if (count === null) return false;
    toast(t.result.corrected(formatCount(count)));
    isCorrected.current = true;
    return true;
  }
  const renamedRows = data.rows.flatMap(({ row, changes }) =>
    changes.flatMap(({ column, before, after }) =>
      column === 'name' && before !== null
        ? [{ row, text: t.result.renamed(String(before), String(after)) }]
        : [],
    ),
  );
  return (
    <div className="flex flex-col gap-3">
      {renamedRows.length > 0 ? (
        <Card className="p-3 text-sm">
          <h3 className="font-medium">{t.result.renames(formatCount(renamedRows.length))}</h3>
          <ul className="mt-1 flex max-h-40 flex-col gap-1 overflow-y-auto">
            {renamedRows.map(({ row, text }) => (
              <li key={row}>{text}</li>
            ))}
          </ul>
        </Card>
      ) : null}
      <Table ref={table} aria-label={t.result.rows}>
        <TableHeader>
          <tr>
            <TableHead className="sticky start-0 bg-card">{t.result.row}</TableHead>
            {shownColumns.map((key) => {
              const column = findColumn(key);
              return <TableHead key={key}>{column ? labelOf(column) : key}</TableHead>;
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
              {shownColumns.map((key, index) => {
                const change = row.changes.find(({ column }) => column === key);
                return change ? (
                  <ChangeCell
                    key={key}
                    t={t}
                    note={getNote(row, key, index)}
                    before={formatValue(key, change.before)}
                    after={formatValue(key, change.after)}
                  />
                ) : (
                  <ErrorCell
                    key={key}
                    text={
                      getParsedText(row, key, index) ??
                      (index < columns.length ? readPlainText(row.cells[index] ?? null) : '')
                    }
                    empty={t.result.empty}
                    errors={row.problems.filter(({ column }) => column === key).map(describeError)}
                    note={getNote(row, key, index)}
                    correct={getCorrection(row, key)}
                  />
                );
              })}
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {openCell ? (
        <CorrectCell
          kind={kind}
          state={state}
          {...openCell}
          errors={openCell.row.problems
            .filter(({ column }) => column === openCell.column.key)
            .map(describeError)}
          onCorrect={correct}
          onClose={() => setOpenCell(null)}
          onClosed={() => {
            isDialogOpen.current = false;
            setDialogCloseCount((before) => before + 1);
          }}
        />
      ) : null}
      <Pager
        page={page}
        pageSize={pageSize}
        rowCount={data.rows.length}
        total={data.total}
        isCapped={false}
        onPage={setPage}
      />
    </div>
  );
}

/** Returns columns that aren't in the file but have errors or changes. */
function findAdditionalColumns(rows: readonly ImportRow[], columns: readonly string[]): string[] {
  const columnKeys = rows.flatMap(({ problems, changes }) =>
    [...problems, ...changes].map(({ column }) => column),
  );
  return [...new Set(columnKeys)].filter((key) => !columns.includes(key));
}

interface ChangeCellProps {
  t: ImportLabels['t'];
  note: string | null;
  before: string;
  after: string;
}

/** A changed value: the current one struck through, then the new one. */
function ChangeCell({ t, note, before, after }: ChangeCellProps) {
  const text = 'line-clamp-3 break-words text-left rtl:text-right';
  return (
    <TableCell className="min-w-36 max-w-64 bg-status-amber/10 align-top">
      <span className="sr-only">{t.result.was}</span>{' '}
      {before === '' ? (
        <span className="block text-muted-foreground text-xs italic">{t.result.empty}</span>
      ) : (
        <del className={cn(text, 'text-muted-foreground text-xs')}>
          <bdi>{before}</bdi>
        </del>
      )}{' '}
      <span className="sr-only">{t.result.becomes}</span>{' '}
      {after === '' ? (
        <span className="block italic">{t.result.empty}</span>
      ) : (
        <ins className={cn(text, 'font-medium no-underline')}>
          <bdi>{after}</bdi>
        </ins>
      )}
      <Note text={note} />
    </TableCell>
  );
}

interface ErrorCellProps {
  text: string;
  empty: string;
  errors: readonly string[];
  note: string | null;
  /** The correction action; null without an error. */
  correct: { label: string; name: string; open(): void } | null;
}

function Note({ text }: { text: string | null }) {
  return text === null ? null : (
    <span className="block text-muted-foreground text-xs">
      <bdi>{text}</bdi>
    </span>
  );
}

function ErrorCell({ text, empty, errors, note, correct }: ErrorCellProps) {
  const hasErrors = errors.length > 0;
  return (
    <TableCell className={cn('max-w-64 align-top', hasErrors ? 'min-w-48 bg-destructive/10' : 'min-w-28')}>
      {text === '' && hasErrors ? (
        <span className="text-muted-foreground italic">{empty}</span>
      ) : (
        <bdi className="line-clamp-3 break-words text-left rtl:text-right">{text}</bdi>
      )}
      {errors.map((message) => (
        <span key={message} className="block text-destructive text-xs">
          {message}
        </span>
      ))}
      <Note text={note} />
      {correct ? (
        <Button size="sm" className="mt-1" aria-label={correct.name} onClick={correct.open}>
          {correct.label}
        </Button>
      ) : null}
    </TableCell>
  );
}
