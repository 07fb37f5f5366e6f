import { lazyView } from '#platform/web/lazy-module.ts';

/** Custom forms for proposals that contain more than the collection's fields. */
export const proposalForms = {
  items: lazyView(async () => (await import('#modules/items/web/item-proposal.tsx')).ItemProposal),
};
