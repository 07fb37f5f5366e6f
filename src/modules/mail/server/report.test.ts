import { expect, test } from 'vitest';
import { createMailFormats, getMailMessages } from './formats.ts';
import { type MailedReport, buildReportTable } from './report.ts';

const column = (key: string, type: string) => ({ key, type, hasTotal: false });
const report: MailedReport = {
  name: 'ledger',
  by: '',
  columns: [column('kind', 'kind'), column('other', 'code'), column('price', 'price')],
  total: 2,
  totals: {},
  params: {},
  all: async function* () {},
  display: {},
  firstRows: [
    { key: '1', kind: 'waste_reversal', other: 'wastage', price: 0.0125 },
    { key: '2', kind: 'brought_forward', other: 'Riverside', price: 30, currency: 'USD' },
  ],
};

test.each([
  [
    'en' as const,
    [
      ['Waste reversed', 'waste', '£0.0125'],
      ['Brought forward', 'Riverside', 'USD\u00a030.00'],
    ],
  ],
  [
    'ar' as const,
    [
      ['تراجع عن هدر', 'الهدر', expect.stringMatching(/0\.0125/)],
      ['رصيد مرحّل', 'Riverside', expect.stringMatching(/30\.00/)],
    ],
  ],
])(
  'a mailed report (%s) names movements and locations, and shows prices in their currency',
  (language, rows) => {
    const locale = {
      language,
      texts: getMailMessages(language),
      formats: createMailFormats(language, 'GBP', 'Europe/London'),
    };
    expect(buildReportTable(report, locale)).toMatchObject([{ kind: 'table', rows }]);
  },
);
