import { useState } from 'react';
import { otherReason } from '#core/reasons/read-reason.ts';
import { splitReason, type ReasonUse } from '#core/reasons/uses.ts';
import { Input, Select } from '#platform/web/ui/input.tsx';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { reasonText, useReasons } from './reason-choices.ts';
import { formMessages } from './messages.ts';

interface ReasonChoiceProps {
  use: ReasonUse;
  /** Accessible name: "Reason for Flour". */
  label: string;
  /** The submitted value: the code with its note, or free text; null without one. */
  value: string | null;
  /** A reason is required and missing. */
  isMissing: boolean;
  /** Whether a reason is required (default); the input is then highlighted until one is selected. */
  isRequired?: boolean;
  disabled?: boolean;
  className?: string;
  /** Called with null while the selected reason still needs a note. */
  onChange(reason: string | null): void;
}

/**
 * Select with the reasons for a purpose, and a note if the reason requires one. Previously entered free text
 * is treated as a note.
 */
export function ReasonChoice({
  use,
  label,
  value,
  isMissing,
  isRequired = true,
  disabled,
  className,
  onChange,
}: ReasonChoiceProps) {
  const t = useMessages(formMessages).reason;
  const reasons = useReasons();
  /** The selected reason that still needs a note. */
  const [codeWithoutNote, setCodeWithoutNote] = useState<string | null>(null);
  const [noteText, setNoteText] = useState<string | null>(null);
  const entered = value === null || value.trim() === '' ? null : splitReason(value);
  const isCode =
    entered !== null &&
    (reasons.length === 0
      ? /^[a-z\d]+(_[a-z\d]+)+$/.test(entered.code)
      : reasons.some((reason) => reason.code === entered.code));
  const [code, note] =
    entered === null
      ? [codeWithoutNote ?? '', '']
      : isCode
        ? [entered.code, entered.note]
        : [otherReason, value ?? ''];
  const options = reasons.filter(
    (reason) =>
      reason.code !== otherReason && (reason.code === code || (reason.isActive && reason.uses.includes(use))),
  );
  const isOption = code === '' || code === otherReason || options.some((reason) => reason.code === code);
  const requiresNote =
    code === otherReason || reasons.some((reason) => reason.code === code && reason.requiresNote);

  function choose(next: string): void {
    setNoteText(null);
    const needsNote =
      next === otherReason || reasons.some((reason) => reason.code === next && reason.requiresNote);
    setCodeWithoutNote(needsNote ? next : null);
    onChange(next === '' || needsNote ? null : next);
  }

  function changeNote(text: string): void {
    setNoteText(text);
    setCodeWithoutNote(code);
    const trimmed = text.trim();
    // A server without a reason list stores free text only.
    onChange(trimmed === '' ? null : reasons.length === 0 ? trimmed : `${code}: ${trimmed}`);
  }

  return (
    <div className={cn('flex flex-wrap items-start gap-2', className)}>
      <Select
        aria-label={label}
        aria-invalid={isMissing}
        disabled={disabled}
        value={code}
        onChange={(event) => choose(event.currentTarget.value)}
        className={cn(
          'w-auto min-w-52 max-w-full flex-1',
          isRequired && code === '' && 'border-status-amber',
        )}
      >
        <option value="">{t.choose}</option>
        {options.map((reason) => (
          <option key={reason.code} value={reason.code}>
            {reason.name}
          </option>
        ))}
        {isOption ? null : <option value={code}>{reasonText(code, reasons)}</option>}
        <option value={otherReason}>{t.other}</option>
      </Select>
      {requiresNote || note !== '' ? (
        <Input
          autoFocus={codeWithoutNote === code && entered === null}
          aria-label={t.note(label)}
          aria-invalid={isMissing && requiresNote}
          placeholder={t.noteHint}
          disabled={disabled}
          maxLength={400}
          className="min-w-52 flex-1"
          value={noteText ?? note}
          onChange={(event) => changeNote(event.currentTarget.value)}
          onBlur={() => setNoteText(null)}
        />
      ) : null}
    </div>
  );
}
