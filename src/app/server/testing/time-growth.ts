/** A text designed to be slow to parse: a head, a repeated part (`pump`) and a tail. */
export interface HostileText {
  head: string;
  pump: string;
  tail: string;
}

const heads = ['', '1', 'a=1', '2026-01-01', 'cost +'];
const tails = ['', '!', '1 x'];
/** Digits, letters, spaces, separators and keywords of parsers, alone and in combination. */
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

export function createHostileTexts(repeated: readonly string[] = pumps): HostileText[] {
  return repeated.flatMap((pump) => heads.flatMap((head) => tails.map((tail) => ({ head, pump, tail }))));
}

export const buildHostileText = ({ head, pump, tail }: HostileText, length: number): string =>
  head + pump.repeat(Math.max(1, Math.ceil(length / pump.length))) + tail;

/** The CPU time of this thread in ms, which does not grow while other processes have the CPU. */
function readClock(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function timeOnce(run: () => unknown): number {
  const startedAt = readClock();
  run();
  return readClock() - startedAt;
}

/** The minimum of three runs, because garbage collection and cold caches can only increase the time. */
const measure = (run: () => unknown) => Math.min(timeOnce(run), timeOnce(run), timeOnce(run));

/** Factor by which the text length is increased to measure the growth in time. */
const factor = 16;
const steps = [16, 64, 128, 192, 512, 8192];
/** Times below this aren't measured. */
const minMeasurableMs = 8;

/**
 * Runs `work` on increasingly long texts. Returns the growth in time for sixteen times the length: 16 for a
 * linear parser, 256 for a quadratic one, infinity for one that is slow on a short text, 1 if the times are
 * negligible.
 */
export function measureGrowth(work: (text: string) => unknown, hostile: HostileText): number {
  for (const length of steps) {
    const text = buildHostileText(hostile, length);
    if (timeOnce(() => work(text)) < minMeasurableMs || measure(() => work(text)) < minMeasurableMs) continue;
    if (length < 512) return Number.POSITIVE_INFINITY;
    const short = buildHostileText(hostile, length / factor);
    const repeatShort = () => {
      for (let run = 0; run < factor; run++) work(short);
    };
    return (measure(() => work(text)) / measure(repeatShort)) * factor;
  }
  return 1;
}

/** Growth that no linear parser reaches, even on a busy machine, and every quadratic parser exceeds. */
export const maxGrowth = 80;

/**
 * Returns the first text whose time grows faster than its length, confirmed by a second run; null for a
 * linear parser.
 */
export function findSuperlinearText(
  work: (text: string) => unknown,
  texts: readonly HostileText[],
): (HostileText & { growth: number }) | null {
  for (const hostile of texts) {
    const measureOnce = () => measureGrowth(work, hostile);
    const minGrowth = measureOnce() > maxGrowth ? Math.min(measureOnce(), measureOnce()) : 1;
    if (minGrowth > maxGrowth) return { ...hostile, growth: Math.round(minGrowth) };
  }
  return null;
}
