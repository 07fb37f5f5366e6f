/** What the address of the scheduled mails holds: the schedule whose log is open, and the saved view that is to be mailed. */
export const scheduledSearch = { schedule: 'text', view: 'text' } as const;
