import { reportShapes } from '#domain/reports/shapes.ts';
import { namesOf } from '../analytics/names.ts';
import { movedOnShelves, usedAtCost } from '../analytics/stock.ts';
import { wasteSums } from '../analytics/wastage.ts';
import { percentCell } from './cells.ts';
import { daysOf, defineRows } from './define.ts';
import { wastageReport } from './wastage.ts';

/** What places threw away, of all that they used or threw away: the figures of the analytics, place by place. */
export const wastageShareReport = defineRows({
  shape: reportShapes['wastage-share'],
  async read(db, question) {
    const { actor, now, leadsWithAlt } = question;
    const asked = { ...daysOf(question), actor, now, branch: question.query.branch, by: 'branch' } as const;
    const wasted = await wasteSums(db, asked);
    const used = usedAtCost(await movedOnShelves(db, asked, false), 'branch');
    const keys = [...new Set([...wasted.keys(), ...used.keys()])];
    const nameOf = await namesOf(db, 'branch', keys, { leadsWithAlt });
    return {
      rows: keys.map((key) => {
        const { records, costE4 } = wasted.get(key) ?? { records: 0, costE4: 0n };
        const usedE4 = used.get(key) ?? 0n;
        return {
          key,
          branchId: key,
          place: nameOf(key).label,
          records,
          cost: costE4,
          used: usedE4,
          gone: usedE4 + costE4,
          wastage: percentCell(costE4, usedE4 + costE4),
        };
      }),
    };
  },
  reconcilesWith: {
    measure: 'cost',
    source: 'what the ledger by day says went to waste, less what was taken back',
    sum: (db, question) => wastageReport.reconcilesWith.sum(db, question),
  },
});
