import type { Migration } from 'kysely/migration';
import * as initial from './001-initial.ts';
import * as roles from './002-roles.ts';
import * as reviews from './003-reviews.ts';
import * as imports from './004-imports.ts';
import * as gallery from './005-gallery.ts';
import * as orderTemplates from './006-order-templates.ts';
import * as countSchedules from './007-count-schedules.ts';
import * as taxRates from './008-tax-rates.ts';
import * as sessionsAndAudit from './009-sessions-and-audit.ts';
import * as closedDays from './010-closed-days.ts';
import * as decisionsSeen from './013-decisions-seen.ts';
import * as unitsOfOrderLines from './014-units-of-order-lines.ts';
import * as byteCollation from './020-byte-collation.ts';
import * as searchLines from './021-search-lines.ts';
import * as references from './022-references.ts';
import * as passwords from './030-passwords.ts';
import * as knownDevices from './031-known-devices.ts';
import * as packedAnswers from './035-packed-answers.ts';
import * as importSizes from './040-import-sizes.ts';
import * as importChanges from './041-import-changes.ts';
import * as deliveryNoteSearch from './050-delivery-note-search.ts';
import * as businessName from './051-business-name.ts';
import * as importSteps from './063-import-steps.ts';
import * as auditArchives from './064-audit-archives.ts';
import * as importCorrections from './067-import-corrections.ts';
import * as attachments from './070-attachments.ts';
import * as ordersByValue from './084-orders-by-value.ts';
import * as undoInSteps from './086-undo-in-steps.ts';
import * as indexesOfReferences from './088-indexes-of-references.ts';
import * as businessDays from './090-business-days.ts';
import * as stockDaily from './091-stock-daily.ts';
import * as jobs from './094-jobs.ts';
import * as documentNumbers from './097-document-numbers.ts';
import * as reasons from './099-reasons.ts';
import * as lots from './101-lots.ts';
import * as leastLife from './102-least-life.ts';
import * as packPrices from './105-pack-prices.ts';
import * as tolerancesAndPieces from './106-tolerances-and-pieces.ts';
import * as attachmentsByType from './107-attachments-by-type.ts';
import * as lotsThatCame from './109-lots-that-came.ts';
import * as documentHistory from './110-document-history.ts';
import * as piecesOfOrderLines from './112-pieces-of-order-lines.ts';
import * as indexesOfHolders from './113-indexes-of-holders.ts';
import * as lotsBySearch from './114-lots-by-search.ts';
import * as stockCounts from './116-stock-counts.ts';
import * as transfers from './117-transfers.ts';
import * as fairShare from './118-fair-share.ts';
import * as pickClaims from './119-pick-claims.ts';
import * as checksAtReceiving from './121-checks-at-receiving.ts';
import * as whatCountsAsk from './122-what-counts-ask.ts';
import * as routesAndCrates from './123-routes-and-crates.ts';
import * as answersToSubstitutes from './124-answers-to-substitutes.ts';
import * as reasonsAtReceiving from './127-reasons-at-receiving.ts';
import * as linesThatAsk from './130-lines-that-ask.ts';
import * as askingBeforeSubstituting from './131-asking-before-substituting.ts';
import * as crates from './132-crates.ts';
import * as movesByWhenEntered from './133-moves-by-when-entered.ts';
import * as purchaseOrders from './140-purchase-orders.ts';
import * as goodsReceipts from './141-goods-receipts.ts';
import * as supplierInvoices from './143-supplier-invoices.ts';
import * as recipes from './150-recipes.ts';
import * as production from './151-production.ts';
import * as pricesByDay from './154-prices-by-day.ts';
import * as recalls from './160-recalls.ts';
import * as sales from './161-sales.ts';
import * as labelPrints from './174-label-prints.ts';
import * as demand from './176-demand.ts';
import * as daysOfItems from './177-days-of-items.ts';
import * as whatOrdersCameTo from './184-what-orders-came-to.ts';
import * as mail from './187-mail.ts';
import * as undividedBatches from './189-undivided-batches.ts';
import * as menuCategories from './192-menu-categories.ts';
import * as closingsOfWeeks from './196-closings-of-weeks.ts';
import * as daysOfPlaces from './197-days-of-places.ts';
import * as movesEnteredLater from './198-moves-entered-later.ts';
import * as reportViews from './199-report-views.ts';
import * as branchOutlooks from './204-branch-outlooks.ts';
import * as sumsOfDays from './205-sums-of-days.ts';
import * as whatIsOpen from './206-what-is-open.ts';
import * as whatBatchesTook from './207-what-batches-took.ts';
import * as reasonsOfCorrections from './210-reasons-of-corrections.ts';
import * as shelvesOfWhatIsAway from './213-shelves-of-what-is-away.ts';
import * as useOfDays from './214-use-of-days.ts';
import * as wastageByDay from './215-wastage-by-day.ts';
import * as ledgersSeenByIndexes from './216-ledgers-seen-by-indexes.ts';
import * as whatWasCounted from './217-what-was-counted.ts';
import * as wastageSeenByIndexes from './218-wastage-seen-by-indexes.ts';
import * as wastageInItsOrder from './219-wastage-in-its-order.ts';
import * as marksOfDayUse from './220-marks-of-day-use.ts';
import * as saidAtReceiving from './221-said-at-receiving.ts';
import * as movesOfPieces from './224-moves-of-pieces.ts';
import * as piecesThatDiffer from './225-pieces-that-differ.ts';
import * as newestDocuments from './231-newest-documents.ts';
import * as worthOfRecounts from './232-worth-of-recounts.ts';
import * as nothingLeftToBill from './233-nothing-left-to-bill.ts';
import * as formerValues from './234-former-values.ts';
import * as formerConversions from './238-former-conversions.ts';
import * as pricesBesideProposals from './240-prices-beside-proposals.ts';
import * as takenBackLater from './242-taken-back-later.ts';
import * as marksOfCosts from './244-marks-of-costs.ts';
import * as variancesOfReversals from './255-variances-of-reversals.ts';
import * as versionsOfAuditedDocuments from './256-versions-of-audited-documents.ts';
import * as returnedBeforeBilled from './260-returned-before-billed.ts';
import * as recallsThatHold from './305-recalls-that-hold.ts';
import * as costClasses from './310-cost-classes.ts';
import * as pricesWithSixDecimals from './320-prices-with-six-decimals.ts';

