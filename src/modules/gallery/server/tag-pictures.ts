import type { z } from 'zod';
import { gallery } from '../collection.ts';
import type { tagging } from '#modules/pictures/input.ts';
import type { Wire } from '#platform/shapes/shape.ts';
import type { taggedPicture } from '#modules/pictures/shapes.ts';
import { getSchemas } from '#platform/collections/schemas.ts';
import { ApiProblem, notFound } from '#platform/server/http/problems.ts';
import { parseBody } from '#platform/server/http/parse.ts';
import type { WriteContext } from '#platform/server/http/route.ts';
import { changeRow } from '#modules/master-data/server/service.ts';
import { findRow } from '#platform/collections/server/store.ts';

type TaggingInput = z.output<typeof tagging>['pictures'][number];
type TaggedPictures = Wire<typeof taggedPicture>[];

/**
 * Adds and removes tags of pictures; if one change fails, none is made. Adding a tag that is present or
 * removing one that is missing does nothing. Errors contain the picture's id in `details.id`. Pictures are
 * locked in order of id to avoid deadlocks.
 */
export async function tagPictures(ctx: WriteContext<z.output<typeof tagging>>): Promise<TaggedPictures> {
  const changes: TaggedPictures = [];
  const byId = new Map(ctx.body.pictures.map((picture) => [picture._id, picture]));
  for (const id of [...byId.keys()].toSorted()) {
    try {
      const change = await tagPicture({ ...ctx, ifMatch: null }, byId.get(id) as TaggingInput);
      if (change) changes.push(change);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const { options } = error;
      throw new ApiProblem(error.status, error.code, error.refusal, {
        ...options,
        details: { ...options.details, id },
      });
    }
  }
  return changes;
}

async function tagPicture(
  ctx: WriteContext,
  { _id, add, remove }: TaggingInput,
): Promise<TaggedPictures[number] | null> {
  const row = await findRow(ctx.db, gallery, _id, { lock: true });
  if (!row) throw notFound();
  const before = row['tags'] as string[];
  const newTags = [...before.filter((tag) => !remove.includes(tag)), ...add];
  const change = parseBody(getSchemas(gallery).changeInput, { tags: newTags });
  const tags = change['tags'] as string[];
  const added = tags.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !tags.includes(tag));
  if (added.length + removed.length === 0) return null;
  await changeRow(ctx, gallery, _id, change);
  return { _id, added, removed };
}
