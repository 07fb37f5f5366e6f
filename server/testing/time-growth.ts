/** What a text is made of that is meant to cost more the longer it is: head, the same again and again, tail. */
export interface HostileText {
  head: string;
  pump: string;
  tail: string;
}

const heads = ['', '1', 'a=1', '2026-01-01', 'cost +'];
const tails = ['', '!', '1 x'];
/** Digits, letters, spaces of several kinds, separators, and what readers look for, by itself and in turns. */
export const pumps = [
  '0',
  '1',
  'a',
  'A',
  ' ',
  '\t',
  '\u00a0',
  '\u2003',
  '\u202f',
  '\u0301',
  'ﷺ',
  'ß',
  '٣',
  '漢',
  ',',
  '.',
  ';',
  ':',
  '=',
  '-',
  '+',
  '/',
  '%',
  '"',
  "'",
  '\\',
  '[',
  '{',
  '\n',
  '\r\n',
  '،',
  '0 ',
  ' 0',
  '1,',
  '1.',
  '1/',
  '1x',
  '1 x ',
  ' x',
  'a ',
  'a=',
  'a:',
  '= ',
  ' =',
  ': ',
  '; ',
  ',,',
  '+ ',
  ' + ',
  '1=1 a;',
  'a=1 ',
  'Mon ',
  'Mon=1;',
  'milk;',
  'milk: ',
  '1:00',
  ' 1:00 ',
  '2026-01-01',
  '2026-01-01;',
  ' to ',
  '- ',
  '.a',
  'a.',
  '@a.',
  'a@',
  '<!---->',
  '<!--',
  '-->',
  '""',
  '\\"',
  '""","',
  ' has ',
  ' already.',
  '() ',
  '=1 1',
] as const;

export function hostileTexts(some: readonly string[] = pumps): HostileText[] {
  return some.flatMap((pump) => heads.flatMap((head) => tails.map((tail) => ({ head, pump, tail }))));
}

export const hostileText = ({ head, pump, tail }: HostileText, length: number): string =>
  head + pump.repeat(Math.max(1, Math.ceil(length / pump.length))) + tail;

const clock = () => performance.now();

function once(run: () => unknown): number {
  const from = clock();
  run();
  return clock() - from;
}

/** The least of three: whatever else the machine does only adds. */
const measure = (run: () => unknown) => Math.min(once(run), once(run), once(run));

/** How much longer a text of sixteen times the length takes, where that is to be seen at all (else 1). */
const factor = 16;
const steps = [16, 64, 128, 192, 512, 8192];
const visibleMs = 8;

/**
 * Runs `work` over longer and longer texts of one making. Answers how its time grows with sixteen times the length: 16
 * for a linear reader, 256 for a quadratic one, and infinity for one that is slow on a short text already. What takes
 * no time to speak of even on the longest text answers 1.
 */
export function measureGrowth(work: (text: string) => unknown, hostile: HostileText): number {
  for (const length of steps) {
    const text = hostileText(hostile, length);
    if (once(() => work(text)) < visibleMs || measure(() => work(text)) < visibleMs) continue;
    if (length < 512) return Number.POSITIVE_INFINITY;
    const short = hostileText(hostile, length / factor);
    const again = () => {
      for (let nth = 0; nth < factor; nth++) work(short);
    };
    return (measure(() => work(text)) / measure(again)) * factor;
  }
  return 1;
}

/** More than a linear reader on a busy machine, and far less than a quadratic one. */
export const maxGrowth = 80;

/**
 * The first of these texts over which `work` takes longer and longer by more than its length, tried again before it is
 * blamed; null for a linear reader.
 */
export function superlinear(
  work: (text: string) => unknown,
  texts: readonly HostileText[],
): (HostileText & { growth: number }) | null {
  for (const hostile of texts) {
    const growth = () => measureGrowth(work, hostile);
    const least = growth() > maxGrowth ? Math.min(growth(), growth()) : 1;
    if (least > maxGrowth) return { ...hostile, growth: Math.round(least) };
  }
  return null;
}
