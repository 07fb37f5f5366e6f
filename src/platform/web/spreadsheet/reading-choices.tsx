import { ChoiceField } from '#platform/web/form/choice-field.tsx';
import { formatCount } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { type Encoding, encodings } from './encodings.ts';
import type { FileTable, ReadOptions, SpreadsheetRow } from './table.ts';
import { spreadsheetMessages } from './messages.ts';

interface ReadingChoicesProps {
  table: FileTable;
  /** Reads the file again with these options. */
  onRead(options: ReadOptions): void;
}

/** Shows how a file was read, with alternatives: encoding or sheet, and header row. */
export function ReadingChoices({ table, onRead }: ReadingChoicesProps) {
  const t = useMessages(spreadsheetMessages);
  const names: Readonly<Record<string, string>> = t.encodings;
  return (
    <>
      {table.encoding === null ? null : (
        <ChoiceField
          label={t.encoding}
          value={table.encoding}
          // Names of Unicode encodings are not translated.
          options={encodings.map((id) => ({ id, name: names[id] ?? id.toUpperCase() }))}
          onChange={(encoding) => onRead({ encoding: encoding as Encoding, headerRow: undefined })}
        />
      )}
      {table.sheets.length > 1 ? (
        <ChoiceField
          label={t.sheet}
          value={table.sheet ?? ''}
          options={table.sheets.map((id) => ({ id, name: id }))}
          onChange={(sheet) => onRead({ sheet, headerRow: undefined })}
        />
      ) : null}
      <ChoiceField
        label={t.headings}
        value={String(table.headerRow)}
        options={[
          { id: '0', name: t.noHeadings },
          ...table.top.map((row) => ({
            id: String(row.row),
            name: t.headingRow(formatCount(row.row), formatCells(row)),
          })),
        ]}
        onChange={(row) => onRead({ headerRow: Number(row) })}
      />
    </>
  );
}

const formatCells = ({ cells }: SpreadsheetRow): string =>
  cells
    .filter((cell) => cell !== null && cell !== '')
    .slice(0, 6)
    .join(' · ')
    .slice(0, 80);
