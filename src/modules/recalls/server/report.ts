import { sql } from 'kysely';
import { reportShapes } from '#modules/reports/report-shapes.ts';
import { loadPlacesWithFindings } from '#modules/recalls/server/rows.ts';
import { loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import { isPlaceVisibleTo } from '#modules/stock/server/scope.ts';
import { defineRows } from '#modules/reports/server/define.ts';

const ref = (name: string) => sql.ref(name);

/** Recalls with expected and confirmed quantities per location and lot. */
export const recallReport = defineRows({
  shape: reportShapes.recalls,
  async read(db, { actor, query: { item } }) {
    let query = db.selectFrom('recalls').selectAll();
    if (item !== undefined) query = query.where('itemId', '=', item);
    const recalls = new Map((await query.execute()).map((recall) => [recall._id, recall]));
    const ends = new Set(
      (await db.selectFrom('recallEnds').select('recallId').execute()).map(({ recallId }) => recallId),
    );
    const hiddenStock = await loadHiddenStock(db, actor);
    const places = recalls.size === 0 ? [] : await loadPlacesWithFindings(db, actor, [...recalls.keys()]);
    return {
      rows: places.flatMap((place) => {
        const recall = recalls.get(place.recallId);
        if (!recall) return [];
        const canSeeStock = !hiddenStock.has(place.placeId, place.itemId);
        return {
          key: `${place.recallId} ${place.placeId} ${place.lotId}`,
          itemId: place.itemId,
          branchId: place.branchId,
          number: recall.number,
          startedAt: recall.startedAt,
          recallType: Number(recall.isPractice) === 1 ? 'practice' : 'real',
          item: place.itemName,
          lot: place.lot,
          place: place.placeName,
          phone: place.phone,
          expected: canSeeStock ? Number(place.expectedMicro) : null,
          found: place.foundMicro === null ? null : Number(place.foundMicro),
          unit: place.unitSymbol,
          foundBy: place.foundByName,
          state: ends.has(place.recallId) ? 'ended' : place.foundMicro === null ? 'waiting' : 'confirmed',
        };
      }),
    };
  },
  reconcilesWith: {
    measure: 'rows',
    source: 'the locations that recalls were sent to',
    async sum(db, { actor }) {
      const { rows } = await sql<{
        found: number;
      }>`select count(*) as found from ${sql.table('recallPlaces')} as p
        join places on places.${ref('placeId')} = p.${ref('placeId')} where ${isPlaceVisibleTo(actor)}`.execute(
        db,
      );
      return BigInt(rows[0]?.found ?? 0);
    },
  },
});
