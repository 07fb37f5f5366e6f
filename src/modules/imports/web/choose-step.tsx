import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { currentColumns, type ImportKind } from '../kinds.ts';
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
  refused: { name: string; problem: FileProblem } | null;
  onFile(file: File): void;
  /** Resumes an import that was checked but not committed. */
  onResume(state: ImportState): void;
}

/** First step: file selection, template, current data and recent imports. */
export function ChooseStep({ kind, isReading, refused, onFile, onResume }: ChooseStepProps) {
  const words = useImportLabels(kind);
  const { t } = words;
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
        {refused ? (
          <div role="alert" className="rounded-md border border-destructive px-3 py-2 text-sm">
            <p className="font-medium">{t.choose.refused(refused.name)}</p>
            <p>{describeFileProblem(refused.problem, t)}</p>
          </div>
        ) : null}
        <RecentImports kind={kind.kind} onResume={onResume} />
      </Card>
      <div className="flex flex-col gap-4">
        {currentColumns(kind).length > 0 ? <CurrentData kind={kind} words={words} /> : null}
        <Template kind={kind} words={words} />
      </div>
    </div>
  );
}

/** Download of an empty template with an explanation of its columns. */
function Template({ kind, words }: { kind: ImportKind; words: ImportLabels }) {
  const { t, labelOf } = words;
  return (
    <Card className="flex flex-col gap-3 p-4">
      <h2 className="font-semibold">{t.choose.template}</h2>
      <div className="flex flex-wrap gap-2">
        {(['csv', 'xlsx'] as const).map((type) => (
          <Button key={type} onClick={() => void saveTemplate(type, kind, words)}>
            {t.choose[type]}
          </Button>
        ))}
      </div>
      <p className="text-muted-foreground text-sm">{t.template.sheet}</p>
      <dl className="flex flex-col gap-1.5 text-sm">
        {listTemplateColumns(kind).map((column) => (
          <div key={column.key}>
            <dt className="font-medium">{labelOf(column)}</dt>
            <dd className="text-muted-foreground text-xs">{explainColumn(column, words)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Download of the current data, to be edited and imported again. */
function CurrentData({ kind, words }: { kind: ImportKind; words: ImportLabels }) {
  const t = words.t.choose;
  const { collected, save } = useCurrentData(kind, words);
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
          <Button key={type} disabled={collected !== null} onClick={() => void save(type)}>
            {label}
          </Button>
        ))}
      </div>
      {collected === null ? null : (
        <p role="status" className="text-muted-foreground text-sm tabular-nums">
          {t.collecting} {formatCount(collected)}
        </p>
      )}
    </Card>
  );
}

/**
 * The user's recent imports. The newest can be undone as long as nothing depends on it; checked imports can
 * be resumed.
 */
function RecentImports({ kind, onResume }: { kind: string; onResume(state: ImportState): void }) {
  const t = useMessages(importMessages).last;
  const queryClient = useQueryClient();
  // Polls while an import is running.
  const { data } = useQuery({
    ...myImportsQuery(kind),
    refetchInterval: ({ state }) => (state.data?.rows.some(isRunning) ? 2000 : false),
  });
  const [undoing, setUndoing] = useState<string | null>(null);
  const [importToUndo, setImportToUndo] = useState<ImportState | null>(null);
  const finished = (data?.rows ?? []).filter(({ committedAt }) => committedAt !== null);
  const newest = finished.find(({ status }) => status === 'Committed');
  const unfinished = (data?.rows ?? []).filter(isChecked);
  if (finished.length + unfinished.length === 0) return null;

  async function undo({ _id }: ImportState): Promise<void> {
    setUndoing(_id);
    try {
      toast(describeUndo(await undoImport(_id)));
    } catch (error) {
      toastError(getImportErrorMessage(error));
    } finally {
      await queryClient.invalidateQueries();
      setUndoing(null);
    }
  }

  return (
    <section aria-label={t.title} className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">{t.title}</h3>
      <ul className="divide-y rounded-md border text-sm">
        {unfinished.map((importRow) => (
          <li key={importRow._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <span className="min-w-0 flex-1 basis-48">
              <bdi className="break-words font-medium">{importRow.fileName}</bdi>
              <span className="block text-muted-foreground text-xs">
                {formatInstant(importRow.updatedAt)} · {t.unfinished(formatCount(importRow.faulty))}
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
        {finished.map((importRow) => (
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
            {importRow._id === newest?._id ? (
              <Button
                size="sm"
                disabled={undoing !== null}
                aria-label={t.undoFile(importRow.fileName || t.enteredOnScreen)}
                onClick={() => setImportToUndo(importRow)}
              >
                {undoing === importRow._id ? t.undoing : t.undo}
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
