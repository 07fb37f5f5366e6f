import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { getBusinessDay, utcDays } from '#core/business-day.ts';
import { addDays } from '#core/day.ts';
import { useDocumentLocations } from '#platform/documents/web/document-list.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { useNow } from '#platform/web/use-now.ts';
import { productionMessages } from './messages.ts';

/** Location and day of a plan or a prep list, stored in the URL. */
export type PlanScope = ReturnType<typeof usePlanScope>;

/** The default day is `daysAhead` days after the location's current day. With `isForKitchens`, branches are omitted. */
export function usePlanScope({ daysAhead, isForKitchens }: { daysAhead: number; isForKitchens: boolean }) {
  const now = useNow();
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const locations = useDocumentLocations() ?? [];
  const branches = useQuery(branchesQuery());
  const findBranch = (id: string) => branches.data?.find(({ _id }) => _id === id);
  const kitchens = locations.filter(({ id }) => findBranch(id)?.type !== 'branch');
  const places = isForKitchens && kitchens.length > 0 ? kitchens : locations;
  const requestedKitchen = String(search['kitchen'] ?? '');
  const kitchen = places.some(({ id }) => id === requestedKitchen)
    ? requestedKitchen
    : places.length === 1
      ? (places[0]?.id ?? '')
      : '';
  const today = getBusinessDay(now, findBranch(kitchen) ?? utcDays);
  const requestedDay = String(search['day']);
  return {
    kitchen,
    places,
    day: /^\d{4}-\d{2}-\d{2}$/.test(requestedDay) ? requestedDay : addDays(today, daysAhead),
    search,
    setSearch: (changes: Record<string, unknown>) =>
      void navigate({
        to: '.',
        replace: true,
        search: (before: Record<string, unknown>) => ({ ...before, ...changes }),
      }),
  };
}

/** Inputs for the day and the location. */
export function PlanScopeFields({ scope, placeLabel }: { scope: PlanScope; placeLabel: string }) {
  const t = useMessages(productionMessages).plan;
  const { day, kitchen, places, setSearch } = scope;
  return (
    <>
      <Field label={t.day} className="w-44">
        {(control) => (
          <DateInput
            {...control}
            value={day}
            onChange={(event) => {
              if (event.currentTarget.value !== '') setSearch({ day: event.currentTarget.value });
            }}
          />
        )}
      </Field>
      <Field label={placeLabel} className="w-56">
        {(control) => (
          <Select
            {...control}
            value={kitchen}
            onChange={(event) => setSearch({ kitchen: event.currentTarget.value || undefined })}
          >
            {places.length === 1 ? null : <option value="">{t.choose}</option>}
            {places.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}
