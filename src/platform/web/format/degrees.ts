import { toWesternDigits } from '#core/text.ts';

/**
 * Parses a temperature in degrees Celsius, with a point or comma, at most one decimal, and Western or Arabic
 * digits; null for anything else.
 */
export function parseDegrees(text: string): number | null {
  const normalized = toWesternDigits(text.trim()).replace(/[−–]/, '-').replace(/[,٫]/, '.');
  if (!/^-?\d{1,3}(\.\d)?$/.test(normalized)) return null;
  const value = Number(normalized);
  return value >= -100 && value <= 200 ? value + 0 : null;
}
