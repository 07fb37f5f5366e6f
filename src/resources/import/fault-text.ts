import type { ImportColumn } from '#contract/imports/kinds.ts';
import type { CellFault } from '#src/collections/imports.ts';
import { formatCount } from '#src/lib/format/format.ts';
import type { ColumnWords } from './column-words.ts';

/** What is wrong with a cell and how to mend it; what only the server knows is in its words. */
export function faultText(
  { code, message, otherRow }: CellFault,
  column: ImportColumn | undefined,
  choices: Readonly<Record<string, string>>,
  { t: { faults, forms }, inCell }: Pick<ColumnWords, 't' | 'inCell'>,
): string {
  switch (code) {
    case 'needed':
    case 'not-number':
    case 'not-date':
    case 'not-yes-no':
    case 'not-found':
    case 'ambiguous':
    case 'taken':
    case 'no-such-row':
      return faults[code];
    case 'not-choice':
      return faults['not-choice'](
        (column?.field.options ?? []).map((option) => choices[option] ?? option).join(', '),
      );
    case 'not-readable':
      return column?.flat
        ? faults['not-readable'](forms[column.flat.form], column.flat.write(column.flat.sample, inCell))
        : message;
    case 'twice-in-file':
      return otherRow === null ? message : faults['twice-in-file'](formatCount(otherRow));
    default:
      return message;
  }
}
