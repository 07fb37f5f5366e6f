import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import type { TransferPrice } from '#modules/transfers/shapes.ts';
import { addPercent } from '#core/money.ts';
import { canRead, canWrite } from '#core/permissions.ts';
import { toMicro } from '#core/quantity.ts';
import { type PriceRule, priceRules } from '#modules/transfers/kinds.ts';
import { sendTransferPrices, transferPricesQuery } from '#modules/transfers/web/queries/transfer-prices.ts';
import { allResourceQuery } from '#modules/master-data/web/queries/resources.ts';
import { LearnMore } from '#platform/web/layout/learn-more.tsx';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { CheckField } from '#platform/web/form/check-field.tsx';
import { ChoiceField } from '#platform/web/form/choice-field.tsx';
import { NumberField, type NumberInputValue } from '#platform/web/form/number-field.tsx';
import { SaveBar } from '#platform/web/form/save-bar.tsx';
import { useLeaveGuard } from '#platform/web/form/use-leave-guard.tsx';
import { useSaveKey } from '#platform/web/form/use-save-key.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { Label } from '#platform/web/ui/label.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage, getFieldErrorMessages } from '#platform/web/api/localize-error.ts';
import { setQueryResponse } from '#platform/web/cache/set-query-response.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useMoney } from '#platform/web/session/use-money.ts';
import { toast } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { FixedPrices } from './fixed-prices.tsx';
import { branchPriceMessages } from './messages.ts';

/** A rule being edited; its percentage may not be a number yet. */
type RuleDraft = Omit<TransferPrice, 'percent'> & { percent: NumberInputValue };

/** A branch or branch category that can have a rule. */
interface Place {
  _id: string;
  name: string;
  isCategory: boolean;
}

const branchCategories = { collection: 'branch-categories', path: '/branch-categories' } as const;

/** Transfer price rules of branches and branch categories. */
export function BranchPrices() {
  const t = useMessages(branchPriceMessages);
  const prices = useQuery(transferPricesQuery());
  const branches = useQuery(branchesQuery());
  const categories = useQuery(allResourceQuery(branchCategories));
  const queries = [prices, branches, categories];
  const failedQuery = queries.find(({ data, error }) => !data && error);
  if (failedQuery)
    return (
      <LoadFailed
        title={t.loadFailed}
        error={failedQuery.error}
        onRetry={() => {
          for (const query of queries) if (!query.data) void query.refetch();
        }}
      />
    );
  if (!prices.data || !branches.data || !categories.data) return <SkeletonRows label={t.loading} rows={4} />;
  const toPlace = (isCategory: boolean) => (row: { _id: string; name: string; isActive: boolean }) =>
    row.isActive || prices.data.some(({ _id }) => _id === row._id)
      ? [{ _id: row._id, name: row.name, isCategory }]
      : [];
  return (
    <PricesForm
      savedPrices={prices.data}
      places={[...branches.data.flatMap(toPlace(false)), ...categories.data.rows.flatMap(toPlace(true))]}
    />
  );
}

