/** What holds for every call, for whoever writes a program against it; a paragraph each, in CommonMark. */
export const conventions: readonly string[] = [
  'Ordering, stock and master data of branches and central kitchens.',
  '**Numbers.** Quantities are JSON numbers with up to 6 decimals, money and prices with up to 4, percentages with up to 6. They are kept and added up as decimals, never as floating point. What has more decimals is refused (422) and never rounded, and so is numeric text (`"1.5"`). Halves of a computed amount are rounded to the even digit. Money is in the base currency unless a `currency` stands beside it.',
  '**Days and instants.** A day is `YYYY-MM-DD`, an instant ISO 8601 in UTC.',
  '**Lists.** A list of orders is an object with `orders`, `total`, `page` and `limit`; every other list is an array, with or without parameters, and says how many rows there are in `X-Total-Count` (`X-Total-Capped: true` where it counted no further). `limit` above 500 answers 500 rows. Query keys that a call does not know are ignored; values that it cannot read are refused (400).',
  '**Writes.** Keys that a call does not know are refused (422), and so are those that the server sets (`_id`, `version`, `createdAt`, ...). `version` is also the ETag: with `If-Match` a change of a row that somebody else changed meanwhile is refused (412, the current row in `details`). With `Idempotency-Key` a repeated call gets the first answer for 7 days; the same key with another body is refused (422), and while the first call runs (409).',
  '**Refusals.** `error` is a sentence for people, `code` and `reason` are for programs, `fields` names what is wrong where. 429 and 503 say in `Retry-After` when to come again; both, and a 500, may answer any call.',
];
