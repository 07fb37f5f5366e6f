import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ImportKind, importKinds } from '../kinds.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { toast } from '#platform/web/toast.ts';
import { ChooseStep } from './choose-step.tsx';
import { useImportLabels } from './import-labels.ts';
import { DoneStep, ProgressStep } from './progress-step.tsx';
import { MapStep } from './map-step.tsx';
import { buildImportInput, listIgnoredHeadings } from './plan.ts';
import { ResultStep } from './result-step.tsx';
import { useImport } from './use-import.ts';
import { useImportFile } from './use-import-file.ts';

/** Import screen of one kind: file, column mapping, dry run and result. */
export function ImportScreen({ name }: { name: string }) {
  const kind = importKinds[name];
  return kind ? <ImportSteps kind={kind} /> : null;
}

function ImportSteps({ kind }: { kind: ImportKind }) {
  const { t, many } = useImportLabels(kind);
  const { openFile, isReading, rejectedFile, load, remember, labels, change, close } = useImportFile(kind);
  const { stage, check, checkAgain, resume, correct, commit, undo, cancel, returnToMapping } = useImport();

  async function start(): Promise<void> {
    if (!openFile) return;
    remember(openFile);
    const ignoredColumns = listIgnoredHeadings(openFile.table, openFile.plan.mapping);
    const input = buildImportInput(kind, openFile.file.name, openFile.plan, labels.ofCells, ignoredColumns);
    try {
      await check(input, openFile.table, openFile.plan.mapping);
    } catch {
      toast(t.progress.cancelled);
    }
  }

  return (
    <>
      <PageHeader
        title={t.title(many)}
        actions={
          <Button asChild>
            <Link to="." search={(before: Record<string, unknown>) => ({ ...before, import: undefined })}>
              <ArrowLeft className="rtl:rotate-180" aria-hidden="true" />
              {t.back}
            </Link>
          </Button>
        }
      />
      {stage.step === 'planning' && openFile === null ? (
        <ChooseStep
          kind={kind}
          isReading={isReading}
          rejectedFile={rejectedFile}
          onFile={(file) => void load(file)}
          onResume={(state) => void resume(state)}
        />
      ) : null}
      {stage.step === 'planning' && openFile !== null ? (
        <MapStep
          kind={kind}
          openFile={openFile}
          problem={stage.problem}
          onChangeChoices={change}
          onReload={(options) => void load(openFile.file, options)}
          onCheck={() => void start()}
          onClose={close}
        />
      ) : null}
      {stage.step === 'sending' || stage.step === 'checking' || stage.step === 'committing' ? (
        <ProgressStep stage={stage} onCancel={cancel} />
      ) : null}
      {stage.step === 'checked' ? (
        <ResultStep
          kind={kind}
          state={stage.state}
          hasFile={openFile !== null}
          problem={stage.problem}
          onCorrect={(correction) => correct(stage.state, correction)}
          onCheck={() => void checkAgain(stage.state)}
          onCommit={() => void commit(stage.state)}
          onChangeColumns={returnToMapping}
        />
      ) : null}
      {stage.step === 'done' ? (
        <DoneStep
          kind={kind}
          state={stage.state}
          problem={stage.problem}
          onUndo={() => undo(stage.state)}
          onImportAnother={() => {
            close();
            returnToMapping();
          }}
        />
      ) : null}
    </>
  );
}
