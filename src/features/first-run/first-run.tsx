import { useQuery } from '@tanstack/react-query';
import { canWrite, scopeOf } from '#domain/permissions.ts';
import { setupProgressQuery } from '#src/collections/business/setup-progress.ts';
import { nextStep, listSetupSteps } from '#src/collections/business/setup-steps.ts';
import { lazyModule, useLazyModuleWhen } from '#src/lib/lazy-module.ts';
import { useUser } from '#src/lib/session/session.ts';

const checklist = lazyModule(() => import('./checklist.tsx'));

/** Open set-up steps for users who may do them; hidden once the business is set up. */
export function FirstRun() {
  const user = useUser();
  const isTheirs = canWrite(user, 'settings', 'canEdit') && scopeOf(user).kind === 'all';
  const { data } = useQuery({ ...setupProgressQuery(), enabled: isTheirs });
  const steps = isTheirs && data ? listSetupSteps(data) : [];
  const next = nextStep(steps);
  const isOpen = steps.some(({ isDone }) => !isDone);
  const loaded = useLazyModuleWhen(isOpen, checklist);
  return data && isOpen && loaded ? <loaded.Checklist progress={data} steps={steps} next={next} /> : null;
}
