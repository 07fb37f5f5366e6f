import { sql } from 'kysely';
import type { CountProgress } from '../shapes.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadLedgerPosition } from './ledger-position.ts';
import type { CountHeader } from './rows.ts';

/** Counts the lines of each section, in the order of their first lines. */
const sectionTotals = statement((db, countId: string) =>
  db
    .selectFrom('stockCountLines')
    .select((eb) => [
      'section',
      eb.fn.max('sectionName').as('name'),
      eb.fn.countAll<number>().as('lines'),
      eb.fn.count<number>('countedQtyMicro').as('counted'),
      eb.fn.max<number>('newest').as('newest'),
    ])
    .where('countId', '=', countId)
    .groupBy('section')
    .orderBy(sql`min(${sql.ref('position')})`),
);

const claimedSections = statement((db, countId: string) =>
  db.selectFrom('stockCountSections').selectAll().where('countId', '=', countId),
);

/** Loads the progress of a count by section, and who claimed which. */
export async function loadCountProgress(db: Queryable, head: CountHeader): Promise<CountProgress> {
  const sections = await sectionTotals(db, head._id);
  const claimBySection = new Map((await claimedSections(db, head._id)).map((row) => [row.section, row]));
  const sum = (key: 'lines' | 'counted') => sections.reduce((all, row) => all + Number(row[key]), 0);
  return {
    status: head.status,
    version: head.version,
    newest: sections.reduce((max, { newest }) => Math.max(max, Number(newest)), 0),
    bookSeq: await loadLedgerPosition(db),
    lines: sum('lines'),
    counted: sum('counted'),
    toPost: head.toPost,
    asking: head.asking,
    sections: sections.map(({ section, name, lines, counted }) => {
      const claim = claimBySection.get(section ?? '');
      const activeClaim = claim?.takenAt ? claim : null;
      return {
        section,
        name,
        lines: Number(lines),
        counted: Number(counted),
        takenBy: activeClaim?.takenBy ?? null,
        takenByName: activeClaim?.takenByName ?? null,
        takenAt: activeClaim?.takenAt ?? null,
      };
    }),
  };
}
