// `npm run test:faults`: every fault test at its full count; what they measured becomes docs/faults.md.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const figures = join(root, '.cache/faults.jsonl');
const page = join(root, 'docs/faults.md');

interface Row {
  fault: string;
  engine: string;
  result: Record<string, string | number>;
}

rmSync(figures, { force: true });
const tool = (script: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, FAULT_SCALE: 'full' },
    stdio: 'inherit',
  }).status === 0;

const isGood = [
  tool('node_modules/vitest/vitest.mjs', 'run', '--project=faults'),
  // Double clicks and cut connections happen in a browser, on the built dashboard.
  tool('scripts/build-dashboard.ts') && tool('node_modules/@playwright/test/cli.js', 'test', 'double', 'cut'),
].every(Boolean);

if (existsSync(figures)) {
  const rows = readFileSync(figures, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  writeFileSync(page, describe(rows));
}
process.exitCode = isGood ? 0 : 1;

function describe(rows: Row[]): string {
  const order = (row: Row) => Number(row.fault.slice(1));
  const sorted = rows.toSorted((a, b) => order(a) - order(b) || b.engine.localeCompare(a.engine));
  const lines = sorted.map(({ fault, engine, result }) => {
    const figure = Object.entries(result).map(([name, value]) => `${name} ${value}`);
    return `| ${fault} | ${engine} | ${figure.join(', ')} |`;
  });
  return `# Fault tests, at full counts

Written by \`npm run test:faults\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores. Losses,
duplicates and violated invariants are asserted to be none; times are only reported.

| fault | engine | figures |
|---|---|---|
${lines.join('\n')}
`;
}
