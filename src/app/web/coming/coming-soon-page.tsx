import { Link } from '@tanstack/react-router';
import { canOpenPage } from '#core/permissions.ts';
import type { ReportName } from '#modules/reports/report-shapes.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { type PageName, pageMessages } from '#platform/web/layout/page-messages.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { comingMessages } from './messages.ts';

/**
 * Placeholder with the literal text of SPEC section 2, and a link to the working report for users who may
 * open it.
 */
export function ComingSoonPage({ page, report }: { page: PageName; report: ReportName }) {
  const names = useMessages(pageMessages);
  const t = useMessages(comingMessages);
  const user = useUser();
  return (
    <Page>
      <PageHeader title={names[page]} />
      <p className="py-12 text-center text-muted-foreground">{t.comingSoon}</p>
      {canOpenPage(user, '/branch-order/reports') ? (
        <p className="text-center text-sm">
          <Link
            to="/branch-order/reports"
            search={{ report }}
            className="inline-flex items-center font-medium text-primary underline underline-offset-4 touch:min-h-11"
          >
            {t.openReport}
          </Link>
        </p>
      ) : null}
    </Page>
  );
}
