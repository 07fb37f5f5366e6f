/** Search parameters of scheduled mails: the schedule whose log is open, and the saved view to schedule. */
export const scheduledSearch = { schedule: 'text', view: 'text' } as const;
