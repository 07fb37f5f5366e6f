import { number, text } from '#contract/tolerant.ts';
import { defineSetting } from './setting.ts';

/** Until which day (YYYY-MM-DD) the books of the whole business are closed, null while all days are open. */
export const booksClosedUntil = defineSetting('booksClosedUntil', text);

/** The GS1 company prefix of the business, null while it has none. */
export const companyPrefix = defineSetting('companyPrefix', text);

/** From which share of known sales and counted goods food cost is told, in percent. */
export const foodCostCoverage = defineSetting('foodCostCoverage', (value) => number(value) ?? 0);
