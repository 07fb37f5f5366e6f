import type { BatchPart, ProductionBatch } from '#contract/production.ts';
import { isForBars, type Label } from '#domain/labels/label.ts';
import type { LabelCause } from '#domain/production/printed-labels.ts';
import { bracketedGs1, gtinOf, writeGs1 } from '#domain/lots/gs1.ts';
import { formatDate } from '#src/lib/format/format.ts';
import { formatList } from '#src/lib/format/list.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { resourceListMessages } from '#src/master-data/list-messages.ts';
import { productionMessages } from './messages.ts';

/** What a batch made that is still so: the lots of the parts that nobody took back. */
export const madeLots = ({ finished }: Pick<ProductionBatch, 'finished'>): BatchPart['made'] =>
  finished.filter(({ takenBackAt }) => takenBackAt === null).flatMap(({ made }) => made);

/** What a batch contains, what it may contain, and whether something is not known, in words; nothing where it is free of all. */
export function allergensOf({ allergensNow }: Pick<ProductionBatch, 'allergensNow'>): string {
  const { onLabel: t } = messagesOf(productionMessages);
  const names: Readonly<Record<string, string>> = messagesOf(resourceListMessages).allergens;
  const named = (state: string) =>
    allergensNow.filter((each) => each.state === state).map(({ allergen }) => names[allergen] ?? allergen);
  const [contains, mayContain] = [named('contains'), named('may_contain')];
  return [
    ...(contains.length > 0 ? [t.contains(formatList(contains))] : []),
    ...(mayContain.length > 0 ? [t.mayContain(formatList(mayContain))] : []),
    ...(named('unknown').length > 0 ? [t.notAllKnown] : []),
  ].join(' · ');
}

/** How many labels of each lot, why, and until when it is good where it was thawed or opened. */
export interface LabelOptions {
  copies: number;
  cause: LabelCause;
  useBy: string | null;
}

/**
 * Labels for each lot that a batch made, so many of each: what it is, its lot, until when it is good, and its allergens as they
 * are known now. What was thawed or opened has a day of its own (`useBy`). The bars say the GTIN, the day and the lot as GS1 as far
 * as they are known, else the lot, else the code of the item.
 */
export function batchLabels(
  batch: ProductionBatch,
  { barcodes, copies, cause, useBy }: LabelOptions & { barcodes: ReadonlyMap<string, readonly string[]> },
): Label[] {
  const { onLabel: t } = messagesOf(productionMessages);
  return madeLots(batch).flatMap(({ itemId, itemName, lot, expiry: ofLot }) => {
    const expiry = cause === 'made' ? ofLot : useBy;
    const gtin = (barcodes.get(itemId) ?? []).map(gtinOf).find((each) => each !== null) ?? null;
    const gs1 = writeGs1({ gtin, expiry, grams: null, lot: lot === '' ? null : lot });
    const plain = lot === '' ? batch.itemCode : lot;
    const label: Label = {
      title: itemName,
      mark: '',
      facts: [
        [cause !== 'made' && t[cause], expiry && t.useBy(formatDate(expiry)), lot && t.lot(lot)]
          .filter(Boolean)
          .join(' · ') || batch.number,
      ],
      whole: allergensOf(batch),
      code: gs1 ?? (isForBars(plain) ? plain : ''),
      isGs1: gs1 !== null,
      codeText: gs1 === null ? plain : bracketedGs1(gs1),
    };
    return Array.from({ length: copies }, () => label);
  });
}
