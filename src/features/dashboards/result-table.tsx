import { CircleCheck, CircleHelp, CircleSlash, Lock, type LucideIcon, TriangleAlert } from 'lucide-react';
import { Pill, type Tone } from '#src/components/ui/pill.tsx';
import {
  numeric,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#src/components/ui/table.tsx';
import { cn } from '#src/lib/cn.ts';
import { formatCount } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { isFault, type Result, type Verdict } from './run-self-test.ts';
import { selfTestMessages } from './self-test-messages.ts';

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
    <Table aria-label={t.table}>
      <TableHeader>
        <tr>
          <TableHead>{t.columns.call}</TableHead>
          <TableHead>{t.columns.result}</TableHead>
          <TableHead className={numeric}>{t.columns.status}</TableHead>
          <TableHead className={numeric}>{t.columns.latency}</TableHead>
          <TableHead className={numeric}>{t.columns.count}</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {results.map((result) => {
          const { check, verdict, status, ms, count, message } = result;
          return (
            <TableRow key={check.path}>
              <TableCell>
                <code dir="ltr" className="whitespace-nowrap text-xs">
                  GET /{check.path}
                </code>
                <span className="block text-muted-foreground text-xs">{t.groups[check.group]}</span>
              </TableCell>
              <TableCell>
                <Pill tone={toneOf(result)} icon={icons[verdict]}>
                  {t.verdicts[verdict]}
                </Pill>
                {message === null ? null : (
                  <span className="block max-w-72 truncate text-muted-foreground text-xs" title={message}>
                    {message}
                  </span>
                )}
              </TableCell>
              <TableCell className={numeric}>{status ?? ''}</TableCell>
              <TableCell className={numeric}>{ms === null ? '' : formatCount(ms)}</TableCell>
              <TableCell className={cn(numeric, 'text-muted-foreground')}>
                {count === null ? '' : formatCount(count)}
              </TableCell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}
