import { lazyModule } from '#src/lib/lazy-module.ts';

const load = () => import('./people-parts.ts');

export type PeopleParts = Awaited<ReturnType<typeof load>>;

/** Forms, actions and previews: fetched with the first user or role that is opened. */
export const peopleParts = lazyModule(load);

/** The audit: fetched with its tab. */
export const auditPart = lazyModule(() => import('./audit/audit-list.tsx'));
