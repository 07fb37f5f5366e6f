import { z } from 'zod';
import { type ListSpec, sortValues } from './document-list.ts';
import { calendarDate, pageQuery } from '#platform/shapes/numbers.ts';

type Choices<F> = { [K in keyof F]?: F[K] extends readonly (infer V)[] ? V : string };

/** A validated query of a list. */
export type ListQuery<L extends ListSpec> = Choices<L['filters']> &
  Choices<NonNullable<L['conditions']>> & {
    page: number;
    limit: number;
    q?: string;
    sort: string;
    status?: L['statuses'][number];
    from?: string;
    to?: string;
  };

const createChoiceSchema = (values: 'id' | readonly string[]) =>
  (values === 'id' ? z.string() : z.enum(values)).optional();

const createChoiceSchemas = (filters: ListSpec['filters']) =>
  Object.fromEntries(Object.entries(filters).map(([name, values]) => [name, createChoiceSchema(values)]));

/** Returns the zod schema of a list's query parameters. */
export function listQuery<const L extends ListSpec>(list: L): z.ZodType<ListQuery<L>> {
  const status = z.enum(list.statuses);
  const statusListPattern = new RegExp(`^(${list.statuses.join('|')})(,(${list.statuses.join('|')}))*$`);
  const schema = z.object({
    ...pageQuery(100),
    status: (list.hasSeveralStatuses ? z.string().regex(statusListPattern) : status).optional(),
    ...createChoiceSchemas(list.filters),
    ...createChoiceSchemas(list.conditions ?? {}),
    ...(list.days !== null && { from: calendarDate.optional(), to: calendarDate.optional() }),
    sort: z.enum(sortValues(list)).default(`-${list.sorts[0]}`),
  });
  return schema as unknown as z.ZodType<ListQuery<L>>;
}
