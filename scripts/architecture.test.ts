import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsIn, importsOf, isTest, type SourceFile, sourceFiles } from './source-files.ts';

/** Shared code that every server layer may use. */
const rules = ['src/contract/', 'src/domain/'];

/**
 * Allowed imports by layer (docs/ARCHITECTURE.md, "Layers"). The first row whose pattern matches a file
 * counts.
 */
const layers: { files: RegExp; may: (string | RegExp)[]; packages?: RegExp }[] = [
  { files: /^src\/domain\/xlsx\.ts$/, may: ['src/domain/'], packages: /^fflate$/ },
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
  // The server's layers, lowest first; files not named here are above all of them.
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
      /^mocks\/(factories|faults|site|test-clock)/,
      'src/contract/',
      'src/domain/',
      'scripts/free-port',
      'server/faults/repetitions',
      'server/testing/mail-server',
    ],
  },
  {
    files: /^scripts\//,
    may: [
      'scripts/',
      'server/',
      'src/lib/',
      ...rules,
      'src/components/layout/page-messages',
      'e2e/fixtures/',
      'mocks/test-clock',
    ],
  },
];

/** Dependencies between server modules; modules not named here have none. */
const modules: Readonly<Record<string, readonly string[]>> = {
  analytics: ['orders', 'stock'],
  attachments: ['files'],
  audit: ['master-data', 'users'],
  costing: ['items', 'recipes', 'stock'],
  counts: ['attachments', 'catalogue', 'stock'],
  demand: ['catalogue', 'sales', 'stock'],
  discrepancies: ['stock'],
  'fair-share': ['catalogue', 'orders', 'stock'],
  events: ['orders'],
  gallery: ['files', 'master-data'],
  housekeeping: ['food-cost', 'imports'],
  imports: ['catalogue', 'item-levels', 'items', 'master-data', 'prices', 'recipes', 'reviews', 'stock'],
  invoices: ['attachments', 'catalogue', 'prices', 'purchasing', 'reviews', 'stock', 'transfers'],
  'item-levels': ['catalogue', 'master-data', 'stock'],
  items: ['catalogue', 'master-data', 'reviews', 'stock'],
  jobs: ['counts', 'demand', 'housekeeping', 'mail', 'recalls', 'recipes', 'sales', 'settings', 'stock'],
  mail: ['discrepancies', 'orders', 'purchasing', 'recalls', 'reports', 'settings', 'stock', 'users'],
  'master-data': ['audit', 'catalogue', 'item-levels', 'prices', 'reviews'],
  orders: ['attachments', 'catalogue', 'demand', 'discrepancies', 'settings', 'shipments', 'stock'],
  prices: ['master-data', 'stock'],
  recalls: ['mail', 'sales', 'stock'],
  recipes: ['items', 'master-data', 'stock'],
  production: ['attachments', 'catalogue', 'demand', 'items', 'orders', 'purchasing', 'recipes', 'stock'],
  receiving: ['catalogue', 'invoices', 'items', 'prices', 'purchasing', 'recipes', 'stock', 'transfers'],
  purchasing: ['attachments', 'catalogue', 'demand', 'orders', 'prices', 'stock'],
  reconcile: ['invoices', 'orders', 'receiving', 'stock'],
  reports: ['analytics', 'costing', 'food-cost', 'invoices', 'items', 'orders', 'recalls', 'stock'],
  reviews: ['items', 'master-data'],
  roles: ['users'],
  sales: ['recipes', 'stock'],
  'food-cost': ['items', 'recipes', 'sales', 'settings', 'stock'],
  sessions: ['health', 'users'],
  settings: ['reconcile', 'sales', 'stock', 'users'],
  shipments: ['discrepancies', 'stock'],
  stock: ['counts'],
  transfers: ['attachments', 'catalogue', 'discrepancies', 'shipments', 'stock'],
  users: ['master-data', 'sessions'],
  wastage: ['attachments', 'catalogue', 'stock'],
};

