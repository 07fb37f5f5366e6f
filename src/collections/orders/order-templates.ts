import type { QueryClient } from '@tanstack/react-query';
import type { TemplateLine } from '#contract/resources/order-templates.ts';
import { boolean, idOf, type JsonRecord, record, reference, text, texts } from '#contract/tolerant.ts';
import { api } from '#src/lib/api/api.ts';
import { quantityOf } from './read-order.ts';
import { readList, readQuery } from '../read-query.ts';

/** What a branch orders again and again. */
export interface Template {
  _id: string;
  name: string;
  branch: string;
  /** Delivery days it is meant for, 1 is Monday; none: any. */
  weekdays: number[];
  lines: TemplateLine[];
}

/** The templates of a branch that are in use. */
export function templatesQuery(branch: string) {
  return readQuery({
    collection: 'order_templates_data',
    key: ['branch', branch],
    lifetime: 'other',
    path: 'order-templates',
    search: { branch, active: true, limit: 500 },
    // A server that knows no filters sends those of all branches.
    read: (reply) => readList(reply, readTemplate).rows.filter((template) => template.branch === branch),
  });
}

interface NewTemplate {
  name: string;
  branch: string;
  weekdays: readonly number[];
  lines: readonly TemplateLine[];
}

/** Makes a template. `key` makes a repeated call the same one. Throws `ApiError`: 409 `DUPLICATE` for a name that is taken. */
export async function makeTemplate(
  queryClient: QueryClient,
  template: NewTemplate,
  key: string,
): Promise<void> {
  await api.send('post', 'order-templates', { json: template, idempotencyKey: key });
  await queryClient.invalidateQueries({ queryKey: ['order_templates_data'] });
}

function readTemplate(row: JsonRecord): Template | null {
  const _id = idOf(row);
  if (_id === null || !boolean(row['isActive'], true)) return null;
  const { lines } = row;
  return {
    _id,
    name: text(row['name']) ?? _id,
    branch: reference(row['branch'])?.id ?? '',
    weekdays: texts(row['weekdays']).map(Number),
    lines: Array.isArray(lines) ? lines.flatMap((line: unknown) => readLine(record(line))) : [],
  };
}

function readLine(row: JsonRecord): TemplateLine[] {
  const [itemId, qty] = [reference(row['itemId'])?.id, quantityOf(row['qty'])];
  return itemId && qty !== null ? [{ itemId, qty, unit: text(row['unit']) ?? '' }] : [];
}
