import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  findImports,
  listImportNames,
  isTest,
  type Part,
  getPart,
  type SourceFile,
  listSourceFiles,
} from './source-files.ts';

/**
 * The folders of `src`, lowest first: a folder may import itself and lower ones (docs/ARCHITECTURE.md,
 * "Layers").
 */
const layers = ['core', 'platform', 'modules', 'app'] as const;

/** Server folders of `platform`, lowest first. */
const serverLayers = ['server/db/', 'server/jobs/', 'server/http/', 'documents/server/'];

/** Packages allowed in code that runs on both the server and the browser. */
const sharedPackages = [
  { files: /^src\/core\/xlsx\.ts$/, packages: /^fflate$/ },
  { files: /^src\/core\//, packages: /^$/ },
  { files: /^src\//, packages: /^zod$/ },
];

/**
 * Allowed imports from a higher layer: types of columns, events and messages whose values are defined by a
 * module, and the list of document types.
 */
const upwardImports: Readonly<Record<string, readonly string[]>> = {
  'src/platform/server/db/tables.ts': [
    'demand/marked-days',
    'food-cost/cost-classes',
    'mail/cadence',
    'mail/states',
    'prices/price-history',
    'recalls/recall-rules',
    'reports/report-shapes',
    'transfers/kinds',
  ],
  'src/platform/server/http/services.ts': ['orders/status', 'transfers/kinds'],
  'src/platform/server/jobs/mailer.ts': ['mail/states'],
  'src/platform/web/queries/messages.ts': ['orders/status'],
  'src/platform/web/refusals/parameter-messages.ts': [
    'orders/status',
    'safety-checks/check-rules',
    'stock-counts/status',
    'wastage/lifecycle',
    'wastage/wastage-rules',
  ],
  'src/platform/documents/server/assert-not-settled.ts': ['documents/server/registry'],
  'src/platform/documents/server/locks.ts': ['documents/server/registry'],
  'src/platform/documents/server/versions.ts': ['documents/server/registry'],
  'src/platform/documents/server/numbering-and-events.ts': ['documents/attachable'],
};

/**
 * Files that only list what modules contribute; imports through them don't count as dependencies between
 * modules.
 */
const registries: ReadonlySet<string> = new Set([
  'src/modules/documents/server/registry.ts',
  'src/modules/mail/server/user-mails.ts',
  'src/modules/master-data/collections.ts',
  'src/modules/master-data/server/effects.ts',
  'src/modules/master-data/web/form/forms.ts',
  'src/modules/master-data/web/messages.ar.ts',
  'src/modules/master-data/web/review/proposal-forms.ts',
  'src/modules/master-data/web/screens.ts',
  'src/modules/master-data/web/status-names.ts',
  'src/modules/reports/server/reports.ts',
  'src/modules/reviews/server/targets.ts',
  'src/modules/stock/server/after-posting.ts',
]);

/** Returns whether a file defines queries and actions, which any screen may use. */
const isQuery = (path: string) => /\/web\/queries(\.ts$|\/)/.test(path);

/** Packages for server processes only; all files that app.ts imports, also indirectly, run in browsers as well. */
const serverOnlyPackages = /^(node:|pg$|pino$|sharp$|nodemailer$|@hono\/node-server)/;

const files = listSourceFiles();
const byPath = new Map(files.map((file) => [file.path, file]));

/** The file that localizes errors. */
const refusalTextFile = 'src/modules/master-data/web/localize-refusal.ts';

describe('the architecture', () => {
  it('lets every layer import only itself and lower layers, and keeps the server and web parts from importing each other', () => {
    expect(files.flatMap(findLayerViolations)).toEqual([]);
  });

  it('lists only upward imports that exist', () => {
    const listed = Object.entries(upwardImports).flatMap(([path, names]) =>
      names.map((name) => `${path} imports src/modules/${name}.ts`),
    );
    const used = files.flatMap((file) => listImportNames(file).map((name) => `${file.path} imports ${name}`));
    expect(listed.filter((line) => !used.includes(line))).toEqual([]);
  });

  it('uses aliases for imports across modules', () => {
    const crossModuleImports = files.flatMap(({ path, text }) => {
      const scope = findScope(path);
      if (scope === null) return [];
      const named = [...text.matchAll(/(?:from|import\()\s*'(\.\.?\/[^']+)'/g)].map(([, name = '']) => name);
      const outside = named.filter((name) => !posix.join(posix.dirname(path), name).startsWith(scope));
      return outside.map((name) => `${path} imports ${name}`);
    });
    expect(crossModuleImports).toEqual([]);
  });

  it.each(['shared', 'server', 'web'] as const)('has no cycles of modules: %s', (part) => {
    expect(findModuleCycles([...listModuleEdges(part)])).toEqual([]);
  });

  it('localizes server errors only with getErrorMessage', () => {
    const rawMessage = /\b(error|failure|cause|problem|lastError|thrown)\??\.(message|serverText)\b/;
    const screenFiles = files.filter(
      ({ path }) =>
        getPart(path) === 'web' &&
        /^src\/(modules|app|platform\/(documents|web\/(charts|data-table|form|layout|long-list|ui)))\//.test(
          path,
        ) &&
        path !== refusalTextFile &&
        !isTest(path),
    );
    // `fieldState.error` comes from the form's own schema or was set by `getErrorMessage`.
    const texts = screenFiles.map(({ path, text }) => ({
      path,
      text: text.replaceAll('fieldState.error', ''),
    }));
    expect(texts.filter(({ text }) => rawMessage.test(text)).map(({ path }) => path)).toEqual([]);
    expect(rawMessage.test('{changing.error.message}')).toBe(true);
  });

  it('lets only query files, the cache and the updates of new orders use query keys', () => {
    const queryKey = /'[a-z_]+_(data|active)'|_data`/;
    const filesWithKeys = files.filter(
      ({ path, text }) =>
        getPart(path) === 'web' &&
        !isQuery(path) &&
        !/^src\/platform\/web\/cache\/|^src\/modules\/orders\/web\/new-orders\//.test(path) &&
        !isTest(path) &&
        queryKey.test(text),
    );
    expect(filesWithKeys.map(({ path }) => path)).toEqual([]);
  });

  it('keeps node:* and server-only packages out of all files that app.ts and the modules import, also indirectly', () => {
    const reachable = findReachable([
      'src/app/server/app.ts',
      ...files.map((file) => file.path).filter((path) => path.startsWith('src/modules/') && !isTest(path)),
    ]);
    const forbiddenImports = reachable.flatMap((file) =>
      listImportNames(file)
        .filter((name) => serverOnlyPackages.test(name))
        .map((name) => `${file.path} imports ${name}`),
    );
    expect(forbiddenImports).toEqual([]);
    expect(reachable.length).toBeGreaterThan(10);
  });

  it('lets shared files have only caches derived from their keys as module state, because test files share it (scripts/own-modules.ts)', () => {
    const containers = listSourceFiles()
      .filter(({ path }) => path.startsWith('src/') && getPart(path) === 'shared' && !isTest(path))
      .flatMap(({ path, text }) => findContainers(text).map((name) => `${path} ${name}`));
    expect(containers.toSorted()).toEqual([
      'src/core/cutoff.ts formatters',
      'src/platform/collections/schemas.ts fieldSchemas',
      'src/platform/collections/schemas.ts resourceSchemas',
      'src/platform/documents/document-rows.ts fieldCache',
      'src/platform/shapes/read-shape.ts compiledShapes',
    ]);
    expect(
      findContainers('let last = 0;\nexport const all: X[] = [];\nconst one = new Map<A, B<C>>();'),
    ).toEqual(['last', 'all', 'one']);
  });

  it('keeps Node, server and mocks out of the browser bundle', () => {
    const shipped = files.filter(
      ({ path }) => path.startsWith('src/') && getPart(path) !== 'server' && !isTest(path),
    );
    const forbiddenImports = shipped.flatMap((file) =>
      listImportNames(file)
        .filter((name) => name.startsWith('node:') || getPart(name) === 'server')
        .map((name) => `${file.path} imports ${name}`),
    );
    expect(forbiddenImports).toEqual([]);
  });

  it('has no import cycles, whether of values or types', () => {
    expect(findCycles(listSourceFiles({ withGenerated: true }), 'static')).toEqual([]);
  });

  it('lets no lazily loaded file import its loader', () => {
    expect(findCycles(listSourceFiles({ withGenerated: true }), 'static and lazy')).toEqual([]);
  });

  it('lists the files of a cycle for every form of import', () => {
    const sampleFiles = [
      { path: 'src/core/a.ts', text: `import { type B, b } from './b.ts';` },
      { path: 'src/core/b.ts', text: `import type { C } from '#core/c.ts';` },
      { path: 'src/core/c.ts', text: `export * from '../core/a';\nimport { d } from './d.ts';` },
      { path: 'src/core/d.ts', text: `const late = await import('./e.ts');` },
      { path: 'src/core/e.ts', text: `type D = import('./d.ts').D;\n// const d = import('./e.ts');` },
      { path: 'mocks/f.ts', text: `const load = () => import('./g.ts').then(({ g }) => g);` },
      { path: 'mocks/g.ts', text: `let f: typeof import('./f.ts');` },
    ];
    const cycle = 'src/core/a.ts > src/core/b.ts > src/core/c.ts > src/core/a.ts';
    expect(findCycles(sampleFiles, 'static')).toEqual([cycle]);
    expect(findCycles(sampleFiles, 'static and lazy')).toEqual([
      cycle,
      'src/core/d.ts > src/core/e.ts > src/core/d.ts',
      'mocks/f.ts > mocks/g.ts > mocks/f.ts',
    ]);
    expect(findCycles([{ path: 'src/own.ts', text: `import './own.ts';` }], 'static')).toHaveLength(1);
  });

  it('reads imports in every form', () => {
    const text = [
      `import a from 'one';`,
      `import type { B } from '#core/two.ts';`,
      `import {\n  c,\n} from './three.ts';`,
      `export { d } from '../four.ts';`,
      `import 'five.css';`,
      `const e = await import('#scripts/six.ts');`,
    ].join('\n');
    expect(listImportNames({ path: 'src/platform/x/file.ts', text })).toEqual([
      'one',
      'src/core/two.ts',
      'src/platform/x/three.ts',
      'src/platform/four.ts',
      'five.css',
      'scripts/six.ts',
    ]);
  });
});

function findLayerViolations(file: SourceFile): string[] {
  const packages = sharedPackages.find((rule) => rule.files.test(file.path))?.packages;
  return listImportNames(file)
    .filter((name) =>
      isProjectFile(name)
        ? !canImport(file.path, name)
        : packages && getPart(file.path) === 'shared' && !isTest(file.path) && !packages.test(name),
    )
    .map((name) => `${file.path} imports ${name}`);
}

/** Imports allowed only for tests: helpers, and in server tests the whole server. */
const canTestImport = (path: string, name: string): boolean =>
  /^(mocks|scripts|src\/app\/(server|web)\/testing)\//.test(name) ||
  path.startsWith('scripts/') ||
  (getPart(path) === 'server' && getPart(name) !== 'web');

/** Returns whether a file may import another project file. */
function canImport(path: string, name: string): boolean {
  if (isTest(path) && canTestImport(path, name)) return true;
  const [from, to] = [getLayer(path), getLayer(name)];
  if (from === -1) return canOutsideImport(path, name);
  if (to === -1) return path === 'src/app/web/main.tsx' && name.startsWith('mocks/');
  if (getPart(name) !== 'shared' && getPart(name) !== getPart(path)) return false;
  if (to > from) return upwardImports[path]?.some((allowed) => `src/modules/${allowed}.ts` === name) ?? false;
  const [level = -1, other = -1] = [path, name].map((file) =>
    serverLayers.findIndex((folder) => file.startsWith(`src/platform/${folder}`)),
  );
  return level === -1 || other <= level;
}

/** Returns whether a file of the mocks, the browser tests or the scripts may import another file. */
function canOutsideImport(path: string, name: string): boolean {
  if (path.startsWith('mocks/')) return name.startsWith('mocks/') || getPart(name) !== 'web';
  if (path.startsWith('scripts/'))
    return /^(scripts|e2e\/fixtures|mocks\/test-clock)/.test(name) || getLayer(name) !== -1;
  return (
    /^(e2e\/|scripts\/free-port|mocks\/(factories|faults|site|test-clock))/.test(name) ||
    /^src\/app\/server\/(faults\/repetitions|testing\/mail-server)/.test(name) ||
    (getLayer(name) !== -1 && getPart(name) === 'shared')
  );
}

/** Returns the index of a file's layer, -1 outside `src`. */
function getLayer(path: string): number {
  const folder = /^src\/(\w+)\//.exec(path)?.[1];
  return layers.findIndex((layer) => layer === folder);
}

function isProjectFile(name: string): boolean {
  return /^(src|mocks|e2e|scripts)\//.test(name);
}

/** Returns the folder within which imports are relative: the module, or the layer's subfolder. */
function findScope(path: string): string | null {
  return /^src\/(?:core|(?:modules|app)\/[^/]+|platform\/\w+)\//.exec(path)?.[0] ?? null;
}

const getModule = (path: string): string | null => /^src\/modules\/([^/]+)\//.exec(path)?.[1] ?? null;

/** Returns the dependencies between modules in one part, as `user > used`. */
function listModuleEdges(part: Part): ReadonlySet<string> {
  const counted = files.filter(
    ({ path }) =>
      getPart(path) === part && !isTest(path) && !registries.has(path) && getModule(path) !== null,
  );
  return new Set(
    counted.flatMap((file) =>
      listImportNames(file)
        .filter((name) => getPart(name) === part && !isQuery(name))
        .filter((name) => getModule(name) !== null && getModule(name) !== getModule(file.path))
        .map((name) => `${getModule(file.path)} > ${getModule(name)}`),
    ),
  );
}

/** Returns the edges among modules that depend on themselves through others. */
function findModuleCycles(edges: readonly string[]): readonly string[] {
  const splitEdge = (edge: string) => edge.split(' > ') as [string, string];
  const users = new Set(edges.map((edge) => splitEdge(edge)[0]));
  const used = new Set(edges.map((edge) => splitEdge(edge)[1]));
  const remaining = edges.filter((edge) => users.has(splitEdge(edge)[1]) && used.has(splitEdge(edge)[0]));
  return remaining.length === edges.length ? remaining : findModuleCycles(remaining);
}

/** Returns import cycles as paths separated by `>`. `mode` determines whether lazy imports count. */
function findCycles(sources: readonly SourceFile[], mode: 'static' | 'static and lazy'): string[] {
  const paths = new Set(sources.map(({ path }) => path));
  const resolveNames = (name: string) =>
    [name, `${name}.ts`, `${name}.tsx`].filter((path) => paths.has(path));
  const remaining = new Map(
    sources.map((file) => {
      const names = findImports(file).filter(({ isLazy }) => !isLazy || mode === 'static and lazy');
      return [file.path, new Set(names.flatMap(({ name }) => resolveNames(name)))] as const;
    }),
  );
  const cycles: string[] = [];
  for (;;) {
    removeLeaves(remaining);
    const [start] = remaining.keys();
    if (start === undefined) return cycles;
    // Every remaining file imports another remaining file, so the path eventually returns to a file on it.
    const path: string[] = [];
    for (let file = start; !path.includes(file); file = [...(remaining.get(file) ?? [])][0] ?? '')
      path.push(file);
    const last = path.at(-1) ?? '';
    const [next = ''] = remaining.get(last) ?? [];
    cycles.push([...path.slice(path.indexOf(next)), next].join(' > '));
    remaining.get(last)?.delete(next);
  }
}

/** Repeatedly removes files that don't import any of the remaining ones. */
function removeLeaves(remaining: Map<string, Set<string>>): void {
  for (let before = -1; before !== remaining.size; ) {
    before = remaining.size;
    for (const [path, names] of remaining) {
      for (const name of names) if (!remaining.has(name)) names.delete(name);
      if (names.size === 0) remaining.delete(path);
    }
  }
}

function findReachable(starts: string[]): SourceFile[] {
  const visited = new Set<string>();
  const queue = [...starts];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const file = byPath.get(path);
    if (file === undefined || visited.has(path)) continue;
    visited.add(path);
    queue.push(...listImportNames(file));
  }
  return files.filter((file) => visited.has(file.path));
}

/** Returns the module-level containers of a file, by name. */
function findContainers(text: string): string[] {
  const containers =
    /^(?:export )?(?:(?:let|var) (\w+)|const (\w+)[^=\n]*= (?:new (?:Map|Set|WeakMap|WeakSet)\b[^(\n]*\(\)|\[\]|\{\});?$)/gm;
  return Array.from(text.matchAll(containers), ([, variable, constant]) => variable ?? constant ?? '');
}
