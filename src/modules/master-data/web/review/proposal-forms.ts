import { lazyView } from '#platform/web/lazy-module.ts';

/** Forms of proposals with more than the collection's fields. */
export const proposalForms = {
  items: lazyView(async () => (await import('#modules/items/web/item-proposal.tsx')).ItemProposal),
};
