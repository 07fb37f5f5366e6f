import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listSourceFiles } from './source-files.ts';

const files = listSourceFiles();
const self = 'scripts/code-rules.test.ts';

/** Forbidden patterns, with reasons. */
const forbidden: { pattern: RegExp; reason: string; where?: RegExp }[] = [
  { pattern: /\b(TODO|FIXME|XXX)\b/, reason: 'unfinished work belongs in an issue' },
  { pattern: /@ts-ignore|@ts-expect-error|@ts-nocheck/, reason: 'type errors are fixed, not suppressed' },
  {
    pattern: /oxlint-disable|eslint-disable|biome-ignore/,
    reason: "a rule that doesn't fit is changed for all files",
  },
  { pattern: /\b(test|it|describe)\.(skip|only|todo|fixme)\b/, reason: 'a test runs or is deleted' },
  {
    pattern: /vi\.wait(For|Until)\b/,
    reason: 'they time out after a second; use scripts/wait-for.ts',
    where: /^(?!scripts\/wait-for\.ts$)/,
  },
  { pattern: /waitForTimeout/, reason: 'browser tests wait for what is displayed', where: /^e2e\// },
  {
    pattern: /window\.print\(|@page \{/,
    reason:
      'only src/platform/documents/web/printout.tsx prints, so that the page contains one printout at a time',
    where: /^src\/(?!platform\/documents\/web\/printout\.tsx$).*(?<!\.test)\.tsx?$/,
  },
  {
    pattern: /[)}] as [a-z]+[A-Z]|\bsql(<[^`]*>)?`[^`$]*\b[a-z]\w*\.[a-z]+[A-Z]/,
    reason: 'PostgreSQL makes an unquoted name in mixed case lowercase; use ref()',
    where: /\/server\/.*\.ts$/,
  },
];

/** Tools that require a default export. */
const mayExportDefault = /^(src\/app\/web\/routes\/|.*(\.config|-reporter)\.ts$)/;

describe('the code rules', () => {
  it.each(forbidden)('finds no $pattern: $reason', ({ pattern, where }) => {
    const matches = files.filter(
      ({ path, text }) => path !== self && (where?.test(path) ?? true) && pattern.test(text),
    );
    expect(matches.map(({ path }) => path)).toEqual([]);
  });

  it('has file names in kebab-case and no barrel files', () => {
    const misnamed = files.filter(
      ({ path }) =>
        !path.startsWith('src/app/web/routes/') && !/^[a-z0-9]+([-.][a-z0-9]+)*\.tsx?$/.test(basename(path)),
    );
    expect(misnamed.map(({ path }) => path)).toEqual([]);
    const barrels = files.filter(
      ({ path, text }) => /(^|\/)index\.tsx?$/.test(path) && /^export .* from /m.test(text),
    );
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });

  it('has default exports only where a tool requires them', () => {
    const matches = files.filter(
      ({ path, text }) => !mayExportDefault.test(path) && /^export default /m.test(text),
    );
    expect(matches.map(({ path }) => path)).toEqual([]);
  });
});
