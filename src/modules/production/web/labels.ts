import type { BatchPart, ProductionBatch } from '../shapes.ts';
import { getBusinessDay, type LocalDays } from '#core/business-day.ts';
import { canEncodeInCode128, type LabelContent, type LabelDeclaration } from '#core/labels/label.ts';
import type { LabelCause } from '../printed-labels.ts';
import { formatGs1, toGtin, writeGs1 } from '#core/labels/gs1.ts';
import { getLotPath } from '#platform/documents/printed-path.ts';
import { formatDate } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { formatList } from '#platform/web/format/list.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { resourceListMessages } from '#modules/master-data/web/list-messages.ts';
import { productionMessages } from './messages.ts';

/** Lots produced by a batch's parts, except reversed ones, each with its production time. */
export const listProducedLots = ({
  finished,
}: Pick<ProductionBatch, 'finished'>): (BatchPart['made'][number] & Pick<BatchPart, 'at'>)[] =>
  finished
    .filter(({ reversedAt }) => reversedAt === null)
    .flatMap(({ made: lots, at }) => lots.map((lot) => ({ ...lot, at })));

/**
 * Returns text listing the allergens that a batch contains or may contain, and whether any are unknown; empty
 * if it is free of all.
 */
export function formatAllergens({ currentAllergens }: Pick<ProductionBatch, 'currentAllergens'>): string {
  const { onLabel: t } = getMessages(productionMessages);
  const names: Readonly<Record<string, string>> = getMessages(resourceListMessages).allergens;
  const listNames = (state: string) =>
    currentAllergens
      .filter((entry) => entry.state === state)
      .map(({ allergen }) => names[allergen] ?? allergen);
  const [contains, mayContain] = [listNames('contains'), listNames('may_contain')];
  return [
    ...(contains.length > 0 ? [t.contains(formatList(contains))] : []),
    ...(mayContain.length > 0 ? [t.mayContain(formatList(mayContain))] : []),
    ...(listNames('unknown').length > 0 ? [t.allergensIncomplete] : []),
  ].join(' · ');
}

/** Number of labels per lot, their type, and the use-by day of thawed or opened goods. */
export interface LabelOptions {
  copies: number;
  cause: LabelCause;
  useBy: string | null;
  /** Replaces the list of allergens. */
  declaration?: LabelDeclaration | null;
}

/**
 * Builds the labels for each lot of a batch: use-by date, production date, quantity, lot and current
 * allergens. Thawed and opened goods have their own use-by date, and items not tracked by lot show the batch
 * number.
 *
 * The barcode is GS1 with the available GTIN, date and lot; if none is available, it contains the lot or the
 * item code. The label of a lot also has a QR code that opens it.
 */
export function buildBatchLabels(
  batch: ProductionBatch,
  {
    barcodes,
    copies,
    cause,
    useBy,
    declaration = null,
    place,
  }: LabelOptions & { barcodes: ReadonlyMap<string, readonly string[]>; place: LocalDays },
): LabelContent[] {
  const { onLabel: t } = getMessages(productionMessages);
  return listProducedLots(batch).flatMap(
    ({ itemId, itemName, lot, qty, unitSymbol, at, expiry: lotExpiry }) => {
      const expiry = cause === 'made' ? lotExpiry : useBy;
      const gtin = (barcodes.get(itemId) ?? []).map(toGtin).find((code) => code !== null) ?? null;
      const gs1 = writeGs1({ gtin, expiry, grams: null, lot: lot === '' ? null : lot });
      const plainCode = lot === '' ? batch.itemCode : lot;
      const madeOn = t.made(formatDate(getBusinessDay(at, place)));
      const label: LabelContent = {
        title: itemName,
        mark: '',
        facts: [
          [cause !== 'made' && t[cause], expiry && t.useBy(formatDate(expiry)), madeOn]
            .filter(Boolean)
            .join(' · '),
          `${formatAmount(qty, unitSymbol)} · ${lot === '' ? t.batch(batch.number) : t.lot(lot)}`,
        ],
        contents: declaration ? '' : formatAllergens(batch),
        ...(declaration && { declaration }),
        code: gs1 ?? (canEncodeInCode128(plainCode) ? plainCode : ''),
        isGs1: gs1 !== null,
        codeText: gs1 === null ? plainCode : formatGs1(gs1),
        ...(lot !== '' && { link: window.location.origin + getLotPath(itemId, lot) }),
      };
      return Array.from({ length: copies }, () => label);
    },
  );
}
