import type { Order, OrderLine } from '../../shapes.ts';
import { toLineQuantities } from '../../order-rules.ts';
import { formatCrateCode, canEncodeInCode128, type LabelContent } from '#core/labels/label.ts';
import { toSsccElement } from '#core/labels/sscc.ts';
import { formatGs1, toGtin, writeGs1 } from '#core/labels/gs1.ts';
import { computeEffectiveQuantities } from '../../lines.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import type { Section } from '#modules/sections/web/queries.ts';
import { formatDate, formatDay } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { shipmentMessages } from './messages.ts';

/** Label data that isn't part of the order. */
export interface LabelSources {
  branches: readonly Branch[];
  sections: readonly Section[];
  /** Barcodes by item. */
  barcodes: ReadonlyMap<string, readonly string[]>;
  /** Ids of catch weight items. */
  catchWeightIds: ReadonlySet<string>;
}

/** Returns one label per crate of an order, or one label if crates weren't counted. */
export function buildCrateLabels(order: Order, { branches, sections }: LabelSources): LabelContent[] {
  const { label: t } = getMessages(shipmentMessages);
  const crates = order.crates ?? 1;
  const branch = branches.find(({ _id }) => _id === order.branch);
  const route = branch?.route ? t.stop(branch.route, branch.routeStop?.toString() ?? null) : null;
  const temperatures: Readonly<Record<string, string>> = t.temperature;
  const temperature = temperatures[getSharedTemperature(order.items, sections) ?? ''] ?? null;
  return Array.from({ length: crates }, (_, index): LabelContent => {
    const code = formatCrateCode(order.orderNo, index + 1);
    const sscc = toSsccElement(order.ssccs?.[index] ?? '');
    const day = formatDay(order.deliveryDate);
    return {
      title: order.branchName,
      mark: `${index + 1}/${crates}`,
      facts: [
        sscc === null ? day : `${code} · ${day}`,
        [route, temperature].filter((text) => text !== null).join(' · '),
      ],
      code: sscc ?? code,
      isGs1: sscc !== null,
      codeText: sscc === null ? code : formatGs1(sscc),
    };
  });
}

/** Returns the storage temperature shared by all shipped lines; null if they differ or one is unknown. */
function getSharedTemperature(lines: readonly OrderLine[], sections: readonly Section[]): string | null {
  const temperatureBySection = new Map(sections.map(({ _id, temperature }) => [_id, temperature]));
  const temperatures = new Set(
    lines.filter(isShipped).map(({ section }) => temperatureBySection.get(section ?? '') ?? null),
  );
  const [temperature = null] = temperatures;
  return temperatures.size === 1 ? temperature : null;
}

const isShipped = (line: OrderLine): boolean =>
  computeEffectiveQuantities(toLineQuantities(line)).shippedMicro > 0;

/**
 * Returns one label per lot of each shipped line, with item, quantity, lot and expiry date; a line without
 * lots gets one label if its item has a GTIN, otherwise none. The barcode is GS1 with the available GTIN,
 * expiry date, lot and, for catch weight items, weight; if none is available, it contains the item code.
 */
export function buildItemLabels(order: Order, { barcodes, catchWeightIds }: LabelSources): LabelContent[] {
  const { label: t } = getMessages(shipmentMessages);
  return order.items.filter(isShipped).flatMap((line): LabelContent[] => {
    const gtin = (barcodes.get(line.itemId) ?? []).map(toGtin).find((code) => code !== null) ?? null;
    const lots = line.lots.length > 0 ? line.lots : gtin === null ? [] : [null];
    return lots.map((lot): LabelContent => {
      const expiry = lot?.expiry ?? null;
      const qty = lot?.qty ?? line.shippedQty ?? line.pickedQty ?? line.orderQty;
      const grams = catchWeightIds.has(line.itemId) ? toGrams(qty, line.unitSymbol) : null;
      const gs1 = writeGs1({ gtin, expiry, grams, lot: lot?.lot ?? null });
      const amount = formatAmount(qty, line.unitSymbol);
      return {
        title: line.itemName,
        mark: '',
        facts: [
          `${line.itemCode} · ${amount}`,
          [lot && t.lot(lot.lot), expiry && t.useBy(formatDate(expiry))].filter(Boolean).join(' · '),
        ],
        code: gs1 ?? (canEncodeInCode128(line.itemCode) ? line.itemCode : ''),
        isGs1: gs1 !== null,
        codeText: gs1 === null ? line.itemCode : formatGs1(gs1),
      };
    });
  });
}

/** Converts a quantity in a unit of mass to grams; null for any other unit. */
const toGrams = (qty: number, unit: string): number | null =>
  unit === 'kg' ? qty * 1000 : unit === 'g' ? qty : null;
