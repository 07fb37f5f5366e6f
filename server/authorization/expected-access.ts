/**
 * What the matrix test expects, written by hand and by nobody's code: which row of the authorization table each
 * registered route has, and which of the demonstration users each row lets through.
 */

/** `collection flag`, `session` or `public` for every endpoint. */
export const expectedAccess: Readonly<Record<string, string>> = {
  'get /health': 'public',
  'get /openapi.json': 'public',
  'get /docs': 'public',
  'post /users/login': 'public',
  'post /users/register': 'public',
  'get /users/profile': 'session',
  'patch /users/profile': 'session',
  'post /users/logout': 'session',
  'post /users/password': 'session',
  'get /users/sessions': 'session',
  'delete /users/sessions': 'session',
  'delete /users/sessions/:id': 'session',
  'get /users/:id/duties': 'users canView',
  'post /users/:id/duties': 'users canEdit',
  'get /users/:id/sessions': 'users canView',
  'delete /users/:id/sessions': 'users canEdit',
  'get /events': 'session',
  'get /documents/search': 'session',
  'get /documents/waiting': 'session',
  ...crud('/users', 'users'),
  ...about('/users', 'users'),
  ...crud('/roles', 'roles'),
  'post /roles/:id/apply': 'roles canEdit',
  'get /settings': 'settings canView',
  'put /settings': 'settings canEdit',
  'get /settings/progress': 'settings canEdit',
  'get /audit': 'audit canView',
  'get /jobs': 'jobs canView',
  'get /jobs/summary': 'jobs canView',
  'post /jobs/:id/retry': 'jobs canEdit',
  'delete /jobs/:id': 'jobs canDelete',
  ...managed('/branch', 'branch'),
  ...managed('/branches', 'branch'),
  ...managed('/sections', 'sections'),
  'get /sections/active': 'sections canView',
  'put /sections/order': 'sections canEdit',
  ...managed('/units', 'units'),
  ...managed('/taxes', 'taxes'),
  ...managed('/brands', 'brands'),
  ...managed('/departments', 'departments'),
  ...managed('/reasons', 'reasons'),
  ...managed('/item-categories', 'item-categories'),
  ...managed('/categories', 'item-categories'),
  ...managed('/sub-categories', 'sub-categories'),
  ...managed('/purchase-categories', 'purchase-categories'),
  'get /purchase-categories/approvers': 'purchase-categories canView',
  'get /item-categories/:id/merge': 'item-categories canView',
  'post /item-categories/:id/merge': 'item-categories canEdit',
  'get /sub-categories/:id/merge': 'sub-categories canView',
  'post /sub-categories/:id/merge': 'sub-categories canEdit',
  'get /purchase-categories/:id/merge': 'purchase-categories canView',
  'post /purchase-categories/:id/merge': 'purchase-categories canEdit',
  ...managed('/branch-categories', 'branch-categories'),
  ...managed('/suppliers', 'suppliers'),
  ...managed('/currencies', 'currencies'),
  ...managed('/items', 'items'),
  'get /items/similar': 'items canView',
  'get /items/:id/base-unit': 'items canView',
  'get /items/counts': 'items canView',
  'get /items/pack-barcodes': 'items canView',
  'post /items/bulk': 'items canEdit',
  ...managed('/item-levels', 'item-levels'),
  'put /item-levels/bulk': 'item-levels canEdit',
  'get /item-levels/use': 'item-levels canView',
  ...managed('/packagings', 'packagings'),
  'get /packagings/:id/prices': 'costs canView',
  ...managed('/recipes', 'recipes'),
  'get /recipes/ingredients': 'costs canView',
  'get /recipes/:id/cost': 'costs canView',
  'get /recipes/:id/costs': 'costs canView',
  'get /recipes/:id/versions': 'recipes canView',
  'get /items/:id/recipes': 'recipes canView',
  'get /costing/price-changes': 'costs canView',
  'get /costing/what-if': 'costs canView',
  'get /costing/statement': 'costs canView',
  'get /costing/settings': 'costs canView',
  'put /costing/settings': 'costs canEdit',
  ...managed('/order-templates', 'order-templates'),
  ...managed('/count-schedules', 'count-schedules'),
  ...managed('/gallery', 'gallery'),
  'get /gallery/tags': 'gallery canView',
  'post /gallery/tags': 'gallery canEdit',
  'get /gallery/:id/file': 'gallery canView',
  'put /gallery/:id/file': 'gallery canEdit',
  'get /reviews': 'reviews canView',
  'get /reviews/summary': 'reviews canView',
  'get /reviews/:id': 'reviews canView',
  'patch /reviews/:id': 'reviews anyWrite',
  'post /reviews/approve': 'reviews anyWrite',
  'post /reviews/seen': 'reviews canView',
  'get /orders': 'orders canView',
  'get /orders/submission': 'orders canView',
  'get /orders/simple': 'orders canView',
  'get /orders/day': 'orders canView',
  'get /orders/compare': 'orders canView',
  'get /orders/open': 'orders canView',
  'get /orders/summary': 'orders canView',
  'get /orders/generate-number': 'orders canView',
  'get /orders/suggestions': 'orders canView',
  'get /orders/:id': 'orders canView',
  'get /orders/:id/history': 'orders canView',
  'get /orders/:id/figures': 'orders canView',
  'get /orders/:id/lots': 'orders canView',
  'get /orders/:id/parties': 'orders canView',
  'get /pick-list': 'orders canView',
  'post /pick-list/picks': 'orders canEdit',
  'post /pick-list/claims': 'orders canEdit',
  'post /orders': 'orders canCreate',
  'get /fair-share': 'orders canView',
  'post /fair-share': 'orders canEdit',
  'post /orders/ship': 'orders canEdit',
  'post /orders/take-back': 'orders canDelete',
  'patch /orders/:id': 'orders anyWrite',
  'delete /orders/:id': 'orders canDelete',
  'get /stock': 'stock canView',
  'get /stock/summary': 'stock canView',
  'get /stock/moves': 'stock canView',
  'get /stock/use': 'stock canView',
  'get /stock/shelves': 'stock canView',
  'get /stock/as-at': 'stock canView',
  'get /stock/openings': 'stock canView',
  'get /lots': 'stock canView',
  'get /lots/known': 'stock canView',
  'get /lots/trace': 'stock canView',
  'get /lots/:id/trace': 'stock canView',
  'patch /lots': 'stock canEdit',
  'get /recalls': 'stock canView',
  'post /recalls': 'stock canEdit',
  'post /recalls/findings': 'stock canEdit',
  'post /recalls/end': 'stock canEdit',
  'post /stock/openings': 'stock canCreate',
  'get /discrepancies': 'discrepancies canView',
  'get /discrepancies/ageing': 'discrepancies canView',
  'get /discrepancies/:id': 'discrepancies canView',
  'get /discrepancies/:id/history': 'discrepancies canView',
  'patch /discrepancies/:id': 'discrepancies canEdit',
  'get /reports': 'reports canView',
  'get /reports/:name': 'reports canView',
  'get /imports': 'imports canView',
  'get /import-data': 'imports canView',
  'get /imports/:id': 'imports canView',
  'get /imports/:id/rows': 'imports canView',
  'get /imports/:id/alike': 'imports canView',
  'post /imports': 'imports canCreate',
  'post /imports/:id/rows': 'imports canCreate',
  'post /imports/:id/check': 'imports canCreate',
  'post /imports/:id/corrections': 'imports canCreate',
  'post /imports/:id/commit': 'imports canCreate',
  'post /imports/:id/undo': 'imports canCreate',
  'delete /imports/:id': 'imports canCreate',
  ...attachedTo('/orders', 'orders', 'canEdit'),
  ...attachedTo('/wastage', 'wastage', 'anyWrite'),
  ...attachedTo('/transfers', 'transfers', 'canEdit'),
  'get /transfers': 'transfers canView',
  'get /transfers/prices': 'settings canView',
  'put /transfers/prices': 'settings canEdit',
  'get /transfers/returnable': 'transfers canView',
  'get /transfers/:id': 'transfers canView',
  'get /transfers/:id/history': 'transfers canView',
  'post /transfers': 'transfers canCreate',
  'patch /transfers/:id': 'transfers anyWrite',
  'delete /transfers/:id': 'transfers canDelete',
  ...attachedTo('/purchase-orders', 'purchase-orders', 'canEdit'),
  'get /purchase-orders': 'purchase-orders canView',
  'get /purchase-orders/proposal': 'purchase-orders canView',
  'get /purchase-orders/:id': 'purchase-orders canView',
  'get /purchase-orders/:id/history': 'purchase-orders canView',
  'post /purchase-orders': 'purchase-orders canCreate',
  'post /purchase-orders/drafts': 'purchase-orders canCreate',
  'patch /purchase-orders/:id': 'purchase-orders anyWrite',
  'delete /purchase-orders/:id': 'purchase-orders canDelete',
  ...attachedTo('/goods-receipts', 'goods-receipts', 'anyWrite'),
  'get /goods-receipts': 'goods-receipts canView',
  'get /goods-receipts/prices': 'goods-receipts canView',
  'get /goods-receipts/asks': 'goods-receipts canView',
  'get /goods-receipts/effect': 'goods-receipts canView',
  'get /goods-receipts/:id': 'goods-receipts canView',
  'get /goods-receipts/:id/history': 'goods-receipts canView',
  'post /goods-receipts': 'goods-receipts canCreate',
  'patch /goods-receipts/:id': 'goods-receipts anyWrite',
  ...attachedTo('/discrepancies', 'discrepancies', 'canEdit'),
  'get /wastage/summary': 'wastage canView',
  'get /wastage/:id/history': 'wastage canView',
  ...crud('/wastage', 'wastage'),
  ...attachedTo('/stock-counts', 'stock-counts', 'canEdit'),
  'get /stock-counts': 'stock-counts canView',
  'get /stock-counts/:id': 'stock-counts canView',
  'get /stock-counts/due': 'stock-counts canView',
  'get /stock-counts/:id/progress': 'stock-counts canView',
  'get /stock-counts/:id/lines': 'stock-counts canView',
  'get /stock-counts/:id/appeared': 'stock-counts canView',
  'get /stock-counts/:id/lines/:line/entries': 'stock-counts canView',
  'get /stock-counts/:id/lines/:line/moves': 'stock-counts canView',
  'post /stock-counts/:id/events': 'stock-counts anyWrite',
  'post /stock-counts/:id/lines': 'stock-counts anyWrite',
  'post /stock-counts/:id/sections': 'stock-counts anyWrite',
  'get /stock-counts/:id/history': 'stock-counts canView',
  'post /stock-counts': 'stock-counts canCreate',
  'patch /stock-counts/:id': 'stock-counts anyWrite',
  'delete /stock-counts/:id': 'stock-counts canDelete',
};

