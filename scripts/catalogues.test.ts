import { describe, expect, test } from 'vitest';
import { isTest, listSourceFiles } from './source-files.ts';

type Texts = { readonly [key: string]: Text };
type Text = string | ((...args: unknown[]) => unknown) | Texts;
interface Catalogue {
  name: string;
  en: Texts;
}

/**
 * Strings that are the same in both languages: names, keyboard keys, and strings that consist only of
 * placeholders and punctuation.
 */
const equalTexts = new Set([
  'Commissary',
  'CSV',
  'Excel (XLSX)',
  'Enter',
  'Shift + Enter',
  'Tab',
  'Esc',
  'Ctrl+Enter',
  'orders-by-day',
]);

/** The plural categories of Arabic: zero, one, two, few, many and other. */
const counts = [0, 1, 2, 3, 11, 100];

const arabicLetters = /\p{Script=Arabic}/u;
const latinLetters = /[A-Za-z]/;

const paths = listSourceFiles()
  .map(({ path }) => path)
  .filter((path) => /^src\/.*messages\.ts$/.test(path) && path !== 'src/platform/web/i18n/messages.ts');

const catalogues = await Promise.all(
  paths.map(async (path) => {
    const english = (await import(/* @vite-ignore */ `../${path}`)) as Record<string, unknown>;
    const arabicModule = await import(/* @vite-ignore */ `../${path.replace(/\.ts$/, '.ar.ts')}`).catch(
      () => null,
    );
    return {
      path,
      exported: Object.values(english).filter(isCatalogue),
      arabic: arabicModule?.arabic as Texts | undefined,
    };
  }),
);

