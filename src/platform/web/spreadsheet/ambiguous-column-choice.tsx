import type { ImportFormat } from '#core/file-format.ts';
import { readDate, stripPercent } from '#core/read-scalars.ts';
import { readNumber } from '#core/number-text.ts';
import { Select } from '#platform/web/ui/input.tsx';
import { formatDate, formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { AmbiguousColumn } from './decide-format.ts';
import { spreadsheetMessages } from './messages.ts';

interface AmbiguousColumnChoiceProps {
  heading: string;
  part: keyof ImportFormat;
  question: AmbiguousColumn & { chosen: Partial<ImportFormat> };
  onChoose(format: Partial<ImportFormat>): void;
}

/**
 * Asks the user which of two interpretations of a column is correct, with an example: `1,250` is 1,250 or 1.25.
 */
export function AmbiguousColumnChoice({ heading, part, question, onChoose }: AmbiguousColumnChoiceProps) {
  const t = useMessages(spreadsheetMessages);
  const { example, requiresChoice, chosen } = question;
  const interpretations =
    part === 'decimal'
      ? (['point', 'comma'] as const).map(
          (decimal) => [decimal, formatQuantity(readNumber(stripPercent(example), decimal))] as const,
        )
      : (['dmy', 'mdy'] as const).map((dates) => [dates, formatDate(readDate(example, dates))] as const);
  return (
    <label className="flex flex-wrap items-center gap-2 text-sm sm:col-span-3">
      {requiresChoice ? t.ask(heading) : t.askDecided(heading)}
      <Select
        className="w-auto"
        value={chosen[part] ?? ''}
        onChange={({ currentTarget: { value } }) => onChoose(value === '' ? {} : { [part]: value })}
      >
        <option value="">{requiresChoice ? t.askNone : t.askByFile}</option>
        {interpretations.map(([id, interpretation]) => (
          <option key={id} value={id}>
            {t.example(example, interpretation)}
          </option>
        ))}
      </Select>
    </label>
  );
}