function crud(path: string, collection: string): Record<string, string> {
  return {
    [`get ${path}`]: `${collection} canView`,
    [`get ${path}/:id`]: `${collection} canView`,
    [`post ${path}`]: `${collection} canCreate`,
    [`put ${path}/:id`]: `${collection} canEdit`,
    [`delete ${path}/:id`]: `${collection} canDelete`,
  };
}

function about(path: string, collection: string): Record<string, string> {
  return {
    [`get ${path}/:id/usage`]: `${collection} canView`,
    [`get ${path}/:id/history`]: `${collection} canView`,
  };
}

function attachedTo(path: string, collection: string, flag: string): Record<string, string> {
  return {
    [`get ${path}/:id/attachments`]: `${collection} canView`,
    [`get ${path}/:id/attachments/:attachment/file`]: `${collection} canView`,
    [`post ${path}/:id/attachments`]: `${collection} ${flag}`,
    [`delete ${path}/:id/attachments/:attachment`]: `${collection} ${flag}`,
  };
}

function managed(path: string, collection: string): Record<string, string> {
  return {
    ...crud(path, collection),
    ...about(path, collection),
    [`post ${path}/archive`]: `${collection} canEdit`,
  };
}

/** `powerless` is an admin without any flag. */
export type MatrixUser =
  | 'master'
  | 'admin'
  | 'branch'
  | 'staff'
  | 'branch2'
  | 'kitchen'
  | 'viewer'
  | 'powerless';

