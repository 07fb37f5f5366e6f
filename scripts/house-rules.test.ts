import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

const files = sourceFiles();
const self = 'scripts/house-rules.test.ts';

/** Forbidden patterns, with reasons. */
const banned: { pattern: RegExp; why: string; where?: RegExp }[] = [
  { pattern: /\b(TODO|FIXME|XXX)\b/, why: 'unfinished work belongs in an issue' },
  { pattern: /@ts-ignore|@ts-expect-error|@ts-nocheck/, why: 'the compiler is listened to' },
  {
    pattern: /oxlint-disable|eslint-disable|biome-ignore/,
    why: 'a rule that does not fit is changed for all',
  },
  { pattern: /\b(test|it|describe)\.(skip|only|todo|fixme)\b/, why: 'a test runs or is deleted' },
  {
    pattern: /vi\.wait(For|Until)\b/,
    why: 'they give up after a second; scripts/wait-for.ts waits',
    where: /^(?!scripts\/wait-for\.ts$)/,
  },
  { pattern: /waitForTimeout/, why: 'browser tests wait for what a person sees', where: /^e2e\// },
  {
    pattern: /window\.print\(|@page \{/,
    why: 'src/platform/documents/web/printout.tsx prints, so that one paper at a time is on the page',
    where: /^src\/(?!platform\/documents\/web\/printout\.tsx$).*(?<!\.test)\.tsx?$/,
  },
];

/** Tools that require a default export. */
const mayExportDefault = /^(src\/app\/web\/routes\/|.*(\.config|-reporter)\.ts$)/;

describe('the house rules', () => {
  it.each(banned)('finds no $pattern: $why', ({ pattern, where }) => {
    const hits = files.filter(
      ({ path, text }) => path !== self && (where?.test(path) ?? true) && pattern.test(text),
    );
    expect(hits.map(({ path }) => path)).toEqual([]);
  });

  it('names files in kebab-case and has no barrels', () => {
    const odd = files.filter(
      ({ path }) =>
        !path.startsWith('src/app/web/routes/') && !/^[a-z0-9]+([-.][a-z0-9]+)*\.tsx?$/.test(basename(path)),
    );
    expect(odd.map(({ path }) => path)).toEqual([]);
    const barrels = files.filter(
      ({ path, text }) => /(^|\/)index\.tsx?$/.test(path) && /^export .* from /m.test(text),
    );
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });

  it('has default exports only where a tool requires them', () => {
    const hits = files.filter(
      ({ path, text }) => !mayExportDefault.test(path) && /^export default /m.test(text),
    );
    expect(hits.map(({ path }) => path)).toEqual([]);
  });
});
