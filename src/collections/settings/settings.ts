import { readNumberValue, readText } from '#contract/tolerant.ts';
import { defineSetting } from './setting.ts';

/** Until which day (YYYY-MM-DD) the books of the whole business are closed, null while all days are open. */
export const booksClosedUntil = defineSetting('booksClosedUntil', readText);

/** The GS1 company prefix of the business, null while it has none. */
export const companyPrefix = defineSetting('companyPrefix', readText);

/** Minimum share of known sales and counted goods for which food cost is reported, in percent. */
export const foodCostCoverage = defineSetting('foodCostCoverage', (value) => readNumberValue(value) ?? 0);
