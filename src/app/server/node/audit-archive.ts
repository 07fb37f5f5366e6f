import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { sql } from 'kysely';
import { dayMs, toUtcDay } from '#core/day.ts';
import type { Db, Tx } from '#platform/server/db/types.ts';
import { ConfigError } from './config.ts';
import { documents } from '#modules/documents/server/registry.ts';

/**
 * Minimum number of days of audit log to keep in the database: responses can be replayed for seven days, and
 * imports undone for thirty.
 */
export const minKeepDays = 31;
const rowsPerRead = 1000;
const rowsPerDelete = 500;
/** Pause between two deletions, so that writers in other processes, which poll for the lock, get a turn. */
const pauseMs = 60;

/** Collections of documents, whose version is the number of their audit rows (I8). */
const versionedCollections: ReadonlySet<string> = new Set(documents.map(({ collection }) => collection));

interface ArchiveOptions {
  folder: string;
  /** Number of whole days to keep in the database, not counting today. */
  keepDays: number;
  now: Date;
}

/** Result of a run: the written file, or null when nothing was old enough. */
export interface ArchiveResult {
  file: string | null;
  rows: number;
  deleted: number;
}

interface Range {
  from: string;
  before: string;
  lastSeq: number;
}

interface Content {
  hash: string;
  rows: number;
}

/**
 * Writes audit rows older than `keepDays` to a file (JSON lines, gzip), whole UTC days only, and deletes them
 * in small steps once the file is complete, synced and verified. Servers may run concurrently; the next run
 * finishes an interrupted one.
 *
 * @throws ConfigError if the file exists with different content
 */
export async function archiveAudit(
  db: Db,
  { folder, keepDays, now }: ArchiveOptions,
): Promise<ArchiveResult> {
  if (keepDays < minKeepDays) throw new ConfigError(`Keep at least ${minKeepDays} days of the audit log.`);
  if (!existsSync(folder)) throw new ConfigError(`Folder ${folder} doesn't exist.`);
  deleteTemporaryFiles(folder);
  const previouslyDeleted = await deleteArchived(db);
  const range = await findOldRange(db, toUtcDay(new Date(now.getTime() - keepDays * dayMs)));
  if (!range) return { file: null, rows: 0, deleted: previouslyDeleted };
  const file = join(
    folder,
    `audit_${range.from}_${toUtcDay(new Date(Date.parse(range.before) - dayMs))}.jsonl.gz`,
  );
  const { hash, rows } = await writeFile(db, file, range);
  await db.write((tx) =>
    tx
      .insertInto('auditArchives')
      .values({ file, ...range, hash, rows, createdAt: now.toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return { file, rows, deleted: previouslyDeleted + (await deleteArchived(db)) };
}

async function findOldRange(db: Db, before: string): Promise<Range | null> {
  const row = await db.read
    .selectFrom('audit')
    .select((on) => [
      on.fn.min<string | null>('at').as('first'),
      on.fn.max<number | null>('seq').as('lastSeq'),
    ])
    .where('at', '<', before)
    .executeTakeFirst();
  if (!row?.first || row.lastSeq === null) return null;
  return { from: row.first.slice(0, 10), before, lastSeq: Number(row.lastSeq) };
}

/** Writes the rows of a range to a temporary file, and renames it after syncing. */
async function writeFile(db: Db, file: string, range: Range): Promise<Content> {
  const temporaryFile = `${file}.${process.pid}.unfinished`;
  const hash = createHash('sha256');
  let rows = 0;
  async function* lines() {
    for await (const line of readLines(db, range)) {
      hash.update(line);
      rows += 1;
      yield line;
    }
  }
  try {
    const out = createWriteStream(temporaryFile, { flags: 'wx', flush: true });
    await pipeline(lines, createGzip({ level: 9 }), out);
    if (!out.closed) await once(out, 'close');
    const content = { hash: hash.digest('hex'), rows };
    const hasFile = existsSync(file);
    const fileContent = await readContent(hasFile ? file : temporaryFile);
    if (fileContent.hash !== content.hash)
      throw new ConfigError(`${file} already exists with different content. Move it, then archive again.`);
    if (!hasFile) renameSync(temporaryFile, file);
    syncFolder(join(file, '..'));
    return content;
  } finally {
    rmSync(temporaryFile, { force: true });
  }
}

async function* readLines(db: Db, { before, lastSeq }: Range): AsyncGenerator<string> {
  for (let from = 0; ; ) {
    const rows = await db.read
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>', from)
      .where('seq', '<=', lastSeq)
      .where('at', '<', before)
      .orderBy('seq')
      .limit(rowsPerRead)
      .execute();
    for (const row of rows) {
      const changes = { before: parseJson(row.before), after: parseJson(row.after) };
      yield `${JSON.stringify({ ...row, seq: Number(row.seq), ...changes })}\n`;
    }
    if (rows.length < rowsPerRead) return;
    from = Number(rows.at(-1)?.seq);
  }
}

const parseJson = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

/** Reads a file back. */
async function readContent(file: string): Promise<Content> {
  const hash = createHash('sha256');
  let rows = 0;
  await pipeline(createReadStream(file), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      for (const byte of chunk) if (byte === 10) rows += 1;
    }
  }).catch((error: unknown) => {
    throw new ConfigError(`Couldn't read ${file} back (${String(error)}). Nothing was deleted.`);
  });
  return { hash: hash.digest('hex'), rows };
}

/** Syncs a folder, because a new file survives a power failure only after that. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** Deletes temporary files of interrupted runs. */
function deleteTemporaryFiles(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /^audit_.*\.(\d+)\.unfinished$/.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return pid !== process.pid;
  } catch {
    return false;
  }
}

/**
 * Deletes rows that are in a file, a few hundred per transaction.
 *
 * @returns the number of deleted rows
 */
async function deleteArchived(db: Db): Promise<number> {
  let deleted = 0;
  const archives = await db.read.selectFrom('auditArchives').selectAll().orderBy('before').execute();
  for (const { from, before, lastSeq } of archives) {
    for (;;) {
      const count = await db.write((tx) => deleteBatch(tx, { from, before, lastSeq: Number(lastSeq) }));
      deleted += count;
      if (count < rowsPerDelete) break;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return deleted;
}

async function deleteBatch(tx: Tx, { from, before, lastSeq }: Range): Promise<number> {
  const rows = await tx
    .deleteFrom('audit')
    .where('seq', 'in', (on) =>
      on
        .selectFrom('audit')
        .select('seq')
        .where('at', '>=', from)
        .where('at', '<', before)
        .where('seq', '<=', lastSeq)
        .orderBy('at')
        .limit(rowsPerDelete),
    )
    .returning(['entity', 'entityId', 'action'])
    .execute();
  const rowsByEntity = Map.groupBy(
    rows.filter(
      ({ entity, entityId, action }) => versionedCollections.has(entity) && entityId && action !== 'denied',
    ),
    ({ entity, entityId }) => `${entity} ${entityId}`,
  );
  for (const key of [...rowsByEntity.keys()].toSorted()) {
    const [entity = '', entityId = ''] = key.split(' ');
    await sql`insert into ${sql.table('auditArchived')} (entity, ${sql.ref('entityId')}, rows)
      values (${entity}, ${entityId}, cast(${rowsByEntity.get(key)?.length ?? 0} as bigint))
      on conflict (entity, ${sql.ref('entityId')})
      do update set rows = ${sql.ref('auditArchived.rows')} + excluded.rows`.execute(tx);
  }
  return rows.length;
}
