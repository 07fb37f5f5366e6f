import { describe, expect, it } from 'vitest';
import { importsOf, isTest, type SourceFile, sourceFiles } from './source-files.ts';

/** Who may import whom (docs: README, "The house"). The first row whose pattern fits a file counts. */
const layers: { files: RegExp; may: (string | RegExp)[]; packages?: RegExp }[] = [
  { files: /^src\/domain\//, may: ['src/domain/'], packages: /^$/ },
  { files: /^src\/contract\//, may: ['src/contract/', 'src/domain/'], packages: /^zod$/ },
  { files: /^src\/lib\//, may: ['src/lib/', 'src/contract/', 'src/domain/'] },
  { files: /^src\/collections\//, may: ['src/collections/', 'src/lib/', 'src/contract/', 'src/domain/'] },
  { files: /^src\/components\//, may: ['src/components/', 'src/lib/', 'src/contract/', 'src/domain/'] },
  { files: /^src\/resources\//, may: [/^src\/(resources|components|collections|lib|contract|domain)\//] },
  { files: /^src\/features\//, may: [/^src\/(resources|components|collections|lib|contract|domain)\//] },
  { files: /^src\/main\.tsx$/, may: ['src/', 'mocks/'] },
  { files: /^src\/testing\//, may: ['src/'] },
  { files: /^src\//, may: ['src/'] },
  { files: /^server\//, may: ['server/', 'src/contract/', 'src/domain/'] },
  { files: /^mocks\//, may: ['mocks/', 'server/', 'src/contract/', 'src/domain/'] },
  {
    files: /^e2e\//,
    may: [
      'e2e/',
      /^mocks\/(factories|faults|test-clock)/,
      'src/contract/',
      'src/domain/',
      'scripts/free-port',
      'server/faults/scale',
    ],
  },
  { files: /^scripts\//, may: ['scripts/', 'server/', 'src/lib/', 'e2e/fixtures/', 'mocks/test-clock'] },
];

/** Tests may set the stage with the mocked API, the test helpers and the scripts that start things. */
const forTests: (string | RegExp)[] = ['mocks/', 'src/testing/', 'server/testing/', 'scripts/'];

/** Server files that run on a machine only; everything that app.ts reaches runs in a browser tab, too. */
const machineOnly = /^(node:|pg$|pino$|sharp$|@hono\/node-server)/;

const files = sourceFiles();
const byPath = new Map(files.map((file) => [file.path, file]));

describe('the house', () => {
  it('lets every layer import only what stands below it', () => {
    expect(files.flatMap(layerViolations)).toEqual([]);
  });

  it('lets no feature import another feature', () => {
    const violations = files.flatMap((file) => {
      const feature = featureOf(file.path);
      if (feature === null) return [];
      const others = importsOf(file).filter((name) => (featureOf(name) ?? feature) !== feature);
      return others.map((name) => `${file.path} imports ${name}`);
    });
    expect(violations).toEqual([]);
  });

  it('keeps node:* and machine-only packages out of all that server/app.ts and the modules reach', () => {
    const core = reachedFrom([
      'server/app.ts',
      ...files.map((file) => file.path).filter((path) => path.startsWith('server/modules/') && !isTest(path)),
    ]);
    const violations = core.flatMap((file) =>
      importsOf(file)
        .filter((name) => machineOnly.test(name))
        .map((name) => `${file.path} imports ${name}`),
    );
    expect(violations).toEqual([]);
    expect(core.length).toBeGreaterThan(10);
  });

  it('keeps Node, server and mocks out of what the browser loads', () => {
    const shipped = files.filter((file) => file.path.startsWith('src/') && !isTest(file.path));
    const violations = shipped
      .filter((file) => !file.path.startsWith('src/testing/'))
      .flatMap((file) =>
        importsOf(file)
          .filter((name) => name.startsWith('node:') || name.startsWith('server/'))
          .map((name) => `${file.path} imports ${name}`),
      );
    expect(violations).toEqual([]);
  });

  it('reads imports in every form they are written', () => {
    const text = [
      `import a from 'one';`,
      `import type { B } from '#domain/two.ts';`,
      `import {\n  c,\n} from './three.ts';`,
      `export { d } from '../four.ts';`,
      `import 'five.css';`,
      `const e = await import('#scripts/six.ts');`,
    ].join('\n');
    expect(importsOf({ path: 'src/lib/x/file.ts', text })).toEqual([
      'one',
      'src/domain/two.ts',
      'src/lib/x/three.ts',
      'src/lib/four.ts',
      'five.css',
      'scripts/six.ts',
    ]);
  });
});

function layerViolations(file: SourceFile): string[] {
  const layer = layers.find((each) => each.files.test(file.path));
  if (layer === undefined) return [`${file.path} stands outside every layer`];
  const test = isTest(file.path);
  const may = test ? [...layer.may, ...forTests] : layer.may;
  return importsOf(file)
    .filter((name) => {
      if (isOurs(name))
        return !may.some((allowed) => startsWith(name, allowed)) && !ownFeature(file.path, name);
      return layer.packages !== undefined && !test && !layer.packages.test(name);
    })
    .map((name) => `${file.path} imports ${name}`);
}

function isOurs(name: string): boolean {
  return /^(src|server|mocks|e2e|scripts)\//.test(name);
}

function startsWith(name: string, allowed: string | RegExp): boolean {
  return typeof allowed === 'string' ? name.startsWith(allowed) : allowed.test(name);
}

function ownFeature(path: string, name: string): boolean {
  return featureOf(path) !== null && featureOf(path) === featureOf(name);
}

function featureOf(path: string): string | null {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? null;
}

function reachedFrom(starts: string[]): SourceFile[] {
  const seen = new Set<string>();
  const queue = [...starts];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const file = byPath.get(path);
    if (file === undefined || seen.has(path)) continue;
    seen.add(path);
    queue.push(...importsOf(file));
  }
  return files.filter((file) => seen.has(file.path));
}
