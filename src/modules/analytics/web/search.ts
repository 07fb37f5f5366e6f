/** Search parameters of `/analytics`. */
export const analyticsSearch = {
  tab: 'text',
  from: 'text',
  to: 'text',
  branch: 'text',
  against: 'text',
  by: 'text',
  figure: 'text',
  cell: 'text',
  category: 'text',
  weekday: 'text',
  usageScope: 'text',
  class: 'text',
  minPortions: 'text',
  all: 'flag',
} as const;

export type AnalyticsAddress = Partial<
  Record<
    | 'tab'
    | 'from'
    | 'to'
    | 'branch'
    | 'against'
    | 'by'
    | 'figure'
    | 'cell'
    | 'category'
    | 'weekday'
    | 'usageScope'
    | 'class'
    | 'minPortions',
    string
  >
> & { all?: true };
