/**
 * English text of every `Refusal` by its code, with placeholders. Responses include the code and its
 * parameters with the text, so that clients can translate it.
 */
export const refusalTexts = {
  // Single values.
  'text-needed': 'Enter some text',
  'name-needed': 'Enter a name',
  'too-long': 'At most {n} characters',
  'no-spaces': 'Spaces aren’t allowed',
  email: 'Enter an email address',
  phone: 'Enter a phone number',
  timezone: 'Enter a time zone like Europe/London',
  date: 'Enter a date like 2026-11-21',
  time: 'Enter a time like {time}',
  whole: 'Enter a whole number',
  'at-least': 'At least {n}',
  'at-most': 'At most {n}',
  'not-below-zero': '0 or more',
  'quantity-not-below-zero': 'Enter a quantity of 0 or more',
  'more-than-zero': 'Must be more than 0',
  decimals: 'At most {n} decimals',
  'currency-code': 'Enter three capital letters, like EUR',
  'no-id': 'This isn’t a valid ID',
  barcode: 'Use 4 to 48 letters, digits, - or .',
  'each-barcode-once': 'Enter each barcode only once',
  'each-weekday-once': 'Enter each weekday only once',
  'each-day-once': 'Enter each day only once',
  'days-ascending': 'Enter each day only once, the earliest first',
  'at-least-one-day': 'Choose at least one day',
  'no-such-row': '{label}: this record doesn’t exist.',

  // Rows of master data.
  'own-substitute': 'An item can’t be its own substitute. Choose another item.',
  'warmest-below-coldest': 'The maximum temperature can’t be below the minimum.',
  'nutrients-above-100':
    'Fat, carbohydrate, fibre, protein and salt add up to more than 100 g. Check the values.',
  'saturates-above-fat': 'Saturates can’t exceed total fat. Check both values.',
  'sugars-above-carbohydrate': 'Sugars can’t exceed total carbohydrate. Check both values.',
  'own-supplier': 'A branch can’t supply itself. Choose another location.',
  'levels-not-ascending': 'The minimum can’t be above par, and par can’t be above the maximum.',
  'weekday-par-between': 'A weekday’s par must be between the minimum and the maximum.',
  'rates-earlier': 'Earlier rates must start before the current rate.',
  'own-branch': 'You aren’t assigned to this branch. Ask someone who manages users to assign it to you.',
  'kitchen-needed': 'Choose the kitchen that supplies this branch.',
  'would-be-below-zero':
    '{items} would be below zero. Receive or count the stock first, then block negative stock.',
  'day-end-closed':
    'The accounting period is closed through {until}. Choose {day} or a later day from which the change applies.',
  'day-end-past':
    'You can’t change days that already have records. Choose {day} or a later day from which the change applies.',
  'day-end-postings': 'Something is being posted right now. Save again in a moment.',
  'supplied-by-kitchen': 'Choose a central kitchen or a warehouse as the supplier of a branch.',
  'type-locked': 'You can’t change the type of a branch that is in use.',
  'supplier-currency-locked':
    'You can’t change the currency because this supplier already has prices or documents in it. Create another supplier for the other currency.',
  'size-locked': 'You can’t change the conversion of a unit that is in use. Create a new unit instead.',
  'pack-locked':
    'You can’t change the contents because past purchases or prices use this pack. Create a new pack instead.',
  'pack-measured-by':
    'The pack {pack} was bought or priced in {unit}. Enter its contents in {base} first, so that its past prices stay valid.',
  'base-currency-locked': '{name} must stay the base currency because stock and orders are recorded in it.',
  'rate-closed':
    'The accounting period is closed through {until}, and the rate from {day} on is part of it, so you can’t change it. Enter a new rate from a later day, or ask for the period to be reopened.',
  'tax-closed':
    'The accounting period is closed through {until}, and these rates are part of it, so you can’t change them. Enter a new rate that is valid from a later day, or ask for the period to be reopened.',
  'pack-priced': 'You can’t delete {name} because past recipe costs use its prices. Archive it instead.',
  'is-base-currency': '{name} is the base currency. Make another currency the base first.',
  'taken-by': '{name} already uses this value. Enter another one.',
  'already-exists': 'A record for this already exists. Edit that one instead.',
  'email-taken': 'Someone already uses this email address.',
  'email-taken-by': '{name} already uses this email address.',
  'barcode-taken': '{name} already has the code {code}.',
  'duplicate-value-in-row': 'Row {row} of the file has the same value.',
  'duplicate-barcode-in-row': 'Row {row} of the file also has {code}.',

  'too-many-templates': 'This branch already has {n} order templates. Delete one that you don’t need first.',

  // Saved views of reports.
  'view-taken':
    'You already have a view named {name} for this report. Choose another name, or change that view.',
  'most-views': 'You already have {n} views for this report. Delete one first.',

  // Email.
  'mail-host': 'Enter a host name like mail.example.com',
  'mail-port': 'Enter the port of a mail server: 25, 465, 587, or above 1023',
  'mail-name-one-line': 'Use one line without < > or quotation marks',
  'mail-dashboard-url': 'Enter an address like https://commissary.example.com',
  'recipient-needed': 'Choose a recipient',
  'day-needed': 'Choose a day',
  'report-needed': 'Choose a report',
  'mail-paused':
    'Email has been paused since this database was restored from a backup. Resume it under Branches > Email first.',
  'mail-not-set-up': 'No email was sent because email isn’t set up. Set it up first.',
  'mail-password-again': 'Enter the password again because the mail server has changed.',
  'mail-filter-deleted':
    'The report is filtered by an item, location, category or supplier that no longer exists. Choose another one.',
  'mail-report-not-yours': 'You don’t have permission to read this report, so you can’t have it emailed.',
  'mail-address-by-head-office': 'Only head office administrators can add external addresses.',
  'mail-not-external': 'This report can’t be sent to external addresses.',
  'mail-no-such-person': 'Choose someone who works at your locations.',
  'mail-not-resendable': 'Only failed emails can be resent.',
  'mail-order-not-sent': 'Send the purchase order before you email it.',
  'mail-no-address': '{name} has no email address. Add one to the supplier first.',

  // Sales.
  'period-backwards': 'The last day must not be before the first.',
  'day-in-future': '{day} is in the future. Choose today or an earlier day.',
  'till-item-one-target': 'Choose a recipe, an item or Non-food.',
  'till-item-no-modifier':
    'Only modifiers can have a portion multiplier or change ingredients. For an item, set the portions per unit sold.',

  // Units and conversions.
  'no-such-unit': 'This unit doesn’t exist.',
  'no-such-item': 'This item doesn’t exist.',
  'unit-not-convertible': 'There is no conversion from {unit} to {base}. Add one.',
  'pack-not-convertible':
    'The pack {pack} is measured in {unit}, and there is no conversion to {base}. Add one.',
  'item-unit-not-convertible':
    'There is no conversion from {unit} to {base} for {item}. Add one to the item.',
  'base-unknown': 'There is no conversion to the base unit. Add one to the item.',
  'not-counted-in-pieces': '{name} isn’t counted in pieces. Leave the pieces blank.',
  'pieces-more': 'Only {n} pieces of {name} are in stock.',
  'pieces-rest': 'This uses all remaining stock of {name} ({n} pieces). Enter {n}, or leave Pieces blank.',
  'pieces-weight': 'Enter the weight of one piece. It must be more than 0.',
  'pieces-stock':
    'You can’t change this while the item is in stock. Change it when nothing is on hand at any location.',
  'base-unit-locked': 'You can’t change the base unit after the first order or stock movement.',
  'conversion-redundant': '1 {from} already equals {ratio} {to}. Remove this line.',
  'conversion-contradicts':
    'The other lines and units make 1 {from} equal {ratio} {to} ({conversions}), but this line says {entered}. Correct one of them.',
  'conversion-inexact':
    'Combined with the other lines, this conversion is too large to be exact. Use smaller numbers.',
  'unit-itself': 'A unit can’t be converted to itself.',
  'each-pair-once': 'Enter each pair of units only once.',
  'order-unit-first': 'Enter the order unit, too. Without one, items are ordered in the base unit.',
  'conversion-out-of-range':
    'One {unit} is less than a millionth or more than a billion of one {base}. Correct the conversion, or choose another unit.',
  'price-too-large':
    'The price of one {unit} would be too large to store exactly. Enter a lower price, or correct the conversion.',
  'quantity-too-large':
    'This quantity in {unit} is too large to store exactly. Enter a smaller one, or correct the conversion.',
  'quantity-too-small':
    'This is less than a millionth of the base unit. Enter a larger quantity, or correct the conversion.',
  'not-exact': 'Enter a number above 0 that can be stored exactly.',

  // Opening stock.
  'whole-unit': '{unit} is counted in whole numbers. Enter a whole number.',
  'opening-cost-needed': 'Enter the cost per {unit} of {item}. Enter 0 if it has no value.',
  'already-has-movements': 'This item already has stock movements at this location. Count it instead.',

  // The whole import.
  'no-costs': 'You don’t have permission to set costs.',
  'no-permission':
    'You don’t have permission to import {many}. You need permission to create and to edit them.',
  'changes-need-review':
    'Your changes to items, packs and prices are reviewed first, so you can’t import them. Change them one at a time; each is sent for review.',
  'no-rows': 'The file has no rows.',
  'too-many-rows': 'An import can have at most {n} rows. Split the file.',
  'too-many-at-once':
    'This file can have at most {n} rows. Files with branches, units, taxes, currencies, changed base units or swapped codes are saved in one step. Split the file.',
  'too-much-text': 'An import can have at most {n} characters. Split the file, or leave out some columns.',
  'check-first': 'Check the import before you run it.',
  'rows-now-invalid':
    'Nothing was imported because {count} of the rows now have problems. Check the import again to see them.',
  'data-changed-since-check': 'The data has changed since the check. Check the import again.',
  'rows-just-changed': 'Someone has just changed one of these rows. Check the import again.',
  'import-rejected': 'Nothing was imported. {cause} Check the import again.',
  'import-already-finished': 'This import is already finished. Start a new one.',
  'undo-once': 'Only a finished import can be undone, and only once.',
  'undo-used': 'This import can’t be undone because {name} is now used by {usedBy}.',
  'undo-priced':
    'This import can’t be undone because past recipe costs use the prices of {name}. Archive what you no longer buy.',
  'undo-deleted': 'This import can’t be undone because one of its rows was deleted afterwards.',
  'undo-changed': 'This import can’t be undone because {name} was changed afterwards.',
  'undo-moved': 'This import can’t be undone because {name} has had stock movements since.',
  // Rows that aren't removed when an import is undone.
  'kept-used': '{name} wasn’t removed because it is now used by {usedBy}.',
  'kept-priced': '{name} wasn’t removed because past recipe costs use its prices. Archive it instead.',
  'kept-deleted': '{name} has already been deleted.',
  'kept-changed': '{name} was left as it is because it was changed after the import.',
  'kept-moved': '{name} stays in stock because it has had movements since the import.',
  'kept-refused': '{name} was left as it is because its previous values no longer fit the other data.',

  // Sessions and permissions.
  'sign-in-again': 'Authentication failed. Please login again.',
  'session-ended': 'Your session has ended. Please log in again.',
  'wrong-credentials': 'Invalid email or password',
  'own-password-first': 'Choose your own password first. The current one was set by someone else.',
  'too-many-sign-ins': 'Too many sign-in attempts. Please try again later.',
  'too-many-sign-ins-now': 'Too many sign-in attempts at once. Please try again in a moment.',
  'many-sign-ins': 'Many people are signing in. Please try again in a moment.',
  'set-up-token':
    'This set-up token isn’t the latest one, has been used, or is older than 30 minutes. Restart the server to get a new one.',
  'no-registering': 'You don’t have permission to register users.',
  'no-editing-users': 'You don’t have permission to edit users.',
  'not-permitted': 'You don’t have permission to do this.',
  'permission-missing':
    'You don’t have permission to {operation} {records} because your role doesn’t allow it. Ask a user administrator.',
  'page-missing':
    'You don’t have permission to {operation} {records} because none of your pages includes them. Ask a user administrator to add a page.',
  'locations-missing':
    'You don’t have permission to {operation} {records} because this affects all locations and you’re assigned to only some of them. Ask an administrator for access to all locations.',
  'record-not-found': 'This doesn’t exist, or you don’t have access to it.',
  'fields-invalid': 'Some fields aren’t valid.',
  'changed-by-someone-else': 'Someone else changed this. Review the latest version, then save again.',
  'duplicate-entry': 'Someone else has just added an identical record. Check the list before you try again.',
  'related-record-changed':
    'A related record was deleted or is now in use. Review the latest version, then try again.',
  'server-error': 'Server error. Please try again later.',
  'server-full':
    'The server is out of disk space, so nothing was changed. Ask an administrator to free some space.',

  // Requests.
  'not-settable': 'This field can’t be set here.',
  needed: 'This field is required',
  'invalid-input': 'Invalid input',
  'text-expected': 'Must be text',
  'number-expected': 'Must be a number',
  'boolean-expected': 'Must be true or false',
  'list-expected': 'Must be a list',
  'object-expected': 'Must be an object',
  'sort-by': 'Must be one of {fields}. Put - before it for descending order.',
  'contains-nul': '{key} contains a NUL character.',
  'no-body': 'The request needs a JSON body.',
  'body-nul': 'Remove the NUL character from the request body.',
  'body-unreadable': 'The request body isn’t valid JSON.',
  'request-too-large': 'The request is larger than 1 MB.',
  'file-too-large': 'The file is larger than {n} MB.',
  'idempotency-key-format': 'Idempotency-Key must be 1 to 200 printable characters.',
  'idempotency-key-reused': 'This Idempotency-Key was already used for another request. Use a new one.',
  'still-running': 'The same request is still running. Try again in a moment.',
  'lists-busy': 'These lists are being updated. Try again in a moment.',
  'at-least-one': 'At least one',
  'too-many-items': 'At most {n} items at once',
  'most-at-once': 'At most {n} at once',
  'most-days': 'At most {n} days',
  'compare-what': 'Choose the orders, branches or days to compare',
  'compare-days': 'Enter the first and the last day',
  'days-in-order': 'The last day is before the first.',
  'most-lines': 'At most {n} lines',
  'most-tags': 'At most {n} tags',
  'each-item-once': 'Enter each item only once',
  'each-section-once': 'Enter each section only once',
  'nothing-to-change': 'Nothing to change',
  'there-is-nothing-to-change': 'There is nothing to change',
  'tag-needed': 'Enter a tag',
  'no-quotation-marks': 'Quotation marks aren’t allowed',

  // Numbers and quantities.
  'not-a-number': 'This isn’t a number.',
  'most-decimals': 'Use at most {n} decimals.',
  'number-too-large': 'The number is too large. Enter at most {n} on either side of zero.',
  'number-too-precise': 'The number has too many decimals.',
  'result-too-large': 'The result is too large to store exactly. Enter smaller numbers.',
  'costs-too-large': 'The cost of one unit is too large to store.',

  // Documents of any kind.
  'document-read-only': 'Your account has read-only access to this.',
  'document-transition-not-allowed': 'A document that is {status} can’t be changed to {next}.',
  'document-not-yours': 'You don’t have permission to change this document.',
  'document-reason': 'Enter a reason for this change.',
  'document-settled': '{number} is based on this document. Reverse {number} first.',
  'document-named-by-draft':
    'The draft {number} refers to this. Delete the draft, or remove the line from it, first.',

  // Orders.
  'orders-read-only': 'Your account has read-only access to orders.',
  'order-transition-not-allowed': 'An order that is {status} can’t be changed to {next}.',
  'order-no-flag': 'You don’t have permission to {verb} an order.',
  'order-not-yours':
    'You can’t {verb} this order because another person or location is responsible for this step.',
  'order-reason': 'Enter a reason to {verb} this order.',
  'order-locked': 'This can’t be changed while the order is {status}.',
  'order-no-change': 'You don’t have permission to change this. Ask someone who manages users to grant it.',
  'order-others': 'You can’t change this while the order is {status}.',
  'order-no-deleting': 'You don’t have permission to delete orders.',
  'order-drafts-only': 'Only a draft can be deleted. This order is {status}.',
  'follow-up-not-deletable': 'This order resends goods from {no}, so it can’t be deleted. Cancel it instead.',
  'order-creators-only': 'Only the branch that created the order can delete it.',
  'below-zero': 'Accepted, damaged and over quantities can’t be below zero.',
  'more-than-shipped':
    'Accepted and damaged add up to more than was shipped. Enter the extra quantity as over.',
  'over-exceeds-arrived': 'The over quantity is larger than the quantity that arrived.',
  'short-sum': 'The short quantity must equal shipped plus over, less accepted and damaged.',
  temperature: 'Enter a temperature from -100 to 200 °C with at most one decimal',
  'temperature-required': 'Enter the temperature at receipt, or add a note that says why it wasn’t measured.',
  'too-warm': 'Measured at {measured} °C; the maximum is {bound} °C. Accept none of it, or enter a reason.',
  'too-cold': 'Measured at {measured} °C; the minimum is {bound} °C. Accept none of it, or enter a reason.',
  'photo-required': 'A photo of {item} is required. Take one, or add a note that says why there is none.',
  'already-picked': 'Some lines are already picked. Clear the picked and shipped quantities first.',
  'receipt-started': '{place} has started to receive this. Ask them to clear what they entered first.',
  'no-quantity': 'Enter a quantity above zero on at least one line.',
  'most-orders': 'At most {n} orders',
  'each-order-once': 'Enter each order only once',
  'each-line-once': 'Enter each line only once',
  'substitute-refused': 'The branch refused this substitute. Remove it from the delivery.',
  'substitute-unanswered': 'The branch must accept this substitute first and hasn’t answered yet.',
  'substitute-never': '{branch} doesn’t accept a substitute for {item}.',
  'substitute-target-needed':
    'Enter the ordered line that this substitute replaces. An ordered line can’t be a substitute.',
  'not-a-substitute': 'This line isn’t a substitute, so there is nothing to accept or refuse.',
  'ship-not-picked': 'Lines not picked yet: {n}. Finish picking first.',
  'ship-refused': 'Substitutes that the branch refused: {n}. Remove them from the delivery.',
  'ship-unanswered':
    'Substitutes that the branch hasn’t answered yet: {n}. Wait for the answer, or remove them.',
  'ship-unexplained':
    'Lines that differ from the approved quantity without a reason: {n}. Enter the reasons first.',
  'share-kitchen': 'Choose the kitchen whose stock is allocated.',
  'share-stale':
    'Orders or stock have changed since these shares were proposed ({n}). Review the changes, then recalculate.',
  'share-exceeds-order': 'This is more than was ordered. Enter a reason.',
  'shares-exceed-stock': '{item}: the shares exceed the stock by {n} {unit}. Reduce them.',
  'approved-differs': 'The approved quantity differs from the ordered quantity. Enter a reason.',
  'lots-exceed-shipped': 'The lots add up to more than the shipped quantity.',
  'lots-exceed-picked': 'The lots add up to more than the picked quantity.',
  'lot-more-than-shipped':
    'More of lot {lot} is accepted and damaged than was shipped. Enter the extra quantity as over.',
  'lots-exceed-line': 'The lots add up to more than the line.',
  'lots-exceed-quantity': 'The lots add up to more than the quantity.',
  'lot-or-lots': 'Enter either one lot or a list of lots, not both.',
  'duplicate-lot': 'Lot {lot} is entered twice.',
  'lot-or-day': 'Enter the lot or its use-by date.',
  'less-shipped': 'Less is shipped than was approved. Enter a reason.',
  'more-shipped': 'More is picked or shipped than was approved. Enter a reason.',
  'cannot-order-for-place': 'You can’t order for {place} because it isn’t one of your locations.',
  'branch-needed': 'Choose the branch to order for.',
  'no-such-branch': 'This branch doesn’t exist.',
  'is-kitchen': '{place} is a kitchen. Choose a branch: branches order from kitchens.',
  'no-kitchen': '{place} has no supplying kitchen. Assign one to the branch first.',
  'line-value-too-large':
    'The value of this much {item} is too large to store exactly. Order less, or ask for its price to be checked.',
  'no-such-line': 'This line doesn’t exist on the order.',
  'order-most-lines': 'An order can have at most {n} lines.',
  'line-not-identified': 'Identify a line by lineId, or add one with itemId and orderQty',
  'line-item-locked': 'The item of a line can’t be changed. Remove the line and add another',
  'line-suggested-locked': 'The suggested quantity is set when the line is added. Leave it out',
  'status-alone': 'A status change must contain only status. Save the other fields first',
  'status-and-reason': 'A status change must contain only status and its reason. Save the other fields first',
  'cannot-be-ordered': '{item} can’t be ordered.',
  'not-for-branch': '{item} isn’t available to this branch.',
  'unit-cost-too-large':
    'The cost of one {unit} of {item} is too large to store exactly. Ask for its price or conversion to be checked.',
  'no-conversion': 'There is no conversion from {unit} to the base unit of {item}. Add one to the item.',

  // Stock, waste, discrepancies, accounting periods.
  'lot-not-enough': 'Not enough of lot {lot} of {item} at {place}: {needed} needed, {available} available.',
  'lots-not-usable':
    '{needed} of {item} are needed at {place}, but only {available} can be shipped or used. On hold, or expiring too soon: {lots}.',
  'lot-on-hold': 'Lot {lot} of {item} is on hold. Choose another lot, or ask for this one to be released.',
  'lot-expired': 'Lot {lot} of {item} expired after {day}. Choose another lot.',
  'lot-unknown': '{item} has no lot {lot}. Check the lot number.',
  'lot-other-expiry': 'Lot {lot} of {item} is already recorded with another use-by date: {day}.',
  'lot-needed': 'Enter the lot number printed on {item}. If there is none, you can use {lot}.',
  'expiry-needed': 'Enter the use-by date of {item}.',
  'expiry-proposed': '{item} needs a use-by date. Its shelf life suggests {day}.',
  'not-tracked-by-lot':
    '{item} isn’t tracked by lot. Leave this blank, or turn on lot tracking for the item.',
  'lot-not-yours': 'Only the kitchen and head office can put lots on hold and release them.',
  'pick-taken': '{name} is picking this line. Take it over, or pick another one.',
  'pick-changed': 'Someone else has just picked {item} for {order}. The quantity is now {qty}.',
  'pick-changed-unset': 'Someone else has just undone the pick of {item} for {order}.',
  'pick-not-in-process': 'This order is no longer being processed, so its lines can’t be picked.',
  'pick-not-yours': 'Only the kitchen can pick lines.',
  'lot-held-by-recall': 'Lot {lot} is on hold because of recall {number}. Release it from the recall page.',
  'recall-not-yours':
    'Only users with access to all locations can start a recall, end it or release its lots. Ask head office.',
  'recall-ended': 'Recall {number} has ended, so its record can’t be changed. Start a new recall.',
  'lot-hold-reason': 'Enter a reason for the hold or the release.',
  'not-enough': 'Not enough {item} at {place}: {needed} needed, {available} available.',
  'stock-too-large':
    'The quantity or value of {item} at {place} would be too large to store exactly. Enter less, or ask for its cost and conversions to be checked.',
  'books-closed':
    'The accounting period is closed through {until}, so nothing dated {day} can be posted or reversed at {place}. Choose a later day, or ask for the period to be reopened.',
  'days-in-future': 'Future days can’t be closed. The last day that has started at every location is {day}.',
  'books-inconsistent':
    'The period can’t be closed because the records are inconsistent: {violations}. Correct this first.',
  'books-reopen-reason': 'Enter a reason for reopening days that are closed through {day}.',
  'books-counts-open':
    'The period can’t be closed because stock counts from it are undecided: {counts}. Approve or cancel them, then close the period.',
  'books-sales-pending':
    'Stock for past sales is still being corrected after a till item was mapped. Close the period when that is done; its progress is on the Troubleshooting page, under Background jobs.',
  'books-by-head-office': 'Only users with access to all locations can close and reopen accounting periods.',
  'count-read-only': 'Your account can view stock counts but can’t count.',
  'count-no-decision': 'Your account can count but can’t approve or cancel a count.',
  'count-exceeds-limit':
    'The differences are above the approval limit of this branch. Ask head office to approve the count.',
  'count-place': 'Choose the branch or kitchen to count.',
  'cannot-count-at-place': 'You can’t count at {place} because it isn’t one of your locations.',
  'count-status-alone': 'A status change must be sent on its own. Send the other changes separately.',
  'count-locked': 'You can’t change what a count covers after it has started.',
  'count-items-needed': 'Choose the items to count.',
  'count-nothing': 'There is nothing to count here. Choose other sections or items.',
  'count-most': 'A count can have at most {n} lines. Count by section instead.',
  'count-not-open': 'This count no longer accepts entries because it is {status}.',
  'count-not-submitted': 'Submit the count before you decide on its lines.',
  'count-lines-alone': 'Decisions on lines must be sent on their own. Send the other changes separately.',
  'count-no-line': 'This line doesn’t exist in the count.',
  'count-line-or-item': 'Enter a line or an item.',
  'count-quantity-needed': 'Enter the quantity counted.',
  'count-no-section': 'There is nothing to count in this section.',
  'count-section-taken': '{name} is already counting this section. Choose another one, or take it over.',
  'not-enough-counting': 'Not enough {item} at {place}. The quantity on hand is hidden during the count.',
  'count-nothing-counted': 'Nothing has been counted yet. Count at least one line first.',
  'count-recount-lines-needed': 'Choose the lines to recount.',
  'count-not-in-recount': '{item} isn’t one of the lines to recount.',
  'count-other-person': 'You counted {item} before. Ask someone else to recount it.',
  'count-twice': 'Two people counted {item}. Choose the correct count, or add them up.',
  'count-moves':
    '{item}: {n} stock movements were entered late. Choose whether they happened before the count.',
  'count-posted': '{number} adjusted {item} after this count recorded its stock. Count it again.',
  'count-again': '{item} differs by more than the tolerance. Ask someone else to recount it.',
  'count-cause': '{item} differs by more than the tolerance. Enter a cause.',
  'count-cost': '{item} has no cost. Enter its value.',
  'count-cause-note': '“{cause}” needs a note.',
  'waste-read-only': 'Your account can view waste but can’t record it.',
  'waste-already-reversed': 'This record was already reversed. Enter a new one.',
  'waste-posted': 'Posted waste can’t be changed to a draft. Reverse it to return the stock.',
  'waste-transition-not-allowed': 'A waste record that is {status} can’t be changed to {next}.',
  'waste-no-flag': 'You don’t have permission to {verb} waste.',
  'waste-not-yours': 'You can’t {verb} this waste because it belongs to a location that isn’t yours.',
  'waste-reason': 'Enter a reason to {verb} this waste.',
  'waste-note': 'Describe what happened. “{reason}” needs a note',
  'one-of-reasons': 'Choose one of these reasons: {codes}',
  'company-prefix': 'Enter a company prefix of 4 to 12 digits',
  'scale-label': 'Enter 13 digits like 21 IIIII WW.WWW C',
  'reason-code': 'Use letters, digits, hyphens or underscores, e.g. short_dated',
  'reason-code-locked':
    'The code of a reason can’t be changed because documents refer to it. Create another reason.',
  'reason-of-rules': '{name} can’t be archived or deleted because built-in rules use it.',
  'reason-needs-note': 'This reason needs a note.',
  'waste-place': 'Choose the branch or kitchen that records the waste.',
  'cannot-record-waste-at-place': 'You can’t record waste at {place} because it isn’t one of your locations.',
  'in-the-future': 'This is in the future. Enter an earlier time.',
  'year-out-of-range': 'Check the year. Days from {from} to {to} are accepted.',
  'discrepancies-read-only': 'Your account can view discrepancies but can’t resolve them.',
  'discrepancies-no-flag': 'You don’t have permission to resolve discrepancies.',
  'discrepancy-resolved': 'This discrepancy is already resolved: {action}.',
  'discrepancy-action': 'A discrepancy of type {type} can be resolved by: {actions}.',
  'discrepancy-not-yours': 'You don’t have permission to choose “{action}” for this order.',
  'discrepancy-reason': 'Enter a reason for “{action}”.',
  'cost-bearer-needed': 'Choose who bears the cost: kitchen, branch or carrier.',
  'found-value-too-large':
    'The value of this much {item} is too large to store exactly. Enter the quantity that was found.',

  // Photos and pictures.
  'picture-damaged': 'This picture is damaged. Save it again, then upload the new file.',
  'pictures-unavailable': 'This server can’t accept pictures right now.',
  'too-many-uploads': 'Too many pictures are being uploaded, so this one was skipped. Try again in a moment.',
  'picture-slow': 'This picture takes too long to process. Upload a smaller one.',
  'picture-pixels':
    'This picture has {size} megapixels ({width} x {height}); the maximum is {n}. Upload a smaller one.',
  'picture-duplicate': 'This picture is already in the gallery as {name}.',
  'picture-heic':
    'This is an iPhone picture in HEIC format, which isn’t supported. Share or save it as JPEG and upload that, or choose Most Compatible in Settings, Camera, Formats.',
  'no-picture': 'This isn’t a picture. Upload a JPEG, PNG, WebP, AVIF or GIF file.',
  'file-of-kind': 'This file is {kind}, not a picture. Upload a JPEG, PNG, WebP, AVIF or GIF file.',
  'pictures-own-number':
    'You have reached your limit of {n} pictures. Delete unused pictures, then upload this one again.',
  'pictures-number':
    'The gallery has reached its limit of {n} pictures. Delete unused pictures, then upload this one again.',
  'pictures-own-size':
    'Your pictures have reached your limit of {n} GB. Delete unused pictures, then upload this one again.',
  'pictures-size':
    'The gallery has reached its limit of {n} GB. Delete unused pictures, then upload this one again.',
  'file-empty': 'The file is empty.',
  'photo-no-line': '{number} has no such line.',
  'photo-most': '{number} already has {n} photos. Remove one first.',
  'photo-by-another': 'Only the person who took this photo can remove it.',
  'photo-closed': '{number} no longer accepts photos.',
  'photo-read-only': 'Your account can view the photos of {number} but can’t change them.',

  // Users and roles.
  'password-common': 'This password is too common. Choose another one.',
  'password-name': 'This password is your own name. Choose another one.',
  'password-wrong': 'This isn’t your current password.',
  'password-same': 'This is already your current password. Choose another one.',
  'password-in-account': 'Change your own password on your account page, where you confirm the current one.',
  'password-short': 'At least {n} characters',
  'password-needed': 'Enter a password',
  'email-needed': 'An email address is required',
  'no-page': 'This page doesn’t exist',
  'label-needed': 'Enter a label',
  'role-key': 'Use lowercase letters, digits and _, starting with a letter',
  'person-needed': 'Choose at least one person',
  'most-users': 'At most {n} users at once',
  'user-has-activity': '{person} has activity here and can’t be deleted. Archive the user instead.',
  'user-still-referenced': '{person} is still named in {where}. Choose someone else there first.',
  'more-than-yours': 'You can’t grant more permissions than you have.',
  'grant-at-most': 'You can’t grant more permissions than you have: {rights}.',
  'review-required-too':
    'Your own changes are reviewed, so a {record} that you create must be reviewed, too.',
  'user-has-more-rights': 'You can’t change this user because {person} has more permissions than you.',
  'role-has-more-rights': 'You can’t change this role because {role} has more permissions than you.',
  'no-such-role': 'The role {role} doesn’t exist.',
  'no-such-branches': 'One of these branches doesn’t exist.',
  'no-such-kitchens': 'One of these isn’t a kitchen or warehouse.',
  'last-admin': 'This is the last master admin. Make someone else a master admin first.',
  'key-taken': '{role} already uses this key. Choose another one.',
  'no-session-version': 'A list of sessions has no version.',
  'user-gone': 'One of these users no longer exists.',
  'other-role': '{person} has a different role.',
  'role-exists': 'There is already a role {role}.',
  'role-built-in': '{role} is a built-in role and can’t be changed.',
  'role-used': '{person} has the role {role}, so it can’t be deleted. Archive it instead.',

  // Reviews.
  'status-or-change': 'Enter either a status or a change.',
  'describe-difference': 'Describe what should be different. The person who proposed this will read it.',
  'proposal-row-gone': '{name} no longer exists, so this proposal can only be returned.',
  'proposal-row-changed': '{name} was changed after this was proposed. Compare both before you approve.',
  'proposal-same': 'The proposal is the same as the current data. Withdraw it instead.',
  'proposal-not-yours': 'Only the person who proposed this can change or withdraw it.',
  'proposal-own': 'You can’t decide on your own proposal. Ask someone else.',
  'proposal-no-permission': 'You don’t have permission to decide on this.',
  'proposal-decided': '{person} has already {outcome} {name}.',
  'proposed-together':
    '{person} has already proposed {name} with this value. Use another value, or wait for the review.',
  'proposal-exists': '{person} has already proposed a change to {name}. Wait until it is decided.',

  // Rows of lists.
  'type-in-use': '{name} is in use, so its type can’t be changed.',
  'supplier-currency-in-use':
    'The currency of {name} can’t be changed because there are purchases or prices in it.',
  'pack-in-use': 'Past purchases or prices use {name}, so it can’t be changed. Create a new pack instead.',
  'size-in-use': '{name} is in use, so its conversion can’t be changed. Create a new unit instead.',
  'base-unit-moved':
    'The base unit of {name} can’t be changed because it was already ordered or has stock movements.',
  'barcode-of': '{name} already has the barcode {code}.',
  'used-by': '{name} is used by {user}. Archive it instead.',
  'item-in-line': 'This item is already on another line.',
  'item-in-row': 'This item is already in another row.',
  'merge-itself': 'A {record} can’t be merged into itself.',
  'archived-restore': '{name} is archived. Restore it first.',
  'merge-items': 'This would move {n} items, and you don’t have permission to change items.',
  'item-gone': 'One of the items no longer exists.',
  'other-category': 'This belongs to another category.',
  'not-your-place':
    'You aren’t assigned to this location. Ask someone who manages users to assign it to you.',
  'last-day': 'The last day must not be before the first, and must be less than a year after it',
  'ids-or-any': 'Enter IDs separated by commas, or any',

  // Imports and their cells.
  'no-such-column': 'This column doesn’t exist.',
  'no-import-row': 'The import has no such row.',
  'not-creatable-by-name':
    'These need more than a name, so they can’t be created here. Create them on their own page.',
  'more-cells-than-columns': 'Row {row} has more cells than the import has columns.',
  'same-row': 'Row {row} of the file refers to the same record.',
  'no-such-id': 'No record has this ID. Leave it blank to create a new one.',
  'new-row-needs': '{label} is required for a new record.',
  'item-twice-at-place': 'Row {row} of the file already has this item at this location.',
  'import-still-running':
    'This import is still running and will finish by itself. Check it again in a moment.',
  'unknown-import-type': 'There is no import of this type',
  'each-column-once': 'Use each column only once',
  'cell-too-long': 'A cell can have at most {n} characters',
  'component-unknown': 'Ingredients: no item or recipe has the code or name “{text}”.',
  'component-unit': 'Ingredients: no unit has the symbol or name “{text}”.',
  'conversions-unknown': 'Conversions: no unit has the code or name “{text}”.',
  'cell-number': '“{text}” isn’t a number with a decimal point.',
  'cell-number-comma': '“{text}” isn’t a number with a decimal comma.',
  'cell-date': '“{text}” isn’t a date.',
  'cell-yes-no': '“{text}” is neither yes nor no.',
  'cell-choice': '“{text}” isn’t one of {options}.',
  'cell-unreadable': '“{text}” can’t be read.',
  'ambiguous-name': '“{text}” is the name of {n} records. Enter the code instead.',
  'no-match': '{label}: no record has the {keys} “{text}”.',

  // Transfers and returns.
  'transfer-in-transit': 'The goods are already in transit. Recall the transfer first, or have it received.',
  'transfer-sender-only': 'Only the sender can do this.',
  'transfer-receiver-only': 'Only the receiver can do this, and not the person who sent the goods.',
  'transfer-locked': 'This can’t be changed while the transfer is {status}.',
  'transfer-already-received':
    '{place} has already recorded what arrived. Send the transfer, or ask {place} to cancel it.',
  'transfer-drafts-only': 'Only a draft can be deleted. This transfer is {status}.',
  'transfer-from-needed': 'Choose the branch or kitchen that sends the goods.',
  'transfer-same-place': 'The sender and the receiver must be different locations.',
  'transfer-not-yours':
    'You can’t transfer goods between these locations because you aren’t assigned to either. Ask someone who manages users to assign one to you.',
  'transfer-no-lines': 'Add at least one line to transfer.',
  'transfer-nothing-sent': 'Enter a quantity to send on at least one line.',
  'transfer-no-such-line': 'This line doesn’t exist on the transfer.',
  'no-such-place': 'This branch or kitchen doesn’t exist.',
  'no-such-supplier': 'This supplier doesn’t exist.',
  'transfer-no-price': '{item} has neither a fixed transfer price nor a price. Enter one first.',
  'transfer-percent': 'Enter the percentage.',
  'transfer-price-twice': 'This branch already has a price above.',
  'transfer-franchise-cost':
    'A franchise can’t be charged at cost because it would see your costs. Choose another price.',
  'return-reason': 'Enter a reason for the return. It decides where the goods go.',
  'return-reason-none': 'This isn’t a reason for a return. Choose one from the list.',
  'return-expired': 'Lot {lot} expired on {day}. Choose a reason that puts it on hold or writes it off.',
  'purchase-no-approval': 'This purchase order is within the approval limits. Send it directly.',
  'purchase-needs-approval': 'This purchase order is above an approval limit, so an approver must send it.',
  'purchase-already-received': 'Part of this order was already received. Close the rest short instead.',
  'purchase-locked': 'This can’t be changed while the purchase order is {status}.',
  'purchase-drafts-only': 'Only a draft can be deleted. This purchase order is {status}.',
  'purchase-no-such-line': 'This line doesn’t exist on the purchase order.',
  'purchase-no-such-pack': '{item} isn’t sold in this pack.',
  'purchase-other-supplier': '{pack} is sold by another supplier.',
  'purchase-no-price': '{item} has no price from this supplier. Enter one.',
  'purchase-discounted-price':
    '{item} has both an agreed price and a discount. Enter the price before the discount as listPrice.',
  'purchase-two-discounts': '{item} has two discounts. Enter a percentage or an amount.',
  'purchase-discount-percent': 'The discount on {item} is above 100%. Enter 100 or less.',
  'purchase-discount-amount':
    'The discount on {item} is more than the line, which totals {value}. Enter a smaller amount.',
  'purchase-place-needed': 'Choose the branch or kitchen to buy for.',
  'purchase-not-yours':
    'You can’t buy for this location because you aren’t assigned to it. Ask someone who manages users to assign it to you.',
  'purchase-no-lines': 'Add at least one line to buy.',
  'purchase-multiple': '{pack} is sold in multiples of {n}. Change the total of its lines to a multiple.',
  'purchase-minimum': 'The minimum order of this supplier is {minimum}. This order totals {value}.',
  'purchase-reason-alone': 'A reason can only be given when the line is closed.',
  'invoice-locked': 'This can’t be changed while the invoice is {status}.',
  'invoice-drafts-only': 'Only a draft can be deleted. This invoice is {status}.',
  'invoice-number-exists': 'There is already a document with this number from this supplier: {number}.',
  'invoice-place-needed': 'Choose the branch or kitchen that the invoice is for.',
  'invoice-not-yours':
    'You can’t enter invoices for this location because you aren’t assigned to it. Ask someone who manages users to assign it to you.',
  'invoice-other-place': 'All lines of an invoice must be for one location.',
  'invoice-other-supplier': 'This line belongs to another supplier.',
  'invoice-item-needed': 'Choose the item that is invoiced.',
  'invoice-no-such-line': 'This invoice line doesn’t exist.',
  'invoice-line-reversed':
    'The receipt of this line was reversed. Remove the line, or choose another receipt.',
  'invoice-not-posted':
    'Invoice {number} is {status}, and only posted invoices can be credited. Remove the line, or choose another invoice.',
  'invoice-order-not-sent':
    'Purchase order {number} is {status}. Remove the line, or enter it without the purchase order.',
  'return-credited': 'A credit was already received for this return. Remove the credit first.',
  'invoice-one-reference': 'A line can refer to only one order, receipt, invoice or return line.',
  'invoice-other-unit':
    'The line that this refers to is counted in {unit}. Enter the quantity and price in {unit}, and leave the unit out.',
  'invoice-above-limit':
    'This would bring the total invoiced for purchase order {number} to {billed}, compared with {ordered} when it was sent. That is above the approval limit. Ask {approvers} to post it.',
  'invoice-above-limit-office':
    'Only head office can post this invoice. It would bring the total invoiced for purchase order {number} to {billed}, compared with {ordered} when it was sent, which is above the approval limit.',
  'invoice-credits-only': 'Only credit notes can be linked to this line.',
  'invoice-credit-of-order':
    'A credit note must refer to a received, invoiced or returned line, or only to the item.',
  'invoice-credit-freight': 'A credit note has no freight. Enter it as a line instead.',
  'invoice-total':
    'Lines, freight and tax add up to {sum}, but the total entered is {total}. Correct one of them.',
  'invoice-differs':
    'This document doesn’t match its order, receipt or expected credit. Enter a reason to post it anyway.',
  'invoice-credit-more': 'At most {open} of this line can be credited, not {qty}.',
  'invoice-credit-settled': 'This return has already been credited.',
  'invoice-credited': 'This was credited by {number}. Reverse that first.',
  'receipt-no-flag': 'To reverse a receipt, you need permission to delete receipts.',
  'receipt-order-not-sent': 'Goods can only be received for a sent purchase order. This one is {status}.',
  'receipt-other-supplier': 'This purchase order is from another supplier.',
  'receipt-other-place': 'This purchase order is for another location.',
  'receipt-supplier-needed': 'Choose the supplier.',
  'receipt-place-needed': 'Choose the branch or kitchen that received the goods.',
  'receipt-not-yours':
    'You can’t receive goods for this location because you aren’t assigned to it. Ask someone who manages users to assign it to you.',
  'receipt-item-needed': 'Choose the item that was received.',
  'receipt-nothing': 'Nothing was received on this line. Remove it.',
  'receipt-line-closed': 'This line was closed short. Reopen it first.',
  'receipt-over-reason':
    'More of {item} was received than ordered ({received} of {ordered}). Enter a reason for accepting it.',
  'receipt-over-forbidden':
    'More of {item} was received than ordered ({received} of {ordered}). Ask someone with permission to edit receipts to accept it.',
  'receipt-price-reason':
    'The price of {item} is {price} per {unit}, but {agreed} was agreed in the purchase order. Enter a reason for accepting it.',
  'receipt-price-forbidden':
    'The price of {item} is {price} per {unit}, but {agreed} was agreed in the purchase order. Receive it at the agreed price, or ask someone with permission to edit receipts.',
  'receipt-reject-reason': 'Enter a reason for rejecting it.',
  'receipt-substitute': 'Enter how much of the ordered {item} this substitute replaces.',
  'receipt-shelf-life-too-short':
    '{item} must have {n} days of shelf life left on receipt, but this lot has {left}. Reject it.',
  'receipt-shelf-life-reason':
    '{item} has only {left} days of shelf life left. Enter a reason for accepting it.',
  'receipt-no-weight': 'The weight of {item} is unknown. Allocate the freight by value instead.',
  'receipt-charges-alone': 'Freight can’t be allocated because no goods were accepted.',
  'receipt-no-rate': 'There is no exchange rate for the currency of this supplier on {day}. Enter one first.',
  'receipt-no-such-line': 'This line doesn’t exist on the receipt.',
  'receipt-line-reversed': 'This line was already reversed.',
  'receipt-returned':
    '{item} was returned to the supplier, and the return is included in an invoice. Reverse that invoice first.',
  'return-settled': 'This return is included in invoice {number}. Reverse that invoice first.',
  'receipt-billed': '{item} is on an invoice. Remove it from the invoice first.',
  'receipt-sent-back':
    '{item} of this receipt was returned to the supplier by {numbers}. Reverse that return first.',
  'receipt-already-used':
    'Only {left} of {received} received are still in stock for {item}. The rest was used in {numbers}.',
  'receipt-lines-alone': 'Lines can only be listed together with a status that reverses them.',
  'batch-no-output': '{recipe} doesn’t produce a stocked item. Set the item that it produces in the recipe.',
  'batch-no-version': '{recipe} has no version on {day} yet.',
  'batch-no-conversion':
    'The ingredients of {recipe} can’t be computed because a unit conversion is missing. Open the recipe to see which.',
  'batch-kitchen-needed': 'Choose the kitchen that produces it.',
  'batch-not-yours':
    'You can’t plan production for this location because you aren’t assigned to it. Ask someone who manages users to assign it to you.',
  'batch-locked': 'This can’t be changed while the batch is {status}.',
  'batch-planned-only': 'Only a batch that hasn’t been started can be deleted. This one is {status}.',
  'batch-partly-produced':
    'Part of this batch was already produced. Complete it with what there is, then reopen it to reverse it.',
  'batch-part-quantity': 'Enter how much {item} was produced in this part.',
  'batch-nothing-produced': 'Enter the quantity produced or lost.',
  'batch-loss-reason': 'Enter a reason for the loss.',
  'batch-labour-left':
    'The whole planned quantity has already been produced, so this labour cost can’t be allocated. Enter what else was produced, or set the cost to 0.',
  'batch-shares': 'The cost shares must add up to 100%.',
  'batch-by-products': 'The by-products are worth more than the ingredients. Lower their value.',
  'label-lot-unknown': 'This batch has no lot {lot}, or the lot was reversed.',
  'label-needs-day': 'Enter the new use-by date.',
  'batch-expiry': '{item} can’t have a use-by date after {day}. Enter an earlier date.',
  'batch-contains-itself': '{item} is the output of this batch, so it can’t be an ingredient.',
  'prep-recorded':
    '{item} was already recorded since you opened the list. Review the list, and record it again if you made more.',
  'plan-changed': 'The plan has changed. Review the new figures, then try again.',
  'transfer-line-not-identified': 'Identify a line by lineId, or add one with itemId and qty',
  'return-too-much':
    'At most {left} {unit} of {item} can be returned: {received} were received, and {returned} are already being returned in {numbers}.',
  'return-never-received': '{item} was never received from this location or supplier.',
  'return-no-such-line': 'No goods were received on this line.',

  // Recipes.
  'no-such-recipe': 'This recipe doesn’t exist.',
  'recipe-cycle': 'This recipe would contain itself: {path}',
  'item-or-recipe': 'Enter either an item or a recipe',
  'recipe-of-itself': 'A recipe can’t be its own ingredient.',
  'simulation-changes': 'Enter the changes to simulate as JSON: 1 to 50 changes of items or recipes.',
  'simulation-pack': 'This item isn’t bought in that pack.',
  'simulation-pack-price': 'This pack has no price. Enter one.',

  // Food safety checks.
  'check-limit-needed': 'Enter a minimum or a maximum temperature.',
  'check-no-point': 'Choose a check point of your branch or kitchen.',
  'check-reading': 'Enter the temperature.',
  'check-no-reading': 'A cleaning check has no temperature. Leave it blank.',
  'check-too-warm': '{measured} °C is above the maximum of {bound} °C. Enter what was done about it.',
  'check-too-cold': '{measured} °C is below the minimum of {bound} °C. Enter what was done about it.',
  'check-photo': 'This check requires a photo. Take one.',
  'check-signature': 'Enter the name of the person who made the check.',
  'check-not-due': 'This check isn’t due at that time. Record an additional check instead.',
  'check-recorded': 'Already recorded by {who} at {at}. Record an additional check if you checked again.',
  'check-locked': 'This can’t be changed while the check is {status}. Void the check and record it again.',

  'event-name': 'Enter the name of the event',

  // Background jobs.
  'job-done': 'This job is done, so there is nothing to retry.',
  'job-runs': 'This job is running. Wait until it has finished.',
  'job-waited-for': 'A document depends on this job. Let it run, or retry it if it has failed.',
  'job-kept': 'This job is done and will be removed after seven days.',

  // Generic texts come last, so that more specific ones match first.
  'is-archived': '{name} is archived.',
  'label-is-needed': '{label} is required.',
  'no-such-record': 'This {record} doesn’t exist.',
  'one-of': 'Choose one of: {options}',
} as const;
