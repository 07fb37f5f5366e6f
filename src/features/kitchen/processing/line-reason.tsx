import { useState } from 'react';
import type { OrderLine } from '#contract/orders.ts';
import { Input, Select } from '#src/components/ui/input.tsx';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { processMessages } from './messages.ts';

interface LineReasonProps {
  line: OrderLine;
  /** What is missing or wrong; shown below. */
  error: string | null;
  onReason(reason: string | null): void;
}

const other = 'other';

/** Why less (or more) is shipped than was approved: one of the usual reasons, or words of one's own. */
export function LineReason({ line, error, onReason }: LineReasonProps) {
  const t = useMessages(processMessages).reason;
  const usual = Object.values(t.usual);
  const isOwn = line.reason !== null && !usual.includes(line.reason);
  const [isWriting, setWriting] = useState(isOwn);
  const label = t.label(line.itemName);
  return (
    <div className="flex flex-wrap items-start gap-2 py-1" data-line-reason={line.lineId}>
      <Select
        aria-label={label}
        aria-invalid={error !== null}
        value={isWriting || isOwn ? other : (line.reason ?? '')}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setWriting(value === other);
          if (value !== other) onReason(value === '' ? null : value);
        }}
        className={cn(
          'w-auto min-w-52 max-w-full',
          line.reason === null && !isWriting && 'border-status-amber',
        )}
      >
        <option value="">{t.choose}</option>
        {usual.map((reason) => (
          <option key={reason} value={reason}>
            {reason}
          </option>
        ))}
        <option value={other}>{t.other}</option>
      </Select>
      {isWriting || isOwn ? (
        <Input
          autoFocus={isWriting && !isOwn}
          aria-label={t.ownWords(line.itemName)}
          placeholder={t.ownWordsHint}
          defaultValue={isOwn ? (line.reason ?? '') : ''}
          maxLength={500}
          className="w-56"
          onBlur={(event) => onReason(event.currentTarget.value.trim() || null)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
        />
      ) : null}
    </div>
  );
}
