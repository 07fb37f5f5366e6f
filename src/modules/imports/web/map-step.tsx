import { type ImportColumn, type ImportKind, findCreatableByName } from '../kinds.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { formatCount } from '#platform/web/format/format.ts';
import { formatList } from '#platform/web/format/list.ts';
import type { ReadOptions } from '#platform/web/spreadsheet/table.ts';
import { locateField, useImportLabels } from './import-labels.ts';
import { listIgnoredHeadings, listMissingColumns, type FileImportPlan } from './plan.ts';
import { countRoundedCells, formatParsedCell } from './format-parsed-cell.ts';
import { numericKinds } from './guess-mapping.ts';
import type { ImportChoices, OpenFile } from './use-import-file.ts';
import { dateOrders, decimalMarks, type ImportFormat } from '#core/file-format.ts';
import { spreadsheetMessages } from '#platform/web/spreadsheet/messages.ts';
import { AmbiguousColumnChoice } from '#platform/web/spreadsheet/ambiguous-column-choice.tsx';
import { ReadingChoices } from '#platform/web/spreadsheet/reading-choices.tsx';
import { ChoiceField } from '#platform/web/form/choice-field.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { importMessages } from './messages.ts';
import { X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { storedDecimals } from '../read-cell.ts';
import { CheckField } from '#platform/web/form/check-field.tsx';
import { useUser } from '#platform/web/session/session.ts';
import { canWrite } from '#core/permissions.ts';
import { KindInput } from '#modules/master-data/web/form/resource-field.tsx';

interface MapStepProps {
  kind: ImportKind;
  openFile: OpenFile;
  /** Server error when the import was started. */
  problem: string | null;
  onChangeChoices(choices: Partial<ImportChoices>): void;
  onReload(options: ReadOptions): void;
  onCheck(): void;
  onClose(): void;
}

const maxSamples = 3;

/** Maps the file's columns, with its first rows as samples. */
export function MapStep({
  kind,
  openFile,
  problem,
  onChangeChoices,
  onReload,
  onCheck,
  onClose,
}: MapStepProps) {
  const { t, labelOf, columnGroups } = useImportLabels(kind);
  const { example: formatExample } = useMessages(spreadsheetMessages);
  const { table, plan, file, undecidedColumns } = openFile;
  const { mapping } = plan;
  const assign = (index: number, key: string) =>
    onChangeChoices({
      mapping: mapping.map((mapped, position) =>
        position === index ? key || null : mapped === key ? null : mapped,
      ),
    });
  const missingColumns = listMissingColumns(kind, plan).filter(({ key }) => plan.defaults[key] === undefined);
  const columnAt = (index: number) => kind.columns.find(({ key }) => key === mapping[index]);
  const headingAt = (index: number) => table.header[index] || t.map.unnamed(getColumnLetter(index));
  const ambiguousColumns = undecidedColumns.filter(
    ({ requiresChoice, key, chosen }) => requiresChoice && chosen[getFormatPart(kind, key)] === undefined,
  );
  const disabledReason = mapping.every((key) => key === null)
    ? t.map.nothingMatched
    : ambiguousColumns.length > 0
      ? t.map.formatNeeded(formatList(ambiguousColumns.map(({ index }) => headingAt(index))))
      : null;
  const roundedColumns = useMemo(
    () =>
      mapping.flatMap((key, index) => {
        const column = kind.columns.find((column) => column.key === key);
        const format = key === null ? undefined : plan.formats[key];
        const count = column && format ? countRoundedCells(table.rows, index, column, format) : 0;
        return count > 0 && column
          ? [{ index, count, decimals: storedDecimals[column.field.kind] ?? 0 }]
          : [];
      }),
    [kind, mapping, plan.formats, table.rows],
  );
  return (
    <div className="flex flex-col gap-4">
      <Card className="flex flex-col gap-4 p-4">
        <div>
          <h2 className="font-semibold">{t.map.title}</h2>
          <p className="text-muted-foreground text-sm">
            <bdi>{t.map.fileSummary(file.name, formatCount(table.rows.length))}</bdi>
          </p>
        </div>
        <FormatChoices
          kind={kind}
          openFile={openFile}
          onChangeChoices={onChangeChoices}
          onReload={onReload}
        />
        {table.rejoinedRows.length > 0 ? (
          <Notice
            text={t.map.repaired(formatCount(table.rejoinedRows.length), formatFirstRows(table.rejoinedRows))}
          />
        ) : null}
        {roundedColumns.map(({ index, count, decimals }) => (
          <Notice
            key={index}
            text={t.map.rounded(headingAt(index), formatCount(count), formatCount(decimals))}
          />
        ))}
        {table.overlongRows.length > 0 ? (
          <Notice
            text={t.map.overlong(formatCount(table.overlongRows.length), formatFirstRows(table.overlongRows))}
          />
        ) : null}
        <ul className="divide-y rounded-lg border">
          {table.header.map((heading, index) => {
            const letter = getColumnLetter(index);
            const name = heading || t.map.unnamed(letter);
            const column = columnAt(index);
            const format = column && plan.formats[column.key];
            const question = undecidedColumns.find((column) => column.index === index);
            return (
              <li
                key={letter}
                className="grid grid-cols-1 items-center gap-x-4 gap-y-1 px-3 py-2 sm:grid-cols-[1fr_1.5fr_1fr]"
              >
                <bdi className="min-w-0 break-words font-medium text-sm">{name}</bdi>
                <span className="line-clamp-2 min-w-0 break-words text-muted-foreground text-xs">
                  <bdi>
                    {table.rows
                      .slice(0, maxSamples)
                      .map(({ cells }) => {
                        const cell = cells[index] ?? null;
                        const parsed = column && format ? formatParsedCell(cell, column, format) : null;
                        return parsed === null ? String(cell ?? '–') : formatExample(String(cell), parsed);
                      })
                      .join(' · ')}
                  </bdi>
                </span>
                <Select
                  aria-label={t.map.columnOf(name)}
                  value={mapping[index] ?? ''}
                  onChange={(event) => assign(index, event.currentTarget.value)}
                >
                  <option value="">{t.map.skip}</option>
                  {columnGroups.map(({ title, columns }) => (
                    <optgroup key={title} label={title}>
                      {columns.map((column) => (
                        <option key={column.key} value={column.key}>
                          {labelOf(column)}
                        </option>
                      ))}
                    </optgroup>
                  ))}
                </Select>
                {question && column ? (
                  <AmbiguousColumnChoice
                    heading={name}
                    part={getFormatPart(kind, column.key)}
                    question={question}
                    onChoose={(chosen) => onChangeChoices({ formats: { [index]: chosen } })}
                  />
                ) : null}
              </li>
            );
          })}
        </ul>
      </Card>
      <DefaultFields kind={kind} plan={plan} onChangeChoices={onChangeChoices} />
      {problem ? (
        <p role="alert" className="rounded-md border border-destructive px-3 py-2 text-sm">
          {problem}
        </p>
      ) : null}
      <IgnoredColumns kind={kind} headings={listIgnoredHeadings(table, mapping)} />
      {missingColumns.length > 0 ? (
        <Notice text={t.map.missing(formatList(missingColumns.map(labelOf)))} />
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t.map.chooseAnother}</Button>
        <GuardedButton variant="primary" disabledReason={disabledReason} onClick={onCheck}>
          {t.map.check}
        </GuardedButton>
      </div>
    </div>
  );
}

/** Lists file columns that are not imported; shown before the check, in the preview and in the result. */
export function IgnoredColumns({ kind, headings }: { kind: ImportKind; headings: readonly string[] }) {
  const { t } = useImportLabels(kind);
  return headings.length > 0 ? <Notice text={t.map.skipped(formatList(headings))} /> : null;
}

function Notice({ text }: { text: string }) {
  return <p className="rounded-md border border-status-amber px-3 py-2 text-sm">{text}</p>;
}

const formatFirstRows = (rows: readonly number[]) =>
  formatList([...rows.slice(0, 10).map(String), ...(rows.length > 10 ? ['…'] : [])]);

/** Returns the part of a format that matters for a column: numbers or dates. */
const getFormatPart = (kind: ImportKind, key: string): keyof ImportFormat =>
  kind.columns.find((column) => column.key === key)?.field.kind === 'date' ? 'dates' : 'decimal';

/** Returns the spreadsheet letter of a column. */
function getColumnLetter(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : getColumnLetter(Math.floor(index / 26) - 1) + letter;
}

interface FormatChoicesProps {
  kind: ImportKind;
  openFile: OpenFile;
  onChangeChoices(choices: Partial<ImportChoices>): void;
  onReload(options: ReadOptions): void;
}

/** Settings for which the file allows more than one interpretation: encoding, sheet, numbers and dates. */
function FormatChoices({ kind, openFile: { table, plan }, onChangeChoices, onReload }: FormatChoicesProps) {
  const t = useMessages(importMessages).map;
  const { mapping, format } = plan;
  const kinds = new Set(
    kind.columns.filter(({ key }) => mapping.includes(key)).map(({ field }) => field.kind),
  );
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <ReadingChoices table={table} onRead={onReload} />
      {[...kinds].some((fieldKind) => numericKinds.has(fieldKind)) && table.kind === 'csv' ? (
        <ChoiceField
          label={t.decimal}
          value={format.decimal}
          options={decimalMarks.map((id) => ({ id, name: t.decimals[id] }))}
          onChange={(decimal) => onChangeChoices({ format: { decimal: decimal as typeof format.decimal } })}
        />
      ) : null}
      {kinds.has('date') ? (
        <ChoiceField
          label={t.dates}
          value={format.dates}
          options={dateOrders.map((id) => ({ id, name: t.dateOrders[id] }))}
          onChange={(dates) => onChangeChoices({ format: { dates: dates as typeof format.dates } })}
        />
      ) : null}
    </div>
  );
}

interface DefaultFieldsProps {
  kind: ImportKind;
  plan: FileImportPlan;
  onChangeChoices(choices: Partial<ImportChoices>): void;
}

/** Default values of new rows for columns missing in the file, and references to create. */
function DefaultFields({ kind, plan, onChangeChoices }: DefaultFieldsProps) {
  const { t, labelOf, choicesOf } = useImportLabels(kind);
  const user = useUser();
  const [addedKeys, setAddedKeys] = useState<readonly string[]>([]);
  const { mapping, defaults, createMissing } = plan;
  const missingColumns = listMissingColumns(kind, plan);
  const chosenColumns = kind.columns.filter(
    ({ key }) =>
      !mapping.includes(key) &&
      !missingColumns.some((field) => field.key === key) &&
      (key in defaults || addedKeys.includes(key)),
  );
  /** A value that must be unique can't be the same for all rows. */
  const isUnique = (key: string) => kind.keys.some((fields) => fields.length === 1 && fields[0] === key);
  const fields = [...missingColumns.filter(({ key }) => !isUnique(key)), ...chosenColumns];
  const otherColumns = kind.columns.filter(
    ({ key, field }) =>
      !mapping.includes(key) &&
      !fields.some((field) => field.key === key) &&
      !isUnique(key) &&
      canHaveDefault(field.kind),
  );
  const creatableColumns = kind.columns.filter(({ key, field }) => {
    const resource = mapping.includes(key) ? findCreatableByName(field.refersTo) : null;
    return (
      resource &&
      canWrite(user, resource.collection, 'canCreate') &&
      canWrite(user, resource.collection, 'canEdit')
    );
  });

  function setDefault(key: string, value: unknown): void {
    const { [key]: _, ...otherDefaults } = defaults;
    const hasValue = value !== null && value !== '' && value !== undefined;
    onChangeChoices({
      defaults: hasValue ? { ...otherDefaults, [key]: value as string | number | boolean } : otherDefaults,
    });
  }
  function removeDefault(key: string): void {
    setAddedKeys(addedKeys.filter((addedKey) => addedKey !== key));
    setDefault(key, null);
  }

  return (
    <Card className="flex flex-col gap-3 p-4">
      <div>
        <h2 className="font-semibold">{t.map.defaults}</h2>
        <p className="text-muted-foreground text-sm">{t.map.defaultsText}</p>
      </div>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {fields.map((column) => (
          <div key={column.key} className="flex items-end gap-1">
            <DefaultInput
              kind={kind}
              column={column}
              label={labelOf(column)}
              choiceWords={choicesOf(column)}
              value={defaults[column.key]}
              onChange={(value) => setDefault(column.key, value)}
            />
            {missingColumns.includes(column) ? null : (
              <Button
                variant="ghost"
                size="icon"
                aria-label={t.map.removeDefault(labelOf(column))}
                onClick={() => removeDefault(column.key)}
              >
                <X aria-hidden="true" />
              </Button>
            )}
          </div>
        ))}
        {otherColumns.length > 0 ? (
          <ChoiceField
            label={t.map.addDefault}
            value=""
            none=""
            options={otherColumns.map((column) => ({ id: column.key, name: labelOf(column) }))}
            onChange={(key) => setAddedKeys([...addedKeys, key])}
          />
        ) : null}
      </div>
      {creatableColumns.map(({ key, field, ...column }) => (
        <CheckField
          key={key}
          label={t.map.createMissing(labelOf({ key, field, ...column }))}
          value={createMissing.includes(key)}
          onChange={(isOn) =>
            onChangeChoices({
              createMissing: isOn
                ? [...createMissing, key]
                : createMissing.filter((makeKey) => makeKey !== key),
            })
          }
        />
      ))}
    </Card>
  );
}

/** Structured values and lists differ by row, so they have no default. */
const canHaveDefault = (kind: ImportColumn['field']['kind']) =>
  !['json', 'references', 'picture', 'longText'].includes(kind);

interface DefaultInputProps {
  kind: ImportKind;
  column: ImportColumn;
  label: string;
  choiceWords: Readonly<Record<string, string>>;
  value: string | number | boolean | undefined;
  onChange(value: unknown): void;
}

function DefaultInput({
  kind,
  column: { key, field },
  label,
  choiceWords,
  value,
  onChange,
}: DefaultInputProps) {
  const isReference = field.kind === 'reference';
  return (
    <KindInput
      className="flex-1"
      label={label}
      field={field}
      choiceLabels={choiceWords}
      source={locateField(kind, key)}
      value={value ?? (isReference || numericKinds.has(field.kind) ? null : '')}
      onChange={onChange}
    />
  );
}
