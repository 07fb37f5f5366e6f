import { type FormEvent, useId, useState } from 'react';
import type { OrderMove } from '#domain/orders/moves.ts';
import type { OrderVerb } from '#domain/orders/status.ts';
import { Field } from '#src/components/ui/field.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { DialogContent } from '#src/components/ui/dialog.tsx';
import { Textarea } from '#src/components/ui/input.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { orderMessages } from './messages.ts';

interface ReasonDialogProps {
  move: Pick<OrderMove, 'verb' | 'reason'>;
  subject: string;
  onAnswer(reason: string | null): void;
  onBack(): void;
}

const destructive: ReadonlySet<OrderVerb> = new Set(['cancel', 'reject']);

/** Asks before a move that cannot be undone; for the reason, too, where the move wants one. */
export function ReasonDialog({ move, subject, onAnswer, onBack }: ReasonDialogProps) {
  const t = useMessages(orderMessages);
  const formId = useId();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { verb } = move;
  const explanation = textFor(t.confirm, verb);
  const common = Object.values(textFor(t.commonReasons, verb) ?? {});

  function answer(event: FormEvent): void {
    event.preventDefault();
    // The dialog's markup is a child of the screen's, and so would its submit be.
    event.stopPropagation();
    const text = reason.trim();
    if (move.reason && text === '') setMissing(true);
    else onAnswer(move.reason ? text : null);
  }

  return (
    <DialogContent
      title={t.moveTitle(t.verbs[verb], subject)}
      description={explanation}
      onOpenAutoFocus={(event) => {
        const field = document.getElementById(formId)?.querySelector('textarea');
        if (!field) return;
        event.preventDefault();
        field.focus();
      }}
      footer={
        <>
          <Button onClick={onBack}>{t.back}</Button>
          <Button type="submit" form={formId} variant={destructive.has(verb) ? 'destructive' : 'primary'}>
            {t.verbs[verb]}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={answer} className="flex flex-col gap-3">
        {move.reason ? (
          <>
            <Field
              label={t.reason}
              hint={t.reasonHint}
              error={isMissing && reason.trim() === '' ? t.reasonMissing : null}
            >
              {(control) => (
                <Textarea
                  {...control}
                  value={reason}
                  maxLength={500}
                  onChange={(event) => setReason(event.target.value)}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) answer(event);
                  }}
                />
              )}
            </Field>
            <div className="flex flex-wrap gap-2">
              {common.map((text) => (
                <Button key={text} size="sm" onClick={() => setReason(text)}>
                  {text}
                </Button>
              ))}
            </div>
          </>
        ) : null}
      </form>
    </DialogContent>
  );
}

/** Not every verb has a text of its own. */
function textFor<T extends object>(texts: T, verb: OrderVerb): T[keyof T] | undefined {
  return Object.hasOwn(texts, verb) ? texts[verb as unknown as keyof T] : undefined;
}
