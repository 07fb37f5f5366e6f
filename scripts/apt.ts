import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const aptGet = '/usr/bin/apt-get';

/** Installs a Debian package as root; returns false if that isn't possible. */
export function installDebianPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync(aptGet)) return false;
  process.stdout.write(`  installing Debian's package ${name} ...\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...args: string[]) => spawnSync(aptGet, args, { env, stdio: 'ignore' }).status === 0;
  return run('update') && run('install', '-y', '--no-install-recommends', name);
}
