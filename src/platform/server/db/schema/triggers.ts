import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../types.ts';

// Triggers: rules that the database enforces and data that it records on every write. Each trigger is written once;
// expressions that differ between the engines come from `terms`.

/** Expressions that differ between the two engines. */
interface Terms {
  /** The current instant in UTC, in the format stored in tables. */
  now: string;
  /** The function that returns the smaller of two values. */
  smaller: string;
  /** Condition: an update changes the column; null counts as a value. */
  changes(column: string): string;
  /** Condition: the first instant is at least a day after the second. */
  isDayAfter(later: string, earlier: string): string;
}

const terms: Readonly<Record<Dialect, Terms>> = {
  sqlite: {
    now: `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
    smaller: 'min',
    changes: (column) => `old."${column}" is not new."${column}"`,
    isDayAfter: (later, earlier) => `strftime('%s', ${later}) - strftime('%s', ${earlier}) >= 86400`,
  },
  postgres: {
    now: `to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    smaller: 'least',
    changes: (column) => `old."${column}" is distinct from new."${column}"`,
    isDayAfter: (later, earlier) => `${later}::timestamptz - ${earlier}::timestamptz >= interval '1 day'`,
  },
};

/** A statement that runs after each row that is written. */
interface Trigger {
  name: string;
  table: string;
  on: 'insert' | 'update' | 'delete';
  /** Condition under which the statement runs. */
  when?: string;
  run: string;
}

/** Creates all triggers of a new database. */
export async function createTriggers(db: Kysely<never>, dialect: Dialect): Promise<void> {
  const execute = (text: string) => sql.raw(text).execute(db);
  await protectHistory(execute, dialect);
  const term = terms[dialect];
  for (const trigger of [
    ...buildRecostTriggers(term),
    ...buildFormerValueTriggers(term),
    ...buildClosingTriggers(term),
    ...buildDaySumTriggers(term),
  ])
    await createTrigger(execute, dialect, trigger);
}

type Execute = (text: string) => Promise<unknown>;

async function createTrigger(execute: Execute, dialect: Dialect, { name, table, on, when, run }: Trigger) {
  const after = `create trigger "${name}" after ${on} on "${table}" for each row`;
  if (dialect === 'sqlite') {
    await execute(`${after} ${when === undefined ? '' : `when ${when}`} begin ${run}; end`);
    return;
  }
  // The condition is part of the function, because a column in the trigger's own condition can't be given a
  // different collation.
  const body = when === undefined ? `${run};` : `if ${when} then ${run}; end if;`;
  await execute(`create function "${name}_run"() returns trigger language plpgsql as $run$
    begin ${body} return null; end $run$`);
  await execute(`${after} execute function "${name}_run"()`);
}

/** Tables whose rows can't be changed or deleted. */
const appendOnlyTables = [
  'orderHistory',
  'documentHistory',
  'stockMoves',
  'stockCountEntries',
  'recalls',
  'recallLots',
  'recallPlaces',
  'recallNotices',
  'recallFindings',
  'recallEnds',
  'labelPrints',
];

/**
 * Tables whose rows can't be changed, with the advice for the error message. Their rows are deleted with the
 * parent rows.
 */
const immutableTables: Readonly<Record<string, string>> = {
  audit: 'correct it with a new row',
  packPrices: 'enter a new price',
  recipeVersions: 'add a new version',
  recipeCosts: 'add a new row',
};

/** Audit rows can be deleted once they are in an archive file. */
const isArchived = `exists (select 1 from "auditArchives" as a
  where old."at" >= a."from" and old."at" < a."before" and old."seq" <= a."lastSeq")`;

async function protectHistory(execute: Execute, dialect: Dialect): Promise<void> {
  const messages = {
    ...Object.fromEntries(appendOnlyTables.map((table) => [table, 'correct it with a new row'])),
    ...immutableTables,
  };
  const rules = Object.entries(messages).map(([table, remedy]) => ({
    table,
    message: `'${table} is append-only: ${remedy}'`,
  }));
  if (dialect === 'sqlite') {
    for (const { table, message } of rules) {
      const rejectOn = (on: string, when = '') =>
        execute(`create trigger "${table}_no_${on}" before ${on} on "${table}" ${when}
          begin select raise(abort, ${message}); end`);
      await rejectOn('update');
      if (appendOnlyTables.includes(table)) await rejectOn('delete');
      if (table === 'audit') await rejectOn('delete', `when not ${isArchived}`);
    }
    return;
  }
  await execute(`create function "refuse_change"() returns trigger language plpgsql as $run$
    begin raise exception '%', tg_argv[0]; end $run$`);
  await execute(`create function "audit_refuse_delete"() returns trigger language plpgsql as $run$
    begin if not ${isArchived} then raise exception '%', tg_argv[0]; end if; return old; end $run$`);
  for (const { table, message } of rules) {
    const events = appendOnlyTables.includes(table)
      ? 'update or delete or truncate'
      : table === 'audit'
        ? 'update or truncate'
        : 'update';
    await execute(`create trigger "${table}_only_grows" before ${events} on "${table}"
      for each statement execute function "refuse_change"(${message})`);
    if (table === 'audit')
      await execute(`create trigger "audit_no_delete" before delete on "audit"
        for each row execute function "audit_refuse_delete"(${message})`);
  }
}

