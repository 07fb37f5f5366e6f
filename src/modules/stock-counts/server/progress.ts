import { sql } from 'kysely';
import type { CountProgress } from '../shapes.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadLedgerPosition } from './ledger-position.ts';
import type { CountHeader } from './rows.ts';

/** Loads the totals of each section, in the order of the sections' first lines. */
const selectSectionTotals = statement((db, countId: string) =>
  db
    .selectFrom('stockCountLines')
    .select((eb) => [
      'section',
      eb.fn.max('sectionName').as('name'),
      eb.fn.countAll<number>().as('lines'),
      eb.fn.count<number>('countedQtyMicro').as('counted'),
      eb.fn.max<number>('lastEntrySeq').as('lastEntrySeq'),
    ])
    .where('countId', '=', countId)
    .groupBy('section')
    .orderBy(sql`min(${sql.ref('position')})`),
);

const selectSectionClaims = statement((db, countId: string) =>
  db.selectFrom('stockCountSections').selectAll().where('countId', '=', countId),
);

/** Loads the progress of a count by section, with the user who claimed each. */
export async function loadCountProgress(db: Queryable, header: CountHeader): Promise<CountProgress> {
  const sections = await selectSectionTotals(db, header._id);
  const claimBySection = new Map(
    (await selectSectionClaims(db, header._id)).map((row) => [row.section, row]),
  );
  const sum = (key: 'lines' | 'counted') => sections.reduce((all, row) => all + Number(row[key]), 0);
  return {
    status: header.status,
    version: header.version,
    lastEntrySeq: sections.reduce((max, { lastEntrySeq }) => Math.max(max, Number(lastEntrySeq)), 0),
    bookSeq: await loadLedgerPosition(db),
    lines: sum('lines'),
    counted: sum('counted'),
    toPost: header.toPost,
    openQuestionLines: header.openQuestionLines,
    sections: sections.map(({ section, name, lines, counted }) => {
      const claim = claimBySection.get(section ?? '');
      const activeClaim = claim?.takenAt ? claim : null;
      return {
        section,
        name,
        lines: Number(lines),
        counted: Number(counted),
        claimedBy: activeClaim?.takenBy ?? null,
        claimedByName: activeClaim?.takenByName ?? null,
        claimedAt: activeClaim?.takenAt ?? null,
      };
    }),
  };
}
