import { TriangleAlert } from 'lucide-react';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { useSaveLevels } from './use-save-levels.ts';
import { settingsMessages } from './messages.ts';

interface LevelSaveBarProps {
  /** Items changed, and those of them with a level that does not fit. */
  changed: number;
  wrong: number;
  saving: ReturnType<typeof useSaveLevels>;
  onSave(): void;
  onDiscard(): void;
  onShowWrong(): void;
}

/** What is not saved, what is in the way, and whose figures count where somebody else was quicker. */
export function LevelSaveBar({ changed, wrong, saving, onSave, onDiscard, onShowWrong }: LevelSaveBarProps) {
  const t = useMessages(settingsMessages).levels;
  const { refusal, isSaving } = saving;
  const contested = Object.keys(refusal?.theirs ?? {}).length;
  if (changed === 0) return null;
  return (
    <div
      role="region"
      aria-label={t.unsaved}
      className="flex flex-wrap items-center gap-2 rounded-t-lg border border-b-0 bg-selected px-3 py-2 text-sm"
    >
      <p role="status" className="min-w-40 flex-1">
        {t.changed(changed)}
        {wrong > 0 ? (
          <>
            {' · '}
            <button type="button" className="font-medium text-destructive underline" onClick={onShowWrong}>
              {t.toCorrect(wrong)}
            </button>
          </>
        ) : (
          <span className="text-muted-foreground"> · {t.keptHere}</span>
        )}
      </p>
      {contested > 0 ? (
        <>
          <Button size="sm" onClick={() => void saving.takeTheirs()}>
            {t.takeTheirs}
          </Button>
          <GuardedButton
            size="sm"
            variant="primary"
            blocked={isSaving ? t.saving : null}
            onClick={() => void saving.keepMine()}
          >
            {t.keepMine}
          </GuardedButton>
        </>
      ) : (
        <>
          <Button size="sm" variant="ghost" onClick={onDiscard}>
            {t.discard}
          </Button>
          <GuardedButton
            size="sm"
            variant="primary"
            aria-keyshortcuts="Control+S"
            blocked={isSaving ? t.saving : wrong > 0 ? t.correctFirst : null}
            onClick={onSave}
          >
            {t.save}
          </GuardedButton>
        </>
      )}
      {refusal ? (
        <p role="alert" className="flex basis-full items-start gap-2 text-destructive">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {contested > 0 ? t.contested(contested) : refusal.message}
        </p>
      ) : null}
    </div>
  );
}
