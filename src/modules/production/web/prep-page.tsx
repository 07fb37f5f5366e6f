import { useQuery } from '@tanstack/react-query';
import { PendingEntries } from '#platform/documents/web/pending-entries.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { PlanScopeFields, usePlanScope } from './plan-scope.tsx';
import { prepMessages } from './prep-messages.ts';
import { PrepRows } from './prep-rows.tsx';
import { planQuery, recordPrepAction } from './queries.ts';

/** Prep list of a location for a day: its production plan by section, recorded line by line on a tablet. */
export function PrepPage() {
  const t = useMessages(prepMessages);
  const scope = usePlanScope({ daysAhead: 0, isForKitchens: false });
  const { kitchen, day, search, setSearch } = scope;
  const query = useQuery({ ...planQuery(kitchen, day, 'prep'), enabled: kitchen !== '' });
  const rows = (query.data?.rows ?? []).filter(
    ({ recipeId, plannedBy }) => recipeId !== null || plannedBy.length > 0,
  );
  const sections = [
    ...new Map(rows.flatMap(({ section, sectionName }) => (section ? [[section, sectionName ?? '']] : []))),
  ].toSorted(([, a], [, b]) => a.localeCompare(b));
  const section = sections.some(([id]) => id === search['section']) ? String(search['section']) : '';
  return (
    <Page isWide className="flex flex-col gap-4">
      <PageHeader title={useMessages(pageMessages).prepList} context={t.context} />
      <PendingEntries title={t.pending} kinds={actionKinds} />
      <div className="flex flex-wrap gap-3">
        <PlanScopeFields scope={scope} placeLabel={t.place} />
        <Field label={t.section} className="w-56">
          {(control) => (
            <Select
              {...control}
              value={section}
              onChange={(event) => setSearch({ section: event.currentTarget.value || undefined })}
            >
              <option value="">{t.allSections}</option>
              {sections.map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {kitchen === '' ? (
        <p className="text-muted-foreground text-sm">{t.noPlace}</p>
      ) : query.error ? (
        <LoadFailed title={t.failed} error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <SkeletonRows label={t.loading} />
      ) : (
        <PrepRows
          key={`${kitchen} ${day}`}
          plan={query.data}
          rows={rows.filter((row) => section === '' || row.section === section)}
          onRefetch={() => void query.refetch()}
        />
      )}
    </Page>
  );
}

const actionKinds: ReadonlySet<string> = new Set([recordPrepAction.kind]);
