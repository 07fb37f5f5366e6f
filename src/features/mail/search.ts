/** What the address of the scheduled mails holds: the schedule whose log is open. */
export const scheduledSearch = { schedule: 'text' } as const;
