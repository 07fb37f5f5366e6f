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
  /** By default a reason is required and the input is highlighted until there is one. */
  isWanted?: boolean;
  disabled?: boolean;
  className?: string;
  /** Called with null while the selected reason still needs a note. */
  onChange(reason: string | null): void;
}

/**
 * Select of reasons for a use, with a note if the reason requires one. A previous free text is treated as a
 * note.
 */
export function ReasonChoice({
  use,
  label,
  value,
  isMissing,
  isWanted = true,
  disabled,
  className,
  onChange,
}: ReasonChoiceProps) {
  const t = useMessages(formMessages).reason;
  const all = useReasons();
  /** The selected reason that still needs a note. */
  const [codeWithoutNote, setCodeWithoutNote] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const entered = value === null || value.trim() === '' ? null : splitReason(value);
  const isCode =
    entered !== null &&
    (all.length === 0
      ? /^[a-z\d]+(_[a-z\d]+)+$/.test(entered.code)
      : all.some((each) => each.code === entered.code));
  const [code, note] =
    entered === null
      ? [codeWithoutNote ?? '', '']
      : isCode
        ? [entered.code, entered.note]
        : [otherReason, value ?? ''];
  const offered = all.filter(
    (each) => each.code !== otherReason && (each.code === code || (each.isActive && each.uses.includes(use))),
  );
  const isOffered = code === '' || code === otherReason || offered.some((each) => each.code === code);
  const asksNote = code === otherReason || all.some((each) => each.code === code && each.asksNote);

  function choose(next: string): void {
    setTyped(null);
    const asks = next === otherReason || all.some((each) => each.code === next && each.asksNote);
    setCodeWithoutNote(asks ? next : null);
    onChange(next === '' || asks ? null : next);
  }

  function write(text: string): void {
    setTyped(text);
    setCodeWithoutNote(code);
    const trimmed = text.trim();
    // A server without a reason list stores free text only.
    onChange(trimmed === '' ? null : all.length === 0 ? trimmed : `${code}: ${trimmed}`);
  }

  return (
    <div className={cn('flex flex-wrap items-start gap-2', className)}>
      <Select
        aria-label={label}
        aria-invalid={isMissing}
        disabled={disabled}
        value={code}
        onChange={(event) => choose(event.currentTarget.value)}
        className={cn('w-auto min-w-52 max-w-full flex-1', isWanted && code === '' && 'border-status-amber')}
      >
        <option value="">{t.choose}</option>
        {offered.map((each) => (
          <option key={each.code} value={each.code}>
            {each.name}
          </option>
        ))}
        {isOffered ? null : <option value={code}>{reasonText(code, all)}</option>}
        <option value={otherReason}>{t.other}</option>
      </Select>
      {asksNote || note !== '' ? (
        <Input
          autoFocus={codeWithoutNote === code && entered === null}
          aria-label={t.note(label)}
          aria-invalid={isMissing && asksNote}
          placeholder={t.noteHint}
          disabled={disabled}
          maxLength={400}
          className="min-w-52 flex-1"
          value={typed ?? note}
          onChange={(event) => write(event.currentTarget.value)}
          onBlur={() => setTyped(null)}
        />
      ) : null}
    </div>
  );
}
