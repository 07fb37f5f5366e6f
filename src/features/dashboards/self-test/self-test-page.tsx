import { ListChecks, Play, Square } from 'lucide-react';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { EmptyState } from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { formatCount } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { DeviceCard } from './device-card.tsx';
import { ResultTable } from './result-table.tsx';
import { RightsCard } from './rights-card.tsx';
import { type Result, summaryOf } from './run-self-test.ts';
import { checks } from './self-test-checks.ts';
import { selfTestMessages } from './messages.ts';
import { useSelfTest } from './use-self-test.ts';

/** Asks every call once, and says what the person may see and do, and how this device stands. */
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
        {isRunning ? t.progress(results.length, checks.length) : <Summary results={results} />}
      </p>
      {results.length > 0 ? (
        <ResultTable results={results} />
      ) : isRunning ? null : (
        <EmptyState icon={ListChecks} title={t.notRun} text={t.notRunText} />
      )}
    </Page>
  );
}

function Summary({ results }: { results: readonly Result[] }) {
  const t = useMessages(selfTestMessages);
  if (results.length === 0) return null;
  const { fine, asked, faults, medianMs, slowestMs } = summaryOf(results);
  return (
    <>
      <span className={faults > 0 ? 'font-medium text-status-red' : 'font-medium text-status-green'}>
        {faults > 0 ? t.faults(faults, asked) : t.allFine(fine)}
      </span>{' '}
      {medianMs === null ? '' : t.latency(formatCount(medianMs), formatCount(slowestMs))}
    </>
  );
}
