import { z } from 'zod';
import { jobStates } from '#core/jobs.ts';
import { pageQuery } from '#platform/shapes/numbers.ts';

/** Without a state, returns all unfinished jobs, failed ones first. */
export const jobQueryParams = z.object({ ...pageQuery(50), state: z.enum(jobStates).optional() });
export type JobQueryParams = z.output<typeof jobQueryParams>;