/** Queues recipes whose cost may have changed: those that use an item or a recipe, or all of them. */
function buildRecostTriggers({ now, changes }: Terms): Trigger[] {
  const queue = (select: string) => `insert into "recipesToCost" ("kind", "id", "since") ${select}`;
  const queueItem = (item: string) =>
    queue(
      `select 'item', ${item}, ${now} where exists (select 1 from "recipeUses" where "recipeUses"."itemId" = ${item})`,
    );
  const queuePackItem = (pack: string) =>
    queue(`select 'item', p."itemId", ${now} from "packagings" as p where p."_id" = ${pack}
      and exists (select 1 from "recipeUses" where "recipeUses"."itemId" = p."itemId")`);
  const queueAll = queue(`select 'all', '', ${now} where exists (select 1 from "recipes")`);
  const queueRecipe = (id: string) => queue(`select 'recipe', ${id}, ${now}`);
  const queueOutputRecipes = (item: string) =>
    queue(`select 'recipe', r."_id", ${now} from "recipes" as r where r."outputItem" = ${item}`);
  const costTrigger = (
    table: string,
    on: Trigger['on'],
    run: string,
    columns: readonly string[] = [],
  ): Trigger => ({
    name: `${table}_${on}_costs`,
    table,
    on,
    run,
    ...(columns.length > 0 && { when: `(${columns.map(changes).join(' or ')})` }),
  });
  const rowAlias = (on: Trigger['on']) => (on === 'delete' ? 'old' : 'new');
  const writes = ['insert', 'update', 'delete'] as const;
  return [
    costTrigger('items', 'update', queueItem('new."_id"'), [
      'baseUnit',
      'yieldPercentMicro',
      'standardCostMicro',
      'allergens',
    ]),
    ...writes.map((on) => costTrigger('itemConversions', on, queueItem(`${rowAlias(on)}."itemId"`))),
    ...writes.map((on) =>
      costTrigger(
        'packagings',
        on,
        queueItem(`${rowAlias(on)}."itemId"`),
        on === 'update' ? ['itemId', 'unit', 'contentsQtyMicro', 'preferred', 'isActive'] : [],
      ),
    ),
    costTrigger('packPrices', 'insert', queuePackItem('new."packagingId"')),
    costTrigger('packPrices', 'delete', queuePackItem('old."packagingId"')),
    costTrigger('units', 'update', queueAll, ['dimension', 'factorNum', 'factorDen']),
    costTrigger('taxes', 'update', queueAll, ['rateMicro', 'rates', 'validFrom']),
    costTrigger('currencies', 'update', queueAll, ['rates', 'isBase']),
    costTrigger('suppliers', 'update', queueAll, ['currency']),
    costTrigger('recipeVersions', 'insert', queueRecipe('new."recipeId"')),
    costTrigger('recipes', 'update', queueRecipe('new."_id"'), [
      'priceE4',
      'priceIncludesVAT',
      'tax',
      'outputItem',
    ]),
    // Recipes that produce an item measure it with the item's conversions.
    ...writes.map((on) => ({
      name: `conversions_made_${on}`,
      table: 'itemConversions',
      on,
      run: queueOutputRecipes(`${rowAlias(on)}."itemId"`),
    })),
    {
      name: 'items_baseUnit_made',
      table: 'items',
      on: 'update',
      when: changes('baseUnit'),
      run: queueOutputRecipes('new."_id"'),
    },
  ];
}

/** Columns whose former values are needed to compute the costs of past days. */
const formerColumns: readonly [table: string, column: string][] = [
  ['items', 'standardCostMicro'],
  ['items', 'yieldPercentMicro'],
  ['packagings', 'preferred'],
  ['packagings', 'isActive'],
  ['recipes', 'priceE4'],
  ['recipes', 'priceIncludesVAT'],
  ['recipes', 'tax'],
  ['recipes', 'outputItem'],
];

/**
 * Records former values. Changes within a day of a row's creation count as corrections and apply to all
 * earlier days.
 */
