import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ClipboardList, Eraser, PackageSearch, Save } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Order } from '#modules/orders/shapes.ts';
import { canOrderFor } from '#modules/orders/edits.ts';
import { type Actor, canWrite } from '#core/permissions.ts';
import { orderQuery } from '#modules/orders/web/queries/queries.ts';
import { type Branch, branchesQuery } from '#platform/web/queries/branches.ts';
import { SecondaryAction } from '#platform/web/layout/actions.tsx';
import { AddItems, NoBranch, NoKitchen } from '#platform/web/layout/missing-setup.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState, LoadFailed, SavedDataNote, SkippedNote } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { Select } from '#platform/web/ui/input.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { readStoredItem, writeStoredItem } from '#platform/web/device-storage.ts';
import { discardPendingCells } from '#platform/web/drafts/pending-cells.ts';
import { formatDay } from '#platform/web/format/format.ts';
import { getMessages, useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { orderingMessages } from '../messages.ts';
import { toOrderDraft, isOrdered, indexGuideRows, useOrderDraft } from './draft.ts';
import { toDraftLines } from './fill.ts';
import { useGuide } from './guide-rows.ts';
import { orderGridKey, guideToasts, OrderGuide } from './order-guide.tsx';
import { useProposedDate } from './proposed-date.ts';
import type { TemplateRequest } from './template-dialogs.tsx';
import { useSubmitOrder } from './use-submit-order.ts';

/** `/branch-order/create-order`: choice of branch, then its order guide. */
export function CreateOrderPage() {
  const t = useMessages(orderingMessages).guide;
  const title = useMessages(pageMessages).createOrder;
  const user = useUser();
  const search = useSearch({ from: '/_shell/branch-order/create-order' });
  const branches = useQuery(branchesQuery());

  if (!branches.data) {
    return (
      <Page>
        <PageHeader title={title} context={' '} />
        {branches.error ? (
          <LoadFailed title={t.failed} error={branches.error} onRetry={() => void branches.refetch()} />
        ) : (
          <SkeletonRows rows={12} label={t.loading} />
        )}
      </Page>
    );
  }
  const choices = listOrderableBranches(branches.data, user);
  const branch = chooseBranch(choices, search.branch, user._id);
  if (branch === null) {
    return (
      <Page>
        <PageHeader title={title} />
        <NoBranch />
      </Page>
    );
  }
  const kitchen = branches.data.find((other) => other._id === branch.supplyingKitchenId);
  return <CreateOrder key={branch._id} branch={branch} choices={choices} kitchenName={kitchen?.name ?? ''} />;
}

/** Returns the branches that the user may order for; kitchens and archived branches are excluded. */
function listOrderableBranches(branches: readonly Branch[], actor: Actor): Branch[] {
  return branches
    .filter((branch) => branch.isActive && branch.type === 'branch' && canOrderFor(actor, branch._id))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/**
 * Returns the requested branch, otherwise the one last used on this device, otherwise the first; null if
 * there is none.
 */
function chooseBranch(
  branches: readonly Branch[],
  requestedId: string | undefined,
  userId: string,
): Branch | null {
  const findBranch = (id: string | null | undefined) => branches.find((branch) => branch._id === id);
  return findBranch(requestedId) ?? findBranch(readStoredItem(storageKey(userId))) ?? branches[0] ?? null;
}

/** Stores on this device the branch that the user last ordered for. */
function rememberBranch(userId: string, branch: string): void {
  writeStoredItem(storageKey(userId), branch);
}

const storageKey = (userId: string) => `commissary.order-branch.${userId}`;

/** Result of a submitted order; prefetched with the guide so that it works offline, too. */
const submittedOrder = lazyModule(() => import('./submitted-order.tsx'));
/** Form for event orders. */
const eventOrder = lazyModule(() => import('../event/event-order.tsx'));
/** Loaded when a template is first used. */
const templateDialogs = lazyModule(() => import('./template-dialogs.tsx'));

interface CreateOrderProps {
  branch: Branch;
  /** All branches that the user may order for. */
  choices: readonly Branch[];
  kitchenName: string;
}

/** Order guide of one branch, and the result once the order is submitted. */
function CreateOrder({ branch, choices, kitchenName }: CreateOrderProps) {
  const t = useMessages(orderingMessages).guide;
  const title = useMessages(pageMessages).createOrder;
  const user = useUser();
  const navigate = useNavigate();
  const search = useSearch({ from: '/_shell/branch-order/create-order' });
  const draftEditor = useOrderDraft(user._id, branch._id);
  const proposedDate = useProposedDate(branch, draftEditor.draft.savedAt !== null);
  const deliveryDate = draftEditor.draft.deliveryDate ?? search.date ?? proposedDate;
  const { guide, isPending, error, cachedAt, isForOtherDate, skipped, retry } = useGuide(
    branch._id,
    deliveryDate,
  );

  const showOrder = (order: string | undefined) =>
    navigate({ to: '.', search: (current) => ({ ...current, order }), replace: true });
  const showEvent = (event: true | undefined) =>
    navigate({ to: '.', search: (current) => ({ ...current, event }), replace: true });
  const submission = useSubmitOrder({
    onCreated: (localId, id) => {
      if (new URLSearchParams(window.location.search).get('order') === localId) void showOrder(id);
    },
    onRefused: (draft) => {
      draftEditor.restore(draft);
      void showOrder(undefined);
    },
  });
  useOrderFromUrl('copy', guide.length > 0 ? search.copy : undefined, (order) => {
    const previousLines = draftEditor.store.get().lines;
    const lines = toDraftLines(order, indexGuideRows(guide));
    const undo = draftEditor.changeLines({ ...previousLines, ...lines });
    toast(t.copied(Object.keys(lines).length, order.orderNo), {
      undo: { label: t.fill.undo, run: undo },
      topic: guideToasts,
    });
  });
  useOrderFromUrl('edit', guide.length > 0 ? search.edit : undefined, (order) => {
    const previousDraft = draftEditor.store.get();
    if (previousDraft.order?.id === order._id) return;
    if (order.status !== 'Draft') {
      toastError(t.notADraft(order.orderNo));
      return;
    }
    discardPendingCells(user._id, orderGridKey(branch._id));
    submission.clearRefusal();
    draftEditor.replace(toOrderDraft(order, toDraftLines(order, indexGuideRows(guide))));
    if (Object.keys(previousDraft.lines).length > 0)
      toast(t.replaced(Object.keys(previousDraft.lines).length), {
        undo: { label: t.fill.undo, run: () => draftEditor.replace(previousDraft) },
        topic: guideToasts,
      });
  });
  const [templateRequest, setTemplateRequest] = useState<TemplateRequest | null>(null);
  const dialogRequest: TemplateRequest | null = search.template
    ? { kind: 'apply', id: search.template }
    : templateRequest;
  const submittedModule = useLazyModuleWhen(search.order !== undefined, submittedOrder);
  const eventModule = useLazyModuleWhen(search.event === true, eventOrder);
  const templateModule = useLazyModuleWhen(dialogRequest !== null && guide.length > 0, templateDialogs);
  // Other servers may omit the supplying kitchen but still accept orders, so ordering is blocked only after
  // the server has rejected the request.
  const isUnsupplied =
    branch.supplyingKitchenId === null && error instanceof ApiError && error.status === 422;
  const hasLines = Object.values(draftEditor.draft.lines).some(isOrdered);

  function clear(): void {
    const previousDraft = draftEditor.draft;
    draftEditor.clear();
    discardPendingCells(user._id, orderGridKey(branch._id));
    submission.clearRefusal();
    toast(t.cleared, {
      undo: { label: t.fill.undo, run: () => draftEditor.restore(previousDraft) },
      topic: guideToasts,
    });
  }

  return (
    <Page className="flex flex-1 flex-col">
      <PageHeader
        title={title}
        context={t.context(branch.name, kitchenName)}
        isCollapsed
        actions={<Button onClick={() => void showEvent(true)}>{t.newEvent}</Button>}
        secondaryActions={
          <>
            <SecondaryAction onSelect={() => setTemplateRequest({ kind: 'choose' })}>
              <ClipboardList aria-hidden="true" />
              {t.fromTemplate}
            </SecondaryAction>
            {canWrite(user, 'order-templates', 'canCreate') ? (
              <SecondaryAction disabled={!hasLines} onSelect={() => setTemplateRequest({ kind: 'save' })}>
                <Save aria-hidden="true" />
                {t.asTemplate}
              </SecondaryAction>
            ) : null}
            <SecondaryAction disabled={draftEditor.draft.savedAt === null} onSelect={clear}>
              <Eraser aria-hidden="true" />
              {t.clear}
            </SecondaryAction>
          </>
        }
      />
      {draftEditor.draft.order ? (
        <div
          role="status"
          className="pill-status-blue mb-3 flex flex-wrap items-center gap-3 rounded-md px-3 py-2 text-sm"
        >
          <p className="min-w-40 flex-1">{t.editing(draftEditor.draft.order.orderNo)}</p>
          <Button size="sm" onClick={clear}>
            {t.stopEditing}
          </Button>
        </div>
      ) : null}
      {cachedAt === null ? null : <SavedDataNote loadedAt={cachedAt} />}
      {isForOtherDate ? (
        <p role="status" className="pb-2 text-muted-foreground text-sm">
          {t.noSuggestions(formatDay(deliveryDate))}
        </p>
      ) : null}
      <SkippedNote count={skipped} />
      {isPending ? <SkeletonRows rows={12} label={t.loading} /> : null}
      {!isPending && error ? (
        isUnsupplied ? (
          <NoKitchen branch={branch} />
        ) : (
          <LoadFailed title={t.failed} error={error} onRetry={retry} />
        )
      ) : null}
      {!isPending && !error && guide.length === 0 ? (
        <EmptyState icon={PackageSearch} title={t.empty} text={t.emptyText} action={<AddItems />} />
      ) : null}
      {!isPending && guide.length > 0 ? (
        <OrderGuide
          branch={branch}
          guide={guide}
          draftEditor={draftEditor}
          submission={submission}
          deliveryDate={deliveryDate}
        >
          {choices.length > 1 ? (
            <BranchChoice
              branch={branch}
              choices={choices}
              onChoose={(id) => {
                rememberBranch(user._id, id);
                void navigate({ to: '.', search: { branch: id } });
              }}
            />
          ) : null}
        </OrderGuide>
      ) : null}
      {templateModule && dialogRequest ? (
        <templateModule.TemplateDialogs
          request={dialogRequest}
          branch={branch._id}
          deliveryDate={deliveryDate}
          guide={guide}
          draftEditor={draftEditor}
          onClose={() => {
            setTemplateRequest(null);
            if (search.template)
              void navigate({
                to: '.',
                search: (current) => ({ ...current, template: undefined }),
                replace: true,
              });
          }}
        />
      ) : null}
      {search.event && eventModule ? (
        <eventModule.EventOrder branch={branch} onClose={() => void showEvent(undefined)} />
      ) : null}
      {search.order === undefined || submittedModule === null ? null : (
        <submittedModule.SubmittedOrder
          id={search.order}
          error={submission.submitError}
          draftEditor={draftEditor}
          guide={guide}
          timeZone={branch.timezone}
          onShow={(id) => void showOrder(id)}
        />
      )}
    </Page>
  );
}

interface BranchChoiceProps {
  branch: Branch;
  choices: readonly Branch[];
  onChoose(id: string): void;
}

function BranchChoice({ branch, choices, onChoose }: BranchChoiceProps) {
  const t = useMessages(orderingMessages).guide;
  return (
    <Field label={t.branch} className="col-span-2 md:w-56">
      {(control) => (
        <Select {...control} value={branch._id} onChange={(event) => onChoose(event.target.value)}>
          {choices.map((choice) => (
            <option key={choice._id} value={choice._id}>
              {choice.name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** Passes the order in the URL to `onOrder` once, then removes its id from the URL. */
function useOrderFromUrl(
  param: 'copy' | 'edit',
  id: string | undefined,
  onOrder: (order: Order) => void,
): void {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const handleOrder = useEffectEvent(onOrder);

  useEffect(() => {
    if (id === undefined) return;
    let isCurrent = true;
    const removeParam = () =>
      navigate({ to: '.', search: (current) => ({ ...current, [param]: undefined }), replace: true });
    queryClient
      .query(orderQuery(id))
      .then(
        (order) => isCurrent && handleOrder(order),
        (error) =>
          isCurrent && toastError(getErrorMessage(error, getMessages(orderingMessages).guide.copyFailed)),
      )
      .then(
        () => (isCurrent ? removeParam() : undefined),
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [id, param, queryClient, navigate]);
}
