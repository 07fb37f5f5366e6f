import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { PackageCheck, Scale, TriangleAlert } from 'lucide-react';
import type { FairShareChange } from '../shapes.ts';
import { shareBases } from '../bases.ts';
import { getOrderParties } from '#modules/orders/parties.ts';
import { canOpenPage, hasFlag, isOwnLocation, hasKitchenAccess } from '#core/permissions.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { CellGrid } from '#platform/web/form/cell-grid.tsx';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { useLeaveGuard } from '#platform/web/form/use-leave-guard.tsx';
import { useSaveKey } from '#platform/web/form/use-save-key.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState, LoadFailed, SavedDataNote } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useConnection } from '#platform/web/api/connection.ts';
import { isMissingEndpoint } from '#platform/web/api/missing-endpoint.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { discardPendingCells } from '#platform/web/drafts/pending-cells.ts';
import { formatDay, formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast } from '#platform/web/toast.ts';
import { ItemShares } from './item-shares.tsx';
import { fairShareMessages } from './messages.ts';
import { type FairShareEditor, useFairShare } from './use-shares.ts';

const route = getRouteApi('/_shell/central-kitchen/fair-share');

/**
 * Caps as multiples of a branch's usual order: quantities above the cap are allocated last. 0 means no limit.
 */
const caps = [0, 1, 2, 3, 4, 5, 10] as const;

