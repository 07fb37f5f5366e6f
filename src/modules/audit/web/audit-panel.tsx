import { Link } from '@tanstack/react-router';
import type { AuditEntry } from './queries.ts';
import { FactList } from '#platform/web/layout/fact-list.tsx';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, SheetContent } from '#platform/web/ui/dialog.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader } from '#platform/web/ui/table.tsx';
import { missingValue, formatDate, formatTime } from '#platform/web/format/format.ts';
import { formatList } from '#platform/web/format/list.ts';
import { useUser } from '#platform/web/session/session.ts';
import { ScrollText } from 'lucide-react';
import { getRowLink } from '#modules/master-data/web/collection-pages.ts';
import type { CollectionPage } from '#modules/master-data/web/collection-screen.ts';
import type { AuditLabels } from './audit-labels.ts';

/** Pages of collections that only the audit log links to; other collections define their own. */
export const auditOnlyPages: Readonly<Record<string, CollectionPage>> = {
  sessions: { to: '/user' },
  roles: { to: '/roles' },
  reviews: { to: '/procurements/creation/review' },
};

interface AuditPanelProps {
  /** Undefined when the loaded page of the list doesn't contain it. */
  entry: AuditEntry | undefined;
  isLoading: boolean;
  labels: AuditLabels;
  onClose(): void;
}

/** One audit entry: who, when, from where, and every field with its value before and after. */
export function AuditPanel({ entry, isLoading, labels, onClose }: AuditPanelProps) {
  const { t } = labels;
  const user = useUser();
  const link = entry?.entityId
    ? getRowLink(user, entry.entity, entry.entityId, auditOnlyPages[entry.entity])
    : null;
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent
        title={
          entry
            ? `${labels.getActionLabel(entry.action)} · ${entry.entityName ?? labels.getCollectionLabel(entry.entity)}`
            : isLoading
              ? t.loading
              : t.nothingMatches
        }
        description={entry ? labels.getCollectionLabel(entry.entity) : undefined}
        footer={
          entry?.entityId ? (
            <>
              <Button asChild>
                <Link to="/user" search={{ tab: 'audit', record: entry.entityId } as object}>
                  {t.panel.onlyRow}
                </Link>
              </Button>
              {link ? (
                <Button asChild>
                  <Link {...link}>{t.panel.open}</Link>
                </Button>
              ) : null}
            </>
          ) : null
        }
      >
        {entry ? (
          <Entry entry={entry} labels={labels} />
        ) : isLoading ? (
          <SkeletonRows label={t.loading} />
        ) : (
          <EmptyState icon={ScrollText} title={t.nothingMatches} />
        )}
      </SheetContent>
    </Dialog>
  );
}

function Entry({ entry, labels }: { entry: AuditEntry; labels: AuditLabels }) {
  const { columns, panel } = labels.t;
  const changes = labels.describeChanges(entry);
  return (
    <div className="flex flex-col gap-4">
      <FactList
        facts={[
          { key: 'at', label: columns.at, value: formatList([formatDate(entry.at), formatTime(entry.at)]) },
          { key: 'user', label: columns.user, value: labels.getUserLabel(entry) },
          { key: 'ip', label: columns.ip, value: entry.ip || missingValue },
        ]}
      />
      {changes.length === 0 ? (
        <p className="text-muted-foreground text-sm">{panel.noChanges}</p>
      ) : (
        <Table aria-label={columns.changes}>
          <TableHeader>
            <tr>
              <TableHead>{panel.field}</TableHead>
              <TableHead>{panel.before}</TableHead>
              <TableHead>{panel.after}</TableHead>
            </tr>
          </TableHeader>
          <TableBody>
            {changes.map(({ field, label, before, after }) => (
              <tr key={field} className="align-top">
                <TableCell className="text-muted-foreground">{label}</TableCell>
                <TableCell className="max-w-56 break-labels">
                  <bdi>{before}</bdi>
                </TableCell>
                <TableCell className="max-w-56 break-labels">
                  <bdi>{after}</bdi>
                </TableCell>
              </tr>
            ))}
          </TableBody>
        </Table>
      )}
    </div>
  );
}