test('every kind of job has a name and a description', () => {
  const kinds = listSourceFiles()
    .filter(({ path }) => /^src\/(modules|app)\//.test(path) && !isTest(path))
    .flatMap(({ text }) =>
      [...text.matchAll(/defineJob\(\{\s*kind: '([\w-]+)'/g)].map(([, kind = '']) => kind),
    );
  const jobMessages = catalogues.find(({ path }) => path.endsWith('quick-fix/jobs-messages.ts'))?.exported[0]
    ?.en;
  expect(kinds.length).toBeGreaterThan(5);
  for (const group of ['kinds', 'descriptions'])
    expect(Object.keys(jobMessages?.[group] ?? {}).toSorted(), group).toEqual(kinds.toSorted());
});

describe.each(catalogues)('$path', ({ path, exported, arabic }) => {
  test('has one catalogue under its own name, with an Arabic version', () => {
    expect(exported.map((catalogue) => catalogue.name)).toEqual([path.replace(/^src\/(.*)\.ts$/, '$1')]);
    expect(arabic, 'its Arabic version').toBeDefined();
  });

  const english = flatten(exported[0]?.en ?? {});
  const translated = flatten(arabic ?? {});

  test('has every string in both languages', () => {
    expect([...translated.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    const untranslated = [...english].filter(([key, text]) => {
      const sample = renderSamples(text)[0] ?? '';
      return latinLetters.test(sample) && !equalTexts.has(sample) && !isArabic(translated.get(key));
    });
    expect(untranslated.map(([key]) => key)).toEqual([]);
  });

  test('has a string for every count', () => {
    for (const texts of [english, translated]) {
      for (const [key, text] of texts) {
        for (const result of renderSamples(text)) {
          expect(result.trim(), key).not.toBe('');
          expect(result, key).not.toMatch(/undefined|NaN|\[object|function/);
        }
      }
    }
  });
});

/** Terms that users didn't understand and that have been replaced. */
const replacedTerms: readonly RegExp[] = [
  /\bstands? here as soon\b|\bin the way of work\b|\b(way )?to (be mended|mend)\b/i,
  /\b(became|has come) of\b/i,
  /^Made( by)?$|^Remarks$|\bhanded in\b|\bby itself$/,
  /\bLeast\b|^Most$|\b(below|above) the (least|most)\b|\bleast and most\b/,
  /\blook again\b|\bcannot be told\b|\bis called this\b|\bto be told in\b/i,
  /\bon the shelf\b|^nothing of \S|\bto walk with\b|\bby “View” alone\b/,
  /^May$|\bsomebody has looked at\b|\bwhat becomes of\b|\bthe own places\b|\bhold just\b/i,
  /\bused a day\b|\bas the device needs\b|\b(up|down)wards\b|\bfactor divided by\b/i,
];

test('no string contains a replaced term', () => {
  const texts = catalogues.flatMap(({ path, exported }) =>
    [...flatten(exported[0]?.en ?? {})].flatMap(([key, text]) =>
      renderSamples(text).map((sample) => ({ name: `${path} ${key}`, sample })),
    ),
  );
  expect(texts.filter(({ sample }) => replacedTerms.some((term) => term.test(sample)))).toEqual([]);
});

test('titles that equal the name of a page are capitalized like it', () => {
  const pages = catalogues.find(({ path }) => path === 'src/platform/web/layout/page-messages.ts');
  const names = [...flatten(pages?.exported[0]?.en ?? {}).values()].map(String);
  expect(names).toContain('Create Order');
  const others = catalogues.flatMap(({ path, exported }) =>
    [...flatten(exported[0]?.en ?? {})]
      .filter(([key, text]) => key.endsWith('title') && typeof text === 'string')
      .map(([key, text]) => ({ key: `${path} ${key}`, title: String(text) })),
  );
  expect(others.length).toBeGreaterThan(20);
  const isCapitalizedDifferently = (title: string) =>
    !names.includes(title) && names.some((name) => name.toLowerCase() === title.toLowerCase());
  expect(others.filter(({ title }) => isCapitalizedDifferently(title))).toEqual([]);
});

test('a folder has one catalogue, messages.ts; comments on other catalogues say when they are loaded', () => {
  const others = listSourceFiles().filter(({ path }) => /^src\/(modules|app)\/.*-messages\.ts$/.test(path));
  expect(others.length).toBeGreaterThan(0);
  const unexplained = others.filter(
    ({ text }) =>
      !/\/\*\*(?:(?!\*\/)[\s\S])*\bLoaded (?:only )?(?:with|by|when)\b(?:(?!\*\/)[\s\S])*\*\/\nexport const \w+ = defineMessages/.test(
        text,
      ),
  );
  expect(unexplained.map(({ path }) => path)).toEqual([]);
});

test('Arabic strings use the same percent sign as formatted numbers: %', () => {
  const texts = listSourceFiles().filter(
    ({ path }) => path.endsWith('.ar.ts') || /^src\/.*arabic\.ts$/.test(path),
  );
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter(({ text }) => text.includes('٪')).map(({ path }) => path)).toEqual([]);
});

test('every Arabic catalogue has an English one', () => {
  const arabicFiles = listSourceFiles().filter(({ path }) => path.endsWith('.ar.ts'));
  const orphans = arabicFiles.filter(({ path }) => !paths.includes(path.replace(/\.ar\.ts$/, '.ts')));
  expect(orphans.map(({ path }) => path)).toEqual([]);
  expect(paths.length).toBeGreaterThan(20);
});

/** Returns every string by its path through the groups. */
function flatten(texts: Texts, prefix = ''): Map<string, Exclude<Text, Texts>> {
  return new Map(
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'object'
        ? [...flatten(text, `${prefix}${key}.`)]
        : [[`${prefix}${key}`, text] as const],
    ),
  );
}

/** Returns a string, or a function's results for every count, passed as a number or as a string. */
function renderSamples(text: Exclude<Text, Texts>): string[] {
  if (typeof text === 'string') return [text];
  return counts.map((count) => {
    for (const argument of [count, String(count)]) {
      try {
        const result = text(...Array.from({ length: Math.max(1, text.length) }, () => argument));
        if (typeof result === 'string') return result;
      } catch {
        // The function takes the other type.
      }
    }
    throw new TypeError(`Neither a number nor a string is a valid argument of ${text.toString()}`);
  });
}

function isArabic(text: Exclude<Text, Texts> | undefined): boolean {
  return text !== undefined && arabicLetters.test(renderSamples(text)[0] ?? '');
}

function isCatalogue(value: unknown): value is Catalogue {
  return typeof value === 'object' && value !== null && 'name' in value && 'en' in value;
}
