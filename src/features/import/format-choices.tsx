import type { ImportKind } from '#contract/imports/kinds.ts';
import { dateOrders, decimalMarks } from '#contract/imports/format.ts';
import { ChoiceField } from '#src/components/form/choice-field.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { type Encoding, encodings } from '#src/lib/spreadsheet/decode-text.ts';
import type { ReadOptions } from '#src/lib/spreadsheet/read-table.ts';
import { importMessages } from './messages.ts';
import type { Plan } from './plan.ts';
import type { OpenFile } from './use-import-file.ts';

interface FormatChoicesProps {
  kind: ImportKind;
  open: OpenFile;
  onPlan(plan: Partial<Plan>): void;
  onRead(options: ReadOptions): void;
}

const numbers: ReadonlySet<string> = new Set(['integer', 'quantity', 'money', 'percent']);

/** How the file is read, where there is more than one way: characters, sheet, numbers and dates. */
export function FormatChoices({ kind, open: { table, plan }, onPlan, onRead }: FormatChoicesProps) {
  const t = useMessages(importMessages).map;
  const { mapping, format } = plan;
  const kinds = new Set(
    kind.columns.filter(({ key }) => mapping.includes(key)).map(({ field }) => field.kind),
  );
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {table.encoding === null ? null : (
        <ChoiceField
          label={t.encoding}
          value={table.encoding}
          options={encodings.map((id) => ({ id, name: nameOf(id, t.encodings) }))}
          onChange={(encoding) => onRead({ encoding: encoding as Encoding })}
        />
      )}
      {table.sheets.length > 1 ? (
        <ChoiceField
          label={t.sheet}
          value={table.sheet ?? ''}
          options={table.sheets.map((id) => ({ id, name: id }))}
          onChange={(sheet) => onRead({ sheet })}
        />
      ) : null}
      {[...kinds].some((one) => numbers.has(one)) && table.kind === 'csv' ? (
        <ChoiceField
          label={t.decimal}
          value={format.decimal}
          options={decimalMarks.map((id) => ({ id, name: t.decimals[id] }))}
          onChange={(decimal) => onPlan({ format: { ...format, decimal: decimal as typeof format.decimal } })}
        />
      ) : null}
      {kinds.has('date') ? (
        <ChoiceField
          label={t.dates}
          value={format.dates}
          options={dateOrders.map((id) => ({ id, name: t.dateOrders[id] }))}
          onChange={(dates) => onPlan({ format: { ...format, dates: dates as typeof format.dates } })}
        />
      ) : null}
    </div>
  );
}

/** The names of the Unicode encodings are the same in every language. */
const nameOf = (encoding: Encoding, words: Readonly<Record<string, string>>): string =>
  words[encoding] ?? encoding.toUpperCase();
