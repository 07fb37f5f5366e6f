import { formatCount } from '#src/lib/format/format.ts';
import { defineMessages } from '#src/lib/i18n/messages.ts';

const calls = (count: number) => (count === 1 ? '1 call' : `${formatCount(count)} calls`);

export const selfTestMessages = defineMessages('features/dashboards/self-test/messages', {
  context: 'Asks every call of the API once, with your own rights. Nothing is changed.',
  run: 'Run',
  runAgain: 'Run again',
  stop: 'Stop',
  notRun: 'Not run yet',
  notRunText: 'A run takes a few seconds.',
  progress: (done: number, all: number) => `${formatCount(done)} of ${calls(all)} asked`,
  allFine: (fine: number) => `${calls(fine)} answered as they should. No fault found.`,
  faults: (faults: number, asked: number) =>
    `${formatCount(faults)} of ${calls(asked)} need somebody to look into them.`,
  latency: (median: string, slowest: string) =>
    `Half of them within ${median} ms, the slowest in ${slowest} ms.`,
  table: 'Calls of the API',
  columns: { call: 'Call', result: 'Result', status: 'Status', latency: 'Latency, ms', count: 'Rows' },
  groups: { spec: 'Specification', ours: 'Ours' },
  verdicts: {
    fine: 'Fine',
    unreadable: 'Cannot be read',
    refused: 'Not allowed',
    missing: 'Not offered',
    failed: 'Failed',
    skipped: 'No row to ask for',
  },
  device: {
    title: 'This device',
    notifications: 'Notifications',
    states: {
      granted: 'Allowed',
      denied: 'Blocked in the browser',
      default: 'Not asked yet',
      unsupported: 'Not offered by this browser',
    },
    hits: 'Cache hit rate',
    hitsOf: (rate: string, reads: string) => `${rate} of ${reads} reads`,
    noReads: 'Nothing read yet',
    entries: 'Entries in the cache',
  },
  rights: {
    title: 'What you may see and do',
    summary: (open: number, all: number) => `You may open ${formatCount(open)} of ${formatCount(all)} pages.`,
    master: 'As a master admin you may do everything.',
    show: 'Show pages',
    table: 'Pages and what you may do there',
    page: 'Page',
    open: 'Open',
    flags: { canView: 'View', canCreate: 'Create', canEdit: 'Edit', canDelete: 'Delete' },
    yes: 'Yes',
    no: 'No',
  },
});
