import { toE4 } from '#core/money.ts';
import { localDate } from '#core/cutoff.ts';
import type { PasswordHasher } from '#platform/server/http/services.ts';
import type { Db } from '#platform/server/db/types.ts';
import { insertBranches, insertItems, insertLevels } from './business-rows.ts';
import { readBranches, readItems, type SeedBranch } from './model.ts';
import { insertPeople } from './people.ts';
import { type SeedPlan, planBusiness } from './plan/plan-business.ts';
import { createSeededRandom } from './random.ts';
import { insertReferenceData, insertSuppliers, readSuppliers } from './reference-rows.ts';
import { createSeedIds } from './seed-ids.ts';
import { computeKitchenNeeds } from './read-recipes.ts';
import { createRecipeSteps } from './recipes.ts';
import { createCheckSteps, insertCheckPoints } from './replay-checks.ts';
import { replayPlan } from './replay-plan.ts';
import { createTillItemSteps } from './replay-sales.ts';

/** Password of all demo users. */
export const demonstrationPassword = 'commissary-demo';

const endMarginMs = 1000;

/** Number of simulated days before today. */
const defaultDays = 60;

/** Plans the events of the simulated days, ending at the given time. */
export function planDemonstration(now: Date, days = defaultDays): SeedPlan {
  const [kitchen, ...branches] = readLocations();
  const today = localDate(now, kitchen.timezone);
  return planBusiness({
    items: readItems(),
    kitchen,
    branches,
    suppliers: readSuppliers().map(({ code, weekdays, leadDays, minOrderValue }) => ({
      code,
      weekdays,
      leadDays: Number(leadDays),
      minOrderValueE4: toE4(minOrderValue),
    })),
    needs: computeKitchenNeeds(),
    days,
    today,
    nowMs: now.getTime() - endMarginMs,
    random: createSeededRandom(Number(today.replaceAll('-', ''))),
  });
}

function readLocations(): [SeedBranch, ...SeedBranch[]] {
  const [kitchen, ...branches] = readBranches();
  if (!kitchen) throw new Error('The seed has no kitchen.');
  return [kitchen, ...branches];
}

/**
 * Seeds an empty database with the demo business: one kitchen, eight branches, their catalogue, and sixty
 * days of orders, deliveries, sales and waste, and two weeks of food safety checks, up to the clock's current
 * time. Deterministic per day; everything goes through the application's services in one transaction.
 */
export async function seedDemonstration(
  db: Db,
  clock: { now(): Date },
  passwords: Pick<PasswordHasher, 'hash'>,
  { days = defaultDays }: { days?: number } = {},
): Promise<void> {
  const passwordHash = await passwords.hash(demonstrationPassword);
  const plan = planDemonstration(clock.now(), days);
  const [kitchen, ...branches] = readLocations();
  const items = readItems();
  const ids = createSeedIds(plan.openedAt);
  const at = new Date(plan.openedAt).toISOString();
  await db.write(async (tx) => {
    await insertReferenceData(tx, ids, at);
    await insertSuppliers(tx, ids, at);
    await insertBranches(tx, ids, at, kitchen, branches);
    await insertItems(tx, ids, at, items);
    await insertLevels(tx, ids, at, plan.levels);
    const checks = { locations: [kitchen, ...branches], openedAt: plan.openedAt, now: clock.now() };
    await insertCheckPoints(tx, ids, checks);
    const actors = await insertPeople(tx, ids, at, passwordHash);
    const context = { tx, ids, actors };
    const recipes = { openedAt: plan.openedAt, now: clock.now(), timezone: kitchen.timezone };
    // The menu items refer to the recipes, so they are mapped later on the same morning.
    const tillItems = createTillItemSteps(context, plan.openedAt + 3_600_000);
    await replayPlan(context, plan.events, [
      ...createRecipeSteps(context, recipes),
      ...tillItems,
      ...createCheckSteps(context, checks),
    ]);
  });
}
