import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { dateOrders, decimalMarks, type ImportFormat } from '#core/file-format.ts';
import { maxSaleRows, type SaleField, saleFields } from '../input.ts';
import type { SaleSource } from '../shapes.ts';
import { type ImportedSales } from '../shapes.ts';
import { foldText } from '#core/text.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import { saveLayout, saleSourcesQuery, saleSpanQuery, sendSales } from './queries.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { spreadsheetMessages } from '#platform/web/spreadsheet/messages.ts';
import { AmbiguousColumnChoice } from '#platform/web/spreadsheet/ambiguous-column-choice.tsx';
import { ReadingChoices } from '#platform/web/spreadsheet/reading-choices.tsx';
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow as Row,
} from '#platform/web/ui/table.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Input, Select } from '#platform/web/ui/input.tsx';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { formatList } from '#platform/web/format/list.ts';
import { formatCount, formatDate, formatDay, formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { readFile } from '#platform/web/spreadsheet/read-file.ts';
import { getDeviceFormatHints } from '#platform/web/spreadsheet/decide-format.ts';
import type { FileTable, ReadOptions, SpreadsheetRow } from '#platform/web/spreadsheet/table.ts';
import { formatParsedValue } from '#platform/web/spreadsheet/format-parsed-value.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { salesMessages } from './messages.ts';
import {
  type TillColumns,
  detectTillColumns,
  detectTillFormats,
  buildTillLayout,
  splitIntoWholeDays,
  detectTillPreset,
  parseTillRows,
  tillPresets,
  type TillReadOptions,
  getDayKey,
} from './till-file.ts';
import { listModifiers, SalesImportResult } from './sales-import-result.tsx';

interface OpenFile {
  /** New for each selection, even when a corrected file is selected again. */
  id: string;
  file: File;
  options: ReadOptions;
  table: FileTable;
}

/** Number of rows in the preview. */
const previewRows = 5;

/** Maximum number of unknown branches that can be linked at once. */
const maxUnlinked = 30;

/** Maximum number of errors listed. */
const maxShownErrors = 30;

/** Imports a till's file: column mapping, parsed values, and which days are replaced. */
export function ImportSales({ branches }: { branches: readonly Branch[] }) {
  const t = useMessages(salesMessages);
  const [openedFile, setOpenedFile] = useState<OpenFile | null>(null);
  const [unreadableFile, setUnreadableFile] = useState<string | null>(null);
  const [importResult, setImportResult] = useState<ImportedSales | null>(null);
  const sources = useQuery({ ...saleSourcesQuery(), refetchOnMount: 'always' });
  const input = useRef<HTMLInputElement>(null);

  async function openFile(file: File | undefined, options: ReadOptions = {}): Promise<void> {
    if (!file) return;
    setUnreadableFile(null);
    setImportResult(null);
    try {
      setOpenedFile({
        id: newUuid(),
        file,
        options,
        table: await readFile(file, options, new AbortController().signal),
      });
    } catch {
      setOpenedFile(null);
      setUnreadableFile(file.name);
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <Card className="flex flex-wrap items-center gap-3 p-4">
        <Button variant={openedFile ? 'secondary' : 'primary'} onClick={() => input.current?.click()}>
          <FileUp aria-hidden="true" />
          {t.file.choose}
        </Button>
        <input
          ref={input}
          type="file"
          aria-label={t.file.choose}
          className="sr-only"
          tabIndex={-1}
          accept=".csv,.tsv,.txt,.xlsx"
          onChange={(event) => {
            void openFile(event.currentTarget.files?.[0]);
            // Allows selecting the same file again after it was corrected.
            event.currentTarget.value = '';
          }}
        />
        <p className="text-muted-foreground text-sm">
          {openedFile ? <bdi>{openedFile.file.name}</bdi> : t.file.hint}
        </p>
        {unreadableFile === null ? null : (
          <p role="alert" className="w-full text-destructive text-sm">
            {t.file.refused(unreadableFile)}
          </p>
        )}
      </Card>
      {importResult ? (
        <SalesImportResult result={importResult} branches={branches} />
      ) : openedFile && !sources.isPending ? (
        <ImportPlan
          key={openedFile.id}
          openedFile={openedFile}
          branches={branches}
          sources={sources.data ?? []}
          onRead={(options) => void openFile(openedFile.file, { ...openedFile.options, ...options })}
          onImported={(result) => {
            setImportResult(result);
            setOpenedFile(null);
          }}
        />
      ) : null}
    </div>
  );
}

interface ImportPlanProps {
  openedFile: OpenFile;
  branches: readonly Branch[];
  sources: readonly SaleSource[];
  /** Reads the file again with different options. */
  onRead(options: ReadOptions): void;
  onImported(result: ImportedSales): void;
}

function ImportPlan({ openedFile: { table }, branches, sources, onRead, onImported }: ImportPlanProps) {
  const t = useMessages(salesMessages);
  const money = useMoney();
  const queryClient = useQueryClient();
  const { header, rows } = table;
  const preset = useMemo(() => detectTillPreset(header), [header]);
  // A known till matches when the file has all of its columns.
  const knownTill = sources.find(
    ({ layout }) =>
      layout &&
      Object.keys(detectTillColumns(header, layout.columns)).length === Object.keys(layout.columns).length,
  );
  const initialColumns = detectTillColumns(
    header,
    knownTill?.layout?.columns ?? (preset ? tillPresets[preset] : undefined),
  );
  const [name, setName] = useState(knownTill?.name ?? preset ?? '');
  const [columns, setColumns] = useState<TillColumns>(initialColumns);
  /** Format options chosen by the user; the others are detected from the cells. */
  const [fileChoice, setFileChoice] = useState<Partial<ImportFormat>>({});
  const [columnChoices, setColumnChoices] = useState<Partial<Record<SaleField, Partial<ImportFormat>>>>({});
  /** Branch ids by the case-folded name in the file. */
  const [links, setLinks] = useState<Readonly<Record<string, string>>>(knownTill?.layout?.branches ?? {});
  const layout = knownTill?.layout ?? null;
  const detected = useMemo(
    () =>
      detectTillFormats(rows, columns, {
        ...getDeviceFormatHints(table.delimiter),
        ...(layout && pickFormat(layout)),
      }),
    [rows, columns, table.delimiter, layout],
  );
  const format = useMemo(() => ({ ...detected.file, ...fileChoice }), [detected, fileChoice]);
  const formats = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(detected.columns).map(([field, decidedFormat]) => [
          field,
          { ...decidedFormat, ...fileChoice, ...columnChoices[field as SaleField] },
        ]),
      ) as Partial<Record<SaleField, ImportFormat>>,
    [detected, fileChoice, columnChoices],
  );
  const questions = saleFields.flatMap((field) => {
    const ambiguous = detected.ambiguousColumns[field];
    const part: keyof ImportFormat = field === 'day' ? 'dates' : 'decimal';
    // A known layout implies the formats of earlier files.
    const question = ambiguous && {
      ...ambiguous,
      requiresChoice: ambiguous.requiresChoice && layout === null,
    };
    return question ? [{ ...question, field, part, chosen: { ...fileChoice, ...columnChoices[field] } }] : [];
  });
  const ambiguousColumn = questions.find(
    ({ requiresChoice, part, chosen: chosenFormat }) => requiresChoice && chosenFormat[part] === undefined,
  );
  const [day, setDay] = useState('');
  const [branch, setBranch] = useState(branches[0]?._id ?? '');
  const [skipsInvalidRows, setSkipsInvalidRows] = useState(false);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const idempotencyKey = useRef(newUuid());

  const readOptions = useMemo((): TillReadOptions => {
    const byName = new Map(
      branches.flatMap((candidate) =>
        [candidate.name, candidate.nameAlt, candidate.code].flatMap((word) =>
          word ? [[foldText(word), candidate._id] as const] : [],
        ),
      ),
    );
    return {
      columns,
      format,
      formats,
      header,
      getDayEnds: (branchId) => branches.find(({ _id }) => _id === branchId)?.dayEnds ?? null,
      day: day || null,
      branch: branch || null,
      findBranch: (branchName) => byName.get(foldText(branchName)) ?? links[foldText(branchName)] ?? null,
    };
  }, [columns, format, formats, header, links, day, branch, branches]);
  const parsed = useMemo(() => parseTillRows({ rows }, readOptions), [rows, readOptions]);
  const unlinked = [
    ...new Set(parsed.errors.flatMap(({ reason, text }) => (reason === 'branch' ? [text] : []))),
  ].slice(0, maxUnlinked);
  const existing = useExistingDays(
    parsed.rows,
    sources.find((source) => foldText(source.name) === foldText(name))?.name,
  );
  const stored = (existing.data?.rows ?? []).filter((row) => foldText(row.source) === foldText(name));
  const storedDays = new Set(stored.map(getDayKey));
  const afterMidnightDays = [...(parsed.afterMidnightOnly ?? [])];
  const skippedDays = new Set(
    afterMidnightDays.filter((night) => existing.data === undefined || storedDays.has(night)),
  );
  const imported = parsed.rows.filter((row) => !skippedDays.has(getDayKey(row)));
  const days = new Set(imported.map(getDayKey));
  const replaced = stored.filter((row) => days.has(getDayKey(row)));
  const mapped = new Set(sources.find((source) => foldText(source.name) === foldText(name))?.modifiers);
  const unmapped = [
    ...new Map(
      parsed.rows.flatMap(({ modifiers = [] }) =>
        modifiers.flatMap((modifier) =>
          mapped.has(modifier.code) ? [] : [[modifier.code, modifier] as const],
        ),
      ),
    ).values(),
  ];
  const missingField =
    columns.qty === undefined
      ? ('qty' as const)
      : columns.net === undefined && columns.price === undefined
        ? ('net' as const)
        : undefined;
  const isTillItemMissing = columns.code === undefined && columns.name === undefined;
  const net = imported.reduce((sum, row) => sum + row.net, 0);
  const isReady =
    name.trim() !== '' &&
    !missingField &&
    !isTillItemMissing &&
    !ambiguousColumn &&
    imported.length > 0 &&
    !(afterMidnightDays.length > 0 && existing.isFetching) &&
    (parsed.errors.length === 0 || skipsInvalidRows);

  async function send(): Promise<void> {
    if (!isReady || isSending) return;
    setSending(true);
    setProblem(null);
    const result: ImportedSales = { imported: 0, replaced: 0, unmapped: [], days: [] };
    try {
      for (const [index, part] of splitIntoWholeDays(imported, maxSaleRows).entries()) {
        const partResult = await sendSales(
          { source: name.trim(), rows: part },
          `${idempotencyKey.current}-${index}`,
        );
        result.imported += partResult.imported;
        result.replaced += partResult.replaced;
        result.days.push(...partResult.days);
        const getKey = ({ code, isModifier }: ImportedSales['unmapped'][number]) => `${isModifier} ${code}`;
        const listedKeys = new Set(result.unmapped.map(getKey));
        result.unmapped.push(...partResult.unmapped.filter((tillItem) => !listedKeys.has(getKey(tillItem))));
      }
      await saveLayout(
        queryClient,
        name.trim(),
        buildTillLayout(header, columns, format, { branches: links }),
      );
      onImported(result);
    } catch (error) {
      idempotencyKey.current = newUuid();
      setProblem(getErrorMessage(error, t.saveFailed));
    } finally {
      setSending(false);
    }
  }

  return (
    <Card className="flex flex-col gap-4 p-4">
      {preset ? <p className="text-muted-foreground text-sm">{t.file.preset(preset)}</p> : null}
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Field label={t.file.source} hint={t.file.sourceHint}>
          {(control) => (
            <Input
              {...control}
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Field>
        <ReadingChoices table={table} onRead={onRead} />
        <Choice
          label={t.file.decimal}
          value={format.decimal}
          options={decimalMarks.map((id) => [id, t.file.decimals[id]])}
          onChange={(decimal) =>
            setFileChoice({ ...fileChoice, decimal: decimal as ImportFormat['decimal'] })
          }
        />
        <Choice
          label={t.file.dates}
          value={format.dates}
          options={dateOrders.map((id) => [id, t.file.dateOrders[id]])}
          onChange={(dates) => setFileChoice({ ...fileChoice, dates: dates as ImportFormat['dates'] })}
        />
        <Choice
          label={t.file.branch}
          value={branch}
          options={branches.map(({ _id, name: optionName }) => [_id, optionName])}
          onChange={setBranch}
        />
      </div>
      <fieldset className="flex flex-col gap-2">
        <legend className="pb-1 font-medium text-sm">{t.file.columns}</legend>
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {saleFields.map((field) => (
            <Choice
              key={field}
              label={t.file.fields[field]}
              value={columns[field] === undefined ? '' : String(columns[field])}
              options={[
                ['', t.file.none],
                ...header.map((heading, index) => [String(index), heading || String(index + 1)] as const),
              ]}
              onChange={(index) => {
                const { [field]: _, ...others } = columns;
                setColumns(index === '' ? others : { ...others, [field]: Number(index) });
              }}
            />
          ))}
          {columns.day === undefined ? (
            <Field label={t.file.day}>
              {(control) => (
                <DateInput {...control} value={day} onChange={(event) => setDay(event.currentTarget.value)} />
              )}
            </Field>
          ) : null}
        </div>
      </fieldset>
      {questions.map(({ field, part, ...question }) => (
        <AmbiguousColumnChoice
          key={field}
          heading={header[columns[field] ?? -1] || t.file.fields[field]}
          part={part}
          question={question}
          onChoose={(columnFormat) => setColumnChoices({ ...columnChoices, [field]: columnFormat })}
        />
      ))}
      {unlinked.length > 0 ? (
        <fieldset className="flex flex-col gap-2">
          <legend className="pb-1 font-medium text-sm">{t.file.unlinked}</legend>
          <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {unlinked.map((branchName) => (
              <Choice
                key={branchName}
                label={branchName}
                value=""
                options={[
                  ['', t.file.noLink],
                  ...branches.map(({ _id, name: optionName }) => [_id, optionName] as const),
                ]}
                onChange={(id) => setLinks({ ...links, [foldText(branchName)]: id })}
              />
            ))}
          </div>
        </fieldset>
      ) : null}
      {parsed.rows.length > 0 ? (
        <FirstRows rows={rows} readOptions={readOptions} branches={branches} />
      ) : null}
      <div className="flex flex-col gap-2 text-sm" role="status">
        {ambiguousColumn ? <p>{t.file.ambiguousFormat(t.file.fields[ambiguousColumn.field])}</p> : null}
        {missingField || isTillItemMissing ? (
          <p>{t.file.needs(t.file.fields[missingField ?? 'code'])}</p>
        ) : null}
        <p className="font-medium">
          {t.file.ready(formatCount(imported.length), formatCount(days.size), money(net))}
        </p>
        {parsed.totals > 0 ? <p>{t.file.totals(formatCount(parsed.totals))}</p> : null}
        {parsed.voided ? <p>{t.file.voided(formatCount(parsed.voided))}</p> : null}
        {existing.isFetching ? (
          <p className="text-muted-foreground">{t.file.checking}</p>
        ) : existing.isError ? (
          <p className="text-destructive">{t.file.checkFailed}</p>
        ) : null}
        {skippedDays.size > 0 && !existing.isFetching ? (
          <p>
            {t.file.afterMidnightSkipped(
              formatList(
                [...new Set([...skippedDays].map((key) => formatDay(key.slice(0, 10))))].slice(
                  0,
                  maxUnlinked,
                ),
              ),
            )}
          </p>
        ) : null}
        {unmapped.length > 0 ? <p>{t.file.unmappedModifiers(listModifiers(t, unmapped))}</p> : null}
        {replaced.length > 0 ? (
          <p>
            {t.file.replaces(formatCount(replaced.length))}{' '}
            <span className="text-muted-foreground">
              {replaced
                .slice(0, 10)
                .map((row) => `${formatDay(row.day)} ${row.branchName} ${money(row.net)}`)
                .join(' · ')}
            </span>
          </p>
        ) : null}
      </div>
      {parsed.errors.length > 0 && !missingField && !isTillItemMissing ? (
        <div role="alert" className="flex flex-col gap-2 rounded-md border border-destructive p-3 text-sm">
          <p className="font-medium">{t.file.invalidRows}</p>
          <ul className="list-disc ps-5">
            {parsed.errors.slice(0, maxShownErrors).map(({ row, field, reason, text }) => (
              <li key={`${row} ${field}`}>
                {t.file.rowError(
                  formatCount(row),
                  t.file.fields[field],
                  reason === 'empty' || reason === 'alone'
                    ? t.file.reasons[reason]
                    : t.file.reasons[reason](text),
                )}
              </li>
            ))}
          </ul>
          {parsed.errors.length > maxShownErrors ? (
            <p>{t.file.more(formatCount(parsed.errors.length - maxShownErrors))}</p>
          ) : null}
          <label className="flex items-center gap-2 touch:min-h-11">
            <input
              type="checkbox"
              checked={skipsInvalidRows}
              onChange={(event) => setSkipsInvalidRows(event.currentTarget.checked)}
            />
            {t.file.skipRows}
          </label>
        </div>
      ) : null}
      {problem ? (
        <p role="alert" className="text-destructive text-sm">
          {problem}
        </p>
      ) : null}
      <div>
        <Button variant="primary" disabled={!isReady || isSending} onClick={() => void send()}>
          {isSending ? t.file.sending : t.file.send}
        </Button>
      </div>
    </Card>
  );
}

/** Preview of the first rows: each parsed value, with the file's text where it differs. */
function FirstRows({
  rows,
  readOptions,
  branches,
}: {
  rows: readonly SpreadsheetRow[];
  readOptions: TillReadOptions;
  branches: readonly Branch[];
}) {
  const t = useMessages(salesMessages).file;
  const { example: formatExample } = useMessages(spreadsheetMessages);
  const getName = (id: string) => branches.find(({ _id }) => _id === id)?.name ?? id;
  const sales = rows
    .slice(0, 4 * previewRows)
    .flatMap((row) => parseTillRows({ rows: [row] }, readOptions).rows.map((sale) => ({ row, sale })));
  const previewed = sales.slice(0, previewRows).map(({ row: { row: number, cells }, sale }) => {
    const cellText = (field: SaleField) => String(cells[readOptions.columns[field] ?? -1] ?? '').trim();
    const formatCell = (field: SaleField, read: number | string, plain: string) => {
      const text = cellText(field);
      return text === '' || formatParsedValue(text, read) === null ? plain : formatExample(text, plain);
    };
    return {
      key: String(number),
      cells: [
        formatCell('day', sale.day, formatDate(sale.day)),
        getName(sale.branch),
        [
          sale.name ?? sale.code,
          ...(sale.modifiers ?? []).map((modifier) => modifier.name ?? modifier.code),
        ].join(' + '),
        formatCell('qty', sale.qty, formatQuantity(sale.qty)),
        formatCell('net', sale.net, formatQuantity(sale.net)),
      ],
    };
  });
  return (
    <Table aria-label={t.firstRows}>
      <TableHeader>
        <tr>
          {(['day', 'branch', 'name', 'qty', 'net'] as const).map((field) => (
            <TableHead key={field}>{t.fields[field]}</TableHead>
          ))}
        </tr>
      </TableHeader>
      <TableBody>
        {previewed.map(({ key, cells: [day, place, tillItem, qty, net] }) => (
          <Row key={key}>
            <TableCell>{day}</TableCell>
            <TableCell>{place}</TableCell>
            <TableCell>{tillItem}</TableCell>
            <TableCell className="tabular-nums">{qty}</TableCell>
            <TableCell className="tabular-nums">{net}</TableCell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

const pickFormat = ({ decimal, dates }: ImportFormat): ImportFormat => ({ decimal, dates });

/** Days of the file that the till already has on the server; none for a new till. */
function useExistingDays(rows: readonly { day: string; branch: string }[], source: string | undefined) {
  const days = rows.map(({ day }) => day).toSorted();
  const [from = '', to = from] = [days[0], days.at(-1)];
  const [branch, ...others] = new Set(rows.map((row) => row.branch));
  const isReady = source !== undefined && rows.length > 0;
  const daysFilter = { source: source ?? '', from, to, branch: others.length === 0 ? branch : undefined };
  const { data, isFetching, isError } = useQuery({ ...saleSpanQuery(daysFilter), enabled: isReady });
  return isReady ? { data, isFetching, isError } : { data: undefined, isFetching: false, isError: false };
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [id: string, name: string])[];
  onChange(id: string): void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {options.map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
