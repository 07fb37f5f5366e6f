import type { UseQueryResult } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReportResponse } from '../shapes.ts';
import { EmptyState, LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { omitColumns } from './column-picker.tsx';
import type { useReportFilters } from './report-filters.tsx';
import { useReportLabels } from './report-labels.ts';

interface ReportResultViewProps {
  query: Pick<UseQueryResult, 'isError' | 'error' | 'refetch'>;
  /** Undefined until the query has a result. */
  report: ReportResponse | undefined;
  /** Keys of the hidden columns. */
  hidden: readonly string[];
  view: ReturnType<typeof useReportFilters>;
  /** Renders the report without the hidden columns; the complete one is for the column selector. */
  children(visible: ReportResponse, report: ReportResponse): ReactNode;
}

/** Result of a report: a loading, error or empty state, or its content. */
export function ReportResultView({ query, report, hidden, view, children }: ReportResultViewProps) {
  const t = useReportLabels();
  if (!report)
    return query.isError ? (
      <LoadFailed title={t.failed} error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows label={t.loading} rows={12} />
    );
  if (report.total > 0) return children(omitColumns(report, hidden), report);
  return (
    <EmptyState
      icon={ChartColumn}
      title={t.none}
      text={t.noneText}
      action={view.isFiltered ? <Button onClick={view.clear}>{t.clear}</Button> : undefined}
    />
  );
}
