import { analyse } from 'chardet';
import type { Encoding } from './encodings.ts';

/** Non-ASCII letters of Central European languages. */
const centralEuropean = [
  /[ąćęłńóśźż–„”]/i,
  /[áčďéěíňóřšťúůýžľĺŕäô–„“]/i,
  /[áéíóöőúüű–„”]/i,
  /[ăâîşţ–„”]/i,
  /[čćđšž–„”]/i,
  /[äöüß–„“€]/i,
];

/** Common non-ASCII letters in each single-byte encoding, one entry per language. */
const letters: Partial<Record<Encoding, readonly RegExp[]>> = {
  'windows-1252': [/[äöüßéèêëàâçùûîïôñáíóúãõåæøœ¿¡’“”–€£°½]/i],
  'windows-1250': centralEuropean,
  'iso-8859-2': centralEuropean,
  'windows-1251': [/[а-яёіїєґў–№«»€]/i],
  'iso-8859-5': [/[а-яёіїєў№]/i],
  'windows-1253': [/[α-ωάέήίόύώϊϋΐΰ–€]/i],
  'iso-8859-7': [/[α-ωάέήίόύώϊϋΐΰ€]/i],
  'windows-1254': [/[ğşıİöüçâîû–€]/i],
  'windows-1255': [/[א-ת₪–]/],
  'iso-8859-8': [/[א-ת]/],
  'windows-1256': [/[\u0621-\u064a،؛؟–]/],
  'windows-1257': [/[ąčęėįšųūž–„“]/i, /[āčēģīķļņšūž–]/i, /[äõöüšž–]/i],
  'windows-1258': [/[ăâđêôơưàáèéìíòóùúý]|\p{M}/iu],
  'windows-874': [/[ก-ฮะ-ฺเ-์฿]/],
};

/** ISO encodings whose letters have the same code points in a Windows encoding. */
const sameLetters: Readonly<Record<string, Encoding>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
};

/** Bonus for the more common encoding when a few letters are ambiguous. */
const frequencyBonus: Partial<Record<Encoding, number>> = { 'windows-1252': 0.25, 'windows-1250': 0.05 };

/** The detector's names of multi-byte encodings. */
const multiByteEncodings: Readonly<Record<string, Encoding>> = { Shift_JIS: 'shift_jis', GB18030: 'gbk' };

const maxSampleBytes = 32 * 1024;

/**
 * Detects the encoding of non-Unicode text: the one whose letters form the most plausible words, with the
 * detector's statistics as tie-breaker. Statistics alone fail for a few short names.
 */
export function detectLegacy(bytes: Uint8Array): Encoding {
  const sample = selectInformativeLines(bytes);
  const confidences = new Map<string, number>();
  for (const { name, confidence } of analyse(sample)) {
    const detectedName = name.toLowerCase();
    const encoding = sameLetters[detectedName] ?? detectedName;
    confidences.set(encoding, Math.max(confidences.get(encoding) ?? 0, confidence / 100));
  }
  let best: { encoding: Encoding; score: number } = {
    encoding: 'windows-1252',
    score: Number.NEGATIVE_INFINITY,
  };
  const consider = (encoding: Encoding, score: number) => {
    if (score > best.score) best = { encoding, score };
  };
  for (const encoding of Object.keys(letters) as Encoding[]) {
    const text = new TextDecoder(encoding).decode(sample);
    const scores = (letters[encoding] ?? []).map((commonLetters) => ratePlausibility(text, commonLetters));
    consider(
      encoding,
      Math.max(...scores) + (confidences.get(encoding) ?? 0) / 2 + (frequencyBonus[encoding] ?? 0),
    );
  }
  for (const [name, encoding] of Object.entries(multiByteEncodings)) {
    const confidence = confidences.get(name.toLowerCase()) ?? 0;
    const text = new TextDecoder(encoding).decode(sample);
    // The detector reports a confidence of 10 for anything well-formed.
    if (confidence > 0.1 && !text.includes('\ufffd')) consider(encoding, 0.5 + confidence);
  }
  return best.encoding;
}

/** Returns the lines with non-ASCII bytes, which are the only informative ones. */
function selectInformativeLines(bytes: Uint8Array): Uint8Array {
  const sample: number[] = [];
  let start = 0;
  let isInformative = false;
  for (let index = 0; index <= bytes.length && sample.length < maxSampleBytes; index++) {
    const byte = bytes[index] ?? 0x0a;
    if (byte > 0x7f) isInformative = true;
    if (byte !== 0x0a && index - start < maxSampleBytes) continue;
    if (isInformative) sample.push(...bytes.subarray(start, index + 1));
    start = index + 1;
    isInformative = false;
  }
  return Uint8Array.from(sample);
}

/** Rates from -4 to 1 how plausible the non-ASCII characters are as letters of words. */
function ratePlausibility(text: string, commonLetters: RegExp): number {
  const characters = Array.from(text);
  const scores = characters.map((character, index) => {
    if (character < '\u0080') return null;
    if (character === '\ufffd' || character < '\u00a0') return -4;
    if (!/[\p{L}\p{M}]/u.test(character)) return commonLetters.test(character) ? 0.5 : -1;
    const previous = characters[index - 1] ?? '';
    // A capital letter after a lower-case one, or mixed scripts in one word, indicates a wrong encoding.
    if (/\p{Ll}/u.test(previous) && /\p{Lu}/u.test(character)) return -2;
    if (/\p{L}/u.test(character) && /\p{L}/u.test(previous) && findScript(previous) !== findScript(character))
      return -2;
    return commonLetters.test(character) ? 1 : 0;
  });
  const rated = scores.filter((score) => score !== null);
  return rated.length === 0 ? 0 : rated.reduce((sum: number, score) => sum + score, 0) / rated.length;
}

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
];
const findScript = (character: string): number => scripts.findIndex((script) => script.test(character));
