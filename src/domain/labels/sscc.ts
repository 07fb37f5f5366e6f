import { checkDigitOf } from '../lots/gs1.ts';

/** Digits before the check digit of an SSCC: the extension digit, the company prefix and the serial reference. */
const digits = 17;

/** A GS1 company prefix as it is given out: 4 to 12 digits (GS1 General Specifications, section 1.4.4). */
export const companyPrefixPattern = /^\d{4,12}$/;

/**
 * The SSCC of the n-th unit that a company ships (AI 00; GS1 General Specifications, section 3.2): the serial number goes on
 * into the extension digit, which only makes room for more of them. Null once a prefix has no number left.
 *
 * @param serial from 1 on; the same one never names two units
 */
export function buildSscc(prefix: string, serial: number): string | null {
  const reference = String(serial).padStart(digits - prefix.length, '0');
  if (!companyPrefixPattern.test(prefix) || serial < 1 || reference.length + prefix.length > digits)
    return null;
  const body = `${reference.charAt(0)}${prefix}${reference.slice(1)}`;
  return `${body}${checkDigitOf(body)}`;
}

/** An SSCC as an element string; of nothing else. */
export const ssccElement = (sscc: string): string | null =>
  /^\d{18}$/.test(sscc) && checkDigitOf(sscc.slice(0, -1)) === sscc.at(-1) ? `00${sscc}` : null;
