// `npm run bench:api`: compares the API with a bare HTTP server on the same SQLite rows, in the same run and
// as ratios. Options: --orders 1000000, --seconds 5, --rounds 3, --write (updates docs/benchmarks-api.md).
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { toUtcDay } from '#core/day.ts';
import { type BenchBusiness, fillBusiness } from './bench/business.ts';
import {
  type LoadResult,
  median,
  runLoad,
  buildRequests,
  type LoadTarget,
  type LoadWork,
} from './bench/load.ts';
import { calls, timeCalls } from './bench/scale.ts';
import { findFreePort } from './free-port.ts';

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
});
const root = join(import.meta.dirname, '..');

/** Measured work, with its target throughput as a share of the bare server's. */
const measuredWork: [work: LoadWork, name: string, goal: number][] = [
  ['create', 'create an order of 10 lines', 0.6],
  ['list', 'list 50 orders by status and branch', 1.5],
  ['one', 'read one order', 0],
  ['mixed', '80 % reads, 20 % writes', 0.8],
];

async function startServer(args: string[], env: Record<string, string>, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`${args[0]} ended with ${child.exitCode}`);
    const response = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
    if (response) return child;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${args[0]} did not start`);
}

async function withServers<T>(
  business: BenchBusiness,
  measure: (product: LoadTarget, bare: LoadTarget) => Promise<T>,
): Promise<T> {
  const [port, barePort] = [await findFreePort(), await findFreePort()];
  const env = { DATA_DIR: business.dataDir, DATABASE_URL: '', PORT: String(port), NODE_ENV: 'production' };
  const product = await startServer(['src/app/server/main.ts', '--empty'], env, port);
  const bare = await startServer(
    ['scripts/bench/bare-server.ts', business.bareFile, String(barePort)],
    {},
    barePort,
  );
  try {
    return await measure(
      { url: `http://127.0.0.1:${port}`, token: business.token },
      { url: `http://127.0.0.1:${barePort}`, token: null },
    );
  } finally {
    for (const child of [product, bare]) {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
  }
}

/** Alternates between the servers, so that other load affects both; returns the medians of the rounds. */
async function compare(business: BenchBusiness): Promise<string[]> {
  return withServers(business, async (product, bare) => {
    const rows: string[] = [];
    for (const [work, name, goal] of measuredWork) {
      const results: { product: LoadResult[]; bare: LoadResult[] } = { product: [], bare: [] };
      for (let round = 0; round <= Number(values.rounds); round += 1) {
        const seconds = round === 0 ? 1 : Number(values.seconds);
        const result = {
          bare: await runLoad(bare, buildRequests(work, bare, business.orders), seconds),
          product: await runLoad(product, buildRequests(work, product, business.orders), seconds),
        };
        // The first round warms both up.
        if (round > 0) for (const side of ['product', 'bare'] as const) results[side].push(result[side]);
      }
      const computeMedian = (side: 'product' | 'bare', key: keyof LoadResult) =>
        median(results[side].map((result) => result[key]));
      const share = computeMedian('product', 'perSecond') / computeMedian('bare', 'perSecond');
      const p99Ratio = computeMedian('product', 'p99Ms') / Math.max(computeMedian('bare', 'p99Ms'), 0.5);
      rows.push(
        `| ${name} | ${Math.round(computeMedian('product', 'perSecond'))} | ${Math.round(computeMedian('bare', 'perSecond'))} | ${Math.round(share * 100)} % | ${
          goal === 0 ? '' : `>= ${goal * 100} %`
        } | ${computeMedian('product', 'p99Ms')} ms, ${p99Ratio.toFixed(1)}x |`,
      );
      console.log(rows.at(-1));
    }
    return rows;
  });
}

const orders = Number(values.orders);
const count = orders.toLocaleString('en');
console.log(`filling a business with ${orders} orders`);
const large = await fillBusiness(orders);
const small = await fillBusiness(Math.min(10_000, orders));
try {
  // Measured before the load, which creates rows.
  const smallTimes = await withServers(small, (product) => timeCalls(product, small.orders));
  const largeTimes = await withServers(large, (product) => timeCalls(product, large.orders));
  const rows = await compare(large);
  const scale = calls.map(({ name }) => {
    const [a, b] = [smallTimes.get(name) ?? 0, largeTimes.get(name) ?? 0];
    return `| ${name} | ${a.toFixed(2)} | ${b.toFixed(2)} | ${(b / a).toFixed(2)}x |`;
  });
  console.log(scale.join('\n'));
  if (values.write) writeFileSync(join(root, 'docs/benchmarks-api.md'), buildPage(rows, scale));
} finally {
  large.drop();
  small.drop();
}

function buildPage(rows: string[], scale: string[]): string {
  return `# API performance

Generated by \`npm run bench:api -- --write\` on ${toUtcDay(Date.now())} with Node ${process.versions.node}, 10 connections and ${count} orders in the database. Both servers and
the load generator share ${cpus().length} cores. Values are medians of ${values.rounds} rounds of ${values.seconds} s, in which the servers alternate. The bare server uses node:http and
node:sqlite with the same settings (WAL, synchronous=FULL) and the same statements for the order's own rows. It has no sessions,
permission checks, validation, idempotency keys or audit log. Only ratios within one run are meaningful.

| work | API, per second | bare, per second | ratio | goal | p99 of the API, compared with bare |
|---|---|---|---|---|---|
${rows.join('\n')}

Medians of single requests in ms, with 10,000 orders and with ${count} orders. The goal is a ratio of at most 1.5x.

| request | 10,000 | ${count} | ratio |
|---|---|---|---|
${scale.join('\n')}
`;
}
