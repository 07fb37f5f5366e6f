import { sql } from 'kysely';
import {
  appendOnly,
  common,
  integers,
  type MigrationDb,
  master,
  optionalIntegers,
  optionalTexts,
  sequenced,
  texts,
} from './columns.ts';

export async function up(db: MigrationDb): Promise<void> {
  await masterData(db);
  await items(db);
  await people(db);
  await machinery(db);
  await orders(db);
  await stock(db);
  await discrepanciesAndWastage(db);
}

async function masterData(db: MigrationDb): Promise<void> {
  const branches = texts(master(db, 'branches'), 'code', 'type', 'timezone', 'deliveryDays', 'negativeStock');
  const branchesMore = optionalTexts(
    branches,
    'brandId',
    'branchCategoryId',
    'supplyingKitchenId',
    'currencyId',
    'taxId',
    'address',
    'phone',
    'email',
    'countedAt',
  );
  await optionalIntegers(branchesMore, 'minOrderValueE4', 'countApprovalValueE4').execute();
  await unique(db, 'branches', 'code');
  await unique(db, 'branches', 'name');

  await integers(
    optionalTexts(texts(master(db, 'sections'), 'code', 'type', 'temperature'), 'branchId'),
    'sortOrder',
  ).execute();
  await unique(db, 'sections', 'code');

  await integers(
    texts(master(db, 'units'), 'symbol', 'dimension'),
    'factorNum',
    'factorDen',
    'decimals',
    'wholeOnly',
  ).execute();
  await unique(db, 'units', 'symbol');

  await optionalTexts(integers(master(db, 'taxes'), 'rateMicro', 'inclusive'), 'validFrom').execute();
  await unique(db, 'taxes', 'name');
  await optionalTexts(master(db, 'brands'), 'code', 'logo').execute();
  await unique(db, 'brands', 'name');
  await optionalTexts(master(db, 'departments'), 'code').execute();
  await unique(db, 'departments', 'name');
  await integers(optionalTexts(master(db, 'itemCategories'), 'code'), 'sortOrder').execute();
  await unique(db, 'itemCategories', 'name');
  await integers(texts(master(db, 'subCategories'), 'parent'), 'sortOrder').execute();
  await unique(db, 'subCategories', 'parent', 'name');
  await optionalIntegers(
    optionalTexts(master(db, 'purchaseCategories'), 'approver'),
    'leadTimeDays',
  ).execute();
  await unique(db, 'purchaseCategories', 'name');
  await integers(master(db, 'branchCategories'), 'priority').execute();
  await unique(db, 'branchCategories', 'name');

  await optionalIntegers(
    optionalTexts(
      texts(master(db, 'suppliers'), 'code', 'orderDays'),
      'contact',
      'email',
      'phone',
      'taxNumber',
      'currency',
    ),
    'paymentTermsDays',
    'leadTimeDays',
    'minOrderValueE4',
  ).execute();
  await unique(db, 'suppliers', 'code');

  await integers(
    texts(master(db, 'currencies'), 'code', 'symbol', 'rates'),
    'minorUnits',
    'isBase',
  ).execute();
  await unique(db, 'currencies', 'code');
}

async function items(db: MigrationDb): Promise<void> {
  const item = texts(
    master(db, 'items'),
    'itemCode',
    'kind',
    'category',
    'baseUnit',
    'orderUnit',
    'brands',
    'branches',
    'barcodes',
    'allergens',
    'substitutes',
  );
  const itemTexts = optionalTexts(
    item,
    'subCategory',
    'purchaseCategory',
    'section',
    'countUnit',
    'recipeUnit',
    'tax',
    'transferPrice',
    'storageTemp',
    'image',
  );
  await optionalIntegers(
    integers(itemTexts, 'priceIncludesVAT', 'trackLots', 'trackExpiry', 'isOrderable', 'isCountable'),
    'unitPriceE4',
    'standardCostE4',
    'shelfLifeDays',
    'yieldPercentMicro',
  ).execute();
  await unique(db, 'items', 'itemCode');
  await index(db, 'items', 'category');
  await index(db, 'items', 'section');

  await texts(
    db.schema.createTable('itemBarcodes').addColumn('barcode', 'text', (c) => c.primaryKey().notNull()),
    'itemId',
  ).execute();
  await integers(
    texts(common(db.schema.createTable('itemConversions')), 'itemId', 'fromUnit', 'toUnit'),
    'num',
    'den',
  ).execute();
  await unique(db, 'itemConversions', 'itemId', 'fromUnit', 'toUnit');
  await optionalIntegers(
    texts(common(db.schema.createTable('itemLevels')), 'itemId', 'branchId', 'weekdayPar'),
    'minMicro',
    'parMicro',
    'maxMicro',
    'safetyStockMicro',
    'binSortOrder',
  ).execute();
  await unique(db, 'itemLevels', 'branchId', 'itemId');
  await optionalIntegers(
    integers(
      optionalTexts(
        texts(common(db.schema.createTable('packagings')), 'itemId', 'name', 'unit'),
        'supplierId',
        'priceDate',
        'barcode',
      ),
      'contentsQtyMicro',
      'preferred',
    ),
    'priceE4',
    'orderMultipleMicro',
  ).execute();
  await index(db, 'packagings', 'itemId');
}

