import { computeCheckDigit } from './gs1.ts';

/** Digits before the check digit of an SSCC: extension digit, company prefix and serial reference. */
const bodyLength = 17;

/** A GS1 company prefix: 4 to 12 digits (GS1 General Specifications, section 1.4.4). */
export const companyPrefixPattern = /^\d{4,12}$/;

/**
 * Builds the SSCC of a company's n-th unit (AI 00; GS1 General Specifications, section 3.2). The first digit
 * of the zero-padded serial number becomes the extension digit. Returns null if the prefix has no numbers
 * left.
 *
 * @param serial starts at 1; never reused
 */
export function buildSscc(prefix: string, serial: number): string | null {
  const reference = String(serial).padStart(bodyLength - prefix.length, '0');
  if (!companyPrefixPattern.test(prefix) || serial < 1 || reference.length + prefix.length > bodyLength)
    return null;
  const body = `${reference.charAt(0)}${prefix}${reference.slice(1)}`;
  return `${body}${computeCheckDigit(body)}`;
}

/** Formats an SSCC as a GS1 element string; null if the text isn't an SSCC. */
export const toSsccElement = (sscc: string): string | null =>
  /^\d{18}$/.test(sscc) && computeCheckDigit(sscc.slice(0, -1)) === sscc.at(-1) ? `00${sscc}` : null;
