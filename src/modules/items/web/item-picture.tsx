import { useQuery } from '@tanstack/react-query';
import { SmallPicture } from '#modules/pictures/web/small-picture.tsx';
import { type CompactItem, compactItemsQuery } from './queries/items.ts';

const cachedPictures = new WeakMap<readonly CompactItem[], ReadonlyMap<string, string>>();

/** Returns the pictures of the items that have one, by item id. Computed once for all rows of a list. */
function getPictures(items: readonly CompactItem[]): ReadonlyMap<string, string> {
  let pictures = cachedPictures.get(items);
  if (pictures === undefined) {
    pictures = new Map(items.flatMap(({ _id, image }) => (image ? [[_id, image] as const] : [])));
    cachedPictures.set(items, pictures);
  }
  return pictures;
}

/**
 * Picture of an item before its name. Items without one leave the space empty, so that names align; there is no
 * space if no item has a picture.
 */
export function ItemPicture({ itemId }: { itemId: string }) {
  const { data } = useQuery({ ...compactItemsQuery(), select: getPictures });
  if (!data?.size) return null;
  const image = data.get(itemId);
  return image === undefined ? (
    <span className="size-9 shrink-0 print:hidden" />
  ) : (
    <SmallPicture value={image} alt="" className="size-9 print:hidden" />
  );
}
