import { type RawBuilder, sql } from 'kysely';
import { piecesKinds, valueKinds } from '#core/move-kinds.ts';
import type { AnyDocument, DocumentReference } from '#platform/documents/server/define.ts';
import { getHistoryTable } from '#platform/documents/server/history.ts';
import { getDocumentByType } from '#platform/documents/server/locks.ts';
import { documents } from '#modules/documents/server/registry.ts';
import { allMoveSides } from '#modules/stock/server/daily-totals.ts';
import { closingChecks } from './closing-checks.ts';
import { purchaseChecks } from './purchase-checks.ts';
import { aggregateChecks } from './aggregate-checks.ts';
import { findLostResponses } from './reconcile-responses.ts';
import { findWrongBatches } from './reconcile-batches.ts';
import { findDanglingIds } from './reconcile-lists.ts';
import { findWrongMatches } from './reconcile-matches.ts';
import { findWrongPurchaseLines } from './reconcile-orders.ts';
import type { Invariant } from './remedies.ts';
import { type Reference, references } from '#platform/server/db/schema/create.ts';
import { reversalChecks } from './reversal-checks.ts';
import { findStaleSummaries } from './reconcile-summaries.ts';
import type { Queryable } from '#platform/server/db/types.ts';

/** A broken invariant in the database. `invariant` is its number in the documentation. */
export interface Violation {
  invariant: Invariant;
  message: string;
}

interface Check {
  invariant: Invariant;
  /** Rows that break the invariant, each with a `message`. */
  find: RawBuilder<{ message: string }>;
}

/** Maximum number of violations reported per check. */
const maxReported = 20;

const col = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);
const concat = (...parts: (RawBuilder<unknown> | string)[]) =>
  sql`${sql.join(
    parts.map((part) =>
      typeof part === 'string' ? sql.lit(part) : sql`coalesce(cast(${part} as text), 'nothing')`,
    ),
    sql` || `,
  )} as message`;

/** SQL condition: the place is a virtual location, which has no balances. */
const isVirtual = (name: string) =>
  sql`${col(name)} in ('supplier', 'wastage', 'production', 'adjustment', 'consumption')`;

const listLegalSteps = ({ lifecycle }: AnyDocument) =>
  sql.join(lifecycle.steps.map(({ from, to }) => sql.lit(`${from ?? ''} > ${to}`)));

/** Ledger entries in and out of every location, by item and location. */
const ledger = sql`(
  select ${col('placeId')}, ${col('itemId')}, sum(${col('qty')}) as qty, sum(${col('value')}) as value from (
    select ${col('toPlace')} as ${col('placeId')}, ${col('itemId')}, ${col('qtyMicro')} as qty,
      ${col('valueE4')} as value from ${table('stockMoves')}
    union all
    select ${col('fromPlace')}, ${col('itemId')}, -${col('qtyMicro')}, -${col('valueE4')} from ${table('stockMoves')}
  ) as sides where not ${isVirtual('placeId')} group by ${col('placeId')}, ${col('itemId')})`;

const sameBalance = sql`l.${col('placeId')} = b.${col('placeId')} and l.${col('itemId')} = b.${col('itemId')}`;

const blocksNegativeStock = sql`(br.${col('_id')} is null or (br.${col('negativeStock')} = 'block' and br.${col('countedAt')} is not null))`;

/** Number of audit rows of a document `d`: those in the database (`a`) and in archive files (`f`). */
const auditRows = sql`count(a.${col('seq')}) + coalesce(max(f.rows), 0)`;

/** Lot balances by the ledger; moves without a lot are checked by their total. */
const lotLedger = sql`(
  select ${col('placeId')}, ${col('lotId')}, sum(qty) as qty from (
    select ${col('toPlace')} as ${col('placeId')}, coalesce(${col('toLotId')}, ${col('lotId')}) as ${col('lotId')},
      ${col('qtyMicro')} as qty
      from ${table('stockMoves')} where ${col('lotId')} is not null
    union all
    select ${col('fromPlace')}, ${col('lotId')}, -${col('qtyMicro')}
      from ${table('stockMoves')} where ${col('lotId')} is not null
  ) as sides where not ${isVirtual('placeId')} group by ${col('placeId')}, ${col('lotId')})`;

