import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ImportKind } from '../kinds.ts';
import { type ImportCorrection } from '../wire.ts';
import { type ImportRow, type ImportState, type RowOutcome, rowOutcomes } from '../shapes.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { formatCount } from '#platform/web/format/format.ts';
import { IgnoredColumns } from './map-step.tsx';
import { ResultRows } from './result-rows.tsx';
import { describeCellError, useImportLabels } from './import-labels.ts';
import { useQueryClient } from '@tanstack/react-query';
import { importRowsQuery } from './queries.ts';
import { saveRows } from '#platform/web/data-table/save-rows.ts';
import type { CsvCell } from '#core/csv.ts';
import { toastError } from '#platform/web/toast.ts';
import { getImportErrorMessage } from '#modules/master-data/web/localize-refusal.ts';

interface ResultStepProps {
  kind: ImportKind;
  state: ImportState;
  /** Whether the file is loaded, so that its mapping can still be changed. */
  hasFile: boolean;
  /** Server error of the last attempt. */
  problem: string | null;
  /** Resolves to the number of corrected cells; null on failure. */
  onCorrect(correction: ImportCorrection): Promise<number | null>;
  onCheck(): void;
  onCommit(): void;
  onChangeColumns(): void;
}

/** Result of the dry run: changes, errors and next steps. */
export function ResultStep(props: ResultStepProps) {
  const { kind, state, hasFile, problem, onCorrect, onCheck, onCommit, onChangeColumns } = props;
  const { t } = useImportLabels(kind);
  const save = useExportRowsWithErrors(kind, state);
  const defaultOutcome =
    rowOutcomes.toReversed().find((outcome) => state[outcome] > 0 && outcome !== 'unchanged') ?? 'unchanged';
  const [chosen, setOutcome] = useState<RowOutcome>(defaultOutcome);
  // Once all errors are corrected, the resulting changes are shown.
  const outcome = state[chosen] > 0 ? chosen : defaultOutcome;
  const writeCount = state.created + state.changed;
  const disabledReason =
    state.invalid > 0
      ? t.result.faultyFirst
      : writeCount + state.relatedRows === 0
        ? t.result.nothingToImport
        : null;
  const footer = useRef<HTMLDivElement>(null);
  const Icon = state.invalid > 0 ? TriangleAlert : CircleCheck;
  return (
    <div className="flex flex-col gap-4">
      <Card className="flex flex-col gap-3 p-4">
        <h2 className="font-semibold">{t.result.title}</h2>
        <p role="status" className="flex items-start gap-2 text-sm">
          <Icon
            className={`mt-0.5 size-4 shrink-0 ${state.invalid > 0 ? 'text-destructive' : 'text-status-green'}`}
            aria-hidden="true"
          />
          {state.invalid > 0
            ? t.result.invalid(formatCount(state.invalid))
            : writeCount === 0
              ? t.result.nothingToImport
              : state.ignoredColumns.length > 0
                ? t.result.noErrorsButSkipped(formatCount(state.ignoredColumns.length))
                : t.result.noErrors}
        </p>
        <div className="flex flex-wrap gap-2">
          {rowOutcomes.map((option) => (
            <Button
              key={option}
              size="sm"
              variant={option === outcome ? 'primary' : 'secondary'}
              aria-pressed={option === outcome}
              disabled={state[option] === 0}
              onClick={() => setOutcome(option)}
            >
              {t.outcomes[option]}
              <span className="tabular-nums">{formatCount(state[option])}</span>
            </Button>
          ))}
        </div>
        {state.relatedRows > 0 && state.invalid === 0 ? (
          <p className="text-muted-foreground text-sm">
            {t.result.relatedRows(formatCount(state.relatedRows))}
          </p>
        ) : null}
      </Card>
      <IgnoredColumns kind={kind} headings={state.ignoredColumns} />
      <ResultRows
        key={chosen}
        kind={kind}
        state={state}
        outcome={outcome}
        onCorrect={onCorrect}
        onAllCorrected={() => footer.current?.querySelector<HTMLElement>('button:last-of-type')?.focus()}
      />
      {problem ? (
        <p role="alert" className="rounded-md border border-destructive px-3 py-2 text-sm">
          {problem}
        </p>
      ) : null}
      <div
        ref={footer}
        data-foot-bar
        className="sticky bottom-0 z-10 -mx-3 flex flex-wrap justify-end gap-2 border-t bg-background px-3 py-3"
      >
        {state.invalid > 0 ? <Button onClick={() => void save()}>{t.result.save}</Button> : null}
        <Button onClick={onChangeColumns}>{hasFile ? t.result.changeColumns : t.map.chooseAnother}</Button>
        {state.status === 'Checked' ? (
          <GuardedButton variant="primary" disabledReason={disabledReason} onClick={onCommit}>
            {state.invalid > 0 ? t.result.importAll : t.result.import(formatCount(writeCount))}
          </GuardedButton>
        ) : (
          <Button variant="primary" onClick={onCheck}>
            {t.result.checkAgain}
          </Button>
        )}
      </div>
    </div>
  );
}

const rowsPerPage = 500;

/** Exports the rows with errors, to be corrected in a spreadsheet. */
function useExportRowsWithErrors(kind: ImportKind, state: ImportState) {
  const { columns } = state;
  const queryClient = useQueryClient();
  const labels = useImportLabels(kind);
  const { t, labelOf, choicesOf } = labels;
  const findColumn = (key: string) => kind.columns.find((column) => column.key === key);
  const getLabel = (key: string) => {
    const column = findColumn(key);
    return column ? labelOf(column) : key;
  };
  const describeErrors = ({ problems }: ImportRow) =>
    problems
      .map((problem) => {
        const column = findColumn(problem.column);
        return `${getLabel(problem.column)}: ${describeCellError(problem, column, column ? choicesOf(column) : {}, labels)}`;
      })
      .join(' ');

  return async function save(): Promise<void> {
    try {
      const rows: CsvCell[][] = [];
      for (let page = 1; rows.length < state.invalid; page++) {
        const query = importRowsQuery(state._id, state.version, {
          outcome: 'invalid',
          page,
          limit: rowsPerPage,
        });
        const { rows: pageRows } = await queryClient.fetchQuery(query);
        if (pageRows.length === 0) break;
        for (const row of pageRows) {
          const cells = columns.map((_, index): CsvCell => {
            const cell = row.cells[index] ?? null;
            return typeof cell === 'boolean' ? String(cell) : cell;
          });
          rows.push([row.row, ...cells, describeErrors(row)]);
        }
      }
      await saveRows('csv', `${kind.kind}-errors`, [
        [t.result.row, ...columns.map(getLabel), t.result.errors],
        ...rows,
      ]);
    } catch (error) {
      toastError(getImportErrorMessage(error));
    }
  };
}
