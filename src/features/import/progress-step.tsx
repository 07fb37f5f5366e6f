import { Button } from '#src/components/ui/button.tsx';
import { Card } from '#src/components/ui/card.tsx';
import { formatCount } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { importMessages } from './messages.ts';
import type { Stage } from './use-import.ts';

interface ProgressStepProps {
  stage: Extract<Stage, { at: 'sending' | 'checking' | 'committing' }>;
  onCancel(): void;
}

/** How far it has come, with a way out as long as there is one. */
export function ProgressStep({ stage, onCancel }: ProgressStepProps) {
  const t = useMessages(importMessages).progress;
  const words =
    stage.at === 'sending'
      ? t.sending(formatCount(stage.done), formatCount(stage.total))
      : stage.at === 'checking'
        ? t.checking
        : t.committing;
  return (
    <Card className="flex flex-col gap-3 p-4">
      <p role="status" className="text-sm tabular-nums">
        {words}
        {stage.at === 'sending' && stage.unreadable > 0
          ? ` · ${t.unreadable(formatCount(stage.unreadable))}`
          : ''}
      </p>
      <progress
        aria-label={words}
        className="h-2 w-full accent-primary"
        max={1}
        {...(stage.at === 'sending' ? { value: stage.done / Math.max(1, stage.total) } : {})}
      />
      {stage.at === 'committing' ? null : (
        <Button className="self-end" onClick={onCancel}>
          {t.cancel}
        </Button>
      )}
    </Card>
  );
}
