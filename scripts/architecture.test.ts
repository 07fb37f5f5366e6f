import { describe, expect, it } from 'vitest';
import { importsOf, isTest, type SourceFile, sourceFiles } from './source-files.ts';

/** What every layer of the server may use. */
const rules = ['src/contract/', 'src/domain/'];

/** Who may import whom (docs: README, "The house"). The first row whose pattern fits a file counts. */
const layers: { files: RegExp; may: (string | RegExp)[]; packages?: RegExp }[] = [
  { files: /^src\/domain\//, may: ['src/domain/'], packages: /^$/ },
  { files: /^src\/contract\//, may: ['src/contract/', 'src/domain/'], packages: /^zod$/ },
  { files: /^src\/lib\//, may: ['src/lib/', 'src/contract/', 'src/domain/'] },
  { files: /^src\/collections\//, may: ['src/collections/', 'src/lib/', 'src/contract/', 'src/domain/'] },
  { files: /^src\/components\//, may: ['src/components/', 'src/lib/', 'src/contract/', 'src/domain/'] },
  { files: /^src\/entities\//, may: [/^src\/(entities|components|collections|lib|contract|domain)\//] },
  {
    files: /^src\/master-data\//,
    may: [/^src\/(master-data|entities|components|collections|lib|contract|domain)\//],
  },
  {
    files: /^src\/features\//,
    may: [/^src\/(master-data|entities|components|collections|lib|contract|domain)\//],
  },
  { files: /^src\/main\.tsx$/, may: ['src/', 'mocks/'] },
  { files: /^src\/testing\//, may: ['src/'] },
  { files: /^src\//, may: ['src/'] },
  // The server, from the ground up; what is not named here stands above all of it.
  { files: /^server\/db\//, may: [/^server\/(db\/)/, ...rules] },
  { files: /^server\/jobs\//, may: [/^server\/(jobs\/|db\/|ids\.ts$)/, ...rules] },
  { files: /^server\/http\//, may: [/^server\/(http\/|jobs\/|db\/)/, ...rules] },
  { files: /^server\/documents\//, may: [/^server\/(documents\/|http\/|db\/)/, ...rules] },
  {
    files: /^server\/modules\//,
    may: [/^server\/(modules\/|documents\/|http\/|jobs\/|db\/|ids\.ts$)/, ...rules],
  },
  { files: /^server\/seed\//, may: [/^server\/(seed\/|modules\/|documents\/|http\/|db\/)/, ...rules] },
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
  {
    files: /^scripts\//,
    may: [
      'scripts/',
      'server/',
      'src/lib/',
      'src/components/layout/page-messages',
      'e2e/fixtures/',
      'mocks/test-clock',
    ],
  },
];

/** Which modules of the server use which others; modules that are not named here use none. */
const modules: Readonly<Record<string, readonly string[]>> = {
  attachments: ['files'],
  audit: ['users'],
  discrepancies: ['stock'],
  gallery: ['files', 'master-data'],
  housekeeping: ['imports'],
  imports: ['catalogue', 'item-levels', 'items', 'master-data', 'prices', 'reviews', 'stock'],
  'item-levels': ['catalogue', 'master-data', 'stock'],
  items: ['master-data', 'reviews', 'stock'],
  jobs: ['housekeeping'],
  'master-data': ['audit', 'catalogue', 'item-levels', 'prices', 'reviews'],
  orders: ['catalogue', 'discrepancies', 'settings', 'stock'],
  prices: ['master-data', 'stock'],
  reconcile: ['orders', 'stock'],
  reviews: ['items', 'master-data'],
  roles: ['users'],
  sessions: ['health', 'users'],
  settings: ['imports', 'reconcile', 'stock', 'users'],
  users: ['master-data', 'sessions'],
  wastage: ['attachments', 'catalogue', 'stock'],
};

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

  it('lets only the collections, and the cache that keeps orders current, name the key of a query', () => {
    const key = /'[a-z_]+_(data|active)'|_data`/;
    const may = /^src\/(collections|lib\/(cache|new-orders))\//;
    const naming = files.filter(
      ({ path, text }) => path.startsWith('src/') && !may.test(path) && !isTest(path) && key.test(text),
    );
    expect(naming.map(({ path }) => path)).toEqual([]);
  });

  it('lets a module of the server use the modules that it says, and says none that it does not use', () => {
    const used: Record<string, string[]> = {};
    for (const file of files.filter(({ path }) => !isTest(path))) {
      const from = moduleOf(file.path);
      if (from === null) continue;
      const others = importsOf(file).map(moduleOf);
      const named = others.filter((name): name is string => name !== null && name !== from);
      used[from] = [...new Set([...(used[from] ?? []), ...named])].toSorted();
    }
    expect(Object.fromEntries(Object.entries(used).filter(([, names]) => names.length > 0))).toEqual(modules);
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
  const may = test ? [...layer.may, ...forTests, ...besideOf(file.path)] : layer.may;
  return importsOf(file)
    .filter((name) => {
      if (isOurs(name))
        return !may.some((allowed) => startsWith(name, allowed)) && !ownFeature(file.path, name);
      return layer.packages !== undefined && !test && !layer.packages.test(name);
    })
    .map((name) => `${file.path} imports ${name}`);
}

/** What tests look at besides: those of the server all of it, those of the scripts what the dashboard holds. */
const besideOf = (path: string): string[] =>
  path.startsWith('server/') ? ['server/'] : path.startsWith('scripts/') ? ['src/'] : [];

function isOurs(name: string): boolean {
  return /^(src|server|mocks|e2e|scripts)\//.test(name);
}

function startsWith(name: string, allowed: string | RegExp): boolean {
  return typeof allowed === 'string' ? name.startsWith(allowed) : allowed.test(name);
}

function ownFeature(path: string, name: string): boolean {
  return featureOf(path) !== null && featureOf(path) === featureOf(name);
}

function moduleOf(path: string): string | null {
  return /^server\/modules\/([^/]+)\//.exec(path)?.[1] ?? null;
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
