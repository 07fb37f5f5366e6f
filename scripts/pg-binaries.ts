import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianPackage } from './apt.ts';

const debianFolder = '/usr/lib/postgresql';

/**
 * Returns the folder with `postgres` and `initdb`, installing Debian's package if possible; null when there
 * is none.
 */
export function findPostgres(): string | null {
  return findInstalled() ?? (installFromDebian() ? findInstalled() : null);
}

function findInstalled(): string | null {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a));
  const folders = [
    ...newestFirst.map((version) => join(debianFolder, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) => isUsable(folder)) ?? null;
}

function isUsable(folder: string): boolean {
  if (!existsSync(join(folder, 'initdb'))) return false;
  return spawnSync(join(folder, 'postgres'), ['--version']).status === 0;
}

function installFromDebian(): boolean {
  // Debian's package would create and start a server; only the programs are needed.
  const settings = '/etc/postgresql-common/createcluster.conf';
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && !existsSync(settings)) {
    mkdirSync('/etc/postgresql-common', { recursive: true });
    writeFileSync(settings, 'create_main_cluster = false\n');
  }
  return installDebianPackage('postgresql');
}