function buildFormerValueTriggers({ changes, isDayAfter }: Terms): Trigger[] {
  const insertFormerValue = (select: string) =>
    `insert into "formerValues" ("rowId", "field", "at", "value") ${select}`;
  const recordConversion = insertFormerValue(`select old."itemId", 'conversion', i."updatedAt",
      old."fromUnit" || ' ' || old."toUnit" || ' ' || cast(old."num" as text) || ' ' || cast(old."den" as text)
    from "items" as i where i."_id" = old."itemId" and old."isActive" = 1
      and ${isDayAfter('i."updatedAt"', 'old."createdAt"')}`);
  return [
    ...formerColumns.map(([table, column]) => ({
      name: `${table}_${column}_former`,
      table,
      on: 'update' as const,
      when: `old."${column}" is not null and ${changes(column)} and ${isDayAfter('new."updatedAt"', 'old."createdAt"')}`,
      run: insertFormerValue(`select old."_id", '${column}', new."updatedAt", cast(old."${column}" as text)`),
    })),
    { name: 'conversions_former_gone', table: 'itemConversions', on: 'delete', run: recordConversion },
    { name: 'conversions_former_other', table: 'itemConversions', on: 'update', run: recordConversion },
  ];
}

const enteredDay = 'substr(new."postedAt", 1, 10)';

/** Adds late moves to the stored closings of the days that they belong to. */
function buildClosingTriggers({ smaller }: Terms): Trigger[] {
  const columns = ['onHandMicro', 'valueE4', 'enteredMicro', 'enteredE4'];
  const addSide = (place: string, day: string, sign: '' | '-') => {
    const byEffectiveDay = `kept."day" >= new."${day}"`;
    const byEntryDay = `(kept."day" >= ${enteredDay} and (kept."isWhole" = 1 or
      (new."postedAt", new."seq") <= (kept."enteredAt", kept."enteredSeq")))`;
    const amountIf = (condition: string, figure: string) =>
      `case when ${condition} then ${sign}new."${figure}" else 0 end`;
    return `insert into "stockClosings" ("day", "placeId", "itemId", ${columns.map((name) => `"${name}"`).join(', ')})
      select kept."day", new."${place}", new."itemId", ${amountIf(byEffectiveDay, 'qtyMicro')}, ${amountIf(byEffectiveDay, 'valueE4')},
        ${amountIf(byEntryDay, 'qtyMicro')}, ${amountIf(byEntryDay, 'valueE4')}
      from "stockClosingDays" as kept
      where new."${place}" not in ('supplier', 'wastage', 'production', 'adjustment', 'consumption')
        and (kept."isSummed" = 1 or (new."${place}", new."itemId") <= (kept."placeId", kept."itemId"))
        and (${byEffectiveDay} or ${byEntryDay})
      on conflict ("day", "placeId", "itemId") do update set
        ${columns.map((name) => `"${name}" = "stockClosings"."${name}" + excluded."${name}"`).join(', ')}`;
  };
  return [
    {
      name: 'stockMoves_closings',
      table: 'stockMoves',
      on: 'insert',
      when: `exists (select 1 from "stockClosingDays" where "day" >=
        ${smaller}(new."businessDay", new."arrivalDay", ${enteredDay}))`,
      run: `${addSide('toPlace', 'arrivalDay', '')}; ${addSide('fromPlace', 'businessDay', '-')}`,
    },
  ];
}

/** Queues late moves to be added to their days' aggregates. */
function buildDaySumTriggers({ smaller }: Terms): Trigger[] {
  const listSide = (place: string, day: string, sign: '' | '-') => `insert into "stockLateSides"
      ("seq", "placeId", "itemId", "kind", "day", "isOnShelf", "valueE4")
    select new."seq", places."placeId", new."itemId", new."kind", new."${day}",
      case when places."branchId" is not null and places."type" not in ('transit', 'hold') then 1 else 0 end,
      ${sign}new."valueE4"
    from "places" cross join "stockSumDays" as next
    where places."placeId" = new."${place}" and next."isClosing" = 0
      and (next."day" > new."${day}" or (next."day" = new."${day}" and next."placeId" >= new."${place}"))`;
  return [
    {
      name: 'stockMoves_late_sides',
      table: 'stockMoves',
      on: 'insert',
      when: `exists (select 1 from "stockSumDays" where "isClosing" = 0
        and "day" >= ${smaller}(new."businessDay", new."arrivalDay"))`,
      run: `${listSide('toPlace', 'arrivalDay', '')}; ${listSide('fromPlace', 'businessDay', '-')}`,
    },
  ];
}