/**
 * Checks that referenced documents exist, including those of drafts, and that no active document settles a
 * reversed one.
 */
function buildSettlementChecks(document: AnyDocument, reference: DocumentReference): Check[] {
  const { table: name, column, by, where, to } = reference;
  const target = getDocumentByType(to);
  const { lines } = target;
  const referencedId = sql`r.${col(column)}`;
  const documentNumber = sql`d.${col(document.number)}`;
  const rows = sql`${table(name)} as r join ${table(document.table)} as d on d.${col('_id')} = r.${col(reference.document)}`;
  const condition = where ? sql` and r.${col(where[0])} = ${sql.lit(where[1])}` : sql``;
  const header =
    by === 'header' || !lines
      ? sql`${table(target.table)} as t on t.${col('_id')} = ${referencedId}`
      : sql`${table(lines.table)} as l on l.${col('lineId')} = ${referencedId}
          join ${table(target.table)} as t on t.${col('_id')} = l.${col(lines.document)}`;
  const exemption =
    by === 'header' || !lines ? { table: target.table, key: '_id' } : { table: lines.table, key: 'lineId' };
  return [
    {
      invariant: 'I11',
      find: sql`select ${concat(`${document.type} `, documentNumber, ` refers to a ${to} that does not exist, in ${column}: delete or reverse it`)} from ${rows}
        where ${referencedId} is not null${condition} and not exists (select 1 from ${table(exemption.table)} as k where k.${col(exemption.key)} = ${referencedId})`,
    },
    {
      invariant: 'I11',
      find: sql`select ${concat(
        `${document.type} `,
        documentNumber,
        ` is active, but the ${to} `,
        sql`t.${col(target.number)}`,
        ' that it settles was reversed: reverse it too',
      )}
        from ${rows} join ${header} where t.status = 'Reversed' and d.status not in ('Draft', 'Reversed', 'Cancelled')${condition}`,
    },
  ];
}

/** Lots and recalls reference each other, so only one direction can be a foreign key. */
const recallOfLots: Reference = { table: 'lots', column: 'heldByRecall', to: 'recalls', key: '_id' };

