import { Save } from 'lucide-react';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { useNumberPad } from '#src/components/form/use-number-pad.ts';
import { formatTime } from '#src/lib/format/format.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { orderTexts } from '../messages.ts';

interface GuideFootProps {
  lineCount: number;
  /** Null for people who do not see costs. */
  value: number | null;
  savedAt: number | null;
  /** Why it cannot be handed over now; null when it can. */
  blocked: string | null;
  onSave(): void;
  onSubmit(): void;
}

/** What the order comes to, that it is safe, and what to do with it. */
export function GuideFoot({ lineCount, value, savedAt, blocked, onSave, onSubmit }: GuideFootProps) {
  const t = useMessages(orderTexts);
  const pad = useNumberPad();
  const money = useMoney();
  return (
    <footer
      data-foot-bar
      className="sticky bottom-0 z-20 -mx-3 mt-auto -mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-t bg-background px-3 py-2 md:-mx-6 md:-mb-6 md:px-6 md:py-2.5"
    >
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-4 md:items-center">
        <p className="font-medium tabular-nums" role="status">
          {t.lines(lineCount)}
          {value === null ? null : <span> · {money(value)}</span>}
        </p>
        <p className="text-muted-foreground text-xs max-md:w-full md:flex-1">
          {savedAt === null ? t.guide.notSaved : t.guide.savedAt(formatTime(savedAt))}
        </p>
      </div>
      <div className="flex gap-2">
        <GuardedButton blocked={blocked} className="max-md:px-3" onClick={onSave}>
          <Save className="md:hidden" aria-hidden="true" />
          <span className="max-md:sr-only">{t.guide.saveDraft}</span>
        </GuardedButton>
        <GuardedButton
          blocked={blocked}
          variant="primary"
          aria-keyshortcuts="Control+Enter"
          onClick={onSubmit}
        >
          {t.guide.submit}
        </GuardedButton>
      </div>
      {pad ? <pad.NumberPad /> : null}
    </footer>
  );
}
