import type { Letterhead } from '../../shapes.ts';
import { defineSetting, defineSettings } from './setting.ts';

/**
 * Last day (YYYY-MM-DD) of the closed accounting period, for the whole business; null while nothing is
 * closed.
 */
export const booksClosedUntil = defineSetting('booksClosedUntil');

/** GS1 company prefix of the business; null without one. */
export const companyPrefix = defineSetting('companyPrefix');

/** Layouts of the labels that the business's scales print. */
export const scaleLabels = defineSetting('scaleLabels');

/** Minimum share of known sales and counted goods for which food cost is reported, in percent. */
export const foodCostCoverage = defineSetting('foodCostCoverage');

/** Name, address and tax number of the business, as printed on documents. */
export const businessDetails = defineSettings(
  'businessDetails',
  ({ businessName, businessAddress, taxNumber }): Letterhead => ({
    businessName,
    businessAddress,
    taxNumber,
  }),
  (value) => value,
);