function PricesForm({ savedPrices, places }: { savedPrices: TransferPrice[]; places: readonly Place[] }) {
  const t = useMessages(branchPriceMessages);
  const user = useUser();
  const queryClient = useQueryClient();
  const { queryKey } = transferPricesQuery();
  const lockedReason = canWrite(user, 'settings', 'canEdit') ? null : t.locked;
  // Unsaved input is kept if someone else saves; without unsaved input, the latest saved rules are shown.
  const [draft, setDraft] = useState<{ rows: RuleDraft[]; baseline: TransferPrice[] } | null>(null);
  const rows: readonly RuleDraft[] = draft?.rows ?? savedPrices;
  const isDirty = draft !== null && JSON.stringify(draft.rows) !== JSON.stringify(draft.baseline);
  const [isBusy, setBusy] = useState(false);
  const [hasSubmitted, setSubmitted] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const guard = useLeaveGuard(isDirty);
  const serverErrors = failure instanceof ApiError ? getFieldErrorMessages(failure) : {};
  const getError = (row: RuleDraft, index: number, field: 'rule' | 'percent') =>
    (hasSubmitted ? validateRule(row, t)[field] : undefined) ?? serverErrors[`prices.${index}.${field}`];
  const setRows = (next: RuleDraft[]) => {
    setDraft({ rows: next, baseline: draft?.baseline ?? savedPrices });
    setFailure(null);
  };

  async function save(): Promise<void> {
    setSubmitted(true);
    if (isBusy || !draft || !isDirty || rows.some((row) => Object.keys(validateRule(row, t)).length > 0))
      return;
    setBusy(true);
    setFailure(null);
    try {
      setQueryResponse(
        queryClient,
        queryKey,
        await sendTransferPrices(toTransferPrices(rows), draft.baseline, newUuid()),
      );
      setDraft(null);
      setSubmitted(false);
      toast(t.saved);
    } catch (error) {
      setFailure(error);
      if (error instanceof ApiError && error.status === 412) {
        const latest = await queryClient.fetchQuery({ ...transferPricesQuery(), staleTime: 0 });
        setDraft({ rows: [...rows], baseline: latest });
      }
    }
    setBusy(false);
  }
  useSaveKey(() => void save());

  const findPlace = (id: string) => places.find(({ _id }) => _id === id);
  const placesWithoutRule = places.filter(({ _id }) => !rows.some((row) => row._id === _id));
  const conflictNotice = failure instanceof ApiError && failure.status === 412 ? t.changedByOther : null;
  const hasFields = Object.keys(serverErrors).length > 0;
  const form = (
    <form
      noValidate
      className="flex max-w-3xl flex-col gap-4"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void save();
      }}
    >
      {isDirty ? (
        <SaveBar
          placement="page"
          isSaving={isBusy}
          isDirty
          disabledReason={null}
          onCancel={() => {
            setDraft(null);
            setFailure(null);
            setSubmitted(false);
          }}
        />
      ) : null}
      <Card className="flex flex-col gap-4">
        <div className="flex flex-col gap-1">
          <h2 className="font-semibold text-base">{t.title}</h2>
          <p className="text-muted-foreground text-sm">{t.about}</p>
          <LearnMore subject={t.title}>
            <p>{t.details}</p>
          </LearnMore>
          {lockedReason ? <p className="text-muted-foreground text-sm">{lockedReason}</p> : null}
        </div>
        {failure !== null && (conflictNotice || !hasFields) ? (
          <p role="alert" className="text-destructive text-sm">
            {conflictNotice ?? getErrorMessage(failure, t.failed)}
          </p>
        ) : null}
        {rows.length === 0 ? (
          <div>
            <p className="font-medium text-sm">{t.allAtCost}</p>
            {lockedReason ? null : <p className="text-muted-foreground text-sm">{t.allAtCostText}</p>}
          </div>
        ) : (
          <ul aria-label={t.rules} className="flex flex-col divide-y border-y">
            {rows.map((row, index) => (
              <li key={row._id}>
                <RuleRow
                  row={row}
                  place={findPlace(row._id)}
                  lockedReason={lockedReason}
                  errors={{ rule: getError(row, index, 'rule'), percent: getError(row, index, 'percent') }}
                  onChange={(next) =>
                    setRows(rows.map((candidate) => (candidate === row ? next : candidate)))
                  }
                  onRemove={() => setRows(rows.filter((candidate) => candidate !== row))}
                />
              </li>
            ))}
          </ul>
        )}
        {lockedReason || placesWithoutRule.length === 0 ? null : (
          <AddRule
            availablePlaces={placesWithoutRule}
            onAdd={(_id) => setRows([...rows, { _id, rule: 'cost_plus', percent: null, isFranchise: false }])}
          />
        )}
      </Card>
      {guard.confirmation}
    </form>
  );
  return (
    <div className="flex flex-col gap-6">
      {form}
      {canRead(user, 'items') && rows.some(({ rule }) => rule === 'fixed') ? <FixedPrices /> : null}
    </div>
  );
}

interface RuleRowProps {
  row: RuleDraft;
  /** Undefined if the branch or category no longer exists. */
  place: Place | undefined;
  lockedReason: string | null;
  errors: { rule: string | undefined; percent: string | undefined };
  onChange(row: RuleDraft): void;
  onRemove(): void;
}

