import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { ImportFormat } from '#contract/imports/format.ts';
import { mostSaleRows, type SaleField, saleFields, type SalesTaken } from '#contract/sales.ts';
import { foldText } from '#domain/text.ts';
import type { Branch } from '#src/collections/places/branches.ts';
import { keepLayout, saleSourcesQuery, saleSpanQuery, sendSales } from '#src/collections/sales/sales.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Card } from '#src/components/ui/card.tsx';
import { DateInput } from '#src/components/ui/date-input.tsx';
import { Field } from '#src/components/ui/field.tsx';
import { Input, Select } from '#src/components/ui/input.tsx';
import { sayError } from '#src/lib/api/own-words.ts';
import { formatCount, formatDay } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useMoney } from '#src/lib/session/use-money.ts';
import { readFile } from '#src/lib/spreadsheet/read-file.ts';
import type { FileTable } from '#src/lib/spreadsheet/table.ts';
import { newUuid } from '#src/lib/uuid.ts';
import { salesMessages } from './messages.ts';
import {
  type Columns,
  columnsOf,
  formatOf,
  layoutOf,
  piecesOf,
  presetOf,
  readTill,
  tillPresets,
} from './till-file.ts';
import { Taken } from './taken.tsx';

interface OpenFile {
  /** Another one each time, also of a file that is chosen again once it is mended. */
  id: string;
  name: string;
  table: FileTable;
}

/** The most faults that are named. */
const shownFaults = 30;

/** The file of a till: which column is what, what it says, and what it replaces. */
export function ImportSales({ branches }: { branches: readonly Branch[] }) {
  const t = useMessages(salesMessages);
  const [open, setOpen] = useState<OpenFile | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [taken, setTaken] = useState<SalesTaken | null>(null);
  const sources = useQuery({ ...saleSourcesQuery(), refetchOnMount: 'always' });
  const input = useRef<HTMLInputElement>(null);

  async function read(file: File | undefined): Promise<void> {
    if (!file) return;
    setRefused(null);
    setTaken(null);
    try {
      setOpen({
        id: newUuid(),
        name: file.name,
        table: await readFile(file, {}, new AbortController().signal),
      });
    } catch {
      setOpen(null);
      setRefused(file.name);
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <Card className="flex flex-wrap items-center gap-3 p-4">
        <Button variant={open ? 'secondary' : 'primary'} onClick={() => input.current?.click()}>
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
            void read(event.currentTarget.files?.[0]);
            // The same file may be chosen again once it is mended.
            event.currentTarget.value = '';
          }}
        />
        <p className="text-muted-foreground text-sm">{open ? <bdi>{open.name}</bdi> : t.file.hint}</p>
        {refused === null ? null : (
          <p role="alert" className="w-full text-destructive text-sm">
            {t.file.refused(refused)}
          </p>
        )}
      </Card>
      {taken ? (
        <Taken taken={taken} branches={branches} />
      ) : open && !sources.isPending ? (
        <Plan
          key={open.id}
          open={open}
          branches={branches}
          sources={sources.data ?? []}
          onTaken={(all) => {
            setTaken(all);
            setOpen(null);
          }}
        />
      ) : null}
    </div>
  );
}

interface PlanProps {
  open: OpenFile;
  branches: readonly Branch[];
  sources: readonly {
    name: string;
    layout: ({ columns: Partial<Record<SaleField, string>> } & ImportFormat) | null;
  }[];
  onTaken(taken: SalesTaken): void;
}