const checks: readonly Check[] = [
  {
    // Sales corrections return no more than was depleted.
    invariant: 'I1',
    find: sql`select ${concat('sales ', col('docId'), ' of item ', col('itemId'), ': returned ', sql`-sum(qty)`, ' more than was deducted')} from (
        select ${col('docId')}, ${col('itemId')}, ${col('lotId')},
          case when kind = 'consumption_reversal' then -${col('qtyMicro')} else ${col('qtyMicro')} end as qty
        from ${table('stockMoves')} where ${col('docType')} = 'sales' and kind in ('consumption', 'consumption_reversal')
      ) as moved group by ${col('docId')}, ${col('itemId')}, ${col('lotId')} having sum(qty) < 0`,
  },
  {
    // The value of a day of sales equals the total of its rows.
    invariant: 'I8',
    find: sql`select ${concat('sales of ', sql`d.day`, ' at ', sql`d.${col('branchId')}`, ': net ', sql`d.${col('netE4')}`, ', rows ', sql`coalesce(sum(r.${col('netE4')}), 0)`)}
      from ${table('saleDays')} as d left join ${table('saleRows')} as r on r.${col('dayId')} = d.${col('_id')}
      group by d.${col('_id')}, d.day, d.${col('branchId')}, d.${col('netE4')}, d.${col('qtyMicro')}
      having d.${col('netE4')} <> coalesce(sum(r.${col('netE4')}), 0) or d.${col('qtyMicro')} <> coalesce(sum(r.${col('qtyMicro')}), 0)`,
  },
  {
    invariant: 'I1',
    find: sql`select ${concat('move ', col('seq'), ' goes to or comes from a place that does not exist')}
      from ${table('stockMoves')} where ${col('qtyMicro')} < 0 or (${col('qtyMicro')} = 0 and kind not in (${sql.join([...valueKinds, ...piecesKinds].map((kind) => sql.lit(kind)))}))
        or not (${isVirtual('fromPlace')} or ${col('fromPlace')} in (select ${col('placeId')} from ${table('places')}))
        or not (${isVirtual('toPlace')} or ${col('toPlace')} in (select ${col('placeId')} from ${table('places')}))`,
  },
  {
    invariant: 'I2',
    find: sql`select ${concat('item ', sql`b.${col('itemId')}`, ' at ', sql`b.${col('placeId')}`, ': balance ', col('onHandMicro'), ' worth ', col('valueE4'), ', ledger ', col('qty'), ' worth ', col('value'))}
      from ${table('balances')} as b left join ${ledger} as l on ${sameBalance}
      where ${col('onHandMicro')} <> coalesce(qty, 0) or ${col('valueE4')} <> coalesce(value, 0)`,
  },
  {
    invariant: 'I2',
    find: sql`select ${concat('item ', sql`l.${col('itemId')}`, ' at ', sql`l.${col('placeId')}`, ': has movements but no balance')}
      from ${ledger} as l left join ${table('balances')} as b on ${sameBalance}
      where b.${col('itemId')} is null and (qty <> 0 or value <> 0)`,
  },
  {
    invariant: 'I2',
    find: sql`select ${concat('item ', col('itemId'), ' at ', col('placeId'), ': balance ', sql`sum(held)`, ' pieces, ledger ', sql`sum(moved)`)} from (
        select ${col('placeId')}, ${col('itemId')}, pieces as held, 0 as moved from ${table('balances')} where pieces <> 0
        union all select ${col('toPlace')}, ${col('itemId')}, 0, pieces from ${table('stockMoves')} where pieces <> 0 and not ${isVirtual('toPlace')}
        union all select ${col('fromPlace')}, ${col('itemId')}, 0, -pieces from ${table('stockMoves')} where pieces <> 0 and not ${isVirtual('fromPlace')}
      ) as both_sides group by ${col('placeId')}, ${col('itemId')} having sum(held) <> sum(moved)`,
  },
  {
    invariant: 'I3',
    find: sql`select ${concat('item ', sql`b.${col('itemId')}`, ' at ', sql`b.${col('placeId')}`, ': reserved ', col('reservedMicro'), ', reservations ', col('held'))}
      from ${table('balances')} as b left join (
        select ${col('placeId')}, ${col('itemId')}, sum(${col('qtyMicro')}) as held from ${table('reservations')}
        group by ${col('placeId')}, ${col('itemId')}) as l on ${sameBalance}
      where ${col('reservedMicro')} <> coalesce(held, 0)`,
  },
  {
    invariant: 'I3',
    find: sql`select ${concat('item ', sql`b.${col('itemId')}`, ' at ', sql`b.${col('placeId')}`, ': on hand ', col('onHandMicro'), ', reserved ', col('reservedMicro'))}
      from ${table('balances')} as b left join ${table('branches')} as br on br.${col('_id')} = b.${col('placeId')}
      where ${blocksNegativeStock} and (${col('onHandMicro')} < 0 or ${col('reservedMicro')} > ${col('onHandMicro')} or ${col('reservedMicro')} < 0)`,
  },
  {
    invariant: 'I3',
    find: sql`select ${concat('line ', sql`r.${col('lineId')}`, ' reserves stock, but its order is ', col('status'))}
      from ${table('reservations')} as r left join ${table('orders')} as o on o.${col('_id')} = r.${col('orderId')}
      where ${col('status')} is null or ${col('status')} <> 'Under Process' or ${col('qtyMicro')} > ${col('wantedMicro')}`,
  },
  {
    invariant: 'I5',
    find: sql`select ${concat('order ', col('orderNo'), ' line ', col('lineId'), ': more shipped than picked or approved, without a reason')}
      from ${table('orderLines')} as l join ${table('orders')} as o on o.${col('_id')} = l.${col('orderId')}
      where ${col('reason')} is null and ${col('status')} in ('Shipped', 'Received')
        and (${col('shippedQtyMicro')} > coalesce(${col('pickedQtyMicro')}, ${col('shippedQtyMicro')})
          or ${col('shippedQtyMicro')} > coalesce(${col('approvedQtyMicro')}, ${col('orderQtyMicro')}))`,
  },
  {
    invariant: 'I5',
    find: sql`select ${concat('order ', col('orderNo'), ' line ', col('lineId'), ': received, damaged and short do not add up to shipped plus over')}
      from ${table('orderLines')} as l join ${table('orders')} as o on o.${col('_id')} = l.${col('orderId')}
      where ${col('status')} = 'Received' and coalesce(${col('receivedQtyMicro')} + ${col('damagedQtyMicro')} + ${col('shortQtyMicro')}, -1)
        <> ${col('shippedQtyMicro')} + ${col('overQtyMicro')}`,
  },
  ...documents
    .filter(({ series }) => series !== null)
    .map(
      ({ type, table: name, number }): Check => ({
        invariant: 'I6',
        find: sql<{
          message: string;
        }>`select ${concat(`${type} number `, col(number), ' is used by ', sql`count(*)`, ' documents')}
        from ${table(name)} group by ${col(number)} having count(*) > 1`,
      }),
    ),
  ...documents.flatMap((document): Check[] => {
    const { type, table: name, number } = document;
    const history = getHistoryTable(document);
    const documentId = col(history.document);
    const steps =
      history.table === 'orderHistory'
        ? table(history.table)
        : sql`(select * from ${table(history.table)} where ${col('docType')} = ${sql.lit(type)})`;
    return [
      {
        invariant: 'I7',
        find: sql`select ${concat(`${type} `, documentId, ': ', col('from'), ' > ', col('to'), ' after ', col('before'))} from (
            select ${documentId}, ${col('from')}, ${col('to')},
              lag(${col('to')}) over (partition by ${documentId} order by ${col('seq')}) as ${col('before')}
            from ${steps} as kept) as steps
          where coalesce(${col('from')}, '') <> coalesce(${col('before')}, '')
            or coalesce(${col('from')}, '') || ' > ' || ${col('to')} not in (${listLegalSteps(document)})`,
      },
      {
        invariant: 'I7',
        find: sql`select ${concat(`${type} `, col(number), ' is ', col('status'), ', but its history ends with another status')} from ${table(name)} as o
          where coalesce((select ${col('to')} from ${steps} as h where h.${documentId} = o.${col('_id')}
            order by ${col('seq')} desc limit 1), '') <> ${col('status')}`,
      },
    ];
  }),
  ...documents.flatMap((document) =>
    (document.settles ?? []).flatMap((reference): Check[] => buildSettlementChecks(document, reference)),
  ),
  ...documents.map(
    ({ collection: entity, table: name }): Check => ({
      invariant: 'I8',
      find: sql<{
        message: string;
      }>`select ${concat(`${entity} `, sql`d.${col('_id')}`, ' has version ', col('version'), ', audit rows ', auditRows)}
      from ${table(name)} as d left join ${table('audit')} as a
        on a.entity = ${sql.lit(entity)} and a.${col('entityId')} = d.${col('_id')} and a.action <> 'denied'
      left join ${table('auditArchived')} as f on f.entity = ${sql.lit(entity)} and f.${col('entityId')} = d.${col('_id')}
      group by d.${col('_id')}, d.${col('version')} having ${auditRows} <> d.${col('version')}`,
    }),
  ),
  {
    invariant: 'I5',
    find: sql`select ${concat('transfer ', col('number'), ' line ', col('lineId'), ': received, damaged and short do not add up to shipped plus over')}
      from ${table('transferLines')} as l join ${table('transfers')} as o on o.${col('_id')} = l.${col('transferId')}
      where ${col('status')} = 'Received' and kind <> 'supplier-return'
        and coalesce(${col('receivedQtyMicro')} + ${col('damagedQtyMicro')} + ${col('shortQtyMicro')}, -1)
        <> ${col('shippedQtyMicro')} + ${col('overQtyMicro')}`,
  },
  {
    invariant: 'I11',
    find: sql`select ${concat('discrepancy ', sql`d.${col('_id')}`, ' belongs to no existing ', col('docType'))} from discrepancies as d
      where not exists (select 1 from ${table('orderLines')} as l where l.${col('lineId')} = d.${col('lineId')}
          and d.${col('docType')} = 'order' and l.${col('orderId')} = d.${col('orderId')})
        and not exists (select 1 from ${table('transferLines')} as l where l.${col('lineId')} = d.${col('lineId')}
          and d.${col('docType')} = 'transfer' and l.${col('transferId')} = d.${col('orderId')})`,
  },
  {
    invariant: 'counters',
    find: sql`select ${concat('transfer ', col('number'), ': lineCount is ', col('lineCount'), ', which differs from its lines')} from transfers as t
      where ${col('lineCount')} <> (select count(*) from ${table('transferLines')} as l where l.${col('transferId')} = t.${col('_id')})`,
  },
  {
    invariant: 'counters',
    find: sql`select ${concat('transfer ', col('number'), ': hasDiscrepancy is ', col('hasDiscrepancy'), ', which differs from its discrepancies')} from transfers as t
      where ${col('hasDiscrepancy')} <> case when exists (select 1 from discrepancies as d
        where d.${col('orderId')} = t.${col('_id')} and d.${col('status')} = 'Open') then 1 else 0 end`,
  },
  {
    invariant: 'counters',
    find: sql`select ${concat('orders of ', col('branch'), ' in status ', col('status'), ': counted ', sql`sum(counted)`, ', existing ', sql`sum(found)`)} from (
        select ${col('branch')}, ${col('kitchen')}, ${col('status')}, ${col('sentToKitchen')}, ${col('count')} as counted, 0 as found from ${table('orderCounts')}
        union all
        select ${col('branch')}, ${col('kitchen')}, ${col('status')}, case when ${col('sentAt')} is null then 0 else 1 end, 0, 1 from ${table('orders')}
      ) as both_sides group by ${col('branch')}, ${col('kitchen')}, ${col('status')}, ${col('sentToKitchen')}
      having sum(counted) <> sum(found)`,
  },
  {
    invariant: 'counters',
    find: sql`select ${concat('order ', col('orderNo'), ': lineCount is ', col('lineCount'), ', which differs from its lines')} from ${table('orders')} as o
      where ${col('lineCount')} <> (select count(*) from ${table('orderLines')} as l where l.${col('orderId')} = o.${col('_id')})`,
  },
  {
    invariant: 'counters',
    find: sql`select ${concat('order ', col('orderNo'), ': hasDiscrepancy is ', col('hasDiscrepancy'), ', which differs from its discrepancies')} from ${table('orders')} as o
      where ${col('hasDiscrepancy')} <> case when exists (select 1 from ${table('discrepancies')} as d
        where d.${col('orderId')} = o.${col('_id')} and d.${col('status')} = 'Open') then 1 else 0 end`,
  },
  {
    invariant: 'I9',
    find: sql`select ${concat('item ', col('itemId'), ' at ', col('placeId'), ': no stock on hand, but worth ', col('valueE4'))}
      from ${table('balances')} where ${col('onHandMicro')} = 0 and ${col('valueE4')} <> 0`,
  },
  {
    invariant: 'I9',
    find: sql`select ${concat('item ', col('itemId'), ': balances are worth ', sql`sum(held)`, ', movements ', sql`sum(passed)`)} from (
        select ${col('itemId')}, ${col('valueE4')} as held, 0 as passed from ${table('balances')}
        union all select ${col('itemId')}, 0, ${col('valueE4')} from ${table('stockMoves')} where ${isVirtual('fromPlace')}
        union all select ${col('itemId')}, 0, -${col('valueE4')} from ${table('stockMoves')} where ${isVirtual('toPlace')}
      ) as worth group by ${col('itemId')} having sum(held) <> sum(passed)`,
  },
  {
    invariant: 'I10',
    find: sql`select ${concat('item ', sql`b.${col('itemId')}`, ' at ', sql`b.${col('placeId')}`, ': balance ', sql`max(b.${col('onHandMicro')})`, ', its lots ', sql`sum(l.${col('onHandMicro')})`)}
      from ${table('lotBalances')} as l left join ${table('balances')} as b
        on b.${col('placeId')} = l.${col('placeId')} and b.${col('itemId')} = l.${col('itemId')}
      group by b.${col('placeId')}, b.${col('itemId')} having sum(l.${col('onHandMicro')}) <> coalesce(max(b.${col('onHandMicro')}), 0)`,
  },
  {
    invariant: 'I10',
    find: sql`select ${concat('lot ', col('code'), ' of item ', sql`o.${col('itemId')}`, ' at ', col('placeId'), ': stored ', sql`sum(kept)`, ', ledger ', sql`sum(qty)`)} from (
        select ${col('placeId')}, ${col('lotId')}, qty, 0 as kept from ${lotLedger} as ledger
        union all select ${col('placeId')}, ${col('lotId')}, 0, ${col('onHandMicro')} from ${table('lotBalances')}
      ) as both_sides join ${table('lots')} as o on o.${col('_id')} = ${col('lotId')}
      where code <> '' group by ${col('placeId')}, o.${col('itemId')}, ${col('lotId')}, code having sum(qty) <> sum(kept)`,
  },
  {
    invariant: 'I10',
    find: sql`select ${concat('lot ', col('lotId'), ' at ', col('placeId'), ': reserved ', sql`sum(kept)`, ', reservations ', sql`sum(held)`)} from (
        select ${col('placeId')}, ${col('lotId')}, ${col('reservedMicro')} as kept, 0 as held from ${table('lotBalances')}
        union all select ${col('placeId')}, ${col('lotId')}, 0, ${col('qtyMicro')} from ${table('lotReservations')}
      ) as both_sides group by ${col('placeId')}, ${col('lotId')} having sum(kept) <> sum(held)`,
  },
  {
    invariant: 'I10',
    find: sql`select ${concat('line ', sql`h.${col('lineId')}`, ': reserved from lots ', sql`sum(h.${col('qtyMicro')})`, ', reserved ', sql`max(r.${col('qtyMicro')})`)}
      from ${table('lotReservations')} as h left join ${table('reservations')} as r on r.${col('lineId')} = h.${col('lineId')}
      group by h.${col('lineId')} having sum(h.${col('qtyMicro')}) > coalesce(max(r.${col('qtyMicro')}), 0)`,
  },
  {
    invariant: 'I10',
    find: sql`select ${concat('lot ', col('lotId'), ' at ', sql`b.${col('placeId')}`, ': on hand ', col('onHandMicro'), ', reserved ', col('reservedMicro'))}
      from ${table('lotBalances')} as b left join ${table('branches')} as br on br.${col('_id')} = b.${col('placeId')}
      where ${col('reservedMicro')} < 0 or (${blocksNegativeStock} and ${col('reservedMicro')} > 0 and ${col('reservedMicro')} > ${col('onHandMicro')})`,
  },
  {
    invariant: 'I12',
    find: sql`select ${concat('item ', col('itemId'), ' at ', col('placeId'), ', ', col('kind'), ' on ', col('businessDay'), ': stored ', sql`sum(kept)`, ' worth ', sql`sum(${col('keptWorth')})`, ', ledger ', sql`sum(qty)`, ' worth ', sql`sum(value)`)} from (
        select ${col('placeId')}, ${col('itemId')}, kind, ${col('businessDay')}, qty, value, 0 as kept, 0 as ${col('keptWorth')} from ${allMoveSides} as sides
        union all
        select ${col('placeId')}, ${col('itemId')}, kind, ${col('businessDay')}, 0, 0, ${col('qtyMicro')}, ${col('valueE4')} from ${table('stockDaily')}
      ) as both_sides group by ${col('placeId')}, ${col('itemId')}, kind, ${col('businessDay')}
      having sum(qty) <> sum(kept) or sum(value) <> sum(${col('keptWorth')})`,
  },
  ...[...closingChecks, ...aggregateChecks].map((find): Check => ({ invariant: 'I12', find })),
  ...[...references, recallOfLots].map(
    ({ table: child, column, to, key }): Check => ({
      invariant: 'I11',
      find: sql<{
        message: string;
      }>`select ${concat(`${child}: ${column} `, sql`c.${col(column)}`, ` is not in ${to}`)}
      from ${table(child)} as c left join ${table(to)} as p on p.${col(key)} = c.${col(column)}
      where c.${col(column)} is not null and p.${col(key)} is null`,
    }),
  ),
  {
    invariant: 'prices',
    find: sql`select ${concat('packaging ', sql`p.${col('_id')}`, ': price ', col('priceMicro'), ', last list price entered ', col('entered'))}
      from (select ${col('_id')}, ${col('priceMicro')}, (select l.${col('priceMicro')} from ${table('packPrices')} as l
        where l.${col('packagingId')} = packagings.${col('_id')} and l.source = 'list'
        order by l.seq desc limit 1) as entered from packagings) as p
      where coalesce(${col('priceMicro')}, -1) <> coalesce(entered, -1)`,
  },
  {
    invariant: 'I11',
    find: sql`select ${concat('currencies: ', sql`count(*)`, ' are marked as base currency')} from ${table('currencies')}
      where ${col('isBase')} = 1 having count(*) > 1`,
  },
  {
    invariant: 'files',
    find: sql`select ${concat('picture ', sql`g.${col('_id')}`, ' has no file ', sql`x.${col('fileId')}`)} from (
        select ${col('_id')}, ${col('fileId')} from ${table('gallery')}
        union all select ${col('_id')}, ${col('thumbId')} from ${table('gallery')}) as x
      join ${table('gallery')} as g on g.${col('_id')} = x.${col('_id')}
      left join ${table('files')} as f on f.${col('_id')} = x.${col('fileId')} where f.${col('_id')} is null`,
  },
  {
    invariant: 'files',
    find: sql`select ${concat('file ', sql`f.${col('_id')}`, ' is not used')} from ${table('files')} as f
      where not exists (select 1 from ${table('gallery')} as g
        where g.${col('fileId')} = f.${col('_id')} or g.${col('thumbId')} = f.${col('_id')})
      and not exists (select 1 from ${table('attachments')} as a
        where a.${col('fileId')} = f.${col('_id')} or a.${col('thumbId')} = f.${col('_id')})`,
  },
  {
    invariant: 'files',
    find: sql`select ${concat('attachment ', sql`a.${col('_id')}`, ' has no file')} from ${table('attachments')} as a
      where not exists (select 1 from ${table('files')} as f where f.${col('_id')} = a.${col('fileId')})
        or not exists (select 1 from ${table('files')} as f where f.${col('_id')} = a.${col('thumbId')})`,
  },
  {
    invariant: 'I11',
    find: sql`select ${concat('attachment ', sql`a.${col('_id')}`, ' belongs to no document')} from ${table('attachments')} as a
      where ${sql.join(
        documents.map(
          ({ type, table: name }) =>
            sql`not exists (select 1 from ${table(name)} as d where a.${col('docType')} = ${sql.lit(type)} and d.${col('_id')} = a.${col('docId')})`,
        ),
        sql` and `,
      )}`,
  },
  ...purchaseChecks,
  ...reversalChecks,
];

