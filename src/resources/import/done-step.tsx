import { CircleCheck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ImportKind } from '#contract/imports/kinds.ts';
import type { ImportState } from '#contract/imports/wire.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Card } from '#src/components/ui/card.tsx';
import { formatCount } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { LeftOut } from './map-step.tsx';
import { importMessages } from './messages.ts';

interface DoneStepProps {
  kind: ImportKind;
  state: ImportState;
  problem: string | null;
  onUndo(): Promise<void>;
  onAgain(): void;
}

/** What was imported, and the way back. */
export function DoneStep({ kind, state, problem, onUndo, onAgain }: DoneStepProps) {
  const all = useMessages(importMessages);
  const t = all.done;
  const [isUndoing, setUndoing] = useState(false);
  const isUndone = state.status === 'Undone';
  const Icon = isUndone ? Undo2 : CircleCheck;
  return (
    <Card className="flex flex-col gap-3 p-4">
      <h2 className="flex items-center gap-2 font-semibold">
        <Icon className="size-5 text-status-green" aria-hidden="true" />
        {isUndone ? all.last.undone : t.title}
      </h2>
      <p role="status" className="text-sm">
        {isUndone
          ? t.undone
          : t.text(formatCount(state.created), formatCount(state.changed), formatCount(state.unchanged))}
        {!isUndone && state.others > 0 ? ` ${all.result.others(formatCount(state.others))}` : ''}
      </p>
      {isUndone ? null : <LeftOut kind={kind} headings={state.leftOut} />}
      {problem ? (
        <p role="alert" className="rounded-md border border-destructive px-3 py-2 text-sm">
          {problem}
        </p>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        {isUndone ? null : (
          <Button
            disabled={isUndoing}
            onClick={() => {
              setUndoing(true);
              void onUndo().finally(() => setUndoing(false));
            }}
          >
            {isUndoing ? all.last.undoing : t.undo}
          </Button>
        )}
        <Button variant="primary" onClick={onAgain}>
          {t.again}
        </Button>
      </div>
    </Card>
  );
}
