import type { DayEnd } from '#core/business-day.ts';
import { type Actor, getOwnLocations } from '#core/permissions.ts';
import type { Profile, User } from '../../user-input.ts';
import type { UserRow } from '#platform/server/db/tables.ts';
import type { Queryable, Reader } from '#platform/server/db/types.ts';
import { readScaleLabels } from '#modules/business/server/business.ts';
import { hasInitialPassword, toActor } from '#platform/server/http/session.ts';

/** Returns the JSON of a user, without the password hash. */
export async function presentUser(db: Reader, row: UserRow): Promise<User> {
  return {
    ...toActor(row),
    roleLabel: await readRoleLabel(db, row.role),
    roleDescription: row.roleDescription,
    lastLogin: row.lastLogin,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
    isActive: row.isActive === 1,
  };
}

/** Returns the flat profile used by sign-in and registration. */
export async function presentProfile(db: Reader, row: UserRow): Promise<Profile> {
  return {
    ...toActor(row),
    roleLabel: await readRoleLabel(db, row.role),
    roleDescription: row.roleDescription,
    mustChangePassword: hasInitialPassword(row),
    baseCurrency: await readBaseCurrencyCode(db),
    scaleLabels: await readScaleLabels(db),
    dayEnds: await readCommonDayEnds(db, toActor(row)),
  };
}

/** Returns the user's own profile with its version. */
export async function presentOwnProfile(db: Reader, row: UserRow) {
  return { ...(await presentProfile(db, row)), version: row.version };
}

/** Returns when business days end, if it is at the same time at all active locations of a user. */
async function readCommonDayEnds(db: Reader, actor: Actor): Promise<DayEnd[]> {
  const own = getOwnLocations(actor);
  const rows = await db
    .selectFrom('branches')
    .select('dayEnds')
    .distinct()
    .where('isActive', '=', 1)
    .$if(own !== null, (query) => query.where('_id', 'in', ['', ...(own ?? [])]))
    .limit(2)
    .execute();
  return rows.length === 1 ? (JSON.parse(rows[0]?.dayEnds ?? '[]') as DayEnd[]) : [];
}

/** Returns the role's label; its key if there is no such role. */
async function readRoleLabel(db: Reader, key: string): Promise<string> {
  const role = await db.selectFrom('roles').select('label').where('key', '=', key).executeTakeFirst();
  return role?.label ?? key;
}

/** Returns the ISO code of the base currency; null until it is chosen. */
export async function readBaseCurrencyCode(db: Queryable): Promise<string | null> {
  const base = await db.selectFrom('currencies').select('code').where('isBase', '=', 1).executeTakeFirst();
  return base?.code ?? null;
}

/** Returns the audit data of a user, without secrets. */
export function toAuditedUser(row: UserRow): Actor & { isActive: boolean } {
  return { ...toActor(row), isActive: row.isActive === 1 };
}