async function people(db: MigrationDb): Promise<void> {
  const flags = ['canCreate', 'canEdit', 'canDelete', 'canView'];
  await integers(
    optionalTexts(
      texts(
        common(db.schema.createTable('users')),
        'name',
        'email',
        'passwordHash',
        'role',
        'allowedPages',
        'branches',
        'kitchens',
      ),
      'roleDescription',
      'lastLogin',
    ),
    'isMasterAdmin',
    ...flags,
  ).execute();
  await unique(db, 'users', 'email');
  await integers(
    optionalTexts(
      texts(common(db.schema.createTable('roles')), 'key', 'label', 'allowedPages'),
      'description',
    ),
    ...flags,
  ).execute();
  await unique(db, 'roles', 'key');
  await texts(
    db.schema.createTable('sessions').addColumn('tokenHash', 'text', (c) => c.primaryKey().notNull()),
    'sessionId',
    'userId',
    'createdAt',
    'expiresAt',
    'ip',
    'userAgent',
  ).execute();
  await index(db, 'sessions', 'userId');
  await texts(sequenced(db, 'signInFailures', 'id'), 'email', 'ip', 'at').execute();
  await index(db, 'signInFailures', 'ip', 'at');
}

async function machinery(db: MigrationDb): Promise<void> {
  await texts(
    db.schema.createTable('settings').addColumn('key', 'text', (c) => c.primaryKey().notNull()),
    'value',
  ).execute();
  await optionalIntegers(
    integers(
      texts(db.schema.createTable('idempotencyKeys'), 'userId', 'key', 'fingerprint', 'body', 'createdAt'),
      'status',
    ),
    'version',
  )
    .addPrimaryKeyConstraint('idempotencyKeys_pk', ['userId', 'key'] as never)
    .execute();
  await index(db, 'idempotencyKeys', 'createdAt');
  await integers(
    db.schema.createTable('sequences').addColumn('name', 'text', (c) => c.primaryKey().notNull()),
    'next',
  ).execute();
  await optionalTexts(
    texts(sequenced(db, 'audit'), 'at', 'ip', 'action', 'entity', 'requestId'),
    'userId',
    'userName',
    'entityId',
    'before',
    'after',
  ).execute();
  await index(db, 'audit', 'entity', 'entityId');
  await appendOnly(db, 'audit');
}

async function orders(db: MigrationDb): Promise<void> {
  const head = texts(
    db.schema.createTable('orders').addColumn('_id', 'text', (c) => c.primaryKey().notNull()),
    'orderNo',
    'status',
    'branch',
    'branchName',
    'kitchen',
    'kitchenName',
    'userId',
    'userName',
    'createdAt',
    'updatedAt',
    'deliveryDate',
    'orderType',
  );
  const headTexts = optionalTexts(
    head,
    'dateTime',
    'sentAt',
    'acceptedAt',
    'shippedAt',
    'receivedAt',
    'cutoffAt',
    'notes',
    'transitionReason',
    'deliveryNoteNo',
    'driver',
    'vehicle',
  );
  const headNumbers = optionalIntegers(
    integers(headTexts, 'version', 'late', 'hasDiscrepancy', 'cycle', 'lineCount', 'valueE4'),
    'linesShippedComplete',
  );
  await texts(headNumbers, 'summary').execute();
  await unique(db, 'orders', 'orderNo');
  await index(db, 'orders', 'branch', 'status', 'createdAt', '_id');
  await index(db, 'orders', 'kitchen', 'status', 'createdAt', '_id');
  await index(db, 'orders', 'status', 'createdAt', '_id');
  await index(db, 'orders', 'createdAt', '_id');
  await index(db, 'orders', 'branch', 'createdAt', '_id');
  await index(db, 'orders', 'deliveryDate', 'branch', 'createdAt', '_id');

  const line = texts(
    db.schema.createTable('orderLines').addColumn('lineId', 'text', (c) => c.primaryKey().notNull()),
    'orderId',
    'itemId',
    'itemCode',
    'itemName',
    'unit',
    'unitSymbol',
    'lots',
  );
  const lineNumbers = optionalIntegers(
    integers(line, 'position', 'unitNum', 'unitDen', 'orderQtyMicro', 'unitCostE4'),
    'approvedQtyMicro',
    'pickedQtyMicro',
    'shippedQtyMicro',
    'receivedQtyMicro',
    'damagedQtyMicro',
    'shortQtyMicro',
    'overQtyMicro',
    'stockAtOrderMicro',
    'suggestedQtyMicro',
  );
  await optionalTexts(
    lineNumbers,
    'itemNameAlt',
    'category',
    'section',
    'substituteFor',
    'reason',
    'note',
    'photo',
  ).execute();
  await index(db, 'orderLines', 'orderId', 'position');
  await index(db, 'orderLines', 'itemId', 'orderId');

  await optionalTexts(
    texts(sequenced(db, 'orderHistory'), 'orderId', 'to', 'by', 'byName', 'at'),
    'from',
    'reason',
  ).execute();
  await index(db, 'orderHistory', 'orderId', 'seq');
  await appendOnly(db, 'orderHistory');

  await integers(
    texts(db.schema.createTable('orderCounts'), 'branch', 'kitchen', 'status'),
    'reached',
    'count',
  )
    .addPrimaryKeyConstraint('orderCounts_pk', ['branch', 'kitchen', 'status', 'reached'] as never)
    .execute();

  await integers(
    texts(
      db.schema.createTable('reservations').addColumn('lineId', 'text', (c) => c.primaryKey().notNull()),
      'orderId',
      'itemId',
      'placeId',
      'acceptedAt',
    ),
    'wantedMicro',
    'qtyMicro',
  ).execute();
  await index(db, 'reservations', 'orderId');
  await index(db, 'reservations', 'placeId', 'itemId');
}