/** Every migration by its number and name, in order. Released ones are never changed. */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-initial': initial,
  '002-roles': roles,
  '003-reviews': reviews,
  '004-imports': imports,
  '005-gallery': gallery,
  '006-order-templates': orderTemplates,
  '007-count-schedules': countSchedules,
  '008-tax-rates': taxRates,
  '009-sessions-and-audit': sessionsAndAudit,
  '010-closed-days': closedDays,
  '013-decisions-seen': decisionsSeen,
  '014-units-of-order-lines': unitsOfOrderLines,
  '020-byte-collation': byteCollation,
  '021-search-lines': searchLines,
  '022-references': references,
  '030-passwords': passwords,
  '031-known-devices': knownDevices,
  '035-packed-answers': packedAnswers,
  '040-import-sizes': importSizes,
  '041-import-changes': importChanges,
  '050-delivery-note-search': deliveryNoteSearch,
  '051-business-name': businessName,
  '063-import-steps': importSteps,
  '064-audit-archives': auditArchives,
  '067-import-corrections': importCorrections,
  '070-attachments': attachments,
  '084-orders-by-value': ordersByValue,
  '086-undo-in-steps': undoInSteps,
  '088-indexes-of-references': indexesOfReferences,
  '090-business-days': businessDays,
  '091-stock-daily': stockDaily,
  '094-jobs': jobs,
  '097-document-numbers': documentNumbers,
  '099-reasons': reasons,
  '101-lots': lots,
  '102-least-life': leastLife,
  '105-pack-prices': packPrices,
  '106-tolerances-and-pieces': tolerancesAndPieces,
  '107-attachments-by-type': attachmentsByType,
  '109-lots-that-came': lotsThatCame,
  '110-document-history': documentHistory,
  '112-pieces-of-order-lines': piecesOfOrderLines,
  '113-indexes-of-holders': indexesOfHolders,
  '114-lots-by-search': lotsBySearch,
  '116-stock-counts': stockCounts,
  '117-transfers': transfers,
  '118-fair-share': fairShare,
  '119-pick-claims': pickClaims,
  '121-checks-at-receiving': checksAtReceiving,
  '122-what-counts-ask': whatCountsAsk,
  '123-routes-and-crates': routesAndCrates,
  '124-answers-to-substitutes': answersToSubstitutes,
  '127-reasons-at-receiving': reasonsAtReceiving,
  '130-lines-that-ask': linesThatAsk,
  '131-asking-before-substituting': askingBeforeSubstituting,
  '132-crates': crates,
  '133-moves-by-when-entered': movesByWhenEntered,
  '140-purchase-orders': purchaseOrders,
  '141-goods-receipts': goodsReceipts,
  '143-supplier-invoices': supplierInvoices,
  '150-recipes': recipes,
  '151-production': production,
  '154-prices-by-day': pricesByDay,
  '160-recalls': recalls,
  '161-sales': sales,
  '174-label-prints': labelPrints,
  '176-demand': demand,
  '177-days-of-items': daysOfItems,
  '184-what-orders-came-to': whatOrdersCameTo,
  '187-mail': mail,
  '189-undivided-batches': undividedBatches,
  '192-menu-categories': menuCategories,
  '196-closings-of-weeks': closingsOfWeeks,
  '197-days-of-places': daysOfPlaces,
  '198-moves-entered-later': movesEnteredLater,
  '199-report-views': reportViews,
  '204-branch-outlooks': branchOutlooks,
  '205-sums-of-days': sumsOfDays,
  '206-what-is-open': whatIsOpen,
  '207-what-batches-took': whatBatchesTook,
  '210-reasons-of-corrections': reasonsOfCorrections,
  '213-shelves-of-what-is-away': shelvesOfWhatIsAway,
  '214-use-of-days': useOfDays,
  '215-wastage-by-day': wastageByDay,
  '216-ledgers-seen-by-indexes': ledgersSeenByIndexes,
  '217-what-was-counted': whatWasCounted,
  '218-wastage-seen-by-indexes': wastageSeenByIndexes,
  '219-wastage-in-its-order': wastageInItsOrder,
  '220-marks-of-day-use': marksOfDayUse,
  '221-said-at-receiving': saidAtReceiving,
  '224-moves-of-pieces': movesOfPieces,
  '225-pieces-that-differ': piecesThatDiffer,
  '231-newest-documents': newestDocuments,
  '232-worth-of-recounts': worthOfRecounts,
  '233-nothing-left-to-bill': nothingLeftToBill,
  '234-former-values': formerValues,
  '238-former-conversions': formerConversions,
  '240-prices-beside-proposals': pricesBesideProposals,
  '242-taken-back-later': takenBackLater,
  '244-marks-of-costs': marksOfCosts,
  '255-variances-of-reversals': variancesOfReversals,
  '256-versions-of-audited-documents': versionsOfAuditedDocuments,
  '260-returned-before-billed': returnedBeforeBilled,
  '305-recalls-that-hold': recallsThatHold,
  '310-cost-classes': costClasses,
  '320-prices-with-six-decimals': pricesWithSixDecimals,
};
