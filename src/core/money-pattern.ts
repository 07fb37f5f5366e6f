/** Format of a currency's amounts on screens and in emails. */
export interface MoneyPattern {
  /** Printed before the amount: a sign without a space, or a code with one. */
  sign: string;
  decimals: number;
}

/** English disambiguates shared currency signs with letters (`US$`, `CN¥`), unlike `£` and `€`. */
export function getMoneyPattern(currency: string): MoneyPattern {
  if (!/^[A-Za-z]{3}$/.test(currency)) return { sign: `${currency}\u00a0`, decimals: 2 };
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
  const isUnambiguous = !/[\p{L}\s¤]/u.test(sign);
  return {
    sign: isUnambiguous ? sign : `${currency}\u00a0`,
    decimals: format.resolvedOptions().maximumFractionDigits ?? 2,
  };
}
