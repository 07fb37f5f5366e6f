import type { ImportColumn } from '#contract/imports/kinds.ts';
import type { CellFault } from '#src/collections/master-data/imports.ts';
import { formatCount } from '#src/lib/format/format.ts';
import { formatList } from '#src/lib/format/list.ts';
import type { ColumnWords } from './column-words.ts';
import { reasonText } from '#src/master-data/reason-text.ts';

/** What is wrong with a cell and how to mend it. */
export function faultText(
  fault: CellFault,
  column: ImportColumn | undefined,
  choices: Readonly<Record<string, string>>,
  { t: { faults, forms }, inCell }: Pick<ColumnWords, 't' | 'inCell'>,
): string {
  const { code, message, otherRow } = fault;
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
        formatList((column?.field.options ?? []).map((option) => choices[option] ?? option)),
      );
    case 'not-readable':
      return column?.codec
        ? faults['not-readable'](forms[column.codec.form], column.codec.write(column.codec.sample, inCell))
        : message;
    case 'twice-in-file':
      return otherRow === null ? message : faults['twice-in-file'](formatCount(otherRow));
    default:
      return reasonText(fault);
  }
}
