import { useQuery } from '@tanstack/react-query';
import { canWrite, getScope } from '#core/permissions.ts';
import { setupProgressQuery } from '#modules/settings/web/queries/setup-progress.ts';
import { findNextStep, listSetupSteps } from '#modules/settings/web/queries/setup-steps.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';

const checklist = lazyModule(() => import('./checklist.tsx'));

/** Shows the outstanding set-up steps to users who can complete them; hidden once the business is set up. */
export function FirstRun() {
  const user = useUser();
  const isAllowed = canWrite(user, 'settings', 'canEdit') && getScope(user).kind === 'all';
  const { data } = useQuery({ ...setupProgressQuery(), enabled: isAllowed });
  const steps = isAllowed && data ? listSetupSteps(data) : [];
  const next = findNextStep(steps);
  const isOpen = steps.some(({ isDone }) => !isDone);
  const loaded = useLazyModuleWhen(isOpen, checklist);
  return data && isOpen && loaded ? <loaded.Checklist progress={data} steps={steps} next={next} /> : null;
}
