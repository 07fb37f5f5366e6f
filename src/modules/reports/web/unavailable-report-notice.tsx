import { useSearch } from '@tanstack/react-router';
import { isReportName, canReadReport, reportShapes } from '../report-shapes.ts';
import { useUser } from '#platform/web/session/session.ts';
import type { ReportAddress } from './report-address.ts';
import { useReportLabels } from './report-labels.ts';

/**
 * Explains that the report in the URL doesn't exist or isn't available to the user, and that a different one
 * is shown.
 */
export function UnavailableReportNotice() {
  const t = useReportLabels();
  const user = useUser();
  const { report }: ReportAddress = useSearch({ strict: false });
  if (report === undefined || (isReportName(report) && canReadReport(user, reportShapes[report])))
    return null;
  return (
    <p role="status" className="mb-3 rounded-md border border-dashed p-3 text-sm">
      {isReportName(report) ? t.noAccess(t.names[report]) : t.noSuchReport}
    </p>
  );
}
