/** Brings a tab that is open by its address into sight: on a phone it may stand beyond the edge. */
export const toSight = (tab: HTMLElement | null) =>
  tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
