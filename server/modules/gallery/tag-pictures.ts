import type { z } from 'zod';
import { gallery } from '#contract/gallery.ts';
import type { tagging } from '#contract/gallery-bodies.ts';
import type { Wire } from '#contract/shape.ts';
import type { taggedPicture } from '#contract/shapes/gallery-bodies.ts';
import { schemasOf } from '#contract/resources/schemas.ts';
import { ApiProblem, notFound } from '../../http/problems.ts';
import { parseBody } from '../../http/parse.ts';
import type { WriteContext } from '../../http/route.ts';
import { changeRow } from '../master-data/service.ts';
import { findRow } from '../master-data/store.ts';

type Asked = z.output<typeof tagging>['pictures'][number];
type Tagged = Wire<typeof taggedPicture>[];

/**
 * Adds and removes tags of pictures, all or none; tags that are already present or missing are ignored.
 * Refusals name the picture in `details.id`. Pictures are locked in order of id to avoid deadlocks.
 */
export async function tagPictures(ctx: WriteContext<z.output<typeof tagging>>): Promise<Tagged> {
  const done: Tagged = [];
  const byId = new Map(ctx.body.pictures.map((asked) => [asked._id, asked]));
  for (const id of [...byId.keys()].toSorted()) {
    try {
      const change = await tagOne({ ...ctx, ifMatch: null }, byId.get(id) as Asked);
      if (change) done.push(change);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const { options } = error;
      throw new ApiProblem(error.status, error.code, error.refusal, {
        ...options,
        details: { ...options.details, id },
      });
    }
  }
  return done;
}

async function tagOne(ctx: WriteContext, { _id, add, remove }: Asked): Promise<Tagged[number] | null> {
  const row = await findRow(ctx.db, gallery, _id, { lock: true });
  if (!row) throw notFound();
  const before = row['tags'] as string[];
  const wanted = [...before.filter((tag) => !remove.includes(tag)), ...add];
  const change = parseBody(schemasOf(gallery).changeInput, { tags: wanted });
  const tags = change['tags'] as string[];
  const added = tags.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !tags.includes(tag));
  if (added.length + removed.length === 0) return null;
  await changeRow(ctx, gallery, _id, change);
  return { _id, added, removed };
}
