/**
 * Tables and indexes of a new database, in SQL that both engines accept. `schema/create.ts` completes it:
 * references use the key `_id` and are checked at commit, and two types have different names on PostgreSQL.
 *
 * Columns have the API's field names. `...Micro` contains millionths of a unit, `...E4` ten-thousandths of
 * the currency. Instants are ISO 8601 text in UTC, days are `YYYY-MM-DD`. A table can reference only the
 * tables above it.
 */
export const schema: readonly string[] = [
  // Platform: settings, jobs, replay, audit, files, imports
  `create table "settings" (
    "key" text primary key not null,
    "value" text not null
  )`,
  `create table "sequences" (
    "name" text primary key not null,
    "next" bigint not null
  )`,
  `create table "idempotencyKeys" (
    "userId" text not null,
    "key" text not null,
    -- Hash of method, path and body; the same key with a different fingerprint is a client error.
    "fingerprint" text not null,
    -- The response; empty if it is long and therefore in 'packed'.
    "body" text not null,
    "createdAt" text not null,
    "status" bigint not null,
    "version" bigint,
    "packed" blob,
    constraint "idempotencyKeys_pk" primary key ("userId", "key")
  )`,
  `create index "idempotencyKeys_createdAt" on "idempotencyKeys" ("createdAt")`,
  `create table "jobs" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "kind" text not null,
    "payload" text not null,
    -- Results of completed steps, keyed by name.
    "steps" text not null,
    -- waiting, running, done or failed.
    "state" text not null,
    -- Deduplication key: at most one stored job has it.
    "key" text,
    -- Earliest start; null for immediately.
    "runAt" text,
    "startedAt" text,
    "finishedAt" text,
    -- End of the retention period, once the job has ended.
    "keepUntil" text,
    -- Token of the worker that runs the job, and the end of its lease.
    "token" text,
    "leaseUntil" text,
    -- Error of the last attempt: '{ code, message }'.
    "error" text,
    "attempts" bigint not null,
    "version" bigint not null
  )`,
  `create index "jobs_keepUntil" on "jobs" ("keepUntil")`,
  `create unique index "jobs_key" on "jobs" ("key")`,
  `create index jobs_open on "jobs" ("_id") where state in ('waiting', 'running')`,
  `create index "jobs_state" on "jobs" ("state", "_id")`,
  `create table "jobSchedules" (
    "name" text primary key not null,
    "lastDue" text not null
  )`,
  `create table "audit" (
    "seq" integer primary key autoincrement,
    "at" text not null,
    "ip" text not null,
    "action" text not null,
    "entity" text not null,
    "requestId" text not null,
    "userId" text,
    "userName" text,
    "entityId" text,
    "before" text,
    "after" text
  )`,
  `create index "audit_action_at" on "audit" ("action", "at", "seq")`,
  `create index "audit_at" on "audit" ("at", "seq")`,
  `create index "audit_entityId_at" on "audit" ("entityId", "at", "seq")`,
  `create index "audit_entity_at" on "audit" ("entity", "at", "seq")`,
  `create index "audit_userId_at" on "audit" ("userId", "at", "seq")`,
  `create table "auditArchives" (
    "file" text primary key not null,
    "from" text not null,
    "before" text not null,
    -- SHA-256 of the archived lines.
    "hash" text not null,
    "createdAt" text not null,
    "lastSeq" bigint not null,
    "rows" bigint not null
  )`,
  `create table "auditArchived" (
    "entity" text not null,
    "entityId" text not null,
    "rows" bigint not null,
    constraint "auditArchived_pk" primary key ("entity", "entityId")
  )`,
  `create table "files" (
    "_id" text primary key not null,
    "type" text not null,
    "bytes" blob not null
  )`,
  `create table "attachments" (
    "_id" text primary key not null,
    "docType" text not null,
    "docId" text not null,
    "lineId" text not null,
    "createdAt" text not null,
    "createdByName" text not null,
    "type" text not null,
    -- SHA-256 of the file, in hex.
    "hash" text not null,
    "fileId" text not null,
    "thumbId" text not null,
    "createdBy" text,
    "size" bigint not null,
    "width" bigint not null,
    "height" bigint not null
  )`,
  `create unique index "attachments_once" on "attachments" ("docType", "docId", "lineId", "hash")`,
  `create table "imports" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "userId" text not null,
    "kind" text not null,
    "fileName" text not null,
    "status" text not null,
    -- Options of the import.
    "input" text not null,
    "version" bigint not null,
    -- Number of rows, as of the last check.
    "rows" bigint not null,
    "invalid" bigint not null,
    "created" bigint not null,
    "changed" bigint not null,
    "unchanged" bigint not null,
    "relatedRows" bigint not null,
    "committedAt" text,
    -- Total characters in all stored cells.
    "size" bigint not null,
    -- The first rows that the undo couldn't revert, and their total number.
    "notUndoneRows" text not null,
    "notUndoneCount" bigint not null,
    -- A multi-step undo is complete, but hasn't been reported yet.
    "isUndoResponsePending" bigint not null -- bit
  )`,
  `create index imports_applying on "imports" ("_id") where status = 'Applying'`,
  `create index imports_undoing on "imports" ("_id") where status = 'Undoing'`,
  `create index "imports_userId" on "imports" ("userId", "createdAt")`,
  `create table "importRows" (
    "importId" text not null references "imports",
    -- Row number in the file; 1 is the first line.
    "row" bigint not null,
    "cells" text not null,
    -- Parsed cells, by column.
    "values" text not null,
    -- Cells that could not be parsed.
    "parseErrors" text not null,
    "outcome" text not null,
    -- Problems found by the last check.
    "problems" text not null,
    -- Changed values, as of the last check.
    "changes" text not null,
    -- Original values of corrected cells, by column.
    "corrections" text not null,
    constraint "importRows_pk" primary key ("importId", "row")
  )`,
  `create table "importChanges" (
    "importId" text not null references "imports",
    -- The order in which the rows were written.
    "position" bigint not null,
    "collection" text not null,
    "rowId" text not null,
    -- The row's version after the change.
    "version" bigint not null,
    -- The row before the change; null if the import created it.
    "before" text,
    constraint "importChanges_pk" primary key ("importId", "position")
  )`,
  `create table "importSteps" (
    "importId" text not null references "imports",
    "position" bigint not null,
    "content" text not null,
    constraint "importSteps_pk" primary key ("importId", "position")
  )`,
  `create table "demandChanges" (
    "_id" text primary key not null,
    "placeId" text not null
  )`,
  `create index "demandChanges_placeId" on "demandChanges" ("placeId")`,
  `create table "recipesToCost" (
    "seq" integer primary key autoincrement,
    "kind" text not null,
    "id" text not null,
    "since" text not null
  )`,
  `create table "formerValues" (
    "seq" integer primary key autoincrement,
    "rowId" text not null,
    "field" text not null,
    "at" text not null,
    "value" text not null
  )`,
  `create index "formerValues_field_at" on "formerValues" ("field", "at")`,
  `create index "formerValues_rowId_at" on "formerValues" ("rowId", "at")`,
  // Images
  `create table "gallery" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "name" text not null,
    "search" text not null,
    "nameAlt" text,
    "alt" text,
    "altAlt" text,
    "createdBy" text,
    "createdByName" text,
    "tags" text not null,
    "type" text not null,
    "hash" text not null,
    "fileId" text not null,
    "thumbId" text not null,
    "size" bigint not null,
    "width" bigint not null,
    "height" bigint not null
  )`,
  `create index "gallery_createdAt" on "gallery" ("createdAt", "_id")`,
  `create unique index "gallery_hash" on "gallery" ("hash")`,
  // Locations
  `create table "currencies" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "name" text not null,
    "search" text not null,
    "nameAlt" text,
    "code" text not null,
    "symbol" text not null,
    "rates" text not null,
    "minorUnits" bigint not null,
    "isBase" bigint not null -- bit
  )`,
  `create unique index "currencies_code_unique" on "currencies" ("code")`,
  `create unique index "currencies_one_base" on "currencies" ("isBase") where "isBase" = 1`,
  `create table "taxes" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "name" text not null,
    "search" text not null,
    "nameAlt" text,
    "rateMicro" bigint not null,
    "inclusive" bigint not null, -- bit
    "validFrom" text,
    "rates" text not null default '[]'
  )`,
  `create unique index "taxes_name_unique" on "taxes" ("name")`,
  `create table "brands" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "name" text not null,
    "search" text not null,
    "nameAlt" text,
    "code" text,
    "logo" text references "gallery"
  )`,
  `create index "brands_logo" on "brands" ("logo")`,
  `create unique index "brands_name_unique" on "brands" ("name")`,
  `create table "departments" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "name" text not null,
    "search" text not null,
    "nameAlt" text,
    "code" text
  )`,
  `create unique index "departments_name_unique" on "departments" ("name")`,
  `create table "branchCategories" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "name" text not null,
    "search" text not null,
    "nameAlt" text,
    "priority" bigint not null
  )`,
  `create unique index "branchCategories_name_unique" on "branchCategories" ("name")`,
  `create table "branches" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "name" text not null,
    "search" text not null,
    "nameAlt" text,
    "code" text not null,
    "type" text not null,
    "timezone" text not null,
    "deliveryDays" text not null,
    "negativeStock" text not null,
    "brandId" text references "brands",
    "branchCategoryId" text references "branchCategories",
    "supplyingKitchenId" text references "branches",
    "currencyId" text references "currencies",
    "taxId" text references "taxes",
    "address" text,
    "phone" text,
    "email" text,
    "countedAt" text,
    "minOrderValueE4" bigint,
    "countApprovalValueE4" bigint,
    "closedDays" text not null default '[]',
    "minShelfLifeDays" bigint,
    "countTolerancePercentMicro" bigint,
    "countToleranceQtyMicro" bigint,
    "countToleranceValueE4" bigint,
    "fairShareBasis" text,
    "fairShareCap" bigint,
    "route" text,
    "routeStop" bigint,
    "substituting" text,
    "depletesStock" integer not null default 0, -- bit
    "dayEnds" text not null default '[]'
  )`,
  `create unique index "branches_code_unique" on "branches" ("code")`,
  `create unique index "branches_name_unique" on "branches" ("name")`,
  `create index "branches_refers_by_currencyId" on "branches" ("currencyId") where "currencyId" is not null`,
  `create index "branches_refers_by_supplyingKitchenId" on "branches" ("supplyingKitchenId") where "supplyingKitchenId" is not null`,
  `create index "branches_refers_by_taxId" on "branches" ("taxId") where "taxId" is not null`,
  `create table "places" (
    "placeId" text primary key not null,
    "type" text not null,
    "name" text not null,
    "branchId" text references "branches" on delete cascade
  )`,
  `create index "places_refers_by_branchId" on "places" ("branchId") where "branchId" is not null`,
  `create table "sections" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "name" text not null,
    "search" text not null,
    "nameAlt" text,
    "code" text not null,
    "type" text not null,
    "temperature" text not null,
    "branchId" text references "branches",
    "sortOrder" bigint not null
  )`,
  `create unique index "sections_code_unique" on "sections" ("code")`,
  `create table "reasons" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "name" text not null,
    "search" text not null,
    "nameAlt" text,
    "code" text not null,
    "forPicking" integer not null, -- bit
    "forReceiving" integer not null, -- bit
    "forApproval" integer not null, -- bit
    "forMoves" integer not null, -- bit
    "forWaste" integer not null, -- bit
    "forReturn" integer not null, -- bit
    "forCount" integer not null, -- bit
    "requiresNote" integer not null, -- bit
    "aliases" text,
    "returnsTo" text,
    "forCorrection" integer not null, -- bit
    "forDifference" integer not null -- bit
  )`,
  `create unique index "reasons_code_unique" on "reasons" ("code")`,
  `create unique index "reasons_name_unique" on "reasons" ("name")`,
  // People and sessions
  `create table "roles" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "key" text not null,
    "label" text not null,
    "allowedPages" text not null,
    "description" text,
    "canCreate" bigint not null, -- bit
    "canEdit" bigint not null, -- bit
    "canDelete" bigint not null, -- bit
    "canView" bigint not null, -- bit
    -- Changes of items, packs and prices by users with this role wait for review.
    "requiresReview" integer not null -- bit
  )`,
  `create unique index "roles_key_unique" on "roles" ("key")`,
  `create table "users" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "name" text not null,
    "email" text not null,
    "passwordHash" text not null,
    "role" text not null,
    "allowedPages" text not null,
    "branches" text not null,
    "kitchens" text not null,
    "roleDescription" text,
    "lastLogin" text,
    "isMasterAdmin" bigint not null, -- bit
    "canCreate" bigint not null, -- bit
    "canEdit" bigint not null, -- bit
    "canDelete" bigint not null, -- bit
    "canView" bigint not null, -- bit
    -- Incremented with each new password, but not by rehashing.
    "passwordVersion" bigint not null,
    "passwordKind" text not null,
    -- The language of the last sign-in ('en', 'ar'), used for emails. Null before the first sign-in.
    "language" text
  )`,
  `create unique index "users_email_unique" on "users" ("email")`,
  `create table "sessions" (
    "tokenHash" text primary key not null,
    "sessionId" text not null,
    "userId" text not null references "users" on delete cascade,
    "createdAt" text not null,
    "expiresAt" text not null,
    "ip" text not null,
    "userAgent" text not null,
    -- Accurate to five minutes; null before the first use.
    "lastSeenAt" text
  )`,
  `create index "sessions_userId" on "sessions" ("userId")`,
  `create table "signInFailures" (
    "id" integer primary key autoincrement,
    "email" text not null,
    "ip" text not null,
    "at" text not null
  )`,
  `create index "signInFailures_ip_at" on "signInFailures" ("ip", "at")`,
  `create table "knownDevices" (
    "userId" text not null,
    "deviceHash" text not null,
    "at" text not null,
    constraint "knownDevices_pk" primary key ("userId", "deviceHash")
  )`,
  `create table "reviews" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "collection" text not null,
    "operation" text not null,
    "name" text not null,
    "change" text not null,
    "status" text not null,
    "byId" text not null,
    "byName" text not null,
    "at" text not null,
    "history" text not null,
    "search" text not null,
    "version" bigint not null,
    "rowId" text,
    "itemId" text,
    "nameAlt" text,
    "base" text,
    "reason" text,
    "decidedById" text,
    "decidedByName" text,
    "decidedAt" text,
    "baseVersion" bigint,
    -- When the proposer saw the decision; null before.
    "seenAt" text,
    -- Origin of the change if it wasn't entered by a user.
    "source" text not null
  )`,
  `create index "reviewsByProposer" on "reviews" ("byId", "status")`,
  `create index "reviewsByStatus" on "reviews" ("status", "at")`,
  `create unique index "reviewsPendingOnce" on "reviews" (collection, "rowId", source) where status = 'Pending' and "rowId" is not null`,
  // Items and suppliers
  `create table "units" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "name" text not null,
    "search" text not null,
    "nameAlt" text,
    "symbol" text not null,
    "dimension" text not null,
    "factorNum" bigint not null,
    "factorDen" bigint not null,
    "decimals" bigint not null,
    "wholeOnly" bigint not null -- bit
  )`,
  `create unique index "units_symbol_unique" on "units" ("symbol")`,
  `create table "itemCategories" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "name" text not null,
    "search" text not null,
    "nameAlt" text,
    "code" text,
    "sortOrder" bigint not null,
    "serviceLevelMicro" bigint not null default 95000000,
    "costClass" text not null default 'food'
  )`,
  `create unique index "itemCategories_name_unique" on "itemCategories" ("name")`,
  `create table "subCategories" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "name" text not null,
    "search" text not null,
    "nameAlt" text,
    "parent" text not null references "itemCategories",
    "sortOrder" bigint not null
  )`,
  `create unique index "subCategories_parent_name_unique" on "subCategories" ("parent", "name")`,
  `create table "purchaseCategories" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "name" text not null,
    "search" text not null,
    "nameAlt" text,
    "approver" text references "users",
    "leadTimeDays" bigint,
    "approvalLimitE4" bigint
  )`,
  `create unique index "purchaseCategories_name_unique" on "purchaseCategories" ("name")`,
  `create table "suppliers" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "name" text not null,
    "search" text not null,
    "nameAlt" text,
    "code" text not null,
    "orderDays" text not null,
    "contact" text,
    "email" text,
    "phone" text,
    "taxNumber" text,
    "currency" text references "currencies",
    "paymentTermsDays" bigint,
    "leadTimeDays" bigint,
    "minOrderValueE4" bigint,
    "freightE4" bigint,
    "freeFreightFromE4" bigint,
    "overReceiptPercentMicro" bigint,
    "overReceiptQtyMicro" bigint,
    "shortReceiptPercentMicro" bigint,
    "shortReceiptQtyMicro" bigint,
    "priceTolerancePercentMicro" bigint
  )`,
  `create unique index "suppliers_code_unique" on "suppliers" ("code")`,
  `create index "suppliers_refers_by_currency" on "suppliers" ("currency") where "currency" is not null`,
  `create table "items" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "name" text not null,
    "search" text not null,
    "nameAlt" text,
    "itemCode" text not null,
    "kind" text not null,
    "category" text not null references "itemCategories",
    "baseUnit" text not null references "units",
    "orderUnit" text not null references "units",
    "brands" text not null,
    "branches" text not null,
    "barcodes" text not null,
    "allergens" text not null,
    "nutrition" text,
    "ingredientText" text,
    "ingredientTextAlt" text,
    "substitutes" text not null,
    "subCategory" text references "subCategories",
    "purchaseCategory" text references "purchaseCategories",
    "section" text references "sections",
    "countUnit" text references "units",
    "recipeUnit" text references "units",
    "tax" text references "taxes",
    "transferPrice" text,
    "storageTemp" text,
    "image" text references "gallery",
    "priceIncludesVAT" bigint not null, -- bit
    "trackLots" bigint not null, -- bit
    "trackExpiry" bigint not null, -- bit
    "isOrderable" bigint not null, -- bit
    "isCountable" bigint not null, -- bit
    "unitPriceMicro" bigint,
    "standardCostMicro" bigint,
    "shelfLifeDays" bigint,
    "yieldPercentMicro" bigint,
    "overReceiptPercentMicro" bigint,
    "overReceiptQtyMicro" bigint,
    "shortReceiptPercentMicro" bigint,
    "shortReceiptQtyMicro" bigint,
    "priceTolerancePercentMicro" bigint,
    "catchWeight" integer not null, -- bit
    "pieceWeightMicro" bigint,
    "receivingMinTemp" bigint,
    "receivingMaxTemp" bigint,
    "receivingPhoto" integer not null, -- bit
    "substituting" text,
    "receivingMinLifeDays" bigint,
    "rejectsShortShelfLife" integer not null -- bit
  )`,
  `create index "items_catchWeight" on "items" ("_id") where "catchWeight" = 1`,
  `create index "items_category" on "items" ("category")`,
  `create index "items_image" on "items" ("image")`,
  `create unique index "items_itemCode_unique" on "items" ("itemCode")`,
  `create index "items_refers_by_baseUnit" on "items" ("baseUnit") where "baseUnit" is not null`,
  `create index "items_refers_by_category" on "items" ("category") where "category" is not null`,
  `create index "items_refers_by_countUnit" on "items" ("countUnit") where "countUnit" is not null`,
  `create index "items_refers_by_orderUnit" on "items" ("orderUnit") where "orderUnit" is not null`,
  `create index "items_refers_by_purchaseCategory" on "items" ("purchaseCategory") where "purchaseCategory" is not null`,
  `create index "items_refers_by_recipeUnit" on "items" ("recipeUnit") where "recipeUnit" is not null`,
  `create index "items_refers_by_section" on "items" ("section") where "section" is not null`,
  `create index "items_refers_by_subCategory" on "items" ("subCategory") where "subCategory" is not null`,
  `create index "items_refers_by_tax" on "items" ("tax") where "tax" is not null`,
  `create index "items_section" on "items" ("section")`,
  `create table "itemBarcodes" (
    "barcode" text primary key not null,
    "itemId" text not null references "items"
  )`,
  `create index "itemBarcodes_refers_by_itemId" on "itemBarcodes" ("itemId") where "itemId" is not null`,
  `create table "itemConversions" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "itemId" text not null references "items",
    "fromUnit" text not null references "units",
    "toUnit" text not null references "units",
    "num" bigint not null,
    "den" bigint not null
  )`,
  `create unique index "itemConversions_itemId_fromUnit_toUnit_unique" on "itemConversions" ("itemId", "fromUnit", "toUnit")`,
  `create index "itemConversions_refers_by_fromUnit" on "itemConversions" ("fromUnit") where "fromUnit" is not null`,
  `create index "itemConversions_refers_by_toUnit" on "itemConversions" ("toUnit") where "toUnit" is not null`,
  `create table "itemLevels" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "itemId" text not null references "items",
    "branchId" text not null references "branches",
    "weekdayPar" text not null,
    "minMicro" bigint,
    "parMicro" bigint,
    "maxMicro" bigint,
    "safetyStockMicro" bigint,
    "binSortOrder" bigint,
    "orderRule" text not null default 'demand'
  )`,
  `create unique index "itemLevels_branchId_itemId_unique" on "itemLevels" ("branchId", "itemId")`,
  `create index "itemLevels_refers_by_itemId" on "itemLevels" ("itemId") where "itemId" is not null`,
  `create table "packagings" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "itemId" text not null references "items",
    "name" text not null,
    "unit" text not null references "units",
    "supplierId" text references "suppliers",
    "priceDate" text,
    "barcode" text,
    "supplierItemCode" text,
    "contentsQtyMicro" bigint not null,
    "preferred" bigint not null, -- bit
    "priceMicro" bigint,
    "orderMultipleMicro" bigint
  )`,
  `create index "packagings_itemId" on "packagings" ("itemId")`,
  `create index "packagings_refers_by_supplierId" on "packagings" ("supplierId") where "supplierId" is not null`,
  `create index "packagings_refers_by_unit" on "packagings" ("unit") where "unit" is not null`,
  `create table "packPrices" (
    "seq" integer primary key autoincrement,
    "packagingId" text not null references "packagings" on delete cascade,
    "validFrom" text not null,
    "source" text not null,
    "createdAt" text not null,
    "supplierId" text references "suppliers",
    "docType" text,
    "docId" text,
    "priceMicro" bigint
  )`,
  `create index "packPrices_docId" on "packPrices" ("docId")`,
  `create index "packPrices_packagingId" on "packPrices" ("packagingId")`,
  `create index "packPrices_supplierId" on "packPrices" ("supplierId")`,
  `create index "packPrices_validFrom" on "packPrices" ("validFrom")`,
  `create table "transferPrices" (
    "_id" text primary key not null,
    "rule" text not null,
    "percentMicro" bigint,
    "isFranchise" integer not null -- bit
  )`,
  // Stock
  `create table "lots" (
    "_id" text primary key not null,
    "itemId" text not null references "items",
    "createdAt" text not null,
    "updatedAt" text not null,
    "code" text not null,
    -- The document and location of origin, and the day in that location's time zone.
    "originType" text not null,
    "originId" text not null,
    "originDay" text not null,
    "originPlace" text not null,
    -- The last day on which the lot may be used or sold (YYYY-MM-DD).
    "expiry" text,
    "originNo" text,
    -- When, by whom and why it was put on hold; null if it isn't on hold.
    "heldAt" text,
    "heldBy" text,
    "heldByName" text,
    "holdReason" text,
    "holdNote" text,
    "version" bigint not null,
    -- The folded code, for search.
    "search" text not null default '',
    -- The recall that put it on hold; null for a manual hold.
    "heldByRecall" text
  )`,
  `create unique index "lots_itemId_code" on "lots" ("itemId", "code")`,
  `create table "balances" (
    "placeId" text not null references "places" ("placeId"),
    "itemId" text not null references "items",
    "onHandMicro" bigint not null,
    "reservedMicro" bigint not null,
    "valueE4" bigint not null,
    -- Last known average cost per base unit, used for issues while the balance is zero or negative.
    "lastCostE4" bigint not null,
    -- For catch-weight items; 0 for all others.
    "pieces" bigint not null default 0,
    constraint "balances_pk" primary key ("placeId", "itemId")
  )`,
  `create index "balances_itemId" on "balances" ("itemId")`,
  `create table "lotBalances" (
    "lotId" text not null references "lots",
    "placeId" text not null,
    "itemId" text not null,
    "onHandMicro" bigint not null,
    "reservedMicro" bigint not null,
    constraint "lotBalances_pk" primary key ("placeId", "itemId", "lotId")
  )`,
  `create index "lotBalances_lotId" on "lotBalances" ("lotId")`,
  `create table "stockMoves" (
    "seq" integer primary key autoincrement,
    "postedAt" text not null,
    "effectiveAt" text not null,
    "itemId" text not null references "items",
    "fromPlace" text not null,
    "toPlace" text not null,
    "lot" text not null,
    "docType" text not null,
    "docId" text not null,
    "docLineId" text not null,
    "kind" text not null,
    "userId" text not null,
    "qtyMicro" bigint not null,
    -- Exact value of the quantity: leaves 'fromPlace', arrives at 'toPlace'. A 'revaluation' moves only
    -- value.
    "valueE4" bigint not null,
    "unitCostE4" bigint not null,
    "cycle" bigint not null,
    "reason" text,
    "reversesSeq" bigint,
    -- The day of 'effectiveAt' in the time zone of 'fromPlace', or of 'toPlace' if 'fromPlace' is virtual.
    "businessDay" text not null default '',
    -- The day of 'effectiveAt' in the time zone of 'toPlace'.
    "arrivalDay" text not null default '',
    -- The document's number at posting; null if it has none.
    "docNo" text,
    -- Null if the item wasn't lot-tracked at the time.
    "lotId" text references "lots",
    -- Null for items that are not catch weight.
    "pieces" bigint,
    -- The lot at the destination, if different.
    "toLotId" text references "lots",
    constraint "stockMoves_positive" check (case when "kind" = 'count_pieces' then "qtyMicro" = 0 and "valueE4" = 0 and coalesce("pieces", 0) > 0 else "qtyMicro" > 0 or ("qtyMicro" = 0 and "kind" in ('revaluation', 'transfer_difference', 'return_difference', 'invoice_difference', 'invoice_variance', 'reversal_difference')) end),
    constraint "stockMoves_between_places" check ("fromPlace" <> "toPlace")
  )`,
  `create index "stockMoves_batches_fromPlace" on "stockMoves" ("fromPlace", "kind", "businessDay", "itemId", "qtyMicro", "valueE4") where kind = 'consumption' and "docType" = 'production_batch'`,
  `create index "stockMoves_batches_toPlace" on "stockMoves" ("toPlace", "kind", "arrivalDay", "itemId", "qtyMicro", "valueE4") where kind = 'consumption_reversal' and "docType" = 'production_batch'`,
  `create index "stockMoves_docId" on "stockMoves" ("docId")`,
  `create index "stockMoves_entered_later" on "stockMoves" ("postedAt", "businessDay", "arrivalDay", "fromPlace", "toPlace", "itemId") where "effectiveAt" < "postedAt"`,
  `create index "stockMoves_fromPlace_kind_businessDay" on "stockMoves" ("fromPlace", "kind", "businessDay")`,
  `create index "stockMoves_itemId_seq" on "stockMoves" ("itemId", "seq")`,
  `create unique index "stockMoves_line_unique" on "stockMoves" ("docType", "docLineId", kind, lot, cycle, coalesce("toLotId", ''))`,
  `create index "stockMoves_lotId_seq" on "stockMoves" ("lotId", seq) where "lotId" is not null`,
  `create index "stockMoves_postedAt" on "stockMoves" ("postedAt")`,
  `create unique index "stockMoves_reversesSeq_unique" on "stockMoves" ("reversesSeq")`,
  `create index "stockMoves_toLotId_seq" on "stockMoves" ("toLotId", seq) where "toLotId" is not null`,
  `create index "stockMoves_toPlace_kind_arrivalDay" on "stockMoves" ("toPlace", "kind", "arrivalDay")`,
  `create index "stockMoves_transfersTakenBack" on "stockMoves" ("arrivalDay") where "docType" = 'transfer' and "reversesSeq" is not null`,
  `create table "stockDaily" (
    "placeId" text not null,
    "itemId" text not null,
    "kind" text not null,
    "businessDay" text not null,
    "qtyMicro" bigint not null,
    "valueE4" bigint not null,
    constraint "stockDaily_pk" primary key ("placeId", "itemId", "kind", "businessDay")
  )`,
  `create index "stockDaily_days_of_places" on "stockDaily" ("placeId", "businessDay", "kind", "itemId", "valueE4", "qtyMicro")`,
  `create index "stockDaily_placeId_itemId_businessDay" on "stockDaily" ("placeId", "itemId", "businessDay", "kind", "qtyMicro")`,
  `create table "stockClosingDays" (
    "day" text primary key not null,
    -- Progress of the quantities by effective time: the last location and item processed. 'isSummed' is 1
    -- when they are complete.
    "placeId" text not null,
    "itemId" text not null,
    -- Progress of the quantities by entry time: the last move processed. 'isWhole' is 1 when complete.
    "enteredAt" text not null,
    "enteredSeq" bigint not null,
    "isSummed" bigint not null,
    "isWhole" bigint not null
  )`,
  `create table "stockClosings" (
    "day" text not null,
    "placeId" text not null,
    "itemId" text not null,
    -- Quantity and value by effective time, so late entries are included.
    "onHandMicro" bigint not null,
    "valueE4" bigint not null,
    -- Quantity and value of the moves entered by the end of the day in UTC.
    "enteredMicro" bigint not null,
    "enteredE4" bigint not null,
    constraint "stockClosings_pk" primary key ("day", "placeId", "itemId")
  )`,
  `create table "stockPlaceSums" (
    "placeId" text not null,
    "day" text not null,
    "kind" text not null,
    -- 1: cumulative total up to the end of the day; 0: total of the day.
    "isClosing" bigint not null,
    -- Value in ten-thousandths, as high and low parts ('sumHighLow').
    "billions" bigint not null,
    "rest" bigint not null,
    constraint "stockPlaceSums_pk" primary key ("placeId", "isClosing", "day", "kind")
  )`,
  `create table "stockItemSums" (
    "day" text not null,
    "itemId" text not null,
    "kind" text not null,
    -- 1: cumulative total up to the end of the day; 0: total of the day.
    "isClosing" bigint not null,
    -- Value in ten-thousandths, as high and low parts ('sumHighLow').
    "billions" bigint not null,
    "rest" bigint not null,
    constraint "stockItemSums_pk" primary key ("isClosing", "day", "itemId", "kind")
  )`,
  `create table "stockSumDays" (
    "day" text primary key not null,
    -- Progress of the following day: the last location aggregated.
    "placeId" text not null,
    -- Progress of a closing that must be computed first: its Sunday and the last item processed; empty for none.
    "closes" text not null,
    "itemId" text not null,
    "isClosing" bigint not null
  )`,
  `create table "stockLateSides" (
    "placeId" text not null,
    "itemId" text not null,
    "kind" text not null,
    "day" text not null,
    "seq" bigint not null,
    "isOnShelf" bigint not null,
    "valueE4" bigint not null,
    constraint "stockLateSides_pk" primary key ("seq", "placeId")
  )`,
  // Orders and deliveries
  `create table "orders" (
    "_id" text primary key not null,
    "orderNo" text not null,
    "status" text not null,
    "branch" text not null references "branches",
    "branchName" text not null,
    "kitchen" text not null references "branches",
    "kitchenName" text not null,
    "userId" text not null,
    "userName" text not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "deliveryDate" text not null,
    "orderType" text not null,
    -- An event that the order is for: name, time and number of guests; null for a regular order.
    "occasion" text,
    "eventAt" text,
    "guests" bigint,
    "dateTime" text,
    "sentAt" text,
    "acceptedAt" text,
    "shippedAt" text,
    "receivedAt" text,
    "cutoffAt" text,
    "notes" text,
    "transitionReason" text,
    "deliveryNoteNo" text,
    "driver" text,
    "vehicle" text,
    "version" bigint not null,
    "isLate" bigint not null, -- bit
    "hasDiscrepancy" bigint not null, -- bit
    -- Incremented when a shipment is reversed, so that the same lines can be shipped again.
    "cycle" bigint not null,
    "lineCount" bigint not null,
    "valueE4" bigint not null,
    "linesShippedComplete" bigint,
    -- The order as JSON text for lists, updated whenever the row changes.
    "summary" text not null,
    -- Shipping day in the kitchen's time zone; receiving day in the branch's.
    "shippedDay" text,
    "receivedDay" text,
    "crates" bigint,
    "departsAt" text,
    "unansweredSubstitutes" bigint,
    -- At shipment: lines ordered, and base units ordered and shipped; null before.
    "linesOrdered" bigint,
    "unitsOrderedMicro" bigint,
    "unitsShippedMicro" bigint,
    -- Lines whose ordered quantity was accepted in full at receipt.
    "linesReceivedComplete" bigint
  )`,
  `create index "orders_branch_createdAt__id" on "orders" ("branch", "createdAt", "_id")`,
  `create index "orders_branch_status_createdAt__id" on "orders" ("branch", "status", "createdAt", "_id")`,
  `create index "orders_by_dateTime" on "orders" ("dateTime")`,
  `create index "orders_by_delivery_note" on "orders" ("deliveryNoteNo")`,
  `create index "orders_by_lineCount" on "orders" ("lineCount", "_id")`,
  `create index "orders_by_valueE4" on "orders" ("valueE4", "_id")`,
  `create index "orders_createdAt__id" on "orders" ("createdAt", "_id")`,
  `create index "orders_deliveryDate_branch_createdAt__id" on "orders" ("deliveryDate", "branch", "createdAt", "_id")`,
  `create index "orders_kitchen_status_createdAt__id" on "orders" ("kitchen", "status", "createdAt", "_id")`,
  `create unique index "orders_orderNo_unique" on "orders" ("orderNo")`,
  `create index "orders_status_createdAt__id" on "orders" ("status", "createdAt", "_id")`,
  `create table "orderLines" (
    "lineId" text primary key not null,
    "orderId" text not null references "orders",
    "itemId" text not null references "items",
    "itemCode" text not null,
    "itemName" text not null,
    "unit" text not null references "units",
    "unitSymbol" text not null,
    "lots" text not null,
    "position" bigint not null,
    "unitNum" bigint not null,
    "unitDen" bigint not null,
    "orderQtyMicro" bigint not null,
    "unitCostMicro" bigint not null,
    "approvedQtyMicro" bigint,
    "pickedQtyMicro" bigint,
    "shippedQtyMicro" bigint,
    "receivedQtyMicro" bigint,
    "damagedQtyMicro" bigint,
    "shortQtyMicro" bigint,
    "overQtyMicro" bigint,
    "stockAtOrderMicro" bigint,
    "suggestedQtyMicro" bigint,
    "itemNameAlt" text,
    "category" text,
    "section" text,
    "substituteFor" text,
    "reason" text,
    "note" text,
    "photo" text,
    "reasonCode" text,
    "reasonNote" text,
    "pieces" bigint,
    -- Quantity requested, in the line's unit, before the approved quantity was reduced to a fair share; null
    -- if it wasn't.
    "sharedFromMicro" bigint,
    "receivingMinTemp" bigint,
    "receivingMaxTemp" bigint,
    "receivingPhoto" integer, -- bit
    "temperatureMicro" bigint,
    "substituteAnswer" text,
    "requiresAcceptance" bigint, -- bit
    "isReceivingNote" integer, -- bit
    "isReceivingReason" integer -- bit
  )`,
  `create index "orderLines_itemId_orderId" on "orderLines" ("itemId", "orderId")`,
  `create index "orderLines_orderId_position" on "orderLines" ("orderId", "position")`,
  `create index "orderLines_unit" on "orderLines" ("unit")`,
  `create table "orderHistory" (
    "seq" integer primary key autoincrement,
    "orderId" text not null,
    "to" text not null,
    "by" text not null,
    "byName" text not null,
    "at" text not null,
    "from" text,
    "reason" text,
    "reasonCode" text,
    "reasonNote" text
  )`,
  `create index "orderHistory_orderId_seq" on "orderHistory" ("orderId", "seq")`,
  `create table "orderCounts" (
    "branch" text not null,
    "kitchen" text not null,
    "status" text not null,
    "sentToKitchen" bigint not null, -- bit
    "count" bigint not null,
    constraint "orderCounts_pk" primary key ("branch", "kitchen", "status", "sentToKitchen")
  )`,
  `create table "orderTemplates" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "name" text not null,
    "search" text not null,
    "nameAlt" text,
    "branch" text not null references "branches",
    "weekdays" text not null,
    "lines" text not null,
    "kitchen" text references "branches"
  )`,
  `create unique index "orderTemplates_branch_name_unique" on "orderTemplates" ("branch", "name")`,
  `create table "pickClaims" (
    "lineId" text primary key not null,
    "orderId" text not null,
    -- When it was claimed, picked or put back.
    "claimedAt" text not null,
    -- Null if it was put back and is waiting for a picker.
    "userId" text,
    "userName" text,
    -- When it was picked; null while in progress.
    "pickedAt" text
  )`,
  `create index "pickClaims_orderId" on "pickClaims" ("orderId")`,
  `create table "crates" (
    "sscc" text primary key not null,
    "orderId" text not null,
    "crate" bigint,
    "at" text not null
  )`,
  `create index "crates_orderId" on "crates" ("orderId")`,
  `create table "reservations" (
    "lineId" text primary key not null references "orderLines" ("lineId"),
    "orderId" text not null references "orders",
    "itemId" text not null references "items",
    "placeId" text not null references "places" ("placeId"),
    -- When the line was accepted; arriving stock is reserved in this order.
    "acceptedAt" text not null,
    "wantedMicro" bigint not null,
    "qtyMicro" bigint not null
  )`,
  `create index "reservations_orderId" on "reservations" ("orderId")`,
  `create index "reservations_placeId_itemId" on "reservations" ("placeId", "itemId")`,
  `create index "reservations_refers_by_itemId" on "reservations" ("itemId") where "itemId" is not null`,
  `create table "lotReservations" (
    "lineId" text not null references "orderLines" ("lineId"),
    "lotId" text not null references "lots",
    "orderId" text not null,
    "placeId" text not null,
    "itemId" text not null,
    "qtyMicro" bigint not null,
    constraint "lotReservations_pk" primary key ("lineId", "lotId")
  )`,
  `create index "lotReservations_lotId" on "lotReservations" ("lotId")`,
  `create index "lotReservations_orderId" on "lotReservations" ("orderId")`,
  // Documents
  `create table "documentHistory" (
    "seq" integer primary key autoincrement,
    "docType" text not null,
    "docId" text not null,
    "to" text not null,
    "by" text not null,
    "byName" text not null,
    "at" text not null,
    "from" text,
    -- The transition, or 'edit'; null at creation.
    "verb" text,
    "reason" text,
    "reasonCode" text,
    "reasonNote" text
  )`,
  `create index "documentHistory_docId_seq" on "documentHistory" ("docId", "seq")`,
  // Purchasing
  `create table "purchaseOrders" (
    "_id" text primary key not null,
    "supplier" text not null references "suppliers",
    "place" text not null references "branches",
    "createdAt" text not null,
    "updatedAt" text not null,
    "number" text not null,
    "status" text not null,
    "supplierName" text not null,
    "placeName" text not null,
    "userId" text not null,
    "userName" text not null,
    "receivedStatus" text not null,
    "billedByQuantity" text not null,
    "billedByAmount" text not null,
    "approvers" text not null,
    "supplierNameAlt" text,
    "placeNameAlt" text,
    "expectedOn" text,
    "sentAt" text,
    "sentByName" text,
    "notes" text,
    "currency" text,
    "transitionReason" text,
    "version" bigint not null,
    "lineCount" bigint not null,
    "goodsValueE4" bigint not null,
    "freightE4" bigint not null,
    "taxE4" bigint not null,
    "totalE4" bigint not null
  )`,
  `create index "purchaseOrders_createdAt__id" on "purchaseOrders" ("createdAt", "_id")`,
  `create index "purchaseOrders_currency" on "purchaseOrders" ("currency")`,
  `create unique index "purchaseOrders_number_unique" on "purchaseOrders" ("number")`,
  `create index "purchaseOrders_place_createdAt__id" on "purchaseOrders" ("place", "createdAt", "_id")`,
  `create index "purchaseOrders_place_status" on "purchaseOrders" ("place", "status")`,
  `create index "purchaseOrders_status_createdAt__id" on "purchaseOrders" ("status", "createdAt", "_id")`,
  `create index "purchaseOrders_supplier_createdAt__id" on "purchaseOrders" ("supplier", "createdAt", "_id")`,
  `create table "purchaseLines" (
    "lineId" text primary key not null,
    "orderId" text not null references "purchaseOrders",
    "itemId" text not null references "items",
    "itemCode" text not null,
    "itemName" text not null,
    "unitSymbol" text not null,
    "itemNameAlt" text,
    "packagingId" text,
    "unit" text,
    "reason" text,
    "reasonCode" text,
    "reasonNote" text,
    "note" text,
    "position" bigint not null,
    "unitNum" bigint not null,
    "unitDen" bigint not null,
    "qtyMicro" bigint not null,
    "priceMicro" bigint not null,
    -- Price before the discount; null if there is none.
    "listPriceMicro" bigint,
    "discountPercentMicro" bigint,
    "discountE4" bigint,
    "receivedQtyMicro" bigint not null,
    "rejectedQtyMicro" bigint not null,
    "billedQtyMicro" bigint not null,
    "billedValueE4" bigint not null,
    "isClosed" bigint not null, -- bit
    "taxPercentMicro" bigint,
    "returnedQtyMicro" bigint not null
  )`,
  `create index "purchaseLines_itemId_orderId" on "purchaseLines" ("itemId", "orderId")`,
  `create index "purchaseLines_orderId_position" on "purchaseLines" ("orderId", "position")`,
  `create index "purchaseLines_packagingId" on "purchaseLines" ("packagingId")`,
  `create index "purchaseLines_unit" on "purchaseLines" ("unit")`,
  `create table "goodsReceipts" (
    "_id" text primary key not null,
    "supplier" text not null references "suppliers",
    "place" text not null references "branches",
    "purchaseOrder" text references "purchaseOrders",
    "createdAt" text not null,
    "updatedAt" text not null,
    "number" text not null,
    "status" text not null,
    "supplierName" text not null,
    "placeName" text not null,
    "userId" text not null,
    "userName" text not null,
    "receivedAt" text not null,
    "businessDay" text not null,
    "rate" text not null,
    "spreadBy" text not null,
    "purchaseOrderNo" text,
    "supplierNameAlt" text,
    "placeNameAlt" text,
    "supplierRef" text,
    "notes" text,
    "currency" text,
    "transitionReason" text,
    "reversedAt" text,
    "reversedByName" text,
    "version" bigint not null,
    "lineCount" bigint not null,
    "goodsValueE4" bigint not null,
    "freightE4" bigint not null,
    "chargesE4" bigint not null,
    "landedValueE4" bigint not null,
    "expectedCreditE4" bigint not null
  )`,
  `create index "goodsReceipts_createdAt__id" on "goodsReceipts" ("createdAt", "_id")`,
  `create index "goodsReceipts_currency" on "goodsReceipts" ("currency")`,
  `create unique index "goodsReceipts_number_unique" on "goodsReceipts" ("number")`,
  `create index "goodsReceipts_place_businessDay" on "goodsReceipts" ("place", "businessDay")`,
  `create index "goodsReceipts_place_createdAt__id" on "goodsReceipts" ("place", "createdAt", "_id")`,
  `create index "goodsReceipts_purchaseOrder" on "goodsReceipts" ("purchaseOrder")`,
  `create index "goodsReceipts_status_createdAt__id" on "goodsReceipts" ("status", "createdAt", "_id")`,
  `create index "goodsReceipts_supplier_createdAt__id" on "goodsReceipts" ("supplier", "createdAt", "_id")`,
  `create table "goodsReceiptLines" (
    "lineId" text primary key not null,
    "receiptId" text not null references "goodsReceipts",
    "itemId" text not null references "items",
    "poLineId" text references "purchaseLines" ("lineId"),
    "itemCode" text not null,
    "itemName" text not null,
    "unitSymbol" text not null,
    "itemNameAlt" text,
    "substituteFor" text,
    "substituteForName" text,
    "packagingId" text,
    "unit" text,
    "lot" text,
    "expiry" text,
    "reason" text,
    "reasonCode" text,
    "reasonNote" text,
    "note" text,
    "position" bigint not null,
    "unitNum" bigint not null,
    "unitDen" bigint not null,
    "qtyMicro" bigint not null,
    "rejectedQtyMicro" bigint not null,
    "freeQtyMicro" bigint not null,
    "baseQtyMicro" bigint not null,
    "priceMicro" bigint not null,
    "chargeE4" bigint not null,
    "landedValueE4" bigint not null,
    "billedQtyMicro" bigint not null,
    "billedValueE4" bigint not null,
    "isReversed" bigint not null, -- bit
    "hasPhoto" bigint not null, -- bit
    "coversQtyMicro" bigint,
    "coversRejectedQtyMicro" bigint,
    "temperatureMicro" bigint,
    "pieces" bigint,
    "returnedQtyMicro" bigint not null
  )`,
  `create index "goodsReceiptLines_charged" on "goodsReceiptLines" ("receiptId") where "chargeE4" <> 0`,
  `create index "goodsReceiptLines_itemId_receiptId" on "goodsReceiptLines" ("itemId", "receiptId")`,
  `create index "goodsReceiptLines_open" on "goodsReceiptLines" ("receiptId", "lineId", "itemId", "landedValueE4", "isReversed", "qtyMicro", "billedQtyMicro", "returnedQtyMicro", "chargeE4") where "chargeE4" = 0 and "qtyMicro" > "billedQtyMicro" + "returnedQtyMicro"`,
  `create index "goodsReceiptLines_packagingId" on "goodsReceiptLines" ("packagingId")`,
  `create index "goodsReceiptLines_poLineId" on "goodsReceiptLines" ("poLineId")`,
  `create index "goodsReceiptLines_receiptId_position" on "goodsReceiptLines" ("receiptId", "position")`,
  `create index "goodsReceiptLines_reversed" on "goodsReceiptLines" ("receiptId") where "isReversed" = 1`,
  `create index "goodsReceiptLines_unit" on "goodsReceiptLines" ("unit")`,
  `create table "transfers" (
    "_id" text primary key not null,
    "from" text not null references "branches",
    "createdAt" text not null,
    "updatedAt" text not null,
    "number" text not null,
    "kind" text not null,
    "status" text not null,
    "fromName" text not null,
    "to" text not null,
    "toName" text not null,
    "userId" text not null,
    "userName" text not null,
    "fromNameAlt" text,
    "toNameAlt" text,
    "noteNo" text,
    "sentAt" text,
    "sentBy" text,
    "sentByName" text,
    -- Sending day in the sender's time zone; receiving day in the receiver's.
    "sentDay" text,
    "arrivedAt" text,
    "arrivedBy" text,
    "receivedAt" text,
    "receivedBy" text,
    "receivedByName" text,
    "receivedDay" text,
    "driver" text,
    "vehicle" text,
    "notes" text,
    "priceRule" text,
    "creditNote" text,
    "version" bigint not null,
    "isRequest" bigint not null, -- bit
    "lineCount" bigint not null,
    "hasDiscrepancy" bigint not null, -- bit
    -- Incremented when a dispatch is reversed, so that the same lines can be sent again.
    "cycle" bigint not null,
    -- The last version that each side changed, so that one side's edit doesn't make the other's version
    -- stale.
    "giverVersion" bigint not null,
    "takerVersion" bigint not null,
    "valueE4" bigint,
    -- Cost to the sender; null before it is sent.
    "costE4" bigint,
    "creditExpectedE4" bigint,
    "creditReceivedE4" bigint
  )`,
  `create index "transfers_createdAt__id" on "transfers" ("createdAt", "_id")`,
  `create index "transfers_from_createdAt__id" on "transfers" ("from", "createdAt", "_id")`,
  `create unique index "transfers_number_unique" on "transfers" ("number")`,
  `create index "transfers_status_createdAt__id" on "transfers" ("status", "createdAt", "_id")`,
  `create index "transfers_to_createdAt__id" on "transfers" ("to", "createdAt", "_id")`,
  `create table "transferLines" (
    "lineId" text primary key not null,
    "transferId" text not null references "transfers",
    "itemId" text not null references "items",
    "unit" text not null references "units",
    "itemCode" text not null,
    "itemName" text not null,
    "unitSymbol" text not null,
    "lots" text not null,
    "itemNameAlt" text,
    "reason" text,
    "reasonCode" text,
    "reasonNote" text,
    "destination" text,
    "returnOf" text,
    "returnOfNo" text,
    -- Entries of the receiver before the transfer was sent, as JSON.
    "pendingLots" text,
    "note" text,
    "photo" text,
    "position" bigint not null,
    "unitNum" bigint not null,
    "unitDen" bigint not null,
    -- In the API: 'qty'.
    "orderQtyMicro" bigint not null,
    -- Price charged per unit; 0 before the transfer is sent.
    "unitCostMicro" bigint not null,
    "shippedQtyMicro" bigint,
    "receivedQtyMicro" bigint,
    "damagedQtyMicro" bigint,
    "shortQtyMicro" bigint,
    "overQtyMicro" bigint,
    "pieces" bigint,
    "valueE4" bigint,
    "costE4" bigint,
    "receivedReason" text,
    "receivedReasonCode" text,
    "receivedReasonNote" text
  )`,
  `create index "transferLines_itemId_transferId" on "transferLines" ("itemId", "transferId")`,
  `create index "transferLines_returnOf" on "transferLines" ("returnOf")`,
  `create index "transferLines_transferId_position" on "transferLines" ("transferId", "position")`,
  `create index "transferLines_unit" on "transferLines" ("unit")`,
  `create table "supplierInvoices" (
    "_id" text primary key not null,
    "supplier" text not null references "suppliers",
    "place" text not null references "branches",
    "createdAt" text not null,
    "updatedAt" text not null,
    "number" text not null,
    "status" text not null,
    "kind" text not null,
    "supplierName" text not null,
    "supplierNumber" text not null,
    "placeName" text not null,
    "userId" text not null,
    "userName" text not null,
    "date" text not null,
    "rate" text not null,
    "matchState" text not null,
    "supplierNameAlt" text,
    "placeNameAlt" text,
    "currency" text,
    "postedAt" text,
    "postedByName" text,
    "postedDay" text,
    "reversedDay" text,
    "notes" text,
    "transitionReason" text,
    -- Supplier and printed number, so that it can't be entered twice; null once reversed.
    "uniqueKey" text,
    "version" bigint not null,
    "lineCount" bigint not null,
    "goodsValueE4" bigint not null,
    "taxE4" bigint not null,
    "totalE4" bigint not null,
    "roundingE4" bigint not null,
    "stockDifferenceE4" bigint not null,
    "varianceE4" bigint not null,
    "freightE4" bigint
  )`,
  `create index "supplierInvoices_createdAt__id" on "supplierInvoices" ("createdAt", "_id")`,
  `create index "supplierInvoices_currency" on "supplierInvoices" ("currency")`,
  `create unique index "supplierInvoices_number_unique" on "supplierInvoices" ("number")`,
  `create index "supplierInvoices_place_createdAt__id" on "supplierInvoices" ("place", "createdAt", "_id")`,
  `create index "supplierInvoices_status_createdAt__id" on "supplierInvoices" ("status", "createdAt", "_id")`,
  `create index "supplierInvoices_supplier_postedDay" on "supplierInvoices" ("supplier", "postedDay")`,
  `create unique index "supplierInvoices_uniqueKey_unique" on "supplierInvoices" ("uniqueKey")`,
  `create table "supplierInvoiceLines" (
    "lineId" text primary key not null,
    "invoiceId" text not null references "supplierInvoices",
    "itemId" text not null references "items",
    "poLineId" text references "purchaseLines" ("lineId"),
    "receiptLineId" text references "goodsReceiptLines" ("lineId"),
    "itemCode" text not null,
    "itemName" text not null,
    "unitSymbol" text not null,
    "state" text not null,
    "creditOf" text,
    "transferId" text,
    "referenceNo" text,
    "itemNameAlt" text,
    "packagingId" text,
    "unit" text,
    "note" text,
    "position" bigint not null,
    "unitNum" bigint not null,
    "unitDen" bigint not null,
    "qtyMicro" bigint not null,
    "priceMicro" bigint not null,
    "valueE4" bigint not null,
    "chargeE4" bigint not null,
    "baseValueE4" bigint not null,
    "matchedQtyMicro" bigint not null,
    "creditedQtyMicro" bigint not null,
    "coversQtyMicro" bigint
  )`,
  `create index "supplierInvoiceLines_creditOf" on "supplierInvoiceLines" ("creditOf")`,
  `create index "supplierInvoiceLines_invoiceId_position" on "supplierInvoiceLines" ("invoiceId", "position")`,
  `create index "supplierInvoiceLines_itemId_invoiceId" on "supplierInvoiceLines" ("itemId", "invoiceId")`,
  `create index "supplierInvoiceLines_packagingId" on "supplierInvoiceLines" ("packagingId")`,
  `create index "supplierInvoiceLines_poLineId" on "supplierInvoiceLines" ("poLineId")`,
  `create index "supplierInvoiceLines_receiptLineId" on "supplierInvoiceLines" ("receiptLineId")`,
  `create index "supplierInvoiceLines_transferId" on "supplierInvoiceLines" ("transferId")`,
  `create index "supplierInvoiceLines_unit" on "supplierInvoiceLines" ("unit")`,
  `create table "invoiceMatches" (
    "matchId" text primary key not null,
    "lineId" text not null references "supplierInvoiceLines" ("lineId"),
    "receiptLineId" text references "goodsReceiptLines" ("lineId"),
    "invoiceId" text not null,
    -- The receipt line; for credits, also the billed line, the credited return, or the line itself.
    "pairedWith" text not null,
    "itemId" text not null,
    "place" text not null,
    -- The day on which the match took effect.
    "businessDay" text not null,
    "poLineId" text,
    -- The day on which the match was reversed; null while it is in effect.
    "reversedDay" text,
    "qtyMicro" bigint not null,
    "priceMicro" bigint not null,
    -- In the invoice's currency, without freight.
    "valueE4" bigint not null,
    "amountE4" bigint not null,
    "releasedE4" bigint not null,
    "releasedChargeE4" bigint not null,
    "stockE4" bigint not null,
    "varianceE4" bigint not null,
    -- Quantity on hand at that time, in base units.
    "onHandMicro" bigint not null,
    -- The supplier return that returned the unbilled rest of the receipt line; null for billed or credited lines.
    "transferId" text
  )`,
  `create index "invoiceMatches_businessDay" on "invoiceMatches" ("businessDay", "receiptLineId") where "businessDay" is not null`,
  `create index "invoiceMatches_invoiceId" on "invoiceMatches" ("invoiceId")`,
  `create index "invoiceMatches_itemId" on "invoiceMatches" ("itemId")`,
  `create unique index "invoiceMatches_pair_unique" on "invoiceMatches" ("lineId", "pairedWith")`,
  `create index "invoiceMatches_receiptLineId" on "invoiceMatches" ("receiptLineId")`,
  `create index "invoiceMatches_reversedDay" on "invoiceMatches" ("reversedDay", "receiptLineId") where "reversedDay" is not null`,
  `create index "invoiceMatches_transferId" on "invoiceMatches" ("transferId") where "transferId" is not null`,
  `create table "discrepancies" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "orderId" text not null,
    "orderNo" text not null,
    "lineId" text not null,
    "itemId" text not null references "items",
    "itemName" text not null,
    "branch" text not null references "branches",
    "kitchen" text not null references "branches",
    "type" text not null,
    "unit" text not null,
    "unitSymbol" text not null,
    "status" text not null,
    "version" bigint not null,
    "qtyMicro" bigint not null,
    "valueE4" bigint not null,
    "action" text,
    "chargedTo" text,
    "resolvedBy" text,
    "resolvedByName" text,
    "resolvedAt" text,
    "note" text,
    "photo" text,
    "followUpOrderId" text,
    -- The day on which the resolution moved stock, in the source location's time zone; null if it moved
    -- none.
    "businessDay" text,
    "docType" text not null default 'order'
  )`,
  `create index "discrepancies_createdAt" on "discrepancies" ("createdAt", "_id")`,
  `create index "discrepancies_followUpOrderId" on "discrepancies" ("followUpOrderId")`,
  `create unique index "discrepancies_lineId_type_unique" on "discrepancies" ("lineId", "type")`,
  `create index "discrepancies_orderId" on "discrepancies" ("orderId")`,
  `create index "discrepancies_refers_by_branch" on "discrepancies" ("branch") where "branch" is not null`,
  `create index "discrepancies_refers_by_itemId" on "discrepancies" ("itemId") where "itemId" is not null`,
  `create index "discrepancies_refers_by_kitchen" on "discrepancies" ("kitchen") where "kitchen" is not null`,
  `create index "discrepancies_status_createdAt" on "discrepancies" ("status", "createdAt")`,
  // Counts and wastage
  `create table "countSchedules" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "name" text not null,
    "search" text not null,
    "nameAlt" text,
    "branchId" text not null references "branches",
    "type" text not null,
    "sections" text not null,
    "weekdays" text not null,
    "time" text not null
  )`,
  `create unique index "countSchedules_branchId_name_unique" on "countSchedules" ("branchId", "name")`,
  `create table "stockCounts" (
    "_id" text primary key not null,
    "branch" text not null references "branches",
    "userId" text not null references "users",
    "createdAt" text not null,
    "updatedAt" text not null,
    "number" text not null,
    "type" text not null,
    "sections" text not null,
    "itemIds" text not null,
    "status" text not null,
    "userName" text not null,
    "businessDay" text not null,
    "note" text,
    "schedule" text,
    "startedAt" text,
    "submittedAt" text,
    "submittedByName" text,
    "approvedAt" text,
    "approvedBy" text,
    "approvedByName" text,
    "version" bigint not null,
    "blind" bigint not null, -- bit
    "lineCount" bigint not null,
    "toPost" bigint not null,
    "failedLines" bigint not null,
    "absoluteE4" bigint,
    "netE4" bigint,
    "approvalLimitE4" bigint
  )`,
  `create index "stockCounts_branch_createdAt" on "stockCounts" ("branch", "createdAt")`,
  `create index "stockCounts_createdAt" on "stockCounts" ("createdAt")`,
  `create unique index "stockCounts_number" on "stockCounts" ("number")`,
  `create index "stockCounts_unsettled" on "stockCounts" ("branch") where status in ('Counting', 'Recount', 'Submitted')`,
  `create index "stockCounts_userId" on "stockCounts" ("userId")`,
  `create table "stockCountSections" (
    "countId" text not null,
    "section" text not null,
    "takenBy" text not null,
    "takenByName" text not null,
    "takenAt" text,
    constraint "stockCountSections_pk" primary key ("countId", "section")
  )`,
  `create table "stockCountLines" (
    "lineId" text primary key not null,
    "countId" text not null references "stockCounts",
    "itemId" text not null references "items",
    "unit" text not null references "units",
    "section" text references "sections",
    "itemCode" text not null,
    "itemName" text not null,
    -- Empty if there is no lot.
    "lot" text not null,
    "unitSymbol" text not null,
    "claims" text not null,
    "itemNameAlt" text,
    "expiry" text,
    "sectionName" text,
    "countUnit" text,
    "countedAt" text,
    "countedBy" text,
    "countedByName" text,
    "firstBy" text,
    "firstByName" text,
    "firstAt" text,
    "causeCode" text,
    "causeNote" text,
    "lateMovementAnswer" text,
    -- Reason why its variance wasn't posted when the count was approved.
    "unpostedReason" text,
    "position" bigint not null,
    "isTrackedByLot" bigint not null, -- bit
    "isCountedInPieces" bigint not null, -- bit
    "isAdded" bigint not null, -- bit
    "entries" bigint not null,
    "lastEntrySeq" bigint not null,
    "round" bigint not null,
    "isMarkedForRecount" bigint not null, -- bit
    "posted" bigint not null, -- bit
    "positionInSection" bigint,
    "countedQtyMicro" bigint,
    "pieces" bigint,
    "firstQtyMicro" bigint,
    "enteredCostMicro" bigint,
    "bookSeq" bigint,
    -- The earliest ledger position at which one of its entries was made; null for none.
    "fromSeq" bigint,
    -- 'lateMovementAnswer' covers late moves up to this ledger position.
    "answeredSeq" bigint,
    "bookQtyMicro" bigint,
    "varianceQtyMicro" bigint,
    "varianceValueE4" bigint,
    "unitCostMicro" bigint,
    -- Whether the line has an open question after submission.
    "asking" bigint not null, -- bit
    "variancePieces" bigint
  )`,
  `create index "stockCountLines_asking" on "stockCountLines" ("countId") where asking = 1`,
  `create unique index "stockCountLines_countId_itemId_lot" on "stockCountLines" ("countId", "itemId", "lot")`,
  `create index "stockCountLines_countId_lastEntrySeq" on "stockCountLines" ("countId", "lastEntrySeq")`,
  `create index "stockCountLines_countId_position" on "stockCountLines" ("countId", "position")`,
  `create index "stockCountLines_counted" on "stockCountLines" ("countId", "itemId") where "countedQtyMicro" is not null`,
  `create index "stockCountLines_itemId" on "stockCountLines" ("itemId")`,
  `create index "stockCountLines_section" on "stockCountLines" ("section")`,
  `create index "stockCountLines_to_post" on "stockCountLines" ("countId") where "posted" = 0 and "varianceQtyMicro" <> 0`,
  `create index "stockCountLines_unit" on "stockCountLines" ("unit")`,
  `create table "stockCountEntries" (
    "seq" integer primary key autoincrement,
    "countId" text not null references "stockCounts",
    "lineId" text not null,
    "device" text not null,
    "by" text not null,
    "byName" text not null,
    -- When it was counted on the device, and when the server received it.
    "at" text not null,
    "receivedAt" text not null,
    "mode" text not null,
    -- Quantities as entered, by unit, as JSON: '[{ qty, unit, unitSymbol }]'.
    "parts" text not null,
    "deviceSeq" bigint not null,
    "round" bigint not null,
    -- 'seq' of the line's latest entry that the device had received; 0 for none.
    "lastSeenSeq" bigint not null,
    "bookSeq" bigint not null,
    -- Null if the entry removes the line's counted quantity.
    "qtyMicro" bigint,
    "pieces" bigint
  )`,
  `create unique index "stockCountEntries_device" on "stockCountEntries" ("countId", "device", "deviceSeq")`,
  `create index "stockCountEntries_lineId" on "stockCountEntries" ("lineId", "seq")`,
  `create table "wastage" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "number" text not null,
    "branch" text not null references "branches",
    "dateTime" text not null,
    "item" text not null references "items",
    "itemName" text not null,
    "unit" text not null references "units",
    "unitSymbol" text not null,
    "reason" text not null,
    -- Empty if there is no lot.
    "lot" text not null,
    "status" text not null,
    "userId" text not null,
    "userName" text not null,
    "version" bigint not null,
    "qtyMicro" bigint not null,
    "unitNum" bigint not null,
    "unitDen" bigint not null,
    "costE4" bigint not null,
    "cycle" bigint not null default 0,
    "note" text,
    "photo" text,
    "businessDay" text not null default '',
    "pieces" bigint,
    -- Several lots, as JSON: '[{ lot, qtyMicro }]'.
    "lots" text not null default '[]'
  )`,
  `create index "wastage_branch_businessDay" on "wastage" ("branch", "businessDay", "status", "costE4")`,
  `create index "wastage_branch_dateTime" on "wastage" ("branch", "dateTime")`,
  `create index "wastage_businessDay" on "wastage" ("businessDay", "status", "branch", "costE4")`,
  `create index "wastage_createdAt" on "wastage" ("createdAt", "_id")`,
  `create index "wastage_dateTime__id" on "wastage" ("dateTime", "_id")`,
  `create unique index "wastage_number_unique" on "wastage" ("number")`,
  `create index "wastage_refers_by_item" on "wastage" ("item") where "item" is not null`,
  `create index "wastage_refers_by_unit" on "wastage" ("unit") where "unit" is not null`,
  `create index "wastage_status_dateTime__id" on "wastage" ("status", "dateTime", "_id")`,
  // Food safety
  `create table "checkPoints" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "name" text not null,
    "search" text not null,
    "nameAlt" text,
    "branchId" text not null references "branches",
    "kind" text not null,
    "minTempMicro" bigint,
    "maxTempMicro" bigint,
    "times" text not null,
    "weekdays" text not null,
    "graceMinutes" bigint not null,
    "instructions" text,
    "photoRequired" integer not null, -- bit
    "signatureRequired" integer not null, -- bit
    -- Previous schedules with the time they ended, as JSON, oldest first; used to find missed checks of past days.
    "pastSchedules" text not null default '[]'
  )`,
  `create unique index "checkPoints_branchId_name_unique" on "checkPoints" ("branchId", "name")`,
  `create table "safetyChecks" (
    "_id" text primary key not null,
    "branch" text not null references "branches",
    "point" text not null references "checkPoints",
    "userId" text not null references "users",
    "createdAt" text not null,
    "updatedAt" text not null,
    "number" text not null,
    "status" text not null,
    "userName" text not null,
    "branchName" text not null,
    "pointName" text not null,
    "kind" text not null,
    "checkedAt" text not null,
    "businessDay" text not null,
    "branchNameAlt" text,
    "pointNameAlt" text,
    -- The due time that this check fulfills; null for an additional check.
    "dueAt" text,
    "correctiveAction" text,
    "note" text,
    "signedBy" text,
    "device" text,
    "transitionReason" text,
    "verifiedAt" text,
    "verifiedByName" text,
    "version" bigint not null,
    "isLate" bigint not null, -- bit
    "isWithin" bigint not null, -- bit
    "hasPhoto" bigint not null, -- bit
    "minTempMicro" bigint,
    "maxTempMicro" bigint,
    "readingMicro" bigint,
    "secondReadingMicro" bigint
  )`,
  `create index "safetyChecks_branch_businessDay" on "safetyChecks" ("branch", "businessDay")`,
  `create index "safetyChecks_businessDay" on "safetyChecks" ("businessDay")`,
  `create index "safetyChecks_checkedAt__id" on "safetyChecks" ("checkedAt", "_id")`,
  `create index "safetyChecks_createdAt__id" on "safetyChecks" ("createdAt", "_id")`,
  `create unique index "safetyChecks_number_unique" on "safetyChecks" ("number")`,
  `create index "safetyChecks_point" on "safetyChecks" ("point", "checkedAt")`,
  // A due time counts once; a voided check frees it.
  `create unique index "safetyChecks_point_dueAt_unique" on "safetyChecks" ("point", "dueAt") where "dueAt" is not null and "status" <> 'Voided'`,
  `create index "safetyChecks_userId" on "safetyChecks" ("userId")`,
  // Recalls
  `create table "recalls" (
    "_id" text primary key not null,
    "itemId" text not null references "items",
    "lotId" text not null references "lots",
    "number" text not null,
    "startedAt" text not null,
    "userId" text not null,
    "userName" text not null,
    "itemCode" text not null,
    "itemName" text not null,
    "lot" text not null,
    "unitSymbol" text not null,
    "note" text,
    "isPractice" bigint not null, -- bit
    -- Quantity received from virtual locations.
    "receivedMicro" bigint not null,
    -- Quantity used, sold, wasted or returned.
    "documentedMicro" bigint not null
  )`,
  `create index "recalls_itemId" on "recalls" ("itemId")`,
  `create index "recalls_lotId" on "recalls" ("lotId")`,
  `create unique index "recalls_number" on "recalls" ("number")`,
  `create table "recallLots" (
    "recallId" text not null references "recalls",
    "lotId" text not null references "lots",
    "addedAt" text not null,
    "reason" text not null,
    "fromLotId" text,
    "docType" text,
    "docId" text,
    "docNo" text,
    "depth" bigint not null,
    constraint "recallLots_pk" primary key ("recallId", "lotId")
  )`,
  `create index "recallLots_lotId" on "recallLots" ("lotId")`,
  `create table "recallHolds" (
    "recallId" text not null references "recalls",
    "lotId" text not null references "lots",
    "at" text not null,
    "releasedAt" text,
    "releasedBy" text,
    "releasedByName" text,
    "releaseReason" text,
    "releaseNote" text,
    constraint "recallHolds_pk" primary key ("recallId", "lotId")
  )`,
  `create index "recallHolds_active" on "recallHolds" ("lotId") where "releasedAt" is null`,
  `create table "recallPlaces" (
    "recallId" text not null references "recalls",
    "placeId" text not null,
    "placeName" text not null,
    "lotId" text not null,
    "lot" text not null,
    "expectedMicro" bigint not null,
    constraint "recallPlaces_pk" primary key ("recallId", "placeId", "lotId")
  )`,
  `create table "recallNotices" (
    "recallId" text not null references "recalls",
    "branchId" text not null,
    "at" text not null,
    "no" bigint not null,
    constraint "recallNotices_pk" primary key ("recallId", "branchId", "no")
  )`,
  `create table "recallFindings" (
    "recallId" text not null references "recalls",
    "_id" text not null,
    "placeId" text not null,
    "lotId" text not null,
    "at" text not null,
    "userId" text not null,
    "userName" text not null,
    "note" text,
    "qtyMicro" bigint not null,
    -- Action taken on the goods.
    "outcome" text not null default 'set_aside',
    constraint "recallFindings_pk" primary key ("recallId", "_id")
  )`,
  `create table "recallEnds" (
    "recallId" text not null references "recalls",
    "at" text not null,
    "userId" text not null,
    "userName" text not null,
    "note" text,
    "foundMicro" bigint not null,
    "requestedPlaces" bigint not null,
    "confirmedPlaces" bigint not null,
    "seconds" bigint not null,
    constraint "recallEnds_pk" primary key ("recallId")
  )`,
  // Recipes and production
  `create table "recipes" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "name" text not null,
    "search" text not null,
    "nameAlt" text,
    "kind" text not null,
    "yieldUnit" text not null references "units",
    "components" text not null,
    "steps" text not null,
    "code" text,
    "brand" text references "brands",
    "outputItem" text references "items",
    "validFrom" text,
    "tax" text references "taxes",
    "image" text references "gallery",
    "yieldQtyMicro" bigint not null,
    "priceIncludesVAT" bigint not null, -- bit
    "portionsMicro" bigint,
    "priceE4" bigint,
    "targetFoodCostPercentMicro" bigint,
    "limitsExpiryToIngredients" integer not null, -- bit
    "menuCategory" text
  )`,
  `create index "recipes_brand" on "recipes" ("brand")`,
  `create unique index "recipes_code_unique" on "recipes" ("code")`,
  `create index "recipes_image" on "recipes" ("image")`,
  `create index "recipes_outputItem" on "recipes" ("outputItem")`,
  `create index "recipes_tax" on "recipes" ("tax")`,
  `create index "recipes_yieldUnit" on "recipes" ("yieldUnit")`,
  `create table "recipeVersions" (
    "_id" text primary key not null,
    "recipeId" text not null references "recipes" on delete cascade,
    "validFrom" text not null,
    "content" text not null,
    "createdAt" text not null,
    "no" bigint not null
  )`,
  `create unique index "recipeVersions_recipeId_no" on "recipeVersions" ("recipeId", "no")`,
  `create table "recipeUses" (
    "seq" integer primary key autoincrement,
    "versionId" text not null references "recipeVersions" on delete cascade,
    "recipeId" text not null,
    "itemId" text references "items",
    "subRecipeId" text references "recipes",
    "unit" text references "units",
    "isAlternative" bigint not null -- bit
  )`,
  `create index "recipeUses_itemId" on "recipeUses" ("itemId")`,
  `create index "recipeUses_recipeId" on "recipeUses" ("recipeId")`,
  `create index "recipeUses_subRecipeId" on "recipeUses" ("subRecipeId")`,
  `create index "recipeUses_unit" on "recipeUses" ("unit")`,
  `create index "recipeUses_versionId" on "recipeUses" ("versionId")`,
  `create table "recipeRollups" (
    "recipeId" text primary key not null references "recipes",
    "versionId" text not null,
    "day" text not null,
    "costedAt" text not null,
    "missing" text not null,
    "allergens" text not null,
    "cost" text,
    "costE4" bigint,
    "plateCostE4" bigint,
    "marginE4" bigint,
    "foodCostPercentMicro" bigint
  )`,
  `create table "recipeCosts" (
    "seq" integer primary key autoincrement,
    "recipeId" text not null references "recipes",
    "versionId" text not null,
    "at" text not null,
    "day" text not null,
    "cause" text not null,
    "causeId" text,
    "costE4" bigint,
    "plateCostE4" bigint
  )`,
  `create index "recipeCosts_at" on "recipeCosts" ("at")`,
  `create index "recipeCosts_recipeId" on "recipeCosts" ("recipeId")`,
  `create table "productionBatches" (
    "_id" text primary key not null,
    "recipeId" text not null references "recipes",
    "versionId" text not null references "recipeVersions",
    "kitchen" text not null references "branches",
    "itemId" text not null references "items",
    "createdAt" text not null,
    "updatedAt" text not null,
    "number" text not null,
    "status" text not null,
    "recipeName" text not null,
    "kitchenName" text not null,
    "itemCode" text not null,
    "itemName" text not null,
    "unitSymbol" text not null,
    "plannedFor" text not null,
    "userId" text not null,
    "userName" text not null,
    "allergens" text not null,
    "recipeNameAlt" text,
    "kitchenNameAlt" text,
    "itemNameAlt" text,
    "shift" text,
    "startedAt" text,
    "startedByName" text,
    "completedAt" text,
    "completedByName" text,
    "reason" text,
    "reasonCode" text,
    "reasonNote" text,
    "notes" text,
    "transitionReason" text,
    "version" bigint not null,
    "recipeVersion" bigint not null,
    "plannedQtyMicro" bigint not null,
    "goodQtyMicro" bigint not null,
    "lostQtyMicro" bigint not null,
    "parts" bigint not null,
    "lossMicro" bigint not null,
    "labourE4" bigint not null,
    "valueE4" bigint not null,
    "limitsExpiryToIngredients" bigint not null -- bit
  )`,
  `create index "productionBatches_createdAt__id" on "productionBatches" ("createdAt", "_id")`,
  `create index "productionBatches_itemId_createdAt" on "productionBatches" ("itemId", "createdAt")`,
  `create index "productionBatches_kitchen_createdAt__id" on "productionBatches" ("kitchen", "createdAt", "_id")`,
  `create index "productionBatches_kitchen_status_plannedFor" on "productionBatches" ("kitchen", "status", "plannedFor")`,
  `create unique index "productionBatches_number_unique" on "productionBatches" ("number")`,
  `create index "productionBatches_recipeId" on "productionBatches" ("recipeId")`,
  `create index "productionBatches_status_createdAt__id" on "productionBatches" ("status", "createdAt", "_id")`,
  `create index "productionBatches_versionId" on "productionBatches" ("versionId")`,
  `create table "productionLines" (
    "lineId" text primary key not null,
    "batchId" text not null references "productionBatches",
    "itemId" text not null references "items",
    "side" text not null,
    "itemCode" text not null,
    "itemName" text not null,
    "unitSymbol" text not null,
    "lots" text not null,
    "itemNameAlt" text,
    "lot" text,
    "expiry" text,
    "position" bigint not null,
    "neededQtyMicro" bigint not null,
    "postedQtyMicro" bigint not null,
    "valueE4" bigint not null,
    "enteredQtyMicro" bigint,
    "costShareMicro" bigint,
    "fixedValueE4" bigint
  )`,
  `create index "productionLines_batchId_position" on "productionLines" ("batchId", "position")`,
  `create index "productionLines_itemId_batchId" on "productionLines" ("itemId", "batchId")`,
  `create table "productionParts" (
    "partId" text primary key not null,
    "batchId" text not null references "productionBatches",
    "at" text not null,
    "byName" text not null,
    "reason" text,
    "reasonCode" text,
    "reasonNote" text,
    "reversedAt" text,
    -- Sequence number from 1; also the 'cycle' of its stock moves.
    "no" bigint not null,
    "goodMicro" bigint not null,
    "lostMicro" bigint not null,
    "labourE4" bigint not null,
    -- Value of the inputs including labour, and how much of it was lost.
    "valueE4" bigint not null,
    "lostE4" bigint not null
  )`,
  `create unique index "productionParts_batchId_no_unique" on "productionParts" ("batchId", "no")`,
  `create table "labelPrints" (
    "_id" text primary key not null,
    "batchId" text not null references "productionBatches",
    "itemId" text not null references "items",
    "lot" text not null,
    -- One of 'labelCauses'.
    "cause" text not null,
    -- JSON array of '{ allergen, state }'.
    "allergens" text not null,
    "at" text not null,
    "userId" text not null,
    "userName" text not null,
    "useBy" text,
    "copies" bigint not null
  )`,
  `create index "labelPrints_at" on "labelPrints" ("at")`,
  `create index "labelPrints_batchId_at__id" on "labelPrints" ("batchId", "at", "_id")`,
  `create index "labelPrints_itemId" on "labelPrints" ("itemId")`,
  // Sales and demand
  `create table "saleSources" (
    "_id" text primary key not null,
    "name" text not null,
    -- Folded text for lookups.
    "folded" text not null,
    "layout" text not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "version" bigint not null
  )`,
  `create unique index "saleSources_folded" on "saleSources" ("folded")`,
  `create table "tillItems" (
    "_id" text primary key not null,
    "sourceId" text not null references "saleSources",
    "recipeId" text references "recipes",
    "itemId" text references "items",
    "code" text not null,
    "updatedAt" text not null,
    "userId" text,
    "qtyMicro" bigint not null,
    "isNonFood" bigint not null, -- bit
    -- Whether this maps a modifier, which may have the same code as a product.
    "isModifier" bigint not null default 0, -- bit
    -- Ingredients replaced or removed by a modifier, as JSON.
    "changes" text not null default '[]',
    -- Factor by which a modifier scales the recipe's quantities, in millionths.
    "scaleMicro" bigint not null default 1000000,
    "version" bigint not null
  )`,
  `create unique index "tillItems_code" on "tillItems" ("sourceId", "code", "isModifier")`,
  `create index "tillItems_itemId" on "tillItems" ("itemId")`,
  `create index "tillItems_recipeId" on "tillItems" ("recipeId")`,
  `create table "saleDays" (
    "_id" text primary key not null,
    "sourceId" text not null references "saleSources",
    "branchId" text not null references "branches",
    "day" text not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "userId" text not null,
    "userName" text not null,
    -- Sales that didn't deplete stock, with the reason, as JSON.
    "gaps" text not null,
    "netE4" bigint not null,
    "qtyMicro" bigint not null,
    -- Whether these sales deplete stock, according to the branch's setting at the last import.
    "depletesStock" bigint not null, -- bit
    "version" bigint not null
  )`,
  `create unique index "saleDays_day" on "saleDays" ("branchId", "day", "sourceId")`,
  `create index "saleDays_sourceId" on "saleDays" ("sourceId")`,
  `create table "saleRows" (
    "dayId" text not null references "saleDays",
    "recipeId" text references "recipes",
    "code" text not null,
    "name" text,
    -- Code and quantity per unit of each modifier, as JSON sorted by code; null without modifiers.
    "modifiers" text,
    "rowNo" bigint not null,
    "qtyMicro" bigint not null,
    -- Net sales including the modifiers.
    "netE4" bigint not null,
    constraint "saleRows_pk" primary key ("dayId", "rowNo")
  )`,
  `create index "saleRows_code" on "saleRows" ("code", "dayId")`,
  `create index "saleRows_recipeId" on "saleRows" ("recipeId")`,
  `create table "saleModifiers" (
    "dayId" text not null references "saleDays",
    "code" text not null,
    "name" text,
    -- The row of the product sold with the modifier.
    "rowNo" bigint not null,
    "qtyMicro" bigint not null,
    -- The modifier's share of the row's net sales.
    "netE4" bigint not null,
    constraint "saleModifiers_pk" primary key ("dayId", "rowNo", "code")
  )`,
  `create index "saleModifiers_code" on "saleModifiers" ("code", "dayId")`,
  `create table "demandDays" (
    "_id" text primary key not null,
    "branchId" text not null references "branches",
    "itemId" text references "items",
    "day" text not null,
    "kind" text not null,
    "userName" text not null,
    "updatedAt" text not null,
    "note" text
  )`,
  `create index "demandDays_branchId_day" on "demandDays" ("branchId", "day")`,
  `create index "demandDays_itemId" on "demandDays" ("itemId")`,
  `create table "demandProfiles" (
    "categoryId" text primary key not null,
    "shape" text not null,
    "updatedAt" text not null
  )`,
  `create table "branchOutlooks" (
    "branchId" text primary key not null references "branches",
    "day" text not null,
    "stamp" text not null,
    "outlooks" text not null,
    "updatedAt" text not null
  )`,
  // Reports and mail
  `create table "reportViews" (
    "_id" text primary key not null,
    "owner" text not null references "users",
    "version" bigint not null,
    "createdAt" text not null,
    "updatedAt" text not null,
    "report" text not null,
    "name" text not null,
    -- The folded name, unique per owner and report.
    "nameKey" text not null,
    -- The report's query parameters.
    "params" text not null,
    "isShared" bigint not null -- bit
  )`,
  `create unique index "reportViews_once" on "reportViews" ("owner", "report", "nameKey")`,
  `create table "mailSchedules" (
    "_id" text primary key not null,
    "owner" text not null references "users",
    "version" bigint not null,
    "isActive" integer not null, -- bit
    "createdAt" text not null,
    "updatedAt" text not null,
    "name" text not null,
    "contentType" text not null,
    -- The report's filters, except its date range.
    "params" text not null,
    "cadence" text not null,
    "sendTime" text not null,
    "timezone" text not null,
    -- When the current settings took effect; earlier due times aren't sent.
    "since" text not null,
    "report" text,
    "sendDay" bigint,
    "onlyWithRows" bigint not null, -- bit
    "withFile" bigint not null -- bit
  )`,
  `create index "mailSchedules_owner" on "mailSchedules" ("owner")`,
  `create table "mailRecipients" (
    "_id" text primary key not null,
    "scheduleId" text not null references "mailSchedules",
    "userId" text references "users",
    -- Unsubscribe token, included in the emails' links.
    "token" text not null,
    "address" text,
    "language" text,
    "unsubscribedAt" text
  )`,
  `create index "mailRecipients_schedule" on "mailRecipients" ("scheduleId")`,
  `create unique index "mailRecipients_token" on "mailRecipients" ("token")`,
  `create index "mailRecipients_user" on "mailRecipients" ("userId")`,
  `create table "mailRuns" (
    "_id" text primary key not null,
    "scheduleId" text not null references "mailSchedules",
    "due" text not null,
    "createdAt" text not null,
    "fromDay" text not null,
    "toDay" text not null,
    "missed" bigint not null,
    "emailCount" bigint not null,
    "ended" bigint not null
  )`,
  `create index "mailRuns_createdAt" on "mailRuns" ("createdAt")`,
  `create unique index "mailRuns_once" on "mailRuns" ("scheduleId", "due")`,
  `create table "emails" (
    "_id" text primary key not null,
    "createdAt" text not null,
    "kind" text not null,
    "state" text not null,
    -- The part of the Message-ID before the domain; the same for every attempt.
    "messageId" text not null,
    -- Language, and the note sent with a document, as JSON.
    "payload" text not null,
    "scheduleId" text,
    "runId" text,
    -- The document sent or referred to.
    "docId" text,
    "recipientId" text,
    "userId" text,
    "toName" text,
    "address" text,
    "subject" text,
    "reason" text,
    "serverResponse" text,
    "endedAt" text,
    "fromDay" text,
    "toDay" text,
    "missed" bigint not null,
    "attempts" bigint not null,
    -- Number of times a user has resent it.
    "resendCount" bigint not null,
    "version" bigint not null
  )`,
  `create index "emails_createdAt" on "emails" ("createdAt")`,
  `create index "emails_doc" on "emails" ("docId", "_id")`,
  `create index "emails_run" on "emails" ("runId")`,
  `create index "emails_schedule" on "emails" ("scheduleId", "_id")`,
];
