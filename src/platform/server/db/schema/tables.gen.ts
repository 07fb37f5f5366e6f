// Written by `npm run db:types` from schema.ts.
import type { Generated, GeneratedAlways } from 'kysely';

export interface Tables {
  settings: {
    key: string;
    value: string;
  };
  sequences: {
    name: string;
    next: number;
  };
  idempotencyKeys: {
    userId: string;
    key: string;
    /** Hash of method, path and body; the same key with a different fingerprint is a client error. */
    fingerprint: string;
    /** The response; empty if it is long and therefore in 'packed'. */
    body: string;
    createdAt: string;
    status: number;
    version: number | null;
    packed: Uint8Array | null;
  };
  jobs: {
    _id: string;
    createdAt: string;
    kind: string;
    payload: string;
    /** Results of completed steps, keyed by name. */
    steps: string;
    /** waiting, running, done or failed. */
    state: string;
    /** Deduplication key: at most one stored job has it. */
    key: string | null;
    /** Earliest start; null for immediately. */
    runAt: string | null;
    startedAt: string | null;
    finishedAt: string | null;
    /** End of the retention period, once the job has ended. */
    keepUntil: string | null;
    /** Token of the worker that runs the job, and the end of its lease. */
    token: string | null;
    leaseUntil: string | null;
    /** Error of the last attempt: '{ code, message }'. */
    error: string | null;
    attempts: number;
    version: number;
  };
  jobSchedules: {
    name: string;
    lastDue: string;
  };
  audit: {
    seq: GeneratedAlways<number>;
    at: string;
    ip: string;
    action: string;
    entity: string;
    requestId: string;
    userId: string | null;
    userName: string | null;
    entityId: string | null;
    before: string | null;
    after: string | null;
  };
  auditArchives: {
    file: string;
    from: string;
    before: string;
    /** SHA-256 of the archived lines. */
    hash: string;
    createdAt: string;
    lastSeq: number;
    rows: number;
  };
  auditArchived: {
    entity: string;
    entityId: string;
    rows: number;
  };
  files: {
    _id: string;
    type: string;
    bytes: Uint8Array;
  };
  attachments: {
    _id: string;
    docType: string;
    docId: string;
    lineId: string;
    createdAt: string;
    createdByName: string;
    type: string;
    /** SHA-256 of the file, in hex. */
    hash: string;
    fileId: string;
    thumbId: string;
    createdBy: string | null;
    size: number;
    width: number;
    height: number;
  };
  imports: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    userId: string;
    kind: string;
    fileName: string;
    status: string;
    /** Options of the import. */
    input: string;
    version: number;
    /** Number of rows, as of the last check. */
    rows: number;
    invalid: number;
    created: number;
    changed: number;
    unchanged: number;
    relatedRows: number;
    committedAt: string | null;
    /** Total characters in all stored cells. */
    size: number;
    /** The first rows that the undo couldn't revert, and their total number. */
    notUndoneRows: string;
    notUndoneCount: number;
    /** A multi-step undo is complete, but hasn't been reported yet. */
    isUndoResponsePending: 0 | 1;
  };
  importRows: {
    importId: string;
    /** Row number in the file; 1 is the first line. */
    row: number;
    cells: string;
    /** Parsed cells, by column. */
    values: string;
    /** Cells that could not be parsed. */
    parseErrors: string;
    outcome: string;
    /** Problems found by the last check. */
    problems: string;
    /** Changed values, as of the last check. */
    changes: string;
    /** Original values of corrected cells, by column. */
    corrections: string;
  };
  importChanges: {
    importId: string;
    /** The order in which the rows were written. */
    position: number;
    collection: string;
    rowId: string;
    /** The row's version after the change. */
    version: number;
    /** The row before the change; null if the import created it. */
    before: string | null;
  };
  importSteps: {
    importId: string;
    position: number;
    content: string;
  };
  demandChanges: {
    _id: string;
    placeId: string;
  };
  recipesToCost: {
    seq: GeneratedAlways<number>;
    kind: string;
    id: string;
    since: string;
  };
  formerValues: {
    seq: GeneratedAlways<number>;
    rowId: string;
    field: string;
    at: string;
    value: string;
  };
  gallery: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    name: string;
    search: string;
    nameAlt: string | null;
    alt: string | null;
    altAlt: string | null;
    createdBy: string | null;
    createdByName: string | null;
    tags: string;
    type: string;
    hash: string;
    fileId: string;
    thumbId: string;
    size: number;
    width: number;
    height: number;
  };
  currencies: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    name: string;
    search: string;
    nameAlt: string | null;
    code: string;
    symbol: string;
    rates: string;
    minorUnits: number;
    isBase: 0 | 1;
  };
  taxes: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    name: string;
    search: string;
    nameAlt: string | null;
    rateMicro: number;
    inclusive: 0 | 1;
    validFrom: string | null;
    rates: Generated<string>;
  };
  brands: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    name: string;
    search: string;
    nameAlt: string | null;
    code: string | null;
    logo: string | null;
  };
  departments: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    name: string;
    search: string;
    nameAlt: string | null;
    code: string | null;
  };
  branchCategories: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    name: string;
    search: string;
    nameAlt: string | null;
    priority: number;
  };
  branches: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    name: string;
    search: string;
    nameAlt: string | null;
    code: string;
    type: string;
    timezone: string;
    deliveryDays: string;
    negativeStock: string;
    brandId: string | null;
    branchCategoryId: string | null;
    supplyingKitchenId: string | null;
    currencyId: string | null;
    taxId: string | null;
    address: string | null;
    phone: string | null;
    email: string | null;
    countedAt: string | null;
    minOrderValueE4: number | null;
    countApprovalValueE4: number | null;
    closedDays: Generated<string>;
    minShelfLifeDays: number | null;
    countTolerancePercentMicro: number | null;
    countToleranceQtyMicro: number | null;
    countToleranceValueE4: number | null;
    fairShareBasis: string | null;
    fairShareCap: number | null;
    route: string | null;
    routeStop: number | null;
    substituting: string | null;
    depletesStock: Generated<0 | 1>;
    dayEnds: Generated<string>;
  };
  places: {
    placeId: string;
    type: string;
    name: string;
    branchId: string | null;
  };
  sections: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    name: string;
    search: string;
    nameAlt: string | null;
    code: string;
    type: string;
    temperature: string;
    branchId: string | null;
    sortOrder: number;
  };
  reasons: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    name: string;
    search: string;
    nameAlt: string | null;
    code: string;
    forPicking: 0 | 1;
    forReceiving: 0 | 1;
    forApproval: 0 | 1;
    forMoves: 0 | 1;
    forWaste: 0 | 1;
    forReturn: 0 | 1;
    forCount: 0 | 1;
    requiresNote: 0 | 1;
    aliases: string | null;
    returnsTo: string | null;
    forCorrection: 0 | 1;
    forDifference: 0 | 1;
  };
  roles: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    key: string;
    label: string;
    allowedPages: string;
    description: string | null;
    canCreate: 0 | 1;
    canEdit: 0 | 1;
    canDelete: 0 | 1;
    canView: 0 | 1;
    /** Changes of items, packs and prices by users with this role wait for review. */
    requiresReview: 0 | 1;
  };
  users: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    name: string;
    email: string;
    passwordHash: string;
    role: string;
    allowedPages: string;
    branches: string;
    kitchens: string;
    roleDescription: string | null;
    lastLogin: string | null;
    isMasterAdmin: 0 | 1;
    canCreate: 0 | 1;
    canEdit: 0 | 1;
    canDelete: 0 | 1;
    canView: 0 | 1;
    /** Incremented with each new password, but not by rehashing. */
    passwordVersion: number;
    passwordKind: string;
    /** The language of the last sign-in ('en', 'ar'), used for emails. Null before the first sign-in. */
    language: string | null;
  };
  sessions: {
    tokenHash: string;
    sessionId: string;
    userId: string;
    createdAt: string;
    expiresAt: string;
    ip: string;
    userAgent: string;
    /** Accurate to five minutes; null before the first use. */
    lastSeenAt: string | null;
  };
  signInFailures: {
    id: GeneratedAlways<number>;
    email: string;
    ip: string;
    at: string;
  };
  knownDevices: {
    userId: string;
    deviceHash: string;
    at: string;
  };
  reviews: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    collection: string;
    operation: string;
    name: string;
    change: string;
    status: string;
    byId: string;
    byName: string;
    at: string;
    history: string;
    search: string;
    version: number;
    rowId: string | null;
    itemId: string | null;
    nameAlt: string | null;
    base: string | null;
    reason: string | null;
    decidedById: string | null;
    decidedByName: string | null;
    decidedAt: string | null;
    baseVersion: number | null;
    /** When the proposer saw the decision; null before. */
    seenAt: string | null;
    /** Origin of the change if it wasn't entered by a user. */
    source: string;
  };
  units: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    name: string;
    search: string;
    nameAlt: string | null;
    symbol: string;
    dimension: string;
    factorNum: number;
    factorDen: number;
    decimals: number;
    wholeOnly: 0 | 1;
  };
  itemCategories: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    name: string;
    search: string;
    nameAlt: string | null;
    code: string | null;
    sortOrder: number;
    serviceLevelMicro: Generated<number>;
    costClass: Generated<string>;
  };
  subCategories: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    name: string;
    search: string;
    nameAlt: string | null;
    parent: string;
    sortOrder: number;
  };
  purchaseCategories: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    name: string;
    search: string;
    nameAlt: string | null;
    approver: string | null;
    leadTimeDays: number | null;
    approvalLimitE4: number | null;
  };
  suppliers: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    name: string;
    search: string;
    nameAlt: string | null;
    code: string;
    orderDays: string;
    contact: string | null;
    email: string | null;
    phone: string | null;
    taxNumber: string | null;
    currency: string | null;
    paymentTermsDays: number | null;
    leadTimeDays: number | null;
    minOrderValueE4: number | null;
    freightE4: number | null;
    freeFreightFromE4: number | null;
    overReceiptPercentMicro: number | null;
    overReceiptQtyMicro: number | null;
    shortReceiptPercentMicro: number | null;
    shortReceiptQtyMicro: number | null;
    priceTolerancePercentMicro: number | null;
  };
  items: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    name: string;
    search: string;
    nameAlt: string | null;
    itemCode: string;
    kind: string;
    category: string;
    baseUnit: string;
    orderUnit: string;
    brands: string;
    branches: string;
    barcodes: string;
    allergens: string;
    nutrition: string | null;
    ingredientText: string | null;
    ingredientTextAlt: string | null;
    substitutes: string;
    subCategory: string | null;
    purchaseCategory: string | null;
    section: string | null;
    countUnit: string | null;
    recipeUnit: string | null;
    tax: string | null;
    transferPrice: string | null;
    storageTemp: string | null;
    image: string | null;
    priceIncludesVAT: 0 | 1;
    trackLots: 0 | 1;
    trackExpiry: 0 | 1;
    isOrderable: 0 | 1;
    isCountable: 0 | 1;
    unitPriceMicro: number | null;
    standardCostMicro: number | null;
    shelfLifeDays: number | null;
    yieldPercentMicro: number | null;
    overReceiptPercentMicro: number | null;
    overReceiptQtyMicro: number | null;
    shortReceiptPercentMicro: number | null;
    shortReceiptQtyMicro: number | null;
    priceTolerancePercentMicro: number | null;
    catchWeight: 0 | 1;
    pieceWeightMicro: number | null;
    receivingMinTemp: number | null;
    receivingMaxTemp: number | null;
    receivingPhoto: 0 | 1;
    substituting: string | null;
    receivingMinLifeDays: number | null;
    rejectsShortShelfLife: 0 | 1;
  };
  itemBarcodes: {
    barcode: string;
    itemId: string;
  };
  itemConversions: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    itemId: string;
    fromUnit: string;
    toUnit: string;
    num: number;
    den: number;
  };
  itemLevels: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    itemId: string;
    branchId: string;
    weekdayPar: string;
    minMicro: number | null;
    parMicro: number | null;
    maxMicro: number | null;
    safetyStockMicro: number | null;
    binSortOrder: number | null;
    orderRule: Generated<string>;
  };
  packagings: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    itemId: string;
    name: string;
    unit: string;
    supplierId: string | null;
    priceDate: string | null;
    barcode: string | null;
    supplierItemCode: string | null;
    contentsQtyMicro: number;
    preferred: 0 | 1;
    priceMicro: number | null;
    orderMultipleMicro: number | null;
  };
  packPrices: {
    seq: GeneratedAlways<number>;
    packagingId: string;
    validFrom: string;
    source: string;
    createdAt: string;
    supplierId: string | null;
    docType: string | null;
    docId: string | null;
    priceMicro: number | null;
  };
  transferPrices: {
    _id: string;
    rule: string;
    percentMicro: number | null;
    isFranchise: 0 | 1;
  };
  lots: {
    _id: string;
    itemId: string;
    createdAt: string;
    updatedAt: string;
    code: string;
    /** The document and location of origin, and the day in that location's time zone. */
    originType: string;
    originId: string;
    originDay: string;
    originPlace: string;
    /** The last day on which the lot may be used or sold (YYYY-MM-DD). */
    expiry: string | null;
    originNo: string | null;
    /** When, by whom and why it was put on hold; null if it isn't on hold. */
    heldAt: string | null;
    heldBy: string | null;
    heldByName: string | null;
    holdReason: string | null;
    holdNote: string | null;
    version: number;
    /** The folded code, for search. */
    search: Generated<string>;
    /** The recall that put it on hold; null for a manual hold. */
    heldByRecall: string | null;
  };
  balances: {
    placeId: string;
    itemId: string;
    onHandMicro: number;
    reservedMicro: number;
    valueE4: number;
    /** Last known average cost per base unit, used for issues while the balance is zero or negative. */
    lastCostE4: number;
    /** For catch-weight items; 0 for all others. */
    pieces: Generated<number>;
  };
  lotBalances: {
    lotId: string;
    placeId: string;
    itemId: string;
    onHandMicro: number;
    reservedMicro: number;
  };
  stockMoves: {
    seq: GeneratedAlways<number>;
    postedAt: string;
    effectiveAt: string;
    itemId: string;
    fromPlace: string;
    toPlace: string;
    lot: string;
    docType: string;
    docId: string;
    docLineId: string;
    kind: string;
    userId: string;
    qtyMicro: number;
    /** Exact value of the quantity: leaves 'fromPlace', arrives at 'toPlace'. A 'revaluation' moves only
     * value. */
    valueE4: number;
    unitCostE4: number;
    cycle: number;
    reason: string | null;
    reversesSeq: number | null;
    /** The day of 'effectiveAt' in the time zone of 'fromPlace', or of 'toPlace' if 'fromPlace' is virtual. */
    businessDay: Generated<string>;
    /** The day of 'effectiveAt' in the time zone of 'toPlace'. */
    arrivalDay: Generated<string>;
    /** The document's number at posting; null if it has none. */
    docNo: string | null;
    /** Null if the item wasn't lot-tracked at the time. */
    lotId: string | null;
    /** Null for items that are not catch weight. */
    pieces: number | null;
    /** The lot at the destination, if different. */
    toLotId: string | null;
  };
  stockDaily: {
    placeId: string;
    itemId: string;
    kind: string;
    businessDay: string;
    qtyMicro: number;
    valueE4: number;
  };
  stockClosingDays: {
    day: string;
    /** Progress of the quantities by effective time: the last location and item processed. 'isSummed' is 1
     * when they are complete. */
    placeId: string;
    itemId: string;
    /** Progress of the quantities by entry time: the last move processed. 'isWhole' is 1 when complete. */
    enteredAt: string;
    enteredSeq: number;
    isSummed: number;
    isWhole: number;
  };
  stockClosings: {
    day: string;
    placeId: string;
    itemId: string;
    /** Quantity and value by effective time, so late entries are included. */
    onHandMicro: number;
    valueE4: number;
    /** Quantity and value of the moves entered by the end of the day in UTC. */
    enteredMicro: number;
    enteredE4: number;
  };
  stockPlaceSums: {
    placeId: string;
    day: string;
    kind: string;
    /** 1: cumulative total up to the end of the day; 0: total of the day. */
    isClosing: number;
    /** Value in ten-thousandths, as high and low parts ('sumHighLow'). */
    billions: number;
    rest: number;
  };
  stockItemSums: {
    day: string;
    itemId: string;
    kind: string;
    /** 1: cumulative total up to the end of the day; 0: total of the day. */
    isClosing: number;
    /** Value in ten-thousandths, as high and low parts ('sumHighLow'). */
    billions: number;
    rest: number;
  };
  stockSumDays: {
    day: string;
    /** Progress of the following day: the last location aggregated. */
    placeId: string;
    /** Progress of a closing that must be computed first: its Sunday and the last item processed; empty for none. */
    closes: string;
    itemId: string;
    isClosing: number;
  };
  stockLateSides: {
    placeId: string;
    itemId: string;
    kind: string;
    day: string;
    seq: number;
    isOnShelf: number;
    valueE4: number;
  };
  orders: {
    _id: string;
    orderNo: string;
    status: string;
    branch: string;
    branchName: string;
    kitchen: string;
    kitchenName: string;
    userId: string;
    userName: string;
    createdAt: string;
    updatedAt: string;
    deliveryDate: string;
    orderType: string;
    /** An event that the order is for: name, time and number of guests; null for a regular order. */
    occasion: string | null;
    eventAt: string | null;
    guests: number | null;
    dateTime: string | null;
    sentAt: string | null;
    acceptedAt: string | null;
    shippedAt: string | null;
    receivedAt: string | null;
    cutoffAt: string | null;
    notes: string | null;
    transitionReason: string | null;
    deliveryNoteNo: string | null;
    driver: string | null;
    vehicle: string | null;
    version: number;
    isLate: 0 | 1;
    hasDiscrepancy: 0 | 1;
    /** Incremented when a shipment is reversed, so that the same lines can be shipped again. */
    cycle: number;
    lineCount: number;
    valueE4: number;
    linesShippedComplete: number | null;
    /** The order as JSON text for lists, updated whenever the row changes. */
    summary: string;
    /** Shipping day in the kitchen's time zone; receiving day in the branch's. */
    shippedDay: string | null;
    receivedDay: string | null;
    crates: number | null;
    departsAt: string | null;
    unansweredSubstitutes: number | null;
    /** At shipment: lines ordered, and base units ordered and shipped; null before. */
    linesOrdered: number | null;
    unitsOrderedMicro: number | null;
    unitsShippedMicro: number | null;
    /** Lines whose ordered quantity was accepted in full at receipt. */
    linesReceivedComplete: number | null;
  };
  orderLines: {
    lineId: string;
    orderId: string;
    itemId: string;
    itemCode: string;
    itemName: string;
    unit: string;
    unitSymbol: string;
    lots: string;
    position: number;
    unitNum: number;
    unitDen: number;
    orderQtyMicro: number;
    unitCostMicro: number;
    approvedQtyMicro: number | null;
    pickedQtyMicro: number | null;
    shippedQtyMicro: number | null;
    receivedQtyMicro: number | null;
    damagedQtyMicro: number | null;
    shortQtyMicro: number | null;
    overQtyMicro: number | null;
    stockAtOrderMicro: number | null;
    suggestedQtyMicro: number | null;
    itemNameAlt: string | null;
    category: string | null;
    section: string | null;
    substituteFor: string | null;
    reason: string | null;
    note: string | null;
    photo: string | null;
    reasonCode: string | null;
    reasonNote: string | null;
    pieces: number | null;
    /** Quantity requested, in the line's unit, before the approved quantity was reduced to a fair share; null
     * if it wasn't. */
    sharedFromMicro: number | null;
    receivingMinTemp: number | null;
    receivingMaxTemp: number | null;
    receivingPhoto: 0 | 1 | null;
    temperatureMicro: number | null;
    substituteAnswer: string | null;
    requiresAcceptance: 0 | 1 | null;
    isReceivingNote: 0 | 1 | null;
    isReceivingReason: 0 | 1 | null;
  };
  orderHistory: {
    seq: GeneratedAlways<number>;
    orderId: string;
    to: string;
    by: string;
    byName: string;
    at: string;
    from: string | null;
    reason: string | null;
    reasonCode: string | null;
    reasonNote: string | null;
  };
  orderCounts: {
    branch: string;
    kitchen: string;
    status: string;
    sentToKitchen: 0 | 1;
    count: number;
  };
  orderTemplates: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    name: string;
    search: string;
    nameAlt: string | null;
    branch: string;
    weekdays: string;
    lines: string;
    kitchen: string | null;
  };
  pickClaims: {
    lineId: string;
    orderId: string;
    /** When it was claimed, picked or put back. */
    claimedAt: string;
    /** Null if it was put back and is waiting for a picker. */
    userId: string | null;
    userName: string | null;
    /** When it was picked; null while in progress. */
    pickedAt: string | null;
  };
  crates: {
    sscc: string;
    orderId: string;
    crate: number | null;
    at: string;
  };
  reservations: {
    lineId: string;
    orderId: string;
    itemId: string;
    placeId: string;
    /** When the line was accepted; arriving stock is reserved in this order. */
    acceptedAt: string;
    wantedMicro: number;
    qtyMicro: number;
  };
  lotReservations: {
    lineId: string;
    lotId: string;
    orderId: string;
    placeId: string;
    itemId: string;
    qtyMicro: number;
  };
  documentHistory: {
    seq: GeneratedAlways<number>;
    docType: string;
    docId: string;
    to: string;
    by: string;
    byName: string;
    at: string;
    from: string | null;
    /** The transition, or 'edit'; null at creation. */
    verb: string | null;
    reason: string | null;
    reasonCode: string | null;
    reasonNote: string | null;
  };
  purchaseOrders: {
    _id: string;
    supplier: string;
    place: string;
    createdAt: string;
    updatedAt: string;
    number: string;
    status: string;
    supplierName: string;
    placeName: string;
    userId: string;
    userName: string;
    receivedStatus: string;
    billedByQuantity: string;
    billedByAmount: string;
    approvers: string;
    supplierNameAlt: string | null;
    placeNameAlt: string | null;
    expectedOn: string | null;
    sentAt: string | null;
    sentByName: string | null;
    notes: string | null;
    currency: string | null;
    transitionReason: string | null;
    version: number;
    lineCount: number;
    goodsValueE4: number;
    freightE4: number;
    taxE4: number;
    totalE4: number;
  };
  purchaseLines: {
    lineId: string;
    orderId: string;
    itemId: string;
    itemCode: string;
    itemName: string;
    unitSymbol: string;
    itemNameAlt: string | null;
    packagingId: string | null;
    unit: string | null;
    reason: string | null;
    reasonCode: string | null;
    reasonNote: string | null;
    note: string | null;
    position: number;
    unitNum: number;
    unitDen: number;
    qtyMicro: number;
    priceMicro: number;
    /** Price before the discount; null if there is none. */
    listPriceMicro: number | null;
    discountPercentMicro: number | null;
    discountE4: number | null;
    receivedQtyMicro: number;
    rejectedQtyMicro: number;
    billedQtyMicro: number;
    billedValueE4: number;
    isClosed: 0 | 1;
    taxPercentMicro: number | null;
    returnedQtyMicro: number;
  };
  goodsReceipts: {
    _id: string;
    supplier: string;
    place: string;
    purchaseOrder: string | null;
    createdAt: string;
    updatedAt: string;
    number: string;
    status: string;
    supplierName: string;
    placeName: string;
    userId: string;
    userName: string;
    receivedAt: string;
    businessDay: string;
    rate: string;
    spreadBy: string;
    purchaseOrderNo: string | null;
    supplierNameAlt: string | null;
    placeNameAlt: string | null;
    supplierRef: string | null;
    notes: string | null;
    currency: string | null;
    transitionReason: string | null;
    reversedAt: string | null;
    reversedByName: string | null;
    version: number;
    lineCount: number;
    goodsValueE4: number;
    freightE4: number;
    chargesE4: number;
    landedValueE4: number;
    expectedCreditE4: number;
  };
  goodsReceiptLines: {
    lineId: string;
    receiptId: string;
    itemId: string;
    poLineId: string | null;
    itemCode: string;
    itemName: string;
    unitSymbol: string;
    itemNameAlt: string | null;
    substituteFor: string | null;
    substituteForName: string | null;
    packagingId: string | null;
    unit: string | null;
    lot: string | null;
    expiry: string | null;
    reason: string | null;
    reasonCode: string | null;
    reasonNote: string | null;
    note: string | null;
    position: number;
    unitNum: number;
    unitDen: number;
    qtyMicro: number;
    rejectedQtyMicro: number;
    freeQtyMicro: number;
    baseQtyMicro: number;
    priceMicro: number;
    chargeE4: number;
    landedValueE4: number;
    billedQtyMicro: number;
    billedValueE4: number;
    isReversed: 0 | 1;
    hasPhoto: 0 | 1;
    coversQtyMicro: number | null;
    coversRejectedQtyMicro: number | null;
    temperatureMicro: number | null;
    pieces: number | null;
    returnedQtyMicro: number;
  };
  transfers: {
    _id: string;
    from: string;
    createdAt: string;
    updatedAt: string;
    number: string;
    kind: string;
    status: string;
    fromName: string;
    to: string;
    toName: string;
    userId: string;
    userName: string;
    fromNameAlt: string | null;
    toNameAlt: string | null;
    noteNo: string | null;
    sentAt: string | null;
    sentBy: string | null;
    sentByName: string | null;
    /** Sending day in the sender's time zone; receiving day in the receiver's. */
    sentDay: string | null;
    arrivedAt: string | null;
    arrivedBy: string | null;
    receivedAt: string | null;
    receivedBy: string | null;
    receivedByName: string | null;
    receivedDay: string | null;
    driver: string | null;
    vehicle: string | null;
    notes: string | null;
    priceRule: string | null;
    creditNote: string | null;
    version: number;
    isRequest: 0 | 1;
    lineCount: number;
    hasDiscrepancy: 0 | 1;
    /** Incremented when a dispatch is reversed, so that the same lines can be sent again. */
    cycle: number;
    /** The last version that each side changed, so that one side's edit doesn't make the other's version
     * stale. */
    giverVersion: number;
    takerVersion: number;
    valueE4: number | null;
    /** Cost to the sender; null before it is sent. */
    costE4: number | null;
    creditExpectedE4: number | null;
    creditReceivedE4: number | null;
  };
  transferLines: {
    lineId: string;
    transferId: string;
    itemId: string;
    unit: string;
    itemCode: string;
    itemName: string;
    unitSymbol: string;
    lots: string;
    itemNameAlt: string | null;
    reason: string | null;
    reasonCode: string | null;
    reasonNote: string | null;
    destination: string | null;
    returnOf: string | null;
    returnOfNo: string | null;
    /** Entries of the receiver before the transfer was sent, as JSON. */
    pendingLots: string | null;
    note: string | null;
    photo: string | null;
    position: number;
    unitNum: number;
    unitDen: number;
    /** In the API: 'qty'. */
    orderQtyMicro: number;
    /** Price charged per unit; 0 before the transfer is sent. */
    unitCostMicro: number;
    shippedQtyMicro: number | null;
    receivedQtyMicro: number | null;
    damagedQtyMicro: number | null;
    shortQtyMicro: number | null;
    overQtyMicro: number | null;
    pieces: number | null;
    valueE4: number | null;
    costE4: number | null;
    receivedReason: string | null;
    receivedReasonCode: string | null;
    receivedReasonNote: string | null;
  };
  supplierInvoices: {
    _id: string;
    supplier: string;
    place: string;
    createdAt: string;
    updatedAt: string;
    number: string;
    status: string;
    kind: string;
    supplierName: string;
    supplierNumber: string;
    placeName: string;
    userId: string;
    userName: string;
    date: string;
    rate: string;
    matchState: string;
    supplierNameAlt: string | null;
    placeNameAlt: string | null;
    currency: string | null;
    postedAt: string | null;
    postedByName: string | null;
    postedDay: string | null;
    reversedDay: string | null;
    notes: string | null;
    transitionReason: string | null;
    /** Supplier and printed number, so that it can't be entered twice; null once reversed. */
    uniqueKey: string | null;
    version: number;
    lineCount: number;
    goodsValueE4: number;
    taxE4: number;
    totalE4: number;
    roundingE4: number;
    stockDifferenceE4: number;
    varianceE4: number;
    freightE4: number | null;
  };
  supplierInvoiceLines: {
    lineId: string;
    invoiceId: string;
    itemId: string;
    poLineId: string | null;
    receiptLineId: string | null;
    itemCode: string;
    itemName: string;
    unitSymbol: string;
    state: string;
    creditOf: string | null;
    transferId: string | null;
    referenceNo: string | null;
    itemNameAlt: string | null;
    packagingId: string | null;
    unit: string | null;
    note: string | null;
    position: number;
    unitNum: number;
    unitDen: number;
    qtyMicro: number;
    priceMicro: number;
    valueE4: number;
    chargeE4: number;
    baseValueE4: number;
    matchedQtyMicro: number;
    creditedQtyMicro: number;
    coversQtyMicro: number | null;
  };
  invoiceMatches: {
    matchId: string;
    lineId: string;
    receiptLineId: string | null;
    invoiceId: string;
    /** The receipt line; for credits, also the billed line, the credited return, or the line itself. */
    pairedWith: string;
    itemId: string;
    place: string;
    /** The day on which the match took effect. */
    businessDay: string;
    poLineId: string | null;
    /** The day on which the match was reversed; null while it is in effect. */
    reversedDay: string | null;
    qtyMicro: number;
    priceMicro: number;
    /** In the invoice's currency, without freight. */
    valueE4: number;
    amountE4: number;
    releasedE4: number;
    releasedChargeE4: number;
    stockE4: number;
    varianceE4: number;
    /** Quantity on hand at that time, in base units. */
    onHandMicro: number;
    /** The supplier return that returned the unbilled rest of the receipt line; null for billed or credited lines. */
    transferId: string | null;
  };
  discrepancies: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    orderId: string;
    orderNo: string;
    lineId: string;
    itemId: string;
    itemName: string;
    branch: string;
    kitchen: string;
    type: string;
    unit: string;
    unitSymbol: string;
    status: string;
    version: number;
    qtyMicro: number;
    valueE4: number;
    action: string | null;
    chargedTo: string | null;
    resolvedBy: string | null;
    resolvedByName: string | null;
    resolvedAt: string | null;
    note: string | null;
    photo: string | null;
    followUpOrderId: string | null;
    /** The day on which the resolution moved stock, in the source location's time zone; null if it moved
     * none. */
    businessDay: string | null;
    docType: Generated<string>;
  };
  countSchedules: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    name: string;
    search: string;
    nameAlt: string | null;
    branchId: string;
    type: string;
    sections: string;
    weekdays: string;
    time: string;
  };
  stockCounts: {
    _id: string;
    branch: string;
    userId: string;
    createdAt: string;
    updatedAt: string;
    number: string;
    type: string;
    sections: string;
    itemIds: string;
    status: string;
    userName: string;
    businessDay: string;
    note: string | null;
    schedule: string | null;
    startedAt: string | null;
    submittedAt: string | null;
    submittedByName: string | null;
    approvedAt: string | null;
    approvedBy: string | null;
    approvedByName: string | null;
    version: number;
    blind: 0 | 1;
    lineCount: number;
    toPost: number;
    failedLines: number;
    absoluteE4: number | null;
    netE4: number | null;
    approvalLimitE4: number | null;
  };
  stockCountSections: {
    countId: string;
    section: string;
    takenBy: string;
    takenByName: string;
    takenAt: string | null;
  };
  stockCountLines: {
    lineId: string;
    countId: string;
    itemId: string;
    unit: string;
    section: string | null;
    itemCode: string;
    itemName: string;
    /** Empty if there is no lot. */
    lot: string;
    unitSymbol: string;
    claims: string;
    itemNameAlt: string | null;
    expiry: string | null;
    sectionName: string | null;
    countUnit: string | null;
    countedAt: string | null;
    countedBy: string | null;
    countedByName: string | null;
    firstBy: string | null;
    firstByName: string | null;
    firstAt: string | null;
    causeCode: string | null;
    causeNote: string | null;
    lateMovementAnswer: string | null;
    /** Reason why its variance wasn't posted when the count was approved. */
    unpostedReason: string | null;
    position: number;
    isTrackedByLot: 0 | 1;
    isCountedInPieces: 0 | 1;
    isAdded: 0 | 1;
    entries: number;
    lastEntrySeq: number;
    round: number;
    isMarkedForRecount: 0 | 1;
    posted: 0 | 1;
    positionInSection: number | null;
    countedQtyMicro: number | null;
    pieces: number | null;
    firstQtyMicro: number | null;
    enteredCostMicro: number | null;
    bookSeq: number | null;
    /** The earliest ledger position at which one of its entries was made; null for none. */
    fromSeq: number | null;
    /** 'lateMovementAnswer' covers late moves up to this ledger position. */
    answeredSeq: number | null;
    bookQtyMicro: number | null;
    varianceQtyMicro: number | null;
    varianceValueE4: number | null;
    unitCostMicro: number | null;
    /** Whether the line has an open question after submission. */
    asking: 0 | 1;
    variancePieces: number | null;
  };
  stockCountEntries: {
    seq: GeneratedAlways<number>;
    countId: string;
    lineId: string;
    device: string;
    by: string;
    byName: string;
    /** When it was counted on the device, and when the server received it. */
    at: string;
    receivedAt: string;
    mode: string;
    /** Quantities as entered, by unit, as JSON: '[{ qty, unit, unitSymbol }]'. */
    parts: string;
    deviceSeq: number;
    round: number;
    /** 'seq' of the line's latest entry that the device had received; 0 for none. */
    lastSeenSeq: number;
    bookSeq: number;
    /** Null if the entry removes the line's counted quantity. */
    qtyMicro: number | null;
    pieces: number | null;
  };
  wastage: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    number: string;
    branch: string;
    dateTime: string;
    item: string;
    itemName: string;
    unit: string;
    unitSymbol: string;
    reason: string;
    /** Empty if there is no lot. */
    lot: string;
    status: string;
    userId: string;
    userName: string;
    version: number;
    qtyMicro: number;
    unitNum: number;
    unitDen: number;
    costE4: number;
    cycle: Generated<number>;
    note: string | null;
    photo: string | null;
    businessDay: Generated<string>;
    pieces: number | null;
    /** Several lots, as JSON: '[{ lot, qtyMicro }]'. */
    lots: Generated<string>;
  };
  checkPoints: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    name: string;
    search: string;
    nameAlt: string | null;
    branchId: string;
    kind: string;
    minTempMicro: number | null;
    maxTempMicro: number | null;
    times: string;
    weekdays: string;
    graceMinutes: number;
    instructions: string | null;
    photoRequired: 0 | 1;
    signatureRequired: 0 | 1;
    /** Previous schedules with the time they ended, as JSON, oldest first; used to find missed checks of past days. */
    pastSchedules: Generated<string>;
  };
  safetyChecks: {
    _id: string;
    branch: string;
    point: string;
    userId: string;
    createdAt: string;
    updatedAt: string;
    number: string;
    status: string;
    userName: string;
    branchName: string;
    pointName: string;
    kind: string;
    checkedAt: string;
    businessDay: string;
    branchNameAlt: string | null;
    pointNameAlt: string | null;
    /** The due time that this check fulfills; null for an additional check. */
    dueAt: string | null;
    correctiveAction: string | null;
    note: string | null;
    signedBy: string | null;
    device: string | null;
    transitionReason: string | null;
    verifiedAt: string | null;
    verifiedByName: string | null;
    version: number;
    isLate: 0 | 1;
    isWithin: 0 | 1;
    hasPhoto: 0 | 1;
    minTempMicro: number | null;
    maxTempMicro: number | null;
    readingMicro: number | null;
    secondReadingMicro: number | null;
  };
  recalls: {
    _id: string;
    itemId: string;
    lotId: string;
    number: string;
    startedAt: string;
    userId: string;
    userName: string;
    itemCode: string;
    itemName: string;
    lot: string;
    unitSymbol: string;
    note: string | null;
    isPractice: 0 | 1;
    /** Quantity received from virtual locations. */
    receivedMicro: number;
    /** Quantity used, sold, wasted or returned. */
    documentedMicro: number;
  };
  recallLots: {
    recallId: string;
    lotId: string;
    addedAt: string;
    reason: string;
    fromLotId: string | null;
    docType: string | null;
    docId: string | null;
    docNo: string | null;
    depth: number;
  };
  recallHolds: {
    recallId: string;
    lotId: string;
    at: string;
    releasedAt: string | null;
    releasedBy: string | null;
    releasedByName: string | null;
    releaseReason: string | null;
    releaseNote: string | null;
  };
  recallPlaces: {
    recallId: string;
    placeId: string;
    placeName: string;
    lotId: string;
    lot: string;
    expectedMicro: number;
  };
  recallNotices: {
    recallId: string;
    branchId: string;
    at: string;
    no: number;
  };
  recallFindings: {
    recallId: string;
    _id: string;
    placeId: string;
    lotId: string;
    at: string;
    userId: string;
    userName: string;
    note: string | null;
    qtyMicro: number;
    /** Action taken on the goods. */
    outcome: Generated<string>;
  };
  recallEnds: {
    recallId: string;
    at: string;
    userId: string;
    userName: string;
    note: string | null;
    foundMicro: number;
    requestedPlaces: number;
    confirmedPlaces: number;
    seconds: number;
  };
  recipes: {
    _id: string;
    createdAt: string;
    updatedAt: string;
    version: number;
    isActive: 0 | 1;
    name: string;
    search: string;
    nameAlt: string | null;
    kind: string;
    yieldUnit: string;
    components: string;
    steps: string;
    code: string | null;
    brand: string | null;
    outputItem: string | null;
    validFrom: string | null;
    tax: string | null;
    image: string | null;
    yieldQtyMicro: number;
    priceIncludesVAT: 0 | 1;
    portionsMicro: number | null;
    priceE4: number | null;
    targetFoodCostPercentMicro: number | null;
    limitsExpiryToIngredients: 0 | 1;
    menuCategory: string | null;
  };
  recipeVersions: {
    _id: string;
    recipeId: string;
    validFrom: string;
    content: string;
    createdAt: string;
    no: number;
  };
  recipeUses: {
    seq: GeneratedAlways<number>;
    versionId: string;
    recipeId: string;
    itemId: string | null;
    subRecipeId: string | null;
    unit: string | null;
    isAlternative: 0 | 1;
  };
  recipeRollups: {
    recipeId: string;
    versionId: string;
    day: string;
    costedAt: string;
    missing: string;
    allergens: string;
    cost: string | null;
    costE4: number | null;
    plateCostE4: number | null;
    marginE4: number | null;
    foodCostPercentMicro: number | null;
  };
  recipeCosts: {
    seq: GeneratedAlways<number>;
    recipeId: string;
    versionId: string;
    at: string;
    day: string;
    cause: string;
    causeId: string | null;
    costE4: number | null;
    plateCostE4: number | null;
  };
  productionBatches: {
    _id: string;
    recipeId: string;
    versionId: string;
    kitchen: string;
    itemId: string;
    createdAt: string;
    updatedAt: string;
    number: string;
    status: string;
    recipeName: string;
    kitchenName: string;
    itemCode: string;
    itemName: string;
    unitSymbol: string;
    plannedFor: string;
    userId: string;
    userName: string;
    allergens: string;
    recipeNameAlt: string | null;
    kitchenNameAlt: string | null;
    itemNameAlt: string | null;
    shift: string | null;
    startedAt: string | null;
    startedByName: string | null;
    completedAt: string | null;
    completedByName: string | null;
    reason: string | null;
    reasonCode: string | null;
    reasonNote: string | null;
    notes: string | null;
    transitionReason: string | null;
    version: number;
    recipeVersion: number;
    plannedQtyMicro: number;
    goodQtyMicro: number;
    lostQtyMicro: number;
    parts: number;
    lossMicro: number;
    labourE4: number;
    valueE4: number;
    limitsExpiryToIngredients: 0 | 1;
  };
  productionLines: {
    lineId: string;
    batchId: string;
    itemId: string;
    side: string;
    itemCode: string;
    itemName: string;
    unitSymbol: string;
    lots: string;
    itemNameAlt: string | null;
    lot: string | null;
    expiry: string | null;
    position: number;
    neededQtyMicro: number;
    postedQtyMicro: number;
    valueE4: number;
    enteredQtyMicro: number | null;
    costShareMicro: number | null;
    fixedValueE4: number | null;
  };
  productionParts: {
    partId: string;
    batchId: string;
    at: string;
    byName: string;
    reason: string | null;
    reasonCode: string | null;
    reasonNote: string | null;
    reversedAt: string | null;
    /** Sequence number from 1; also the 'cycle' of its stock moves. */
    no: number;
    goodMicro: number;
    lostMicro: number;
    labourE4: number;
    /** Value of the inputs including labour, and how much of it was lost. */
    valueE4: number;
    lostE4: number;
  };
  labelPrints: {
    _id: string;
    batchId: string;
    itemId: string;
    lot: string;
    /** One of 'labelCauses'. */
    cause: string;
    /** JSON array of '{ allergen, state }'. */
    allergens: string;
    at: string;
    userId: string;
    userName: string;
    useBy: string | null;
    copies: number;
  };
  saleSources: {
    _id: string;
    name: string;
    /** Folded text for lookups. */
    folded: string;
    layout: string;
    createdAt: string;
    updatedAt: string;
    version: number;
  };
  tillItems: {
    _id: string;
    sourceId: string;
    recipeId: string | null;
    itemId: string | null;
    code: string;
    updatedAt: string;
    userId: string | null;
    qtyMicro: number;
    isNonFood: 0 | 1;
    /** Whether this maps a modifier, which may have the same code as a product. */
    isModifier: Generated<0 | 1>;
    /** Ingredients replaced or removed by a modifier, as JSON. */
    changes: Generated<string>;
    /** Factor by which a modifier scales the recipe's quantities, in millionths. */
    scaleMicro: Generated<number>;
    version: number;
  };
  saleDays: {
    _id: string;
    sourceId: string;
    branchId: string;
    day: string;
    createdAt: string;
    updatedAt: string;
    userId: string;
    userName: string;
    /** Sales that didn't deplete stock, with the reason, as JSON. */
    gaps: string;
    netE4: number;
    qtyMicro: number;
    /** Whether these sales deplete stock, according to the branch's setting at the last import. */
    depletesStock: 0 | 1;
    version: number;
  };
  saleRows: {
    dayId: string;
    recipeId: string | null;
    code: string;
    name: string | null;
    /** Code and quantity per unit of each modifier, as JSON sorted by code; null without modifiers. */
    modifiers: string | null;
    rowNo: number;
    qtyMicro: number;
    /** Net sales including the modifiers. */
    netE4: number;
  };
  saleModifiers: {
    dayId: string;
    code: string;
    name: string | null;
    /** The row of the product sold with the modifier. */
    rowNo: number;
    qtyMicro: number;
    /** The modifier's share of the row's net sales. */
    netE4: number;
  };
  demandDays: {
    _id: string;
    branchId: string;
    itemId: string | null;
    day: string;
    kind: string;
    userName: string;
    updatedAt: string;
    note: string | null;
  };
  demandProfiles: {
    categoryId: string;
    shape: string;
    updatedAt: string;
  };
  branchOutlooks: {
    branchId: string;
    day: string;
    stamp: string;
    outlooks: string;
    updatedAt: string;
  };
  reportViews: {
    _id: string;
    owner: string;
    version: number;
    createdAt: string;
    updatedAt: string;
    report: string;
    name: string;
    /** The folded name, unique per owner and report. */
    nameKey: string;
    /** The report's query parameters. */
    params: string;
    isShared: 0 | 1;
  };
  mailSchedules: {
    _id: string;
    owner: string;
    version: number;
    isActive: 0 | 1;
    createdAt: string;
    updatedAt: string;
    name: string;
    contentType: string;
    /** The report's filters, except its date range. */
    params: string;
    cadence: string;
    sendTime: string;
    timezone: string;
    /** When the current settings took effect; earlier due times aren't sent. */
    since: string;
    report: string | null;
    sendDay: number | null;
    onlyWithRows: 0 | 1;
    withFile: 0 | 1;
  };
  mailRecipients: {
    _id: string;
    scheduleId: string;
    userId: string | null;
    /** Unsubscribe token, included in the emails' links. */
    token: string;
    address: string | null;
    language: string | null;
    unsubscribedAt: string | null;
  };
  mailRuns: {
    _id: string;
    scheduleId: string;
    due: string;
    createdAt: string;
    fromDay: string;
    toDay: string;
    missed: number;
    emailCount: number;
    ended: number;
  };
  emails: {
    _id: string;
    createdAt: string;
    kind: string;
    state: string;
    /** The part of the Message-ID before the domain; the same for every attempt. */
    messageId: string;
    /** Language, and the note sent with a document, as JSON. */
    payload: string;
    scheduleId: string | null;
    runId: string | null;
    /** The document sent or referred to. */
    docId: string | null;
    recipientId: string | null;
    userId: string | null;
    toName: string | null;
    address: string | null;
    subject: string | null;
    reason: string | null;
    serverResponse: string | null;
    endedAt: string | null;
    fromDay: string | null;
    toDay: string | null;
    missed: number;
    attempts: number;
    /** Number of times a user has resent it. */
    resendCount: number;
    version: number;
  };
}
