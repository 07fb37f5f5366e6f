import { Button } from '#platform/web/ui/button.tsx';
import { Spinner } from '#platform/web/ui/spinner.tsx';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { GuardedButton } from './guarded-button.tsx';
import { saveMessages } from './save-messages.ts';

interface SaveBarProps {
  isSaving: boolean;
  /** Whether there are unsaved changes; shown if there is room. */
  isDirty?: boolean;
  /** Reason why saving is disabled; null if it is enabled. */
  disabledReason: string | null;
  onCancel(): void;
  /** Label of the button; "Save" by default. */
  label?: string | undefined;
  /** In a side panel the bar is at the bottom; on a page at the top, and on a phone at the bottom. */
  placement: 'panel' | 'page';
}

/** Sticky bar inside a `<form>` with the buttons to save or cancel. */
export function SaveBar({
  isSaving,
  isDirty = false,
  disabledReason,
  onCancel,
  label,
  placement,
}: SaveBarProps) {
  const t = useMessages(saveMessages);
  return (
    <div
      data-foot-bar
      className={cn(
        'sticky z-20 flex items-center justify-end gap-2',
        placement === 'panel'
          ? '-mx-4 -mb-4 -bottom-4 mt-auto border-t bg-popover px-4 py-3'
          : 'bottom-0 -mx-3 border-t bg-background px-3 py-3 md:top-(--bars-block) md:bottom-auto md:order-first md:mx-0 md:border-t-0 md:border-b md:px-0',
      )}
    >
      <p className="me-auto text-muted-foreground text-sm max-sm:hidden">{isDirty ? t.unsaved : null}</p>
      <Button className="max-sm:flex-1" disabled={isSaving} onClick={onCancel}>
        {t.cancel}
      </Button>
      <GuardedButton
        type="submit"
        variant="primary"
        className="max-sm:flex-1"
        aria-keyshortcuts="Control+S Meta+S"
        disabledReason={isSaving ? t.saving : disabledReason}
      >
        {isSaving ? <Spinner label={t.saving} className="size-4" /> : null}
        {label ?? t.save}
      </GuardedButton>
    </div>
  );
}