function Plan({ open: { table }, branches, sources, onTaken }: PlanProps) {
  const t = useMessages(salesMessages);
  const money = useMoney();
  const queryClient = useQueryClient();
  const { head, rows } = table;
  const preset = useMemo(() => presetOf(head), [head]);
  // A till whose columns are all in the file is this one.
  const known = sources.find(
    ({ layout }) =>
      layout && Object.keys(columnsOf(head, layout.columns)).length === Object.keys(layout.columns).length,
  );
  const first = columnsOf(head, known?.layout?.columns ?? (preset ? tillPresets[preset] : undefined));
  const [name, setName] = useState(known?.name ?? preset ?? '');
  const [columns, setColumns] = useState<Columns>(first);
  const [format, setFormat] = useState<ImportFormat>(() =>
    known?.layout ? { decimal: known.layout.decimal, dates: known.layout.dates } : formatOf(rows, first),
  );
  const [day, setDay] = useState('');
  const [branch, setBranch] = useState(branches[0]?._id ?? '');
  const [isLeaving, setLeaving] = useState(false);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const key = useRef(newUuid());

  const read = useMemo(() => {
    const byName = new Map(
      branches.flatMap((one) =>
        [one.name, one.nameAlt, one.code].flatMap((word) =>
          word ? [[foldText(word), one._id] as const] : [],
        ),
      ),
    );
    return readTill(
      { rows },
      {
        columns,
        format,
        day: day || null,
        branch: branch || null,
        branchOf: (said) => byName.get(foldText(said)) ?? null,
      },
    );
  }, [rows, columns, format, day, branch, branches]);
  const days = new Set(read.rows.map((row) => `${row.day} ${row.branch}`));
  const there = useDaysThere(read.rows, sources.find((one) => foldText(one.name) === foldText(name))?.name);
  const replaced = (there.data?.rows ?? []).filter(
    (one) => foldText(one.source) === foldText(name) && days.has(`${one.day} ${one.branch}`),
  );
  const needed = (['qty', 'net'] as const).find((field) => columns[field] === undefined);
  const needsArticle = columns.code === undefined && columns.name === undefined;
  const net = read.rows.reduce((sum, row) => sum + row.net, 0);
  const isReady =
    name.trim() !== '' &&
    !needed &&
    !needsArticle &&
    read.rows.length > 0 &&
    (read.faults.length === 0 || isLeaving);

  async function send(): Promise<void> {
    if (!isReady || isSending) return;
    setSending(true);
    setProblem(null);
    const all: SalesTaken = { taken: 0, replaced: 0, unknown: [], days: [] };
    try {
      for (const [at, piece] of piecesOf(read.rows, mostSaleRows).entries()) {
        const told = await sendSales({ source: name.trim(), rows: piece }, `${key.current}-${at}`);
        all.taken += told.taken;
        all.replaced += told.replaced;
        all.days.push(...told.days);
        const names = new Set(all.unknown.map(({ code }) => code));
        all.unknown.push(...told.unknown.filter(({ code }) => !names.has(code)));
      }
      await keepLayout(queryClient, name.trim(), layoutOf(head, columns, format));
      onTaken(all);
    } catch (error) {
      key.current = newUuid();
      setProblem(sayError(error, t.failed));
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
        <Choice
          label={t.file.decimal}
          value={format.decimal}
          options={(['point', 'comma'] as const).map((id) => [id, t.file.decimals[id]])}
          onChange={(decimal) => setFormat({ ...format, decimal: decimal === 'comma' ? 'comma' : 'point' })}
        />
        <Choice
          label={t.file.dates}
          value={format.dates}
          options={(['ymd', 'dmy', 'mdy'] as const).map((id) => [id, t.file.dateOrders[id]])}
          onChange={(dates) => setFormat({ ...format, dates: dates as ImportFormat['dates'] })}
        />
        <Choice
          label={t.file.branch}
          value={branch}
          options={branches.map(({ _id, name: called }) => [_id, called])}
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
                ...head.map((heading, at) => [String(at), heading || String(at + 1)] as const),
              ]}
              onChange={(at) => {
                const { [field]: _, ...others } = columns;
                setColumns(at === '' ? others : { ...others, [field]: Number(at) });
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
      <div className="flex flex-col gap-2 text-sm" role="status">
        {needed || needsArticle ? <p>{t.file.needs(t.file.fields[needed ?? 'code'])}</p> : null}
        <p className="font-medium">
          {t.file.ready(formatCount(read.rows.length), formatCount(days.size), money(net))}
        </p>
        {read.totals > 0 ? <p>{t.file.totals(formatCount(read.totals))}</p> : null}
        {there.isFetching ? (
          <p className="text-muted-foreground">{t.file.looking}</p>
        ) : there.isError ? (
          <p className="text-destructive">{t.file.notLooked}</p>
        ) : null}
        {replaced.length > 0 ? (
          <p>
            {t.file.replaces(formatCount(replaced.length))}{' '}
            <span className="text-muted-foreground">
              {replaced
                .slice(0, 10)
                .map((one) => `${formatDay(one.day)} ${one.branchName} ${money(one.net)}`)
                .join(' · ')}
            </span>
          </p>
        ) : null}
      </div>
      {read.faults.length > 0 && !needed && !needsArticle ? (
        <div role="alert" className="flex flex-col gap-2 rounded-md border border-destructive p-3 text-sm">
          <p className="font-medium">{t.file.faults}</p>
          <ul className="list-disc ps-5">
            {read.faults.slice(0, shownFaults).map(({ row, field, why, said }) => (
              <li key={`${row} ${field}`}>
                {t.file.fault(
                  formatCount(row),
                  t.file.fields[field],
                  why === 'empty' ? t.file.why.empty : t.file.why[why](said),
                )}
              </li>
            ))}
          </ul>
          {read.faults.length > shownFaults ? (
            <p>{t.file.more(formatCount(read.faults.length - shownFaults))}</p>
          ) : null}
          <label className="flex items-center gap-2 touch:min-h-11">
            <input
              type="checkbox"
              checked={isLeaving}
              onChange={(event) => setLeaving(event.currentTarget.checked)}
            />
            {t.file.leaveOut}
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

/** What is there already of the days of a file, of a till that is known: nothing of one that sold nothing yet. */
function useDaysThere(rows: readonly { day: string; branch: string }[], source: string | undefined) {
  const days = rows.map(({ day }) => day).toSorted();
  const [from = '', to = from] = [days[0], days.at(-1)];
  const [branch, ...others] = new Set(rows.map((row) => row.branch));
  const isAsked = source !== undefined && rows.length > 0;
  const asked = { source: source ?? '', from, to, branch: others.length === 0 ? branch : undefined };
  const { data, isFetching, isError } = useQuery({ ...saleSpanQuery(asked), enabled: isAsked });
  return isAsked ? { data, isFetching, isError } : { data: undefined, isFetching: false, isError: false };
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
