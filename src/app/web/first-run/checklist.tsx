import { useQueryClient } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { Check, ListChecks } from 'lucide-react';
import { useRef, useState } from 'react';
import { canOpenPage } from '#core/permissions.ts';
import type { SetupProgress } from '#modules/settings/setup-progress-shapes.ts';
import { refetchSetup } from '#modules/settings/web/queries/setup-progress.ts';
import type { SetupStep, SetupStepId } from '#modules/settings/web/queries/setup-steps.ts';
import type { RoutePath } from '#platform/web/layout/menu.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { cn } from '#platform/web/cn.ts';
import { readStoredItem, writeStoredItem } from '#platform/web/device-storage.ts';
import { formatCount } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { BusinessDialog } from './business-dialog.tsx';
import { createCommonUnits, createSampleItems } from './create-basics.ts';
import { firstRunMessages } from './messages.ts';
import { LocationsDialog } from './locations-dialog.tsx';

interface ChecklistProps {
  progress: SetupProgress;
  steps: readonly SetupStep[];
  /** Next required step; null if only optional steps are open. */
  next: SetupStep | null;
}

const getHiddenKey = (userId: string) => `commissary.first-run-hidden.${userId}`;

/** Set-up steps up to the first received order, each with an action. */
export function Checklist({ progress, steps, next }: ChecklistProps) {
  const t = useMessages(firstRunMessages);
  const user = useUser();
  const refetch = useRefetchSetup();
  const heading = useRef<HTMLHeadingElement>(null);
  const [dialog, setDialog] = useState<DialogKind | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isHidden, setHidden] = useState(() => readStoredItem(getHiddenKey(user._id)) !== null);
  const requiredSteps = steps.filter(({ isOptional }) => !isOptional);
  const doneCount = requiredSteps.filter(({ isDone }) => isDone).length;
  const status = t.status(formatCount(doneCount), formatCount(requiredSteps.length));

  function saveHidden(shouldHide: boolean): void {
    writeStoredItem(getHiddenKey(user._id), shouldHide ? '1' : null);
    setHidden(shouldHide);
  }

  if (isHidden && next === null) return null;
  if (isHidden) {
    return (
      <p className="flex flex-wrap items-center gap-x-3 pb-4 text-muted-foreground text-sm">
        {t.title}: {status}
        <Button variant="link" className="px-0" onClick={() => saveHidden(false)}>
          {t.show}
        </Button>
      </p>
    );
  }
  const close = () => {
    setDialog(null);
    // The button that opened the dialog may have disappeared with its step.
    heading.current?.focus();
  };
  const finished = steps.filter(({ isDone }) => isDone);
  const open = steps.filter(({ isDone }) => !isDone);
  return (
    <section aria-labelledby="first-run" className="pb-6">
      <Card className="flex flex-col gap-3">
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <div>
            <h2
              id="first-run"
              ref={heading}
              tabIndex={-1}
              className="flex items-center gap-2 font-semibold text-base outline-none"
            >
              <ListChecks aria-hidden="true" className="size-5 text-primary" />
              {t.title}
            </h2>
            <p role="status" className="text-muted-foreground text-sm tabular-nums">
              {status}
            </p>
          </div>
          <Button variant="ghost" size="sm" onClick={() => saveHidden(true)}>
            {t.hide}
          </Button>
        </header>
        {failure ? (
          <div role="alert" className="flex flex-wrap items-center gap-3 text-destructive text-sm">
            {failure.text}
            <Button size="sm" onClick={failure.retry}>
              {t.retry}
            </Button>
          </div>
        ) : null}
        {finished.length > 0 ? (
          <ul
            aria-label={t.finished}
            className="flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground text-sm"
          >
            {finished.map(({ id }) => (
              <li key={id} className="flex items-center gap-1.5">
                <Check aria-hidden="true" className="size-4 text-status-green" />
                {t.steps[id].title}
              </li>
            ))}
          </ul>
        ) : null}
        <ol aria-label={t.open} className="flex flex-col divide-y border-t">
          {open.map((step) => (
            <OpenStep
              key={step.id}
              step={step}
              isNext={step.id === next?.id}
              progress={progress}
              onOpenDialog={setDialog}
              onFailure={setFailure}
            />
          ))}
        </ol>
      </Card>
      {dialog === 'business' ? (
        <BusinessDialog progress={progress} onSaved={refetch} onClose={close} />
      ) : null}
      {dialog === 'places' ? <LocationsDialog progress={progress} onSaved={refetch} onClose={close} /> : null}
    </section>
  );
}

/** Dialogs are rendered outside the steps, because a partial save may complete the step that opened them. */
type DialogKind = 'business' | 'places';

interface Failure {
  text: string;
  retry(): void;
}

interface ActionProps {
  isNext: boolean;
  progress: SetupProgress;
  onOpenDialog(dialog: DialogKind): void;
  onFailure(failure: Failure | null): void;
}

