import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AccountRule, findAccount, JournalBuilder, journalSides } from './journal.ts';

const buildRule = (account: string, fields: Partial<AccountRule>): AccountRule => ({
  side: 'stock',
  kind: null,
  category: null,
  place: null,
  account,
  ...fields,
});
const rules = [
  buildRule('1400', {}),
  buildRule('1410', { category: 'dairy' }),
  buildRule('1420', { place: 'b1' }),
  buildRule('1430', { place: 'b1', category: 'dairy' }),
  buildRule('6100', { side: 'wastage' }),
  buildRule('6110', { side: 'wastage', kind: 'waste' }),
  buildRule('6120', { side: 'wastage', place: 'b1' }),
];
const move = { kind: 'waste', category: 'dairy' } as const;

test.each<[string, string, string | null, string | null, string | null]>([
  ['any stock', 'stock', 'k', 'dry', '1400'],
  ['by category', 'stock', 'k', 'dairy', '1410'],
  ['by place', 'stock', 'b1', 'dry', '1420'],
  ['the most specific rule', 'stock', 'b1', 'dairy', '1430'],
  ['the kind takes precedence over the location', 'wastage', 'b1', 'dry', '6110'],
  ['no matching rule', 'supplier', 'k', 'dry', null],
])('13.5: finds an account: %s', (_name, side, place, category, account) => {
  const end = { side: side as AccountRule['side'], place };
  expect(findAccount(rules, end, { ...move, category })).toBe(account);
});

test('13.5: every document balances to the last minor unit, nothing is dropped, and the total equals the ledger’s', () => {
  const end = fc.record({
    side: fc.constantFrom(...journalSides),
    place: fc.constantFrom('k', 'b1', 'b2'),
  });
  const moves = fc.array(
    fc.record({
      docType: fc.constantFrom('order', 'wastage', 'transfer'),
      docId: fc.constantFrom('1', '2', '3'),
      docNo: fc.constant(null),
      day: fc.constantFrom('2026-03-01', '2026-03-02'),
      kind: fc.constantFrom('ship', 'waste', 'revaluation'),
      category: fc.constantFrom('dairy', 'dry', null),
      from: end,
      to: end,
      valueE4: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
    }),
    { maxLength: 30 },
  );
  const ruleSubset = fc.subarray(rules);
  fc.assert(
    fc.property(moves, ruleSubset, (postedMoves, usedRules) => {
      const builder = new JournalBuilder(usedRules);
      for (const move of postedMoves) builder.enter(move);
      const { documents, missing } = builder;
      let debits = 0n;
      let withoutAccount = 0n;
      for (const { lines } of documents) {
        const debit = lines.reduce((sum, { debitE4 }) => sum + debitE4, 0n);
        expect(debit).toBe(lines.reduce((sum, { creditE4 }) => sum + creditE4, 0n));
        debits += debit;
        for (const { account, debitE4, creditE4 } of lines)
          if (account === null) withoutAccount += debitE4 + creditE4;
      }
      const absolute = (value: bigint) => (value < 0n ? -value : value);
      expect(debits).toBe(postedMoves.reduce((sum, { valueE4 }) => sum + absolute(valueE4), 0n));
      expect(missing.reduce((sum, { valueE4 }) => sum + valueE4, 0n)).toBe(withoutAccount);
    }),
  );
});
