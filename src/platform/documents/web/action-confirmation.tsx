import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { ReasonUse } from '#core/reasons/uses.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Textarea } from '#platform/web/ui/input.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useReasons } from '#platform/web/form/reason-choices.ts';
import { documentMessages } from './messages.ts';

/** Additional fields of a confirmation, and the names of required ones. */
export interface ConfirmationFields {
  content(missing: ReadonlySet<string>): ReactNode;
  missing(form: FormData): readonly string[];
}

interface ActionConfirmationProps {
  title: string;
  /** The action's effect, shown to the user. */
  description: string | undefined;
  /** Label of the confirm button. */
  action: string;
  isDestructive?: boolean;
  requiresReason?: boolean;
  /** Reason list offered as shortcuts; none if omitted. */
  reasonUse?: ReasonUse | undefined;
  reasonHint?: string;
  fields?: ConfirmationFields | undefined;
  /** `reason` is null if none is requested. */
  onConfirm(reason: string | null, form: FormData): void;
  onClose(): void;
}

/**
 * Confirmation of an action that posts, reverses or reopens: describes its effect and asks for the reason.
 * Required for every action that changes more than its own row.
 */
export function ActionConfirmation({
  title,
  description,
  action,
  isDestructive = false,
  requiresReason = false,
  reasonUse,
  reasonHint,
  fields,
  onConfirm,
  onClose,
}: ActionConfirmationProps) {
  const t = useMessages(documentMessages);
  const formId = useId();
  const [reason, setReason] = useState('');
  const [isReasonMissing, setReasonMissing] = useState(false);
  const [missingFields, setMissingFields] = useState<ReadonlySet<string>>(new Set());
  const shortcuts = useReasons().filter(
    ({ isActive, requiresNote, uses }) =>
      isActive && !requiresNote && reasonUse !== undefined && uses.includes(reasonUse),
  );

  function submit(event: FormEvent): void {
    event.preventDefault();
    // React events bubble to the enclosing form, which must not be submitted.
    event.stopPropagation();
    const text = reason.trim();
    const form = new FormData(document.getElementById(formId) as HTMLFormElement);
    const missing = fields?.missing(form) ?? [];
    setMissingFields(new Set(missing));
    setReasonMissing(requiresReason && text === '');
    if ((requiresReason && text === '') || missing.length > 0) return;
    onClose();
    onConfirm(requiresReason ? text : null, form);
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={title}
        description={description}
        onOpenAutoFocus={(event) => {
          const field = document
            .getElementById(formId)
            ?.querySelector<HTMLElement>('input, textarea, select');
          if (!field) return;
          event.preventDefault();
          field.focus();
        }}
        footer={
          <>
            <Button onClick={onClose}>{t.back}</Button>
            <Button type="submit" form={formId} variant={isDestructive ? 'destructive' : 'primary'}>
              {action}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
          {requiresReason ? (
            <>
              <Field
                label={t.reason}
                hint={reasonHint ?? t.reasonHint}
                error={isReasonMissing && reason.trim() === '' ? t.reasonMissing : null}
              >
                {(control) => (
                  <Textarea
                    {...control}
                    value={reason}
                    maxLength={500}
                    onChange={(event) => setReason(event.target.value)}
                    onKeyDown={(event) => {
                      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
                    }}
                  />
                )}
              </Field>
              {shortcuts.length === 0 ? null : (
                <div className="flex flex-wrap gap-2">
                  {shortcuts.map(({ code, name }) => (
                    <Button key={code} size="sm" onClick={() => setReason(name)}>
                      {name}
                    </Button>
                  ))}
                </div>
              )}
            </>
          ) : null}
          {fields?.content(missingFields)}
        </form>
      </DialogContent>
    </Dialog>
  );
}
