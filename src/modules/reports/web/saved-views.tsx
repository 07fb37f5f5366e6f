import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookmarkPlus, MoreHorizontal, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ReportView } from '../shapes.ts';
import { canOpenPage, hasFlag } from '#core/permissions.ts';
import { type ReportName, reportShapes } from '../report-shapes.ts';
import { changeReportView, refetchReportViews, reportViewsQuery } from './queries/views.ts';
import { scrollTabIntoView } from '#platform/web/layout/scroll-tab-into-view.ts';
import { Button } from '#platform/web/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#platform/web/ui/dropdown-menu.tsx';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { cn } from '#platform/web/cn.ts';
import { formatList } from '#platform/web/format/list.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { getReportQueryFields, isSameReportQuery, type ReportAddress } from './report-address.ts';
import type { ViewDialogRequest } from './view-dialogs.tsx';
import { useReportLabels, type ReportLabels } from './report-labels.ts';

/** Dialogs are loaded when the first one is opened. */
const ViewDialog = lazyView(async () => (await import('./view-dialogs.tsx')).ViewDialog);

/** Returns the address of a view: its query and its id. */
export const buildViewAddress = ({ _id, report, params }: ReportView): ReportAddress => ({
  report,
  ...params,
  view: _id,
});

const compareNames = (a: string, b: string) => a.localeCompare(b, undefined, { numeric: true });

/** Sorts views: the user's own first, each group by name. */
export const sortViews = (views: readonly ReportView[]): ReportView[] =>
  views.toSorted((a, b) => Number(b.isMine) - Number(a.isMine) || compareNames(a.name, b.name));

/** Returns a label with the user who shared a view, if known. */
export const getSharedByText = (t: ReportLabels, { isMine, ownerName }: ReportView): string =>
  isMine ? t.views.sharedByMe : ownerName === null ? t.views.shared : t.views.sharedBy(ownerName);

interface SavedViewsProps {
  name: ReportName;
  address: ReportAddress;
}

/** Saved views of a report, and actions on the current query. */
export function SavedViews({ name, address }: SavedViewsProps) {
  const t = useReportLabels();
  const user = useUser();
  const { data } = useQuery(reportViewsQuery());
  const [dialogRequest, setDialogRequest] = useState<ViewDialogRequest | null>(null);
  const currentParams = getReportQueryFields(reportShapes[name], address);
  const views = sortViews((data ?? []).filter(({ report }) => report === name));
  const openView = views.find(({ _id }) => _id === address.view);
  const isChanged = openView !== undefined && !isSameReportQuery(openView.params, currentParams);
  const { save, isSaving } = useSaveChanges(openView, currentParams);
  // Other servers may not support views.
  if (data === null) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pb-3 print:hidden">
      {views.length === 0 ? null : (
        <nav
          aria-label={t.views.title}
          className="relative flex min-w-0 max-w-full gap-1 overflow-x-auto p-0.5"
        >
          <ViewLink
            address={{ report: name }}
            isOpen={openView === undefined && Object.keys(currentParams).length === 0}
          >
            {t.views.defaultView}
          </ViewLink>
          {views.map((view) => (
            <ViewLink key={view._id} address={buildViewAddress(view)} isOpen={view === openView}>
              {view.isShared ? <Users aria-hidden="true" className="size-3.5 shrink-0" /> : null}
              <bdi className="max-w-60 truncate">{view.name}</bdi>
              {view.isShared ? <span className="sr-only">, {getSharedByText(t, view)}</span> : null}
              {view === openView && isChanged ? (
                <span className="text-muted-foreground text-xs">{t.views.changed}</span>
              ) : null}
            </ViewLink>
          ))}
        </nav>
      )}
      {openView?.canChange && isChanged ? (
        <Button size="sm" variant="primary" disabled={isSaving} onClick={() => void save()}>
          {isSaving ? t.saving : t.views.saveChanges}
        </Button>
      ) : null}
      <Button size="sm" variant="ghost" onClick={() => setDialogRequest({ kind: 'save' })}>
        <BookmarkPlus aria-hidden="true" />
        {t.views.save}
      </Button>
      {openView ? (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button
              size="sm"
              variant="ghost"
              className="px-2"
              aria-label={t.views.more(openView.name)}
              title={t.views.more(openView.name)}
            >
              <MoreHorizontal aria-hidden="true" />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            {openView.canChange ? (
              <>
                <DropdownMenuItem onSelect={() => setDialogRequest({ kind: 'change', view: openView })}>
                  {t.views.change}
                </DropdownMenuItem>
                <DropdownMenuItem onSelect={() => setDialogRequest({ kind: 'delete', view: openView })}>
                  {t.views.remove}
                </DropdownMenuItem>
              </>
            ) : null}
            {hasFlag(user, 'canCreate') && canOpenPage(user, '/reports/scheduled') ? (
              <DropdownMenuItem asChild>
                <Link to="/reports/scheduled" search={{ view: openView._id } as never}>
                  {t.views.mail}
                </Link>
              </DropdownMenuItem>
            ) : null}
          </DropdownMenuContent>
        </DropdownMenu>
      ) : null}
      {openView && openView.ignoredFilters.length > 0 ? (
        <p role="status" className="w-full text-muted-foreground text-sm">
          {t.views.ignoredFilters(
            formatList(openView.ignoredFilters.map((param) => getParamLabel(t, param))),
          )}
        </p>
      ) : null}
      {dialogRequest ? (
        <ViewDialog
          request={dialogRequest}
          name={name}
          address={address}
          onClose={() => setDialogRequest(null)}
        />
      ) : null}
    </div>
  );
}

/** Replaces a view's query with the current one. */
function useSaveChanges(view: ReportView | undefined, currentQuery: ReportView['params']) {
  const t = useReportLabels();
  const queryClient = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    if (!view || isSaving) return;
    setSaving(true);
    try {
      await changeReportView(view, { params: currentQuery });
      toast(t.views.saved(view.name));
    } catch (error) {
      toastError(getErrorMessage(error, t.views.notSaved));
    }
    await refetchReportViews(queryClient);
    setSaving(false);
  };
  return { save, isSaving };
}

/** Returns the label of a query parameter. */
function getParamLabel(t: ReportLabels, param: string): string {
  const labels: Readonly<Record<string, string>> = {
    branch: t.branch,
    category: t.category,
    item: t.item,
    supplier: t.supplier,
    by: t.by,
    sort: t.views.sorting,
  };
  return labels[param] ?? param;
}

interface ViewLinkProps {
  address: ReportAddress;
  isOpen: boolean;
  children: ReactNode;
}

function ViewLink({ address, isOpen, children }: ViewLinkProps) {
  return (
    <Link
      to="."
      search={address as never}
      ref={isOpen ? scrollTabIntoView : undefined}
      aria-current={isOpen ? 'page' : undefined}
      className={cn(
        'inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full border px-3 text-sm touch:h-11',
        isOpen ? 'border-primary bg-accent font-medium' : 'bg-card text-muted-foreground hover:bg-accent',
      )}
    >
      {children}
    </Link>
  );
}
