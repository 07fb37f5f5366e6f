import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

const calls = (count: number) => (count === 1 ? '1 call' : `${formatCount(count)} calls`);

export const selfTestMessages = defineMessages('app/web/self-test/messages', {
  context: 'Calls each API endpoint once with your permissions. No data is changed.',
  run: 'Run',
  runAgain: 'Run again',
  stop: 'Stop',
  notRun: 'Not run yet',
  notRunText: 'A run takes a few seconds.',
  progress: (done: number, all: number) => `${formatCount(done)} of ${calls(all)} done`,
  allFine: (fine: number) => `${calls(fine)} succeeded. No problems found.`,
  problems: (problems: number, total: number) =>
    `${formatCount(problems)} of ${calls(total)} ${problems === 1 ? 'needs' : 'need'} attention.`,
  latency: (median: string, slowest: string) => `Median ${median} ms, slowest ${slowest} ms.`,
  table: 'API calls',
  columns: { call: 'Call', result: 'Result', status: 'Status', latency: 'Latency (ms)', count: 'Rows' },
  groups: { spec: 'Core API', additional: 'Extended API' },
  verdicts: {
    fine: 'OK',
    unreadable: 'Unreadable',
    refused: 'Not allowed',
    missing: 'Not available',
    failed: 'Failed',
    skipped: 'Skipped: no record to load',
  },
  device: {
    title: 'This device',
    notifications: 'Notifications',
    states: {
      granted: 'Allowed',
      denied: 'Blocked in the browser',
      default: 'Not requested yet',
      unsupported: 'Not supported by this browser',
    },
    hitRate: 'Cache hit rate',
    hitRateDetails: (rate: string, reads: string) => `${rate} of ${reads} reads`,
    noReads: 'No reads yet',
    entries: 'Cache entries',
  },
  rights: {
    title: 'Your permissions',
    summary: (open: number, all: number) => `You can open ${formatCount(open)} of ${formatCount(all)} pages.`,
    master: 'As a master admin, you have all permissions.',
    show: 'Show pages',
    table: 'Pages and permissions',
    page: 'Page',
    open: 'Open',
    flags: { canView: 'View', canCreate: 'Create', canEdit: 'Edit', canDelete: 'Delete' },
    yes: 'Yes',
    no: 'No',
  },
});
