import type { ReportName } from '../report-shapes.ts';
import { LearnMore } from '#platform/web/layout/learn-more.tsx';
import { useReportLabels } from './report-labels.ts';

/** Definitions of a report, collapsed below its one-line description. */
export function ReportDetails({ name }: { name: ReportName }) {
  const { names, details } = useReportLabels();
  const text = details[name];
  return text === undefined ? null : (
    <>
      {' '}
      <LearnMore subject={names[name]} className="inline">
        <p>{text}</p>
      </LearnMore>
    </>
  );
}
