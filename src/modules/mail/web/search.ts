/**
 * Search parameters of the scheduled emails page: the schedule whose log is open, and the saved view to
 * schedule.
 */
export const scheduledSearch = { schedule: 'text', view: 'text' } as const;