/** The rule for one branch or category, with an example price. */
function RuleRow({ row, place, lockedReason, errors, onChange, onRemove }: RuleRowProps) {
  const t = useMessages(branchPriceMessages);
  const money = useMoney();
  const name = place?.name ?? t.deleted;
  const { rule, percent } = row;
  const example =
    typeof percent === 'number' && isPercent(percent)
      ? t.example(money(10), money(addPercent(100_000, toMicro(percent)) / 1e4))
      : null;
  return (
    <fieldset className="grid grid-cols-1 gap-x-4 gap-y-2 py-3 lg:grid-cols-2">
      <legend className="sr-only">{name}</legend>
      <div className="flex items-start gap-2 lg:col-span-2">
        <p className="min-w-0 flex-1 self-center font-medium text-sm">
          <bdi>{name}</bdi>
          {place?.isCategory ? (
            <span className="ms-2 font-normal text-muted-foreground text-xs">{t.category}</span>
          ) : null}
        </p>
        {lockedReason ? null : (
          <Button size="icon" variant="ghost" aria-label={t.remove(name)} onClick={onRemove}>
            <Trash2 aria-hidden="true" />
          </Button>
        )}
      </div>
      <ChoiceField
        label={t.rule}
        value={rule}
        lockedReason={lockedReason}
        error={errors.rule}
        hint={rule === 'fixed' ? t.fixedHint : null}
        options={priceRules.map((id) => ({ id, name: t[id] }))}
        onChange={(id) => {
          const next: PriceRule = priceRules.find((candidate) => candidate === id) ?? 'cost';
          onChange({ ...row, rule: next, percent: next === 'cost_plus' ? percent : null });
        }}
      />
      {rule === 'cost_plus' ? (
        <NumberField
          label={t.percent}
          unit="%"
          value={percent}
          lockedReason={lockedReason}
          hint={example}
          error={errors.percent}
          isRequired
          onChange={(percent) => onChange({ ...row, percent })}
        />
      ) : null}
      <CheckField
        className="lg:col-span-2"
        label={t.franchise}
        hint={t.franchiseHint}
        lockedReason={lockedReason}
        value={row.isFranchise}
        onChange={(isFranchise) => onChange({ ...row, isFranchise })}
      />
    </fieldset>
  );
}

/** Offers branches and categories without a rule, branches first. */
function AddRule({ availablePlaces, onAdd }: { availablePlaces: readonly Place[]; onAdd(id: string): void }) {
  const t = useMessages(branchPriceMessages);
  const groups = [
    [t.branches, availablePlaces.filter(({ isCategory }) => !isCategory)],
    [t.categories, availablePlaces.filter(({ isCategory }) => isCategory)],
  ] as const;
  return (
    <div className="flex flex-col gap-1.5">
      <Label htmlFor="add-price">{t.add}</Label>
      <Select
        id="add-price"
        className="max-w-sm"
        value=""
        onChange={({ currentTarget: { value } }) => {
          if (value !== '') onAdd(value);
        }}
      >
        <option value="">{t.addNone}</option>
        {groups.map(([label, places]) =>
          places.length === 0 ? null : (
            <optgroup key={label} label={label}>
              {places.map(({ _id, name }) => (
                <option key={_id} value={_id}>
                  {name}
                </option>
              ))}
            </optgroup>
          ),
        )}
      </Select>
    </div>
  );
}

const isPercent = (percent: NumberInputValue): percent is number =>
  typeof percent === 'number' && percent >= 0 && percent <= 1000 && Number(percent.toFixed(6)) === percent;

/** Returns a rule's validation errors by field. */
function validateRule(
  { rule, percent, isFranchise }: RuleDraft,
  t: { costRevealed: string; percentNeeded: string },
): { rule?: string; percent?: string } {
  return {
    ...(rule === 'cost' && isFranchise ? { rule: t.costRevealed } : {}),
    ...(rule === 'cost_plus' && !isPercent(percent) ? { percent: t.percentNeeded } : {}),
  };
}

const toTransferPrices = (rows: readonly RuleDraft[]): TransferPrice[] =>
  rows.map((row) => ({ ...row, percent: typeof row.percent === 'number' ? row.percent : null }));
