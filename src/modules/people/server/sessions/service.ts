import type { ListedSession } from '../../user-shapes.ts';
import type { UserRow } from '#platform/server/db/tables.ts';
import type { RouteResponse, ReadContext, WriteContext } from '#platform/server/http/route.ts';
import { sessionMs } from '#platform/server/http/session.ts';
import { newToken, hashToken } from '#platform/server/http/tokens.ts';
import { emitRightsEvent } from '../users/grantor.ts';
import { newId } from '#platform/server/ids.ts';

/** Opens an eight-hour session and returns its token, which isn't stored. */
export async function openSession(ctx: WriteContext, user: UserRow): Promise<string> {
  const token = newToken();
  await ctx.db
    .insertInto('sessions')
    .values({
      tokenHash: await hashToken(token),
      sessionId: newId(ctx.services.clock),
      userId: user._id,
      createdAt: ctx.now.toISOString(),
      expiresAt: new Date(ctx.now.getTime() + sessionMs).toISOString(),
      ip: ctx.ip,
      userAgent: ctx.userAgent,
    })
    .execute();
  await endOldestSessions(ctx, user._id);
  return token;
}

/** Maximum number of sessions per user; a new one ends the oldest. */
const maxSessions = 100;

async function endOldestSessions({ db }: WriteContext, userId: string): Promise<void> {
  const excess = await db
    .selectFrom('sessions')
    .select('tokenHash')
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('sessionId', 'desc')
    .limit(maxSessions)
    .offset(maxSessions)
    .execute();
  if (excess.length === 0) return;
  const hashes = excess.map(({ tokenHash: hash }) => hash);
  await db.deleteFrom('sessions').where('tokenHash', 'in', hashes).execute();
}

/** Lists a user's active sessions, newest first. */
export async function listSessions(ctx: ReadContext, userId: string): Promise<RouteResponse> {
  const rows = await ctx.db
    .selectFrom('sessions')
    .selectAll()
    .where('userId', '=', userId)
    .where('expiresAt', '>', ctx.now.toISOString())
    .orderBy('createdAt', 'desc')
    .orderBy('sessionId', 'desc')
    .limit(maxSessions)
    .execute();
  const current = await hashToken(ctx.token ?? '');
  const body = rows.map(
    (row): ListedSession => ({
      _id: row.sessionId,
      createdAt: row.createdAt,
      lastSeenAt: row.lastSeenAt ?? row.createdAt,
      expiresAt: row.expiresAt,
      ip: row.ip,
      userAgent: row.userAgent,
      isCurrent: row.tokenHash === current,
    }),
  );
  return { status: 200, body, headers: { 'x-total-count': String(body.length) } };
}

/**
 * Ends a user's sessions: only the specified one, or all except the one with the specified token hash.
 * Returns the number of sessions ended.
 */
export async function endSessions(
  ctx: WriteContext,
  userId: string,
  { sessionId, exceptTokenHash }: { sessionId?: string; exceptTokenHash?: string },
): Promise<number> {
  const ended = await ctx.db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(sessionId !== undefined, (query) => query.where('sessionId', '=', sessionId as string))
    .$if(exceptTokenHash !== undefined, (query) => query.where('tokenHash', '!=', exceptTokenHash as string))
    .executeTakeFirst();
  const count = Number(ended.numDeletedRows);
  if (count > 0) {
    const after = sessionId === undefined ? { sessions: count } : { session: sessionId };
    await ctx.audit({ action: 'end sessions', entity: 'users', id: userId, after });
    emitRightsEvent(ctx, 'users', userId, 'sessions ended');
  }
  return count;
}
