import { refusal } from '#domain/refusals/refusal.ts';
import type { PasswordChange } from '#contract/users.ts';
import { invalid, notFound, problem } from '../../http/problems.ts';
import type { PrepareContext, WriteContext } from '../../http/route.ts';
import { tokenHash } from '../../http/tokens.ts';
import {
  asOneOfFew,
  countFailure,
  currentPasswordOf,
  forgive,
  holdAttempts,
  refuseTooMany,
} from '../sessions/limits.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { announceRights, lockedUser } from './grantor.ts';

/** The new password's hash, and the version of the one that was looked at. */
interface Looked {
  hash: string;
  version: number;
}

const isNotCurrent = () => invalid({ currentPassword: refusal('password-wrong') });

/**
 * Looks at the current password and hashes the new one, which takes a while and so comes before the write. Guesses
 * are counted as those of a sign-in are: 429 after ten within a quarter of an hour.
 */
export async function lookAtOwnPassword(ctx: PrepareContext<PasswordChange>): Promise<Looked> {
  const { actor, body, db, services, now, write } = ctx;
  if (!actor) throw notFound();
  refuseCommonPassword('newPassword', body.newPassword, actor.email);
  if (body.newPassword === body.currentPassword) throw invalid({ newPassword: refusal('password-same') });
  const attempt = { ...currentPasswordOf(actor.email), now };
  return asOneOfFew(attempt, async () => {
    await refuseTooMany(db, attempt);
    const row = await db
      .selectFrom('users')
      .select(['passwordHash', 'passwordVersion'])
      .where('_id', '=', actor._id)
      .executeTakeFirstOrThrow();
    if (!(await services.passwords.verify(body.currentPassword, row.passwordHash))) {
      await write(async (tx) => {
        await holdAttempts(tx, attempt);
        await countFailure(tx, attempt);
      });
      throw isNotCurrent();
    }
    return { hash: await services.passwords.hash(body.newPassword), version: row.passwordVersion };
  });
}

/**
 * Puts the new password in place of the one that was looked at, and ends all other own sessions. Whoever was given
 * another password meanwhile, was suspended, or whose session was ended keeps what that did: 401, or 422 for the
 * second of two own changes.
 */
export async function changeOwnPassword(ctx: WriteContext<PasswordChange, unknown, Looked>): Promise<void> {
  const { actor, db, prepared, token, now, audit } = ctx;
  if (!actor || !token) throw notFound();
  const own = await tokenHash(token);
  await holdAttempts(db, { ...currentPasswordOf(actor.email), now });
  const user = await lockedUser(ctx, actor._id);
  const session = await db
    .selectFrom('sessions')
    .select('sessionId')
    .where('tokenHash', '=', own)
    .executeTakeFirst();
  if (user?.isActive !== 1 || !session) throw problem('UNAUTHENTICATED', refusal('sign-in-again'));
  if (user.passwordVersion !== prepared.version) throw isNotCurrent();
  await forgive(db, currentPasswordOf(actor.email));
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
  await db.deleteFrom('sessions').where('userId', '=', user._id).where('tokenHash', '!=', own).execute();
  await audit({ action: 'password', entity: 'users', id: user._id });
  announceRights(ctx, 'users', user._id, 'password');
}
