import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeInstallable } from './installable.ts';
import { precompress } from './precompress.ts';

const root = dirname(import.meta.dirname);
const vite = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url));

/** Our own Vite plugins. */
const plugins = readdirSync(import.meta.dirname)
  .filter((name) => name.startsWith('vite-'))
  .map((name) => `scripts/${name}`)
  .toSorted();

/** Inputs of each build; if any of these files changes, the next start rebuilds. */
const sources = {
  production: [
    ...plugins,
    'scripts/installable.ts',
    'src',
    'public',
    'index.html',
    'vite.config.ts',
    'package-lock.json',
    'tsconfig.json',
  ],
  mock: [
    ...plugins,
    'src',
    'mocks',
    'public',
    'index.html',
    'vite.config.ts',
    'package-lock.json',
    'tsconfig.json',
  ],
};
const folders = { production: 'dist', mock: 'dist-mock' };

/**
 * Builds the dashboard into dist/ (or dist-mock/) unless the last build had the same sources.
 *
 * @returns the seconds it took, or null when it was up to date
 * @throws when the build fails; the folder then counts as not built
 */
export async function buildDashboard(
  mode: 'production' | 'mock',
): Promise<{ folder: string; seconds: number | null }> {
  const folder = folders[mode];
  const stamp = join(root, '.cache', `${folder}.sources`);
  const sourceHash = hashSources(mode);
  const isFresh =
    existsSync(join(root, folder, 'index.html')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === sourceHash;
  if (isFresh) return { folder, seconds: null };

  const started = Date.now();
  rmSync(stamp, { force: true });
  const run = spawnSync(process.execPath, [vite, 'build', '--mode', mode, '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (run.status !== 0) throw new Error(`The ${mode} build of the dashboard failed; see its output above.`);
  mkdirSync(dirname(stamp), { recursive: true });
  moveBuildMetadata(folder);
  // The mocked API has its own worker, only in test browsers.
  if (mode === 'production') {
    await makeInstallable(root, folder);
    await precompress(join(root, folder));
  }
  writeFileSync(stamp, sourceHash);
  return { folder, seconds: Math.round((Date.now() - started) / 100) / 10 };
}

/** Moves Vite's build metadata (chunks, modules) out of the served folder; our checks use it. */
function moveBuildMetadata(folder: string): void {
  const metadata = join(root, '.cache', `${folder}-notes`);
  rmSync(metadata, { recursive: true, force: true });
  renameSync(join(root, folder, '.vite'), metadata);
}

/** Hashes names and contents of all sources except tests, and the build settings. */
function hashSources(mode: 'production' | 'mock'): string {
  const hash = createHash('sha256');
  for (const source of sources[mode]) {
    // The mock contains the server; the product doesn't.
    for (const file of listFiles(source).filter(
      (name) => mode === 'mock' || !/^src\/.*\bserver\//.test(name),
    ))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(root, file)));
  }
  const settings = Object.keys(process.env).filter((name) => name.startsWith('VITE_'));
  for (const name of settings.toSorted((a, b) => (a < b ? -1 : 1)))
    hash.update(`${name}=${process.env[name]}`);
  return hash.digest('hex');
}

function listFiles(source: string): string[] {
  const path = join(root, source);
  if (!existsSync(path)) return [];
  if (/\.[a-z]+$/.test(source)) return [source];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .toSorted((a, b) => (a < b ? -1 : 1));
}

if (import.meta.main) {
  const mode = process.argv.includes('mock') ? 'mock' : 'production';
  const { folder, seconds } = await buildDashboard(mode);
  process.stdout.write(
    seconds === null ? `${folder}/ is up to date.\n` : `Built ${folder}/ in ${seconds} s.\n`,
  );
}
