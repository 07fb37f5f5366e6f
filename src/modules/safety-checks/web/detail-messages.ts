import { formatCount } from '#platform/web/format/format.ts';
import { defineMessages } from '#platform/web/i18n/messages.ts';

/**
 * Strings for today's checks, the entry, the panel and the record. Loaded by each of them, after the list.
 */
export const checkDetailMessages = defineMessages('modules/safety-checks/web/detail-messages', {
  today: {
    title: 'Today',
    failed: 'Couldn’t load the check points',
    none: 'Nothing is due today.',
    noPoints: 'No check points yet',
    noPointsText: 'Add what you check at this location, such as fridges, freezers, hot holding and cleaning.',
    states: { upcoming: 'Later', due: 'Due now', missed: 'Missed', onTime: 'Done', late: 'Done late' },
    dueAt: (time: string) => `Due at ${time}`,
    missed: (time: string) => `Not recorded by ${time}`,
    checked: (time: string, name: string) => `${time}, ${name}`,
    waiting: 'Waiting to be sent',
    additional: 'Record an additional check',
  },
  entry: {
    dueAt: (time: string) => `Due at ${time}`,
    additional: 'Additional check',
    celsius: '°C',
    toggleSign: 'Change the sign',
    notDegrees: 'Enter a temperature in °C, such as 4.5',
    outOfLimits: 'Out of limits',
    action: 'Corrective action',
    secondReading: 'Reading after the action (optional)',
    note: 'Note (optional)',
    photoRequired: 'A photo is required.',
    save: 'Save check',
    done: 'Done',
    saveAdditional: 'Record an additional check',
    saved: (number: string) => `${number} recorded.`,
  },
  panel: {
    loading: 'Loading the check',
    failed: 'Couldn’t load the check',
    edit: 'Edit note',
    editTitle: (number: string) => `Edit ${number}`,
    save: 'Save',
    verified: (number: string) => `${number} verified.`,
    voided: (number: string) => `${number} voided.`,
  },
  bulk: {
    verify: (count: number) => {
      if (count === 0) return 'Verify checks';
      return count === 1 ? 'Verify 1 check' : `Verify ${formatCount(count)} checks`;
    },
    none: 'None of the selected checks can be verified.',
  },
  waiting: {
    title: 'Food safety',
    missed: (count: number) => (count === 1 ? '1 check missed' : `${formatCount(count)} checks missed`),
    due: (count: number) => (count === 1 ? '1 check due' : `${formatCount(count)} checks due`),
  },
  record: {
    title: 'Food safety record',
    days: 'Days',
    from: 'First day',
    to: 'Last day',
    print: 'Print',
    failed: 'Couldn’t load the record. Check your connection and try again.',
    period: (from: string, to: string) => `${from} to ${to}`,
    day: 'Day',
    due: 'Due',
    checked: 'Checked',
    person: 'Checked by',
    verified: 'Verified by',
    cleaned: 'Cleaned',
    missed: 'Missed',
    late: 'late',
    secondReading: (reading: string) => `then ${reading}`,
    totals: (due: string, onTime: string, outOfLimits: string) =>
      `Checks due: ${due}. On time: ${onTime}. Out of limits: ${outOfLimits}.`,
    signature: 'Name, date and signature',
  },
});
