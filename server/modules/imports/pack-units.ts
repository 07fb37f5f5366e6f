import { sentence } from '#contract/imports/sentences.ts';
import type { ItemConversion } from '#contract/item-bodies.ts';
import { ratioBetween } from '#domain/conversions.ts';
import { QuantityError } from '#domain/quantity.ts';
import type { Tx } from '../../db/types.ts';
import { knownUnits } from '../items/checks.ts';
import { unitProblems } from '../master-data/line-units.ts';
import { chunks } from './existing.ts';
import type { Draft, JudgeContext, Report } from './judge-types.ts';

/** Says of each pack whether its contents can be told in the base unit of its item, which the same file may make. */
export async function checkPackUnits(
  ctx: JudgeContext,
  drafts: readonly Draft[],
  report: Report,
): Promise<void> {
  const packs = drafts.filter(({ resource }) => resource.collection === 'packagings');
  if (packs.length === 0) return;
  const items = new Map(
    drafts.flatMap(({ resource, after }) =>
      resource.collection === 'items' ? [[after._id, after] as const] : [],
    ),
  );
  const units = await knownUnits(ctx.db);
  const others: Draft[] = [];
  for (const pack of packs) {
    const item = items.get(String(pack.after['itemId']));
    const { unit } = pack.after;
    if (!item) others.push(pack);
    else if (typeof unit === 'string' && typeof item['baseUnit'] === 'string') {
      const conversions = (item['conversions'] as ItemConversion[] | undefined) ?? [];
      if (!leads(() => ratioBetween(unit, String(item['baseUnit']), units, conversions)))
        refuse(report, pack, 'unit', sentence('base-unknown'));
    }
  }
  for (const [pack, fields] of await packFaults(ctx.db as Tx, others))
    for (const [field, message] of Object.entries(fields)) refuse(report, pack, field, message);
}

function refuse(report: Report, { row, columnOf }: Draft, field: string, message: string): void {
  report.add(row, { column: columnOf(field), code: 'rule', message });
}

function leads(ratio: () => unknown): boolean {
  try {
    return ratio() !== null;
  } catch (error) {
    if (error instanceof QuantityError) return false;
    throw error;
  }
}

/** What is wrong with packs of items that are there, by field. */
export async function packFaults(
  tx: Tx,
  drafts: readonly Draft[],
): Promise<Map<Draft, Record<string, string>>> {
  const refused = new Map<Draft, Record<string, string>>();
  const asking = drafts.filter(
    ({ before, after }) =>
      typeof after['itemId'] === 'string' &&
      typeof after['unit'] === 'string' &&
      (before?.['itemId'] !== after['itemId'] || before['unit'] !== after['unit']),
  );
  for (const some of chunks(asking, 500)) {
    const lines = some.map(({ after }, at) => ({
      itemId: String(after['itemId']),
      unit: String(after['unit']),
      at: String(at),
    }));
    for (const [path, message] of Object.entries(await unitProblems(tx, lines))) {
      const [at, field = ''] = path.split('.');
      const draft = some[Number(at)];
      if (draft) refused.set(draft, { [field]: message });
    }
  }
  return refused;
}
