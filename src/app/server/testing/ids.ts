/** A fixed id: `id('item', 3)` is the same in every run. */
const id = (group: number, n: number) =>
  `01900000-00${group.toString(16).padStart(2, '0')}-7000-8000-${n.toString().padStart(12, '0')}`;

/** The rows of the minimal business, by the names used in tests. */
export const ids = {
  kitchen: id(1, 1),
  branch1: id(1, 2),
  branch2: id(1, 3),
  units: { kg: id(2, 1), g: id(2, 2), l: id(2, 3), ml: id(2, 4), piece: id(2, 5), case: id(2, 6) },
  category: id(3, 1),
  section: id(4, 1),
  currency: id(5, 1),
  items: { flour: id(6, 1), milk: id(6, 2), bun: id(6, 3), tomato: id(6, 4), box: id(6, 5) },
  conversions: { flour: id(7, 1), milk: id(7, 2), bun: id(7, 3), tomato: id(7, 4), box: id(7, 5) },
  users: {
    master: id(8, 1),
    admin: id(8, 2),
    branch: id(8, 3),
    staff: id(8, 4),
    branch2: id(8, 5),
    kitchen: id(8, 6),
    viewer: id(8, 7),
  },
  levels: (item: number, branch: number) => id(9, item * 10 + branch),
} as const;

export type TestUser = keyof typeof ids.users;
