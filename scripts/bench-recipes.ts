// `npm run bench:recipes`: measures costing 5,000 recipes in six levels with 500 items: all recipes, and those
// affected by one price change (R6), on SQLite (a file) and, if installed, PostgreSQL. The first run is a
// warm-up. Options: --recipes 5000, --only sqlite. Values in brackets are the CPU time of this process.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { measureRecipes } from './bench/recipes.ts';
import { runOnEngines } from './bench/engines.ts';

const { values } = parseArgs({
  options: { recipes: { type: 'string', default: '5000' }, only: { type: 'string', default: '' } },
});

await runOnEngines(values.only, async (engine, db) => {
  console.info(`${engine}, ${values.recipes} recipes, machine load ${loadavg()[0]?.toFixed(1)}`);
  let all = 0;
  for await (const { name, ms, cpuMs, recipes } of measureRecipes(db, Number(values.recipes))) {
    if (recipes === Number(values.recipes)) all = cpuMs;
    const share = `${((cpuMs / all) * 100).toFixed(0)} % of all`;
    console.info(`${name}: ${recipes} in ${ms.toFixed(0)} ms (${cpuMs.toFixed(0)} CPU, ${share})`);
  }
});
