const browsers = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

const matchName = (rules: readonly (readonly [RegExp, string])[], text: string) =>
  rules.find(([pattern]) => pattern.test(text))?.[1];

/** Returns `Chrome · Android` from a user agent; null when neither part is recognized. */
export function getDeviceName(userAgent: string | null): string | null {
  const text = userAgent ?? '';
  const parts = [matchName(browsers, text), matchName(systems, text)].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(' · ') : null;
}
