import { refusal } from '#core/refusals/refusal.ts';
import type { PasswordChange } from '../../user-input.ts';
import { invalid, notFound, problem } from '#platform/server/http/problems.ts';
import type { PrepareContext, WriteContext } from '#platform/server/http/route.ts';
import { hashToken } from '#platform/server/http/tokens.ts';
import {
  withCheckSlot,
  countFailure,
  buildCurrentPasswordAttempt,
  clearFailures,
  lockAttempts,
  assertAttemptsLeft,
} from '../sessions/limits.ts';
import { assertUncommonPassword } from './common-passwords.ts';
import { emitRightsEvent, lockUserRow } from './grantor.ts';

/** Hash of the new password, and the version of the verified one. */
interface VerifiedPassword {
  hash: string;
  version: number;
}

const wrongPasswordProblem = () => invalid({ currentPassword: refusal('password-wrong') });

/**
 * Verifies the current password and hashes the new one before the transaction starts, because both are slow.
 *
 * @throws ApiProblem 422, 429 after ten failures within 15 minutes
 */
export async function verifyOwnPassword(ctx: PrepareContext<PasswordChange>): Promise<VerifiedPassword> {
  const { actor, body, db, services, now, write } = ctx;
  if (!actor) throw notFound();
  assertUncommonPassword('newPassword', body.newPassword, actor.email);
  if (body.newPassword === body.currentPassword) throw invalid({ newPassword: refusal('password-same') });
  const attempt = { ...buildCurrentPasswordAttempt(actor.email), now };
  return withCheckSlot(attempt, async () => {
    await assertAttemptsLeft(db, attempt);
    const row = await db
      .selectFrom('users')
      .select(['passwordHash', 'passwordVersion'])
      .where('_id', '=', actor._id)
      .executeTakeFirstOrThrow();
    if (!(await services.passwords.verify(body.currentPassword, row.passwordHash))) {
      await write(async (tx) => {
        await lockAttempts(tx, attempt);
        await countFailure(tx, attempt);
      });
      throw wrongPasswordProblem();
    }
    return { hash: await services.passwords.hash(body.newPassword), version: row.passwordVersion };
  });
}

/**
 * Replaces the verified password and ends all the user's other sessions.
 *
 * @throws ApiProblem 401 if the user was suspended, their password was reset, or the session has ended; 422
 *   for the second of two concurrent changes
 */
export async function changeOwnPassword(
  ctx: WriteContext<PasswordChange, unknown, VerifiedPassword>,
): Promise<void> {
  const { actor, db, prepared, token, now, audit } = ctx;
  if (!actor || !token) throw notFound();
  const currentHash = await hashToken(token);
  await lockAttempts(db, { ...buildCurrentPasswordAttempt(actor.email), now });
  const user = await lockUserRow(ctx, actor._id);
  const session = await db
    .selectFrom('sessions')
    .select('sessionId')
    .where('tokenHash', '=', currentHash)
    .executeTakeFirst();
  if (user?.isActive !== 1 || !session) throw problem('UNAUTHENTICATED', refusal('sign-in-again'));
  if (user.passwordVersion !== prepared.version) throw wrongPasswordProblem();
  await clearFailures(db, buildCurrentPasswordAttempt(actor.email));
  await db
    .updateTable('users')
    .set({
      passwordHash: prepared.hash,
      passwordVersion: user.passwordVersion + 1,
      passwordKind: 'own',
      updatedAt: now.toISOString(),
      version: user.version + 1,
    })
    .where('_id', '=', user._id)
    .execute();
  await db
    .deleteFrom('sessions')
    .where('userId', '=', user._id)
    .where('tokenHash', '!=', currentHash)
    .execute();
  await audit({ action: 'password', entity: 'users', id: user._id });
  emitRightsEvent(ctx, 'users', user._id, 'password');
}
