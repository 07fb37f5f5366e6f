import { CircleCheck, CircleHelp, CircleSlash, Lock, type LucideIcon, TriangleAlert } from 'lucide-react';
import { FactTable } from '#src/components/ui/table.tsx';
import { Pill, type Tone } from '#src/components/ui/pill.tsx';
import { formatCount } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { isFault, type Result, type Verdict } from './run-self-test.ts';
import { selfTestMessages } from './messages.ts';

const icons: Record<Verdict, LucideIcon> = {
  fine: CircleCheck,
  unreadable: TriangleAlert,
  refused: Lock,
  missing: CircleHelp,
  failed: TriangleAlert,
  skipped: CircleSlash,
};

function toneOf({ verdict, check }: Result): Tone {
  if (isFault(verdict, check)) return 'red';
  return verdict === 'fine' ? 'green' : 'neutral';
}

/** Each call with its outcome, how long it took, and how many rows there are. */
export function ResultTable({ results }: { results: readonly Result[] }) {
  const t = useMessages(selfTestMessages);
  return (
    <FactTable
      label={t.table}
      rows={results}
      keyOf={({ check }) => check.path}
      columns={[
        {
          head: t.columns.call,
          cell: ({ check }) => (
            <>
              <code dir="ltr" className="whitespace-nowrap text-xs">
                GET /{check.path}
              </code>
              <span className="block text-muted-foreground text-xs">{t.groups[check.group]}</span>
            </>
          ),
        },
        {
          head: t.columns.result,
          cell: (result) => (
            <>
              <Pill tone={toneOf(result)} icon={icons[result.verdict]}>
                {t.verdicts[result.verdict]}
              </Pill>
              {result.message === null ? null : (
                <span
                  className="block max-w-72 truncate text-muted-foreground text-xs"
                  title={result.message}
                >
                  {result.message}
                </span>
              )}
            </>
          ),
        },
        { head: t.columns.status, isNumeric: true, cell: ({ status }) => status ?? '' },
        { head: t.columns.latency, isNumeric: true, cell: ({ ms }) => (ms === null ? '' : formatCount(ms)) },
        {
          head: t.columns.count,
          isNumeric: true,
          cell: ({ count }) => (
            <span className="text-muted-foreground">{count === null ? '' : formatCount(count)}</span>
          ),
        },
      ]}
    />
  );
}