async function stock(db: MigrationDb): Promise<void> {
  await optionalTexts(
    texts(
      db.schema.createTable('places').addColumn('placeId', 'text', (c) => c.primaryKey().notNull()),
      'type',
      'name',
    ),
    'branchId',
  ).execute();
  await integers(
    texts(db.schema.createTable('balances'), 'placeId', 'itemId'),
    'onHandMicro',
    'reservedMicro',
    'valueE4',
    'lastCostE4',
  )
    .addPrimaryKeyConstraint('balances_pk', ['placeId', 'itemId'] as never)
    .execute();
  await index(db, 'balances', 'itemId');

  const move = texts(
    sequenced(db, 'stockMoves'),
    'postedAt',
    'effectiveAt',
    'itemId',
    'fromPlace',
    'toPlace',
    'lot',
    'docType',
    'docId',
    'docLineId',
    'kind',
    'userId',
  );
  await optionalIntegers(
    optionalTexts(integers(move, 'qtyMicro', 'valueE4', 'revaluationE4', 'unitCostE4', 'cycle'), 'reason'),
    'reversesSeq',
  )
    .addCheckConstraint('stockMoves_positive', sql`${sql.ref('qtyMicro')} > 0`)
    .addCheckConstraint('stockMoves_between_places', sql`${sql.ref('fromPlace')} <> ${sql.ref('toPlace')}`)
    .execute();
  await unique(db, 'stockMoves', 'docType', 'docLineId', 'kind', 'lot', 'cycle');
  await unique(db, 'stockMoves', 'reversesSeq');
  await index(db, 'stockMoves', 'itemId', 'seq');
  await index(db, 'stockMoves', 'docId');
  await appendOnly(db, 'stockMoves');
}

async function discrepanciesAndWastage(db: MigrationDb): Promise<void> {
  const key = (name: string) =>
    db.schema.createTable(name).addColumn('_id', 'text', (c) => c.primaryKey().notNull());
  await optionalTexts(
    integers(
      texts(
        key('discrepancies'),
        'createdAt',
        'updatedAt',
        'orderId',
        'orderNo',
        'lineId',
        'itemId',
        'itemName',
        'branch',
        'kitchen',
        'type',
        'unit',
        'unitSymbol',
        'status',
      ),
      'version',
      'qtyMicro',
      'valueE4',
    ),
    'action',
    'chargedTo',
    'by',
    'byName',
    'at',
    'note',
    'photo',
    'followUpOrderId',
  ).execute();
  await index(db, 'discrepancies', 'status', 'createdAt');
  await unique(db, 'discrepancies', 'lineId', 'type');

  await optionalTexts(
    integers(
      texts(
        key('wastage'),
        'createdAt',
        'updatedAt',
        'number',
        'branch',
        'dateTime',
        'item',
        'itemName',
        'unit',
        'unitSymbol',
        'reason',
        'lot',
        'status',
        'userId',
        'userName',
      ),
      'version',
      'qtyMicro',
      'unitNum',
      'unitDen',
      'costE4',
      'cycle',
    ),
    'note',
    'photo',
  ).execute();
  await unique(db, 'wastage', 'number');
  await index(db, 'wastage', 'branch', 'dateTime');
}

function unique(db: MigrationDb, table: string, ...columns: string[]) {
  return db.schema
    .createIndex(`${table}_${columns.join('_')}_unique`)
    .on(table)
    .columns(columns)
    .unique()
    .execute();
}

function index(db: MigrationDb, table: string, ...columns: string[]) {
  return db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();
}
