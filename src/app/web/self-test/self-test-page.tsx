import {
  Check,
  CircleCheck,
  CircleHelp,
  CircleSlash,
  ListChecks,
  Lock,
  type LucideIcon,
  Minus,
  Play,
  Square,
  TriangleAlert,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { canOpenPage, permissionFlags, hasFlag } from '#core/permissions.ts';
import { listAllLinks } from '#platform/web/layout/menu.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card, CardTitle } from '#platform/web/ui/card.tsx';
import { Pill, type Tone } from '#platform/web/ui/pill.tsx';
import {
  FactTable,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '#platform/web/ui/table.tsx';
import { getCacheHits } from '#platform/web/cache/hits.ts';
import { useCacheStats } from '#platform/web/cache/use-stats.ts';
import { formatCount, formatPercent } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useNotificationState } from '#modules/orders/web/new-orders/notification.ts';
import { useUser } from '#platform/web/session/session.ts';
import { selfTestMessages } from './messages.ts';
import {
  selfTestChecks,
  isProblem,
  type SelfTestResult,
  runSelfTest,
  summarizeResults,
  type SelfTestVerdict,
} from './run-self-test.ts';

/** Checks every API endpoint once and shows the user's permissions and the device's state. */
export function SelfTestPage() {
  const names = useMessages(pageMessages);
  const t = useMessages(selfTestMessages);
  const { results, isRunning, run, stop } = useSelfTest();
  return (
    <Page>
      <PageHeader
        title={names.selfTest}
        context={t.context}
        actions={
          isRunning ? (
            <Button onClick={stop}>
              <Square aria-hidden="true" />
              {t.stop}
            </Button>
          ) : (
            <Button variant="primary" onClick={run}>
              <Play aria-hidden="true" className="rtl:-scale-x-100" />
              {results.length > 0 ? t.runAgain : t.run}
            </Button>
          )
        }
      />
      <div className="grid grid-cols-1 items-start gap-3 pb-6 lg:grid-cols-2">
        <DeviceCard />
        <RightsCard />
      </div>
      <p role="status" className="min-h-10 pb-2 text-sm">
        {isRunning ? t.progress(results.length, selfTestChecks.length) : <Summary results={results} />}
      </p>
      {results.length > 0 ? (
        <ResultTable results={results} />
      ) : isRunning ? null : (
        <EmptyState icon={ListChecks} title={t.notRun} text={t.notRunText} />
      )}
    </Page>
  );
}

function Summary({ results }: { results: readonly SelfTestResult[] }) {
  const t = useMessages(selfTestMessages);
  if (results.length === 0) return null;
  const { fine, executed, problems, medianMs, slowestMs } = summarizeResults(results);
  return (
    <>
      <span className={problems > 0 ? 'font-medium text-status-red' : 'font-medium text-status-green'}>
        {problems > 0 ? t.problems(problems, executed) : t.allFine(fine)}
      </span>{' '}
      {medianMs === null ? '' : t.latency(formatCount(medianMs), formatCount(slowestMs))}
    </>
  );
}

/** Runs the self-test and collects its results. Leaving the page aborts it. */
function useSelfTest() {
  const [results, setResults] = useState<readonly SelfTestResult[]>([]);
  const [isRunning, setIsRunning] = useState(false);
  const controllerRef = useRef<AbortController | null>(null);
  useEffect(() => () => controllerRef.current?.abort(), []);

  const run = async () => {
    controllerRef.current?.abort();
    const controller = new AbortController();
    controllerRef.current = controller;
    setResults([]);
    setIsRunning(true);
    await runSelfTest(
      selfTestChecks,
      (result) => setResults((previous) => [...previous, result]),
      controller.signal,
    );
    if (controllerRef.current === controller) setIsRunning(false);
  };
  return {
    results,
    isRunning,
    run: () => void run(),
    stop(): void {
      controllerRef.current?.abort();
    },
  };
}

/** State of this device: notification permission and cache hit rate. */
function DeviceCard() {
  const { device: t } = useMessages(selfTestMessages);
  const notifications = useNotificationState();
  const { entries } = useCacheStats();
  const { rate, reads } = usePolledValue(getCacheHits);
  const deviceDetails = [
    [t.notifications, t.states[notifications]],
    [t.hitRate, rate === null ? t.noReads : t.hitRateDetails(formatPercent(rate), formatCount(reads))],
    [t.entries, formatCount(entries)],
  ] as const;
  return (
    <Card>
      <CardTitle>{t.title}</CardTitle>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 pt-2 text-sm">
        {deviceDetails.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted-foreground">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

const pollIntervalMs = 1000;

/** Polls a value that has no change notification, once per second. */
function usePolledValue<T>(read: () => T): T {
  const [polledValue, setPolledValue] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setPolledValue(read()), pollIntervalMs);
    return () => clearInterval(timer);
  }, [read]);
  return polledValue;
}

/** Permissions of the signed-in user by page and flag. */
function RightsCard() {
  const { rights: t } = useMessages(selfTestMessages);
  const names = useMessages(pageMessages);
  const user = useUser();
  const pages = listAllLinks().map((link) => ({ ...link, isOpen: canOpenPage(user, link.to) }));
  return (
    <Card>
      <CardTitle>{t.title}</CardTitle>
      <p className="pt-1 text-sm">
        {t.summary(pages.filter(({ isOpen }) => isOpen).length, pages.length)}{' '}
        {user.isMasterAdmin ? t.master : ''}
      </p>
      <details className="pt-2">
        <summary className="inline-flex min-h-8 items-center text-primary text-sm touch:min-h-11">
          {t.show}
        </summary>
        <Table aria-label={t.table}>
          <TableHeader>
            <tr>
              <TableHead>{t.page}</TableHead>
              <TableHead>{t.open}</TableHead>
              {permissionFlags.map((flag) => (
                <TableHead key={flag}>{t.flags[flag]}</TableHead>
              ))}
            </tr>
          </TableHeader>
          <TableBody>
            {pages.map(({ to, label, isOpen }) => (
              <TableRow key={to}>
                <TableCell>
                  {names[label]}
                  <code dir="ltr" className="block text-muted-foreground text-xs">
                    {to}
                  </code>
                </TableCell>
                <TableCell>
                  <YesNo isYes={isOpen} />
                </TableCell>
                {permissionFlags.map((flag) => (
                  <TableCell key={flag}>
                    <YesNo isYes={isOpen && hasFlag(user, flag)} />
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </details>
    </Card>
  );
}

function YesNo({ isYes }: { isYes: boolean }) {
  const { rights: t } = useMessages(selfTestMessages);
  const Icon = isYes ? Check : Minus;
  return (
    // `relative`, so that the screen-reader-only text doesn't widen the page.
    <span className="relative inline-flex">
      <Icon
        aria-hidden="true"
        className={isYes ? 'size-4 text-status-green' : 'size-4 text-muted-foreground'}
      />
      <span className="sr-only">{isYes ? t.yes : t.no}</span>
    </span>
  );
}

const icons: Record<SelfTestVerdict, LucideIcon> = {
  fine: CircleCheck,
  unreadable: TriangleAlert,
  refused: Lock,
  missing: CircleHelp,
  failed: TriangleAlert,
  skipped: CircleSlash,
};

function getTone({ verdict, check }: SelfTestResult): Tone {
  if (isProblem(verdict, check)) return 'red';
  return verdict === 'fine' ? 'green' : 'neutral';
}

/** Each request with its verdict, latency and number of rows. */
function ResultTable({ results }: { results: readonly SelfTestResult[] }) {
  const t = useMessages(selfTestMessages);
  return (
    <FactTable
      label={t.table}
      rows={results}
      getKey={({ check }) => check.path}
      columns={[
        {
          heading: t.columns.call,
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
          heading: t.columns.result,
          cell: (result) => (
            <>
              <Pill tone={getTone(result)} icon={icons[result.verdict]}>
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
        { heading: t.columns.status, isNumeric: true, cell: ({ status }) => status ?? '' },
        {
          heading: t.columns.latency,
          isNumeric: true,
          cell: ({ ms }) => (ms === null ? '' : formatCount(ms)),
        },
        {
          heading: t.columns.count,
          isNumeric: true,
          cell: ({ count }) => (
            <span className="text-muted-foreground">{count === null ? '' : formatCount(count)}</span>
          ),
        },
      ]}
    />
  );
}
