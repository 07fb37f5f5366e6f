import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { parseRatio, ratioText } from '#domain/ratio-text.ts';
import type { Unit } from '#src/collections/items/units.ts';
import { Input, Select } from '#src/components/ui/input.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { ConversionLine } from './conversion-words.ts';
import { itemEditorMessages } from './messages.ts';

interface ConversionLineFieldsProps {
  /** From 1, for its labels. */
  number: number;
  line: ConversionLine;
  units: readonly Unit[];
  /** What is wrong with it; null when nothing is. */
  error: string | null;
  /** What it says, as a sentence; null while something is missing. */
  sentence: string | null;
  onChange(line: ConversionLine): void;
  onRemove(): void;
}

/** One conversion: `1 [case] = [12 x 0.75] [kg]`, and what that comes to. */
export function ConversionLineFields(props: ConversionLineFieldsProps) {
  const { number, line, units, error, sentence, onChange, onRemove } = props;
  const t = useMessages(itemEditorMessages).conversions;
  const noteId = useId();
  const [typed, setTyped] = useState(() => textOf(line));
  // A line taken out above this one moves another one here.
  const text = textOf(readLine(line, typed)) === textOf(line) ? typed : textOf(line);
  const shared = { 'aria-invalid': error !== null, 'aria-describedby': noteId };
  const unitOptions = (
    <>
      <option value="">{t.unit}</option>
      {units.map(({ _id, name, symbol }) => (
        <option key={_id} value={_id}>
          {name === symbol ? name : `${name} (${symbol})`}
        </option>
      ))}
    </>
  );
  return (
    <li className="flex flex-col gap-1.5 px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-sm tabular-nums">1</span>
        <Select
          {...shared}
          className="w-auto min-w-28 max-w-48 flex-1"
          aria-label={t.from(String(number))}
          value={line.fromUnit}
          onChange={(event) => onChange({ ...line, fromUnit: event.currentTarget.value })}
        >
          {unitOptions}
        </Select>
        <span aria-hidden="true">=</span>
        <Input
          {...shared}
          className="w-28 tabular-nums rtl:text-end"
          type="text"
          dir="ltr"
          inputMode="text"
          autoComplete="off"
          aria-label={t.size(String(number))}
          placeholder={t.example}
          value={text}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            onChange(readLine(line, currentTarget.value));
          }}
        />
        <Select
          {...shared}
          className="w-auto min-w-28 max-w-48 flex-1"
          aria-label={t.to(String(number))}
          value={line.toUnit}
          onChange={(event) => onChange({ ...line, toUnit: event.currentTarget.value })}
        >
          {unitOptions}
        </Select>
        <Button size="icon" variant="ghost" aria-label={t.remove(String(number))} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
      <p
        id={noteId}
        className={cn('min-h-4 text-xs tabular-nums', error ? 'text-destructive' : 'text-muted-foreground')}
      >
        {error ?? <bdi>{sentence}</bdi>}
      </p>
    </li>
  );
}

function readLine(line: ConversionLine, typed: string): ConversionLine {
  const ratio = parseRatio(typed);
  return { ...line, num: ratio?.num ?? null, den: ratio?.den ?? 1 };
}

const textOf = ({ num, den }: ConversionLine): string => (num === null ? '' : ratioText({ num, den }));
