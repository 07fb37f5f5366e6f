import { localDate } from '#core/cutoff.ts';
import { addDays, toUtcDay } from '#core/day.ts';
import { toMicro } from '#core/quantity.ts';
import { type CheckSchedule, listSlots } from '#modules/check-points/schedule.ts';
import { changeCheck } from '#modules/safety-checks/server/change.ts';
import { createCheck } from '#modules/safety-checks/server/create.ts';
import { checkStore } from '#modules/safety-checks/server/rows.ts';
import { runReplay } from '#platform/documents/server/replay.ts';
import type { Tx } from '#platform/server/db/types.ts';
import type { SeedBranch } from './model.ts';
import type { PersonKey } from './plan/events.ts';
import { createSeededRandom } from './random.ts';
import { toBit, buildMasterColumns } from './rows.ts';
import { resolveActor, type SeedContext, type SeedStep, skipCheck } from './seed-context.ts';
import type { SeedIds } from './seed-ids.ts';

/** Days with recorded checks. */
const checkedDays = 14;
const everyDay = [1, 2, 3, 4, 5, 6, 7];

interface SeedPoint extends CheckSchedule {
  key: string;
  name: string;
  nameAlt: string;
  maxTemp: number | null;
  instructions: string;
}

/** Check points of every location. */
const points: readonly SeedPoint[] = [
  {
    key: 'fridge',
    name: 'Walk-in fridge',
    nameAlt: 'غرفة التبريد',
    maxTemp: 5,
    times: ['08:00', '16:00'],
    weekdays: everyDay,
    graceMinutes: 60,
    instructions: 'Close the door and measure again after 30 minutes. Above 8 °C for 4 hours: discard.',
  },
  {
    key: 'slicer',
    name: 'Clean slicer',
    nameAlt: 'تنظيف آلة التقطيع',
    maxTemp: null,
    times: ['20:00'],
    weekdays: everyDay,
    graceMinutes: 60,
    instructions: 'Take the blade guard off, wash, rinse, disinfect, air-dry.',
  },
];

/** Users who record and verify checks, by location code; at other locations, head office does. */
const people: Readonly<Record<string, { by: PersonKey; verifiedBy: PersonKey | null }>> = {
  CK01: { by: 'kitchen', verifiedBy: null },
  B01: { by: 'branch.staff', verifiedBy: 'branch' },
  B02: { by: 'branch2', verifiedBy: null },
};

interface CheckPlan {
  locations: readonly Pick<SeedBranch, 'code' | 'timezone'>[];
  /** Opening of the business (epoch ms). */
  openedAt: number;
  now: Date;
}

/** Start of the checks (epoch ms): two weeks ago, or the opening of the business. */
const getFirstCheckTime = ({ openedAt, now }: CheckPlan) =>
  Math.max(openedAt, Date.parse(addDays(toUtcDay(now), -checkedDays)));

/** Inserts the check points of all locations. */
export async function insertCheckPoints(tx: Tx, ids: SeedIds, plan: CheckPlan): Promise<void> {
  const at = new Date(getFirstCheckTime(plan)).toISOString();
  const rows = plan.locations.flatMap(({ code }) =>
    points.map(({ key, maxTemp, times, weekdays, graceMinutes, instructions, ...names }) => ({
      ...buildMasterColumns(ids.assign('checkPoint', `${code} ${key}`), at, names),
      branchId: ids.get('branch', code),
      kind: maxTemp === null ? 'cleaning' : 'temperature',
      maxTempMicro: maxTemp === null ? null : toMicro(maxTemp),
      times: JSON.stringify(times),
      weekdays: JSON.stringify(weekdays),
      graceMinutes,
      instructions,
      photoRequired: toBit(false),
      signatureRequired: toBit(false),
    })),
  );
  await tx.insertInto('checkPoints').values(rows).execute();
}

/** Creates two weeks of checks: a few are missed or late, and one fridge was too warm. */
export function createCheckSteps(context: SeedContext, plan: CheckPlan): SeedStep[] {
  const { locations, now } = plan;
  const start = getFirstCheckTime(plan);
  const random = createSeededRandom(Number(toUtcDay(now).replaceAll('-', '')));
  return locations.flatMap(({ code, timezone }) => {
    const today = localDate(now, timezone);
    const days = Array.from({ length: checkedDays }, (_, index) => addDays(today, index + 1 - checkedDays));
    return days.flatMap((day) =>
      points.flatMap((point) =>
        listSlots(day, point, { timezone, dayEnds: null }).flatMap((slot): SeedStep[] => {
          const isWarm = code === 'B01' && point.key === 'fridge' && day === addDays(today, -5);
          const at = slot.dueAt + random.int(-20, random.chance(0.03) ? 90 : 40) * 60_000;
          const reading = isWarm ? 8.2 : Math.round(random.between(20, 48)) / 10;
          const isMissed = random.chance(0.03) && !isWarm;
          if (isMissed || at >= now.getTime() || slot.dueAt < start) return [];
          const { by, verifiedBy } = people[code] ?? { by: 'admin', verifiedBy: null };
          const input = {
            point: context.ids.get('checkPoint', `${code} ${point.key}`),
            dueAt: new Date(slot.dueAt).toISOString(),
            ...(point.maxTemp !== null && { reading }),
            ...(isWarm && {
              correctiveAction: 'The door was open. Closed it and moved the dairy to the other fridge.',
              secondReading: 4.6,
            }),
          };
          return [
            { at, run: () => recordCheck(context, { input, by, at, verifiedBy, isRecent: day === today }) },
          ];
        }),
      ),
    );
  });
}

interface PlannedCheck {
  input: Parameters<typeof createCheck>[1];
  by: PersonKey;
  at: number;
  verifiedBy: PersonKey | null;
  isRecent: boolean;
}

async function recordCheck(context: SeedContext, planned: PlannedCheck): Promise<void> {
  const { tx } = context;
  const { input, by, at, verifiedBy, isRecent } = planned;
  const check = await runReplay(tx, resolveActor(context, by, at), (ctx) => createCheck(ctx, input));
  if (verifiedBy === null || isRecent) return;
  await runReplay(tx, resolveActor(context, verifiedBy, at + 60_000), async (ctx) =>
    changeCheck(
      ctx,
      await checkStore.lock(tx, ctx.actor, check.header._id),
      { status: 'Verified' },
      skipCheck,
    ),
  );
}
