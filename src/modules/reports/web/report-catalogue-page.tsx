import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { isGroupedName, isReportName, canReadReport, reportNames, reportShapes } from '../report-shapes.ts';
import { reportAreas } from '#platform/reports/shape-types.ts';
import { reportViewsQuery } from './queries/views.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { formatCount } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { UnavailableReportNotice } from './unavailable-report-notice.tsx';
import type { ReportAddress } from './report-address.ts';
import { GroupedReportView } from './reports-page.tsx';
import { RowsReportView } from './rows-report.tsx';
import { sortViews, getSharedByText, buildViewAddress } from './saved-views.tsx';
import { useReportLabels } from './report-labels.ts';

/** `/reports`: every report that the user may read, by area with a description; or the selected report. */
export function ReportCataloguePage() {
  const { report }: ReportAddress = useSearch({ strict: false });
  const user = useUser();
  if (!isReportName(report) || !canReadReport(user, reportShapes[report])) return <Catalogue />;
  return isGroupedName(report) ? (
    <GroupedReportView navigation={<CatalogueLink />} title={report} />
  ) : (
    <RowsReportView name={report} navigation={<CatalogueLink />} />
  );
}

function Catalogue() {
  const t = useReportLabels();
  const user = useUser();
  const readableReports = reportNames.filter((name) => canReadReport(user, reportShapes[name]));
  return (
    <Page isWide className="flex flex-col gap-6">
      <PageHeader title={useMessages(pageMessages).reports} context={t.catalogue} />
      <UnavailableReportNotice />
      <AllViews />
      {reportAreas.map((area) => {
        const names = readableReports.filter((name) => reportShapes[name].area === area);
        if (names.length === 0) return null;
        return (
          <section key={area} aria-label={t.areas[area]}>
            <h2 className="pb-2 font-semibold text-sm">{t.areas[area]}</h2>
            <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
              {names.map((name) => (
                <li key={name} className="relative rounded-lg border bg-card p-4 hover:bg-accent/50">
                  <Link
                    to="/reports"
                    search={{ report: name }}
                    className="font-medium underline-offset-4 after:absolute after:inset-0 hover:underline"
                  >
                    {t.names[name]}
                  </Link>
                  <p className="pt-1 text-muted-foreground text-sm">{t.about[name]}</p>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </Page>
  );
}

/** Number of views above the catalogue before the user expands them: two rows on a desktop. */
const initialViews = 8;

/** Every saved view; renders nothing if there are none. */
function AllViews() {
  const t = useReportLabels();
  const { data } = useQuery(reportViewsQuery());
  const [isExpanded, setExpanded] = useState(false);
  if (!data || data.length === 0) return null;
  const views = sortViews(data);
  const shown = isExpanded ? views : views.slice(0, initialViews);
  return (
    <section aria-label={t.views.title}>
      <h2 className="pb-2 font-semibold text-sm">{t.views.title}</h2>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {shown.map((view) => (
          <li key={view._id}>
            <Link
              to="/reports"
              search={buildViewAddress(view) as never}
              className="flex min-h-11 items-center gap-2 rounded-lg border bg-card px-3 py-2 text-sm hover:bg-accent/50"
            >
              <span className="min-w-0 flex-1">
                <bdi className="block truncate font-medium">{view.name}</bdi>
                <span className="block truncate text-muted-foreground text-xs">
                  {t.names[view.report]}
                  {view.isShared ? ` · ${getSharedByText(t, view)}` : ''}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < views.length ? (
        <Button size="sm" className="mt-2" onClick={() => setExpanded(true)}>
          {t.views.showAll(formatCount(views.length))}
        </Button>
      ) : null}
    </section>
  );
}

function CatalogueLink() {
  const t = useReportLabels();
  return (
    <Link
      to="/reports"
      search={{}}
      className="mb-3 inline-flex min-h-8 items-center gap-1 text-muted-foreground text-sm hover:text-foreground touch:min-h-11 print:hidden"
    >
      <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
      {t.allReports}
    </Link>
  );
}
