import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { listCurrentColumns, type ImportKind } from '../kinds.ts';
import type { ImportState } from '../shapes.ts';
import { myImportsQuery, undoImport } from './queries.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { cn } from '#platform/web/cn.ts';
import { formatCount, formatInstant } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { FileProblem } from '#platform/web/spreadsheet/file-problem.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { getImportErrorMessage } from '#modules/master-data/web/localize-refusal.ts';
import { describeFileProblem } from './file-problem-text.ts';
import { type ImportLabels, useImportLabels } from './import-labels.ts';
import { explainColumn, saveTemplate, listTemplateColumns, useCurrentData } from './template.ts';
import { importMessages } from './messages.ts';
import { UndoDialog, describeUndo } from './progress-step.tsx';

interface ChooseStepProps {
  kind: ImportKind;
  isReading: boolean;
  rejectedFile: { name: string; problem: FileProblem } | null;
  onFile(file: File): void;
  /** Resumes an import that was checked but not committed. */
  onResume(state: ImportState): void;
}

/** First step: file selection, template, current data and recent imports. */
export function ChooseStep({ kind, isReading, rejectedFile, onFile, onResume }: ChooseStepProps) {
  const labels = useImportLabels(kind);
  const { t } = labels;
  const input = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setOver] = useState(false);
  const chooseFile = (file: File | undefined) => (file ? onFile(file) : undefined);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    chooseFile(event.dataTransfer.files[0]);
  };
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[2fr_1fr]">
      <Card className="flex flex-col gap-4 p-4">
        <div>
          <h2 className="font-semibold">{t.choose.title}</h2>
          <p className="text-muted-foreground text-sm">{t.choose.text}</p>
        </div>
        <div
          className={cn(
            'flex flex-col items-center gap-3 rounded-lg border-2 border-dashed px-4 py-10 text-center',
            isDraggedOver && 'border-primary bg-accent',
          )}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <FileUp className="size-8 text-muted-foreground" aria-hidden="true" />
          <p className="text-sm" role="status">
            {isReading ? t.choose.reading : t.choose.drop}
          </p>
          <Button variant="primary" disabled={isReading} onClick={() => input.current?.click()}>
            {t.choose.button}
          </Button>
          <input
            ref={input}
            type="file"
            aria-label={t.choose.title}
            className="sr-only"
            tabIndex={-1}
            accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            onChange={(event) => {
              chooseFile(event.currentTarget.files?.[0]);
              // Allows selecting the same file again after it was corrected.
              event.currentTarget.value = '';
            }}
          />
        </div>
        {rejectedFile ? (
          <div role="alert" className="rounded-md border border-destructive px-3 py-2 text-sm">
            <p className="font-medium">{t.choose.refused(rejectedFile.name)}</p>
            <p>{describeFileProblem(rejectedFile.problem, t)}</p>
          </div>
        ) : null}
        <RecentImports kind={kind.kind} onResume={onResume} />
      </Card>
      <div className="flex flex-col gap-4">
        {listCurrentColumns(kind).length > 0 ? <CurrentData kind={kind} labels={labels} /> : null}
        <Template kind={kind} labels={labels} />
      </div>
    </div>
  );
}