/**
 * Checks the invariants I1 to I12, stored counters, and unused files. Returns up to twenty violations per
 * check; changes nothing.
 *
 * @param onCheck awaited after each check with the number of checks done and their total
 */
export async function reconcile(
  db: Queryable,
  onCheck: (done: number, total: number) => Promise<void> = async () => {},
): Promise<Violation[]> {
  const violations: Violation[] = [];
  const total = checks.length + multiQueryChecks.length;
  let done = 0;
  for (const { invariant, find } of checks) {
    const { rows } = await sql<{
      message: string;
    }>`select * from (${find}) as found limit ${sql.lit(maxReported)}`.execute(db);
    violations.push(...rows.map(({ message }) => ({ invariant, message })));
    await onCheck(++done, total);
  }
  for (const [invariant, find] of multiQueryChecks) {
    for (const message of await find(db, maxReported)) violations.push({ invariant, message });
    await onCheck(++done, total);
  }
  return violations;
}

/** Checks that need more than one query. */
const multiQueryChecks: readonly (readonly [
  invariant: Invariant,
  find: (db: Queryable, max: number) => Promise<string[]>,
])[] = [
  ['I4', findLostResponses],
  ['counters', findStaleSummaries],
  ['batches', findWrongBatches],
  ['counters', findWrongPurchaseLines],
  ['matches', findWrongMatches],
  ['I11', findDanglingIds],
];
