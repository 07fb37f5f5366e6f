import type { ImportKind } from '#contract/imports/kinds.ts';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Card } from '#src/components/ui/card.tsx';
import { Select } from '#src/components/ui/input.tsx';
import { formatCount } from '#src/lib/format/format.ts';
import { formatList } from '#src/lib/format/list.ts';
import type { ReadOptions } from '#src/lib/spreadsheet/read-table.ts';
import { useColumnWords } from './column-words.ts';
import { DefaultFields } from './default-fields.tsx';
import { FormatChoices } from './format-choices.tsx';
import { leftOutHeadings, missingColumns, type Plan } from './plan.ts';
import type { OpenFile } from './use-import-file.ts';

interface MapStepProps {
  kind: ImportKind;
  open: OpenFile;
  /** What the server said of the plan. */
  problem: string | null;
  onPlan(plan: Partial<Plan>): void;
  onRead(options: ReadOptions): void;
  onCheck(): void;
  onClose(): void;
}

const samplesShown = 3;

/** What each column of the file is, with its first rows in sight. */
export function MapStep({ kind, open, problem, onPlan, onRead, onCheck, onClose }: MapStepProps) {
  const { t, wordOf } = useColumnWords(kind);
  const { table, plan, file } = open;
  const { mapping } = plan;
  const give = (at: number, key: string) =>
    onPlan({ mapping: mapping.map((one, nth) => (nth === at ? key || null : one === key ? null : one)) });
  const missing = missingColumns(kind, plan).filter(({ key }) => plan.defaults[key] === undefined);
  const blocked = mapping.every((key) => key === null) ? t.map.nothing : null;
  return (
    <div className="flex flex-col gap-4">
      <Card className="flex flex-col gap-4 p-4">
        <div>
          <h2 className="font-semibold">{t.map.title}</h2>
          <p className="text-muted-foreground text-sm">
            <bdi>{t.map.read(file.name, formatCount(table.rows.length))}</bdi>
          </p>
        </div>
        <FormatChoices kind={kind} open={open} onPlan={onPlan} onRead={onRead} />
        {table.mended.length > 0 ? (
          <Notice text={t.map.mended(formatCount(table.mended.length), firstOf(table.mended))} />
        ) : null}
        {table.overlong.length > 0 ? (
          <Notice text={t.map.overlong(formatCount(table.overlong.length), firstOf(table.overlong))} />
        ) : null}
        <ul className="divide-y rounded-lg border">
          {table.head.map((heading, at) => {
            const letter = letterOf(at);
            const name = heading || t.map.unnamed(letter);
            return (
              <li
                key={letter}
                className="grid items-center gap-x-4 gap-y-1 px-3 py-2 sm:grid-cols-[1fr_1.5fr_1fr]"
              >
                <bdi className="min-w-0 break-words font-medium text-sm">{name}</bdi>
                <span className="line-clamp-2 min-w-0 break-words text-muted-foreground text-xs">
                  <bdi>
                    {table.rows
                      .slice(0, samplesShown)
                      .map(({ cells }) => String(cells[at] ?? '–'))
                      .join(' · ')}
                  </bdi>
                </span>
                <Select
                  aria-label={t.map.columnOf(name)}
                  value={mapping[at] ?? ''}
                  onChange={(event) => give(at, event.currentTarget.value)}
                >
                  <option value="">{t.map.leaveOut}</option>
                  {kind.columns.map((column) => (
                    <option key={column.key} value={column.key}>
                      {wordOf(column)}
                    </option>
                  ))}
                </Select>
              </li>
            );
          })}
        </ul>
      </Card>
      <DefaultFields kind={kind} plan={plan} onPlan={onPlan} />
      {problem ? (
        <p role="alert" className="rounded-md border border-destructive px-3 py-2 text-sm">
          {problem}
        </p>
      ) : null}
      <LeftOut kind={kind} headings={leftOutHeadings(table, mapping)} />
      {missing.length > 0 ? <Notice text={t.map.missing(formatList(missing.map(wordOf)))} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t.map.other}</Button>
        <GuardedButton variant="primary" blocked={blocked} onClick={onCheck}>
          {t.map.check}
        </GuardedButton>
      </div>
    </div>
  );
}

/** Which columns of the file are not imported: told before the check, in the check and in the result. */
export function LeftOut({ kind, headings }: { kind: ImportKind; headings: readonly string[] }) {
  const { t } = useColumnWords(kind);
  return headings.length > 0 ? <Notice text={t.map.leftOut(formatList(headings))} /> : null;
}

function Notice({ text }: { text: string }) {
  return <p className="rounded-md border border-status-amber px-3 py-2 text-sm">{text}</p>;
}

const firstOf = (rows: readonly number[]) =>
  formatList([...rows.slice(0, 10).map(String), ...(rows.length > 10 ? ['…'] : [])]);

/** As a spreadsheet names its columns. */
function letterOf(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : letterOf(Math.floor(at / 26) - 1) + letter;
}