/** Download of an empty template with an explanation of its columns. */
function Template({ kind, labels }: { kind: ImportKind; labels: ImportLabels }) {
  const { t, labelOf } = labels;
  return (
    <Card className="flex flex-col gap-3 p-4">
      <h2 className="font-semibold">{t.choose.template}</h2>
      <div className="flex flex-wrap gap-2">
        {(['csv', 'xlsx'] as const).map((type) => (
          <Button key={type} onClick={() => void saveTemplate(type, kind, labels)}>
            {t.choose[type]}
          </Button>
        ))}
      </div>
      <p className="text-muted-foreground text-sm">{t.template.sheet}</p>
      <dl className="flex flex-col gap-1.5 text-sm">
        {listTemplateColumns(kind).map((column) => (
          <div key={column.key}>
            <dt className="font-medium">{labelOf(column)}</dt>
            <dd className="text-muted-foreground text-xs">{explainColumn(column, labels)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Download of the current data, to be edited and imported again. */
function CurrentData({ kind, labels }: { kind: ImportKind; labels: ImportLabels }) {
  const t = labels.t.choose;
  const { exportedCount, save } = useCurrentData(kind, labels);
  const buttons = [
    ['xlsx', t.currentXlsx],
    ['csv', t.currentCsv],
  ] as const;
  return (
    <Card className="flex flex-col gap-3 p-4">
      <h2 className="font-semibold">{t.current}</h2>
      <p className="text-muted-foreground text-sm">{t.currentText}</p>
      <div className="flex flex-wrap gap-2">
        {buttons.map(([type, label]) => (
          <Button key={type} disabled={exportedCount !== null} onClick={() => void save(type)}>
            {label}
          </Button>
        ))}
      </div>
      {exportedCount === null ? null : (
        <p role="status" className="text-muted-foreground text-sm tabular-nums">
          {t.exporting} {formatCount(exportedCount)}
        </p>
      )}
    </Card>
  );
}

/**
 * The user's recent imports. The newest one can be undone as long as nothing depends on it; checked imports
 * can be resumed.
 */
function RecentImports({ kind, onResume }: { kind: string; onResume(state: ImportState): void }) {
  const t = useMessages(importMessages).last;
  const queryClient = useQueryClient();
  // Polls while an import is running.
  const { data } = useQuery({
    ...myImportsQuery(kind),
    refetchInterval: ({ state }) => (state.data?.rows.some(isRunning) ? 2000 : false),
  });
  const [undoingId, setUndoingId] = useState<string | null>(null);
  const [importToUndo, setImportToUndo] = useState<ImportState | null>(null);
  const finishedImports = (data?.rows ?? []).filter(({ committedAt }) => committedAt !== null);
  const newestCommitted = finishedImports.find(({ status }) => status === 'Committed');
  const unfinishedImports = (data?.rows ?? []).filter(isChecked);
  if (finishedImports.length + unfinishedImports.length === 0) return null;

  async function undo({ _id }: ImportState): Promise<void> {
    setUndoingId(_id);
    try {
      toast(describeUndo(await undoImport(_id)));
    } catch (error) {
      toastError(getImportErrorMessage(error));
    } finally {
      await queryClient.invalidateQueries();
      setUndoingId(null);
    }
  }

  return (
    <section aria-label={t.title} className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">{t.title}</h3>
      <ul className="divide-y rounded-md border text-sm">
        {unfinishedImports.map((importRow) => (
          <li key={importRow._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <span className="min-w-0 flex-1 basis-48">
              <bdi className="break-words font-medium">{importRow.fileName}</bdi>
              <span className="block text-muted-foreground text-xs">
                {formatInstant(importRow.updatedAt)} · {t.unfinished(formatCount(importRow.invalid))}
              </span>
            </span>
            <Button
              size="sm"
              aria-label={t.resumeFile(importRow.fileName)}
              onClick={() => onResume(importRow)}
            >
              {t.resume}
            </Button>
          </li>
        ))}
        {finishedImports.map((importRow) => (
          <li key={importRow._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <span className="min-w-0 flex-1 basis-48">
              <bdi className="break-words font-medium">{importRow.fileName || t.enteredOnScreen}</bdi>
              <span className="block text-muted-foreground text-xs">
                {formatInstant(importRow.committedAt)} ·{' '}
                {t.counts(formatCount(importRow.created), formatCount(importRow.changed))}
              </span>
            </span>
            {importRow.status === 'Undone' ? <Pill>{t.undone}</Pill> : null}
            {isRunning(importRow) ? (
              <Pill>{importRow.status === 'Undoing' ? t.undoing : t.applying}</Pill>
            ) : null}
            {importRow._id === newestCommitted?._id ? (
              <Button
                size="sm"
                disabled={undoingId !== null}
                aria-label={t.undoFile(importRow.fileName || t.enteredOnScreen)}
                onClick={() => setImportToUndo(importRow)}
              >
                {undoingId === importRow._id ? t.undoing : t.undo}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {importToUndo ? (
        <UndoDialog
          state={importToUndo}
          onUndo={() => void undo(importToUndo)}
          onClose={() => setImportToUndo(null)}
        />
      ) : null}
    </section>
  );
}

const isRunning = ({ status }: ImportState) => status === 'Applying' || status === 'Undoing';

/** Returns whether all rows were sent and checked at least once; cells may have been corrected since. */
const isChecked = ({ committedAt, status, version }: ImportState) =>
  committedAt === null && (status === 'Checked' || version > 1);