function OpenStep({ step, ...props }: ActionProps & { step: SetupStep }) {
  const { isNext } = props;
  const t = useMessages(firstRunMessages);
  const { title, text } = t.steps[step.id];
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className={cn('text-sm', isNext ? 'font-semibold' : 'font-medium')}>
          {title}
          {step.isOptional ? (
            <span className="font-normal text-muted-foreground"> · {t.optional}</span>
          ) : null}
        </p>
        <p className="text-muted-foreground text-sm">
          {step.waitsFor ? t.after(t.steps[step.waitsFor].title) : text}
        </p>
      </div>
      {step.waitsFor ? null : (
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          <Actions id={step.id} {...props} />
        </div>
      )}
    </li>
  );
}

/** Link to the page where a step is completed. */
interface StepLink {
  to: RoutePath;
  search?: Record<string, unknown>;
}

const itemsPage: RoutePath = '/procurements/creation/items-creation';

function getStepLink(id: SetupStepId, { order, unsuppliedBranches }: SetupProgress): StepLink | null {
  const orderSearch = order ? { order: order._id } : {};
  switch (id) {
    case 'branch':
      return unsuppliedBranches > 0 ? { to: '/branches' } : null;
    case 'categories':
      return { to: '/sub-categories', search: { tab: 'item-categories', row: 'new' } };
    case 'stock':
      return { to: '/inventory', search: { opening: true } };
    case 'people':
      return { to: '/user', search: { row: 'new' } };
    case 'order':
      return order?.status === 'Draft'
        ? { to: '/branch-order/order-submission', search: orderSearch }
        : { to: '/branch-order/create-order' };
    case 'send':
      return { to: '/branch-order/order-submission', search: orderSearch };
    case 'accept':
      return { to: '/central-kitchen/dashboard' };
    case 'ship':
      return { to: '/central-kitchen/order-processing-prep', search: orderSearch };
    case 'receive':
      return { to: '/branch-order/receiving-order', search: orderSearch };
    default:
      return null;
  }
}

function Actions({ id, isNext, progress, onOpenDialog, onFailure }: ActionProps & { id: SetupStepId }) {
  const t = useMessages(firstRunMessages);
  const variant = isNext ? 'primary' : 'secondary';
  const link = getStepLink(id, progress);
  if (link) return <StepLinkButton {...link} label={t.steps[id].action} variant={variant} />;
  switch (id) {
    case 'units':
      return (
        <>
          <CreateButton
            label={t.steps.units.action}
            variant={variant}
            createRows={createCommonUnits}
            onFailure={onFailure}
          />
          <StepLinkButton to="/units" search={{ row: 'new' }} label={t.ownUnit} variant="ghost" />
        </>
      );
    case 'items':
      return (
        <>
          <StepLinkButton
            to={itemsPage}
            search={{ row: 'new' }}
            label={t.steps.items.action}
            variant={variant}
          />
          <StepLinkButton to={itemsPage} search={{ import: true }} label={t.fromFile} variant="secondary" />
          <CreateButton
            label={t.sampleList}
            variant="secondary"
            createRows={createSampleItems}
            onFailure={onFailure}
          />
        </>
      );
    case 'businessName':
    case 'currency':
      return (
        <Button variant={variant} onClick={() => onOpenDialog('business')}>
          {t.steps[id].action}
        </Button>
      );
    case 'kitchen':
    case 'branch':
      return (
        <Button variant={variant} onClick={() => onOpenDialog('places')}>
          {t.steps[id].action}
        </Button>
      );
    default:
      return null;
  }
}

type Variant = 'primary' | 'secondary' | 'ghost';

function StepLinkButton({ to, search, label, variant }: StepLink & { label: string; variant: Variant }) {
  const t = useMessages(firstRunMessages);
  const user = useUser();
  if (!canOpenPage(user, to)) return <p className="text-muted-foreground text-sm">{t.noAccess}</p>;
  return (
    <Button asChild variant={variant}>
      <Link to={to} search={search as LinkProps['search']}>
        {label}
      </Link>
    </Button>
  );
}

interface CreateButtonProps {
  label: string;
  variant: Variant;
  createRows(onProgress: (created: number, total: number) => void): Promise<void>;
  onFailure(failure: Failure | null): void;
}

/**
 * Creates rows with one click and shows progress. After an interruption, a retry continues with the missing
 * rows.
 */
function CreateButton({ label, variant, createRows, onFailure }: CreateButtonProps) {
  const t = useMessages(firstRunMessages);
  const refetch = useRefetchSetup();
  const [progressText, setProgressText] = useState<string | null>(null);

  async function run(): Promise<void> {
    setProgressText(t.adding);
    onFailure(null);
    try {
      await createRows((count, total) =>
        setProgressText(t.addingCount(formatCount(count), formatCount(total))),
      );
    } catch (error) {
      const text = getErrorMessage(error, t.failed);
      onFailure({ text, retry: () => void run() });
    }
    await refetch();
    setProgressText(null);
  }
  return (
    <Button variant={variant} disabled={progressText !== null} onClick={() => void run()}>
      {progressText ?? label}
    </Button>
  );
}

/** Refetches everything that shows the created rows, the checklist first. */
function useRefetchSetup(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => refetchSetup(queryClient);
}