/** Tests may also use the mocked API, test helpers and scripts that start servers. */
const forTests: (string | RegExp)[] = ['mocks/', 'src/testing/', 'server/testing/', 'scripts/'];

/** Packages for server processes only; everything that app.ts reaches also runs in a browser tab. */
const machineOnly = /^(node:|pg$|pino$|sharp$|nodemailer$|@hono\/node-server)/;

const files = sourceFiles();
const byPath = new Map(files.map((file) => [file.path, file]));

/** The file that localizes refusals. */
const wording = 'src/master-data/reason-text.ts';

describe('the architecture', () => {
  it('lets every layer import only from lower layers', () => {
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

  it('uses aliases for imports across layers and features of the dashboard', () => {
    const climbing = files.flatMap(({ path, text }) => {
      const scope = roomOf(path);
      if (scope === null) return [];
      const named = [...text.matchAll(/(?:from|import\()\s*'(\.\.?\/[^']+)'/g)].map(([, name = '']) => name);
      const out = named.filter((name) => !posix.join(posix.dirname(path), name).startsWith(scope));
      return out.map((name) => `${path} imports ${name}`);
    });
    expect(climbing).toEqual([]);
  });

  it('localizes server refusals through errorMessage only', () => {
    const raw = /\b(error|failure|cause|problem|lastError|thrown)\??\.(message|serverText)\b/;
    const shown = files.filter(
      ({ path }) =>
        /^src\/(features|entities|master-data|components|routes)\//.test(path) &&
        path !== wording &&
        !isTest(path),
    );
    // Errors of a form's own schema, or set there by `errorMessage`.
    const texts = shown.map(({ path, text }) => ({ path, text: text.replaceAll('fieldState.error', '') }));
    expect(texts.filter(({ text }) => raw.test(text)).map(({ path }) => path)).toEqual([]);
    expect(raw.test('{changing.error.message}')).toBe(true);
  });

  it('lets only the collections, and the cache that keeps orders current, use query keys', () => {
    const key = /'[a-z_]+_(data|active)'|_data`/;
    const may = /^src\/(collections|lib\/(cache|new-orders))\//;
    const naming = files.filter(
      ({ path, text }) => path.startsWith('src/') && !may.test(path) && !isTest(path) && key.test(text),
    );
    expect(naming.map(({ path }) => path)).toEqual([]);
  });

  it('lets a server module use only its declared modules, and declares no unused ones', () => {
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

  it('keeps node:* and machine-only packages out of everything that server/app.ts and the modules reach', () => {
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

  it('allows rules and contracts only caches derived from their key: test files share them (scripts/own-modules.ts)', () => {
    const containers = sourceFiles()
      .filter(({ path }) => /^src\/(domain|contract)\//.test(path) && !isTest(path))
      .flatMap(({ path, text }) => keptIn(text).map((name) => `${path} ${name}`));
    expect(containers.toSorted()).toEqual([
      'src/contract/document-rows.ts known',
      'src/contract/read-shape.ts compiledShapes',
      'src/contract/resources/schemas.ts fieldSchemas',
      'src/contract/resources/schemas.ts resourceSchemas',
      'src/domain/planning/cutoff.ts clocks',
    ]);
    expect(keptIn('let last = 0;\nexport const all: X[] = [];\nconst one = new Map<A, B<C>>();')).toEqual([
      'last',
      'all',
      'one',
    ]);
  });

  it('keeps Node, server and mocks out of the browser bundle', () => {
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

  it('has no import cycles, by values or by types', () => {
    expect(circlesIn(sourceFiles({ withGenerated: true }), 'at once')).toEqual([]);
  });

  it('lets no lazily loaded file import its loader', () => {
    expect(circlesIn(sourceFiles({ withGenerated: true }), 'late, too')).toEqual([]);
  });

  it('names the files of a cycle, however it is closed', () => {
    const house = [
      { path: 'src/lib/a.ts', text: `import { type B, b } from './b.ts';` },
      { path: 'src/lib/b.ts', text: `import type { C } from '#src/lib/c.ts';` },
      { path: 'src/lib/c.ts', text: `export * from '../lib/a';\nimport { d } from './d.ts';` },
      { path: 'src/lib/d.ts', text: `const late = await import('./e.ts');` },
      { path: 'src/lib/e.ts', text: `type D = import('./d.ts').D;\n// const d = import('./e.ts');` },
      { path: 'server/f.ts', text: `const load = () => import('./g.ts').then(({ g }) => g);` },
      { path: 'server/g.ts', text: `let f: typeof import('./f.ts');` },
    ];
    const circle = 'src/lib/a.ts > src/lib/b.ts > src/lib/c.ts > src/lib/a.ts';
    expect(circlesIn(house, 'at once')).toEqual([circle]);
    expect(circlesIn(house, 'late, too')).toEqual([
      circle,
      'src/lib/d.ts > src/lib/e.ts > src/lib/d.ts',
      'server/f.ts > server/g.ts > server/f.ts',
    ]);
    expect(circlesIn([{ path: 'src/own.ts', text: `import './own.ts';` }], 'at once')).toHaveLength(1);
  });

  it('reads imports in every form', () => {
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

/**
 * Other files that tests may import: all of the server for server tests, the dashboard's data for scripts.
 */
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

/** The scope of relative imports in the dashboard: the layer, or the feature. */
function roomOf(path: string): string | null {
  return /^src\/(?:features\/[^/]+|[^/]+)\//.exec(path)?.[0] ?? null;
}

function moduleOf(path: string): string | null {
  return /^server\/modules\/([^/]+)\//.exec(path)?.[1] ?? null;
}

function featureOf(path: string): string | null {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** Returns import cycles, as paths separated by `>`. A lazy import counts according to `counted`. */
function circlesIn(among: readonly SourceFile[], counted: 'at once' | 'late, too'): string[] {
  const paths = new Set(among.map(({ path }) => path));
  const resolved = (name: string) => [name, `${name}.ts`, `${name}.tsx`].filter((path) => paths.has(path));
  const remaining = new Map(
    among.map((file) => {
      const names = importsIn(file).filter(({ isLate }) => !isLate || counted === 'late, too');
      return [file.path, new Set(names.flatMap(({ name }) => resolved(name)))] as const;
    }),
  );
  const circles: string[] = [];
  for (;;) {
    dropLeaves(remaining);
    const [start] = remaining.keys();
    if (start === undefined) return circles;
    // Every remaining file leads to another remaining one, and so back to one already visited.
    const way: string[] = [];
    for (let at = start; !way.includes(at); at = [...(remaining.get(at) ?? [])][0] ?? '') way.push(at);
    const last = way.at(-1) ?? '';
    const [back = ''] = remaining.get(last) ?? [];
    circles.push([...way.slice(way.indexOf(back)), back].join(' > '));
    remaining.get(last)?.delete(back);
  }
}

/** Repeatedly removes files that import none of the remaining ones. */
function dropLeaves(remaining: Map<string, Set<string>>): void {
  for (let before = -1; before !== remaining.size; ) {
    before = remaining.size;
    for (const [path, names] of remaining) {
      for (const name of names) if (!remaining.has(name)) names.delete(name);
      if (names.size === 0) remaining.delete(path);
    }
  }
}

function reachedFrom(starts: string[]): SourceFile[] {
  const visited = new Set<string>();
  const queue = [...starts];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const file = byPath.get(path);
    if (file === undefined || visited.has(path)) continue;
    visited.add(path);
    queue.push(...importsOf(file));
  }
  return files.filter((file) => visited.has(file.path));
}

/** Returns the module-level containers of a file, by name. */
function keptIn(text: string): string[] {
  const room =
    /^(?:export )?(?:(?:let|var) (\w+)|const (\w+)[^=\n]*= (?:new (?:Map|Set|WeakMap|WeakSet)\b[^(\n]*\(\)|\[\]|\{\});?$)/gm;
  return Array.from(text.matchAll(room), ([, variable, constant]) => variable ?? constant ?? '');
}
