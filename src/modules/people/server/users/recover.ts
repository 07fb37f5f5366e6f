import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { writeAudit } from '#platform/server/http/audit.ts';
import { newId } from '#platform/server/ids.ts';
import { toAuditedUser } from './present.ts';

/** Why a password isn't reset from the command line. */
export type RecoveryRefusal = 'unknown' | 'not-master-admin' | 'suspended';

const isEmail = (email: string) => sql<boolean>`lower(${sql.ref('email')}) = ${email.trim().toLowerCase()}`;

/** Returns the email addresses of active master administrators. */
export async function listMasterAdminEmails(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('isMasterAdmin', '=', 1)
    .where('isActive', '=', 1)
    .orderBy('email')
    .execute();
  return rows.map(({ email }) => email);
}

/**
 * Sets an initial password for a master administrator, which must be changed at the next sign-in. For
 * operators with access to the database. Ends all sessions and resets the account's sign-in limit. Other
 * users' passwords are reset in the dashboard.
 *
 * @returns null on success
 */
export async function recoverMasterAdmin(
  tx: Tx,
  { email, passwordHash, now }: { email: string; passwordHash: string; now: Date },
): Promise<RecoveryRefusal | null> {
  const user = await tx
    .selectFrom('users')
    .selectAll()
    .where(isEmail(email))
    .$call(tx.lock)
    .executeTakeFirst();
  if (!user) return 'unknown';
  if (user.isMasterAdmin !== 1) return 'not-master-admin';
  if (user.isActive !== 1) return 'suspended';
  const after = {
    ...user,
    passwordHash,
    passwordVersion: Number(user.passwordVersion) + 1,
    passwordKind: 'start' as const,
    version: Number(user.version) + 1,
    updatedAt: now.toISOString(),
  };
  await tx.updateTable('users').set(after).where('_id', '=', user._id).execute();
  await tx.deleteFrom('sessions').where('userId', '=', user._id).execute();
  await tx.deleteFrom('signInFailures').where(isEmail(user.email)).execute();
  const origin = { actor: null, ip: 'command line', now, requestId: newId({ now: () => now }) };
  await writeAudit(tx, origin, [
    {
      action: 'edit',
      entity: 'users',
      id: user._id,
      before: toAuditedUser(user),
      after: { ...toAuditedUser(after), password: 'changed' },
    },
  ]);
  return null;
}