const everyone = 'master admin branch staff branch2 kitchen viewer';
const headOffice = 'master admin';
const guarded = {
  canView: 'master admin viewer',
  canCreate: headOffice,
  canEdit: headOffice,
  canDelete: headOffice,
};
const reference = { canView: everyone, canCreate: headOffice, canEdit: headOffice, canDelete: headOffice };
const branchManaged = {
  canView: everyone,
  canCreate: 'master admin branch branch2',
  canEdit: 'master admin branch branch2',
  canDelete: 'master admin branch branch2',
};
const working = {
  canView: everyone,
  canCreate: 'master admin branch staff branch2 kitchen',
  canEdit: 'master admin branch branch2 kitchen',
  canDelete: 'master admin branch branch2',
  anyWrite: 'master admin branch staff branch2 kitchen',
};

/** Whom the flag and the pages of the demonstration table let through, per collection. */
export const allowedUsers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  users: guarded,
  roles: guarded,
  settings: guarded,
  audit: guarded,
  jobs: guarded,
  costs: guarded,
  branch: reference,
  sections: reference,
  units: reference,
  taxes: reference,
  brands: reference,
  departments: reference,
  'item-categories': reference,
  'sub-categories': reference,
  'purchase-categories': reference,
  suppliers: reference,
  currencies: reference,
  packagings: reference,
  gallery: reference,
  // Branch categories decide who is served first in a shortage, so no branch may change them.
  'branch-categories': reference,
  reasons: reference,
  items: branchManaged,
  // Proposals: whoever may change items sees the own; the module's rules decide who approves.
  reviews: {
    canView: 'master admin branch branch2 viewer',
    anyWrite: 'master admin branch branch2',
  },
  'item-levels': working,
  'count-schedules': { ...branchManaged, canCreate: 'master admin branch staff branch2' },
  'order-templates': {
    canView: 'master admin branch staff branch2 viewer',
    canCreate: 'master admin branch staff branch2',
    canEdit: 'master admin branch branch2',
    canDelete: 'master admin branch branch2',
  },
  // The kitchen makes what they say, from its production page.
  recipes: {
    canView: 'master admin kitchen viewer',
    canCreate: 'master admin kitchen',
    canEdit: 'master admin kitchen',
    canDelete: 'master admin',
  },
  orders: working,
  stock: working,
  discrepancies: working,
  wastage: working,
  'stock-counts': working,
  transfers: working,
  'purchase-orders': working,
  'goods-receipts': working,
  imports: working,
  // The kitchen's pages show none yet.
  reports: { canView: 'master admin branch staff branch2 viewer' },
};

const seesAll = 'master admin viewer powerless';

/** Who finds the row of branch 1, and the row of branch 2, where rows belong to somebody. Everybody finds the others. */
export const visibleTo: Readonly<Record<string, { own: string; other: string }>> = {
  // The user is bound to no place: who is sees the people of the own places.
  users: { own: seesAll, other: seesAll },
  // The order of branch 1 has reached the kitchen; that of branch 2 is a draft.
  orders: { own: `${seesAll} branch staff kitchen`, other: `${seesAll} branch2` },
  discrepancies: { own: `${seesAll} branch staff kitchen`, other: `${seesAll} branch2 kitchen` },
  wastage: { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  'stock-counts': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  // Each gives to the kitchen.
  transfers: { own: `${seesAll} branch staff kitchen`, other: `${seesAll} branch2 kitchen` },
  'purchase-orders': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  'goods-receipts': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  // Lots that one branch has some of.
  stock: { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  'count-schedules': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  'order-templates': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  reviews: { own: `${seesAll} branch`, other: `${seesAll} branch2` },
  'item-levels': { own: `${seesAll} branch staff`, other: `${seesAll} branch2` },
  // Whoever began it, and nobody else.
  imports: { own: 'branch', other: 'branch2' },
};
