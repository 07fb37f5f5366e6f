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
  /** Items that somebody else has changed as well. */
  disputed: number;
  saving: ReturnType<typeof useSaveLevels>;
  onSave(): void;
  onDiscard(): void;
  onShowWrong(): void;
}

/** What is not saved, and what is in the way. */
export function LevelSaveBar(props: LevelSaveBarProps) {
  const { changed, wrong, disputed, saving, onSave, onDiscard, onShowWrong } = props;
  const t = useMessages(settingsMessages).levels;
  const { refusal, isSaving } = saving;
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
      <Button size="sm" variant="ghost" onClick={onDiscard}>
        {t.discard}
      </Button>
      <GuardedButton
        size="sm"
        variant="primary"
        aria-keyshortcuts="Control+S"
        blocked={isSaving ? t.saving : disputed > 0 ? t.contested : wrong > 0 ? t.correctFirst : null}
        onClick={onSave}
      >
        {t.save}
      </GuardedButton>
      {refusal ? (
        <p role="alert" className="flex basis-full items-start gap-2 text-destructive">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {refusal.message}
        </p>
      ) : null}
    </div>
  );
}
