/** Builds an id that is the same in every run. */
const buildId = (group: number, n: number) =>
  `01900000-00${group.toString(16).padStart(2, '0')}-7000-8000-${n.toString().padStart(12, '0')}`;

/** The rows of the minimal business, by the names used in tests. */
export const ids = {
  kitchen: buildId(1, 1),
  branch1: buildId(1, 2),
  branch2: buildId(1, 3),
  units: {
    kg: buildId(2, 1),
    g: buildId(2, 2),
    l: buildId(2, 3),
    ml: buildId(2, 4),
    piece: buildId(2, 5),
    case: buildId(2, 6),
  },
  category: buildId(3, 1),
  section: buildId(4, 1),
  currency: buildId(5, 1),
  items: {
    flour: buildId(6, 1),
    milk: buildId(6, 2),
    bun: buildId(6, 3),
    tomato: buildId(6, 4),
    box: buildId(6, 5),
  },
  conversions: {
    flour: buildId(7, 1),
    milk: buildId(7, 2),
    bun: buildId(7, 3),
    tomato: buildId(7, 4),
    box: buildId(7, 5),
  },
  users: {
    master: buildId(8, 1),
    admin: buildId(8, 2),
    branch: buildId(8, 3),
    staff: buildId(8, 4),
    branch2: buildId(8, 5),
    kitchen: buildId(8, 6),
    viewer: buildId(8, 7),
  },
  levels: (item: number, branch: number) => buildId(9, item * 10 + branch),
} as const;

export type TestUser = keyof typeof ids.users;
