import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHostileTexts, pumps, findSuperlinearText } from './time-growth.ts';

const root = join(import.meta.dirname, '../../../..');
// The class name merger reads only our own source's class names.
const files = globSync('src/**/*.ts', { cwd: root }).filter(
  (path) => !/\.test\.ts$|\/(testing|faults)\/|web\/cn\.ts$/.test(path),
);

/** A regular expression literal, which follows a character that can't precede a division. */
const regexLiteral =
  /(?:^|[=(,:?&|;[{!]|=>|return)\s*\/((?![*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)(?=[\s.,;)\]:?]|$)/gm;
/** Patterns without repetition are linear. */
const repetition = /[+*]|\{\d*,\d*\}/;

const patterns = files.flatMap((path) =>
  [...readFileSync(join(root, path), 'utf8').matchAll(regexLiteral)].flatMap(
    ([, source = '', flags = '']) => {
      if (!repetition.test(source)) return [];
      try {
        return [{ path, pattern: new RegExp(source, flags) }];
      } catch {
        return [];
      }
    },
  ),
);

/** Extracts the literal characters of a pattern, which are likely to produce its slowest inputs. */
function extractLiterals({ source }: RegExp): string[] {
  const unescaped = source.replace(/\\([^a-zA-Z])/g, '$1');
  return [...new Set(unescaped.match(/[\p{L}\p{N}<>!"'=:/-]{1,12}/gu) ?? [])].slice(0, 8);
}

function createMatcher(pattern: RegExp): (text: string) => unknown {
  return pattern.global
    ? (text) => text.replace(pattern, '')
    : (text) => {
        pattern.exec(text);
        return text.replace(pattern, '');
      };
}

const buildHostileTexts = (pattern: RegExp) => {
  const words = extractLiterals(pattern);
  const common = createHostileTexts(pumps.filter((pump) => pump.length < 3 || pump.startsWith('<')));
  const texts = createHostileTexts(words).flatMap((text) => words.map((head) => ({ ...text, head })));
  return [...common, ...texts];
};

describe('every pattern that reads input runs in linear time', () => {
  it('finds the patterns in the source', () => {
    expect(patterns.length).toBeGreaterThan(50);
    expect(patterns.map(({ pattern }) => pattern.source)).toEqual(
      expect.arrayContaining(['^[+(\\d][\\d\\s()/.-]*$', '\\s+', '^[\\w.-]{4,48}$']),
    );
  });

  it('detects a slow pattern', () => {
    expect(findSuperlinearText((text) => /\s*[%٪]$/.test(text), createHostileTexts([' ']))).not.toBeNull();
  });

  it.each(patterns.map((entry) => [`${entry.pattern}`, entry] as const))('%s', (_, { pattern, path }) => {
    expect(
      findSuperlinearText(createMatcher(pattern), buildHostileTexts(pattern)),
      `${path}: ${pattern}`,
    ).toBeNull();
  });
});