/** `/central-kitchen/fair-share`: distributes scarce items of a kitchen among the orders. */
export function FairSharePage() {
  const t = useMessages(fairShareMessages);
  const title = useMessages(pageMessages).fairShare;
  const { kitchen: requestedKitchen } = route.useSearch();
  const branches = useQuery(branchesQuery());
  const user = useUser();
  const isKitchenUser = hasKitchenAccess(user);
  const kitchens = (branches.data ?? []).filter(
    ({ _id, type, isActive }) => type !== 'branch' && isActive && isOwnLocation(user, _id),
  );
  if (!isKitchenUser)
    return (
      <Page>
        <PageHeader title={title} context=" " />
        <EmptyState icon={Scale} title={t.kitchensOnly} text={t.kitchensOnlyText} />
      </Page>
    );
  const kitchen = requestedKitchen ?? (kitchens.length === 1 ? kitchens[0]?._id : undefined);
  if (kitchen !== undefined) return <KitchenShares key={kitchen} kitchen={kitchen} kitchens={kitchens} />;
  return (
    <Page>
      <PageHeader title={title} context=" " />
      {branches.data ? (
        <>
          <EmptyState icon={Scale} title={t.chooseKitchen} text={t.chooseKitchenText} />
          <ul className="mx-auto flex max-w-sm flex-col gap-2 pt-4">
            {kitchens.map(({ _id, name }) => (
              <li key={_id}>
                <Button asChild className="w-full">
                  <Link to="/central-kitchen/fair-share" search={{ kitchen: _id }}>
                    {name}
                  </Link>
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : branches.isError ? (
        <LoadFailed title={t.failed} error={branches.error} onRetry={() => void branches.refetch()} />
      ) : (
        <SkeletonRows label={t.loading} rows={8} />
      )}
    </Page>
  );
}

interface KitchenSharesProps {
  kitchen: string;
  kitchens: readonly { _id: string; name: string }[];
}

function KitchenShares({ kitchen, kitchens }: KitchenSharesProps) {
  const t = useMessages(fairShareMessages);
  const title = useMessages(pageMessages).fairShare;
  const { day, item } = route.useSearch();
  const navigate = route.useNavigate();
  const user = useUser();
  const { isAlive } = useConnection();
  const shares = useFairShare({ kitchen, day, item });
  const { query, data, items, changed } = shares;
  const isEditable =
    hasFlag(user, 'canEdit') && getOrderParties(user, { branch: '', kitchen, sentAt: 'once' }).has('kitchen');
  const guard = useLeaveGuard(shares.isDirty);
  const disabledReason = getSubmitBlocker(shares, isAlive, t.blocked);

  async function approve(): Promise<void> {
    const orders = await shares.apply();
    if (orders !== null) toast(t.done(orders));
  }
  useSaveKey(() => {
    if (isEditable && disabledReason === null && !shares.isSending) void approve();
  });

  return (
    <Page>
      <PageHeader
        title={title}
        context={data ? t.context(data.kitchenName, items.length) : ' '}
        actions={
          isEditable && items.length > 0 ? (
            <>
              {shares.isDirty ? (
                <Button
                  onClick={() => {
                    shares.discard();
                    discardPendingCells(user._id, `fair-share.${kitchen}`);
                  }}
                >
                  {t.discard}
                </Button>
              ) : null}
              <GuardedButton
                variant="primary"
                disabledReason={disabledReason}
                disabled={shares.isSending}
                onClick={() => void approve()}
              >
                {shares.isSending ? t.applying : t.apply}
              </GuardedButton>
            </>
          ) : null
        }
      />
      <div className="grid grid-cols-1 gap-3 pb-4 sm:grid-cols-2 lg:grid-cols-4">
        {kitchens.length > 1 ? (
          <Field label={t.kitchen}>
            {(control) => (
              <Select
                {...control}
                value={kitchen}
                onChange={({ currentTarget }) => void navigate({ search: { kitchen: currentTarget.value } })}
              >
                {kitchens.map(({ _id, name }) => (
                  <option key={_id} value={_id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ) : null}
        <Field label={t.day}>
          {(control) => (
            <Select
              {...control}
              value={day ?? ''}
              onChange={({ currentTarget: { value } }) =>
                void navigate({
                  search: ({ day: _day, ...rest }) => (value === '' ? rest : { ...rest, day: value }),
                })
              }
            >
              <option value="">{t.allDays}</option>
              {[...new Set([...(data?.days ?? []), ...(day === undefined ? [] : [day])])]
                .toSorted()
                .map((option) => (
                  <option key={option} value={option}>
                    {formatDay(option)}
                  </option>
                ))}
            </Select>
          )}
        </Field>
        <Field label={t.basis}>
          {(control) => (
            <Select
              {...control}
              value={shares.terms.basis}
              onChange={({ currentTarget: { value } }) => {
                const basis = shareBases.find((shareBasis) => shareBasis === value);
                if (basis) shares.setTerms({ basis });
              }}
            >
              {shareBases.map((basis) => (
                <option key={basis} value={basis}>
                  {t.bases[basis]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t.cap} hint={t.capHint}>
          {(control) => (
            <Select
              {...control}
              value={shares.terms.cap ?? 0}
              onChange={({ currentTarget: { value } }) => shares.setTerms({ cap: Number(value) || null })}
            >
              {[...new Set([...caps, shares.terms.cap ?? 0])]
                .toSorted((a, b) => a - b)
                .map((cap) => (
                  <option key={cap} value={cap}>
                    {cap === 0 ? t.noCap : t.caps(cap)}
                  </option>
                ))}
            </Select>
          )}
        </Field>
      </div>
      {item === undefined ? null : (
        <p className="pb-3 text-sm">
          <Link
            to="/central-kitchen/fair-share"
            search={({ item: _item, ...rest }) => rest}
            className="font-medium text-primary underline underline-offset-4"
          >
            {t.allItems}
          </Link>
        </p>
      )}
      {data && (query.isError || !isAlive) ? <SavedDataNote loadedAt={query.dataUpdatedAt} /> : null}
      <ChangesNotice changed={changed} onRecalculate={() => void shares.recalculate()} />
      {shares.failure === null ? null : (
        <p
          role="alert"
          className="mb-4 rounded-md border border-destructive px-3 py-2 text-destructive text-sm"
        >
          {getErrorMessage(shares.failure, t.applyFailed)}
        </p>
      )}
      {query.isPending ? <SkeletonRows label={t.loading} rows={8} /> : null}
      {query.isError && !data ? (
        isMissingEndpoint(query.error) ? (
          <EmptyState icon={Scale} title={t.notSupported} />
        ) : (
          <LoadFailed title={t.failed} error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : null}
      {data && items.length === 0 ? <NoShortages /> : null}
      <CellGrid name={`fair-share.${kitchen}`}>
        <div className="flex flex-col gap-6">
          {items.map((item) => (
            <ItemShares
              key={item.item.itemId}
              itemShares={item}
              isEditable={isEditable}
              onEdit={shares.edit}
            />
          ))}
        </div>
      </CellGrid>
      {isEditable && shares.changedLineCount > 0 ? (
        <p className="pt-4 text-muted-foreground text-sm">{t.effect(shares.changedLineCount)}</p>
      ) : null}
      {guard.confirmation}
    </Page>
  );
}

/** Returns why the shares can't be approved; null if they can. */
function getSubmitBlocker(
  shares: FairShareEditor,
  isAlive: boolean,
  t: Record<'offline' | 'stale' | 'beyond' | 'reason' | 'nothing', string>,
): string | null {
  if (!isAlive) return t.offline;
  if (shares.changed.length > 0) return t.stale;
  if (shares.isAboveSupply) return t.beyond;
  if (shares.isReasonMissing) return t.reason;
  return shares.changedLineCount === 0 ? t.nothing : null;
}

function NoShortages() {
  const t = useMessages(fairShareMessages);
  const user = useUser();
  return (
    <EmptyState
      icon={PackageCheck}
      title={t.none}
      text={t.noneText}
      action={
        canOpenPage(user, '/central-kitchen/dashboard') ? (
          <Button asChild>
            <Link to="/central-kitchen/dashboard">{t.toDashboard}</Link>
          </Button>
        ) : null
      }
    />
  );
}

const maxListedChanges = 6;

/** Lists changes since editing began, with a button to recalculate from the current data. */
function ChangesNotice({
  changed,
  onRecalculate,
}: {
  changed: readonly FairShareChange[];
  onRecalculate(): void;
}) {
  const t = useMessages(fairShareMessages).changed;
  if (changed.length === 0) return null;
  const describeChange = (change: FairShareChange) => {
    const { kind, itemName, orderNo = '', branchName = '', before, now } = change;
    return kind === 'stock' || kind === 'kept-back'
      ? t[kind](itemName, formatQuantity(before), formatQuantity(now))
      : t[kind](orderNo, branchName, itemName);
  };
  return (
    <div
      role="alert"
      className="pill-status-amber mb-4 flex flex-col items-start gap-2 rounded-md p-3 text-sm"
    >
      <p className="flex items-center gap-2 font-medium">
        <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
        {t.title}
      </p>
      <ul className="list-disc ps-6">
        {changed.slice(0, maxListedChanges).map((change) => (
          <li key={`${change.kind} ${change.itemId} ${change.orderNo ?? ''}`}>{describeChange(change)}</li>
        ))}
        {changed.length > maxListedChanges ? <li>{t.more(changed.length - maxListedChanges)}</li> : null}
      </ul>
      <Button onClick={onRecalculate}>{t.recalculate}</Button>
    </div>
  );
}
