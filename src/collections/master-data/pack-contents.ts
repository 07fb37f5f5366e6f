import { packagings } from '#contract/resources/packagings.ts';
import { text } from '#contract/tolerant.ts';
import { readOne, readQuery } from '../read-query.ts';
import { rowPath } from './resource-writes.ts';
import { keeping } from './resources.ts';

/** What fixes the contents of a pack (a kind of document, or prices); null while they may be changed. */
export function packContentsQuery(id: string) {
  return readQuery({
    collection: keeping(packagings)[0],
    key: ['packagings', 'contents', id],
    lifetime: 'orders',
    path: `${rowPath(packagings, id)}/contents`,
    read: (reply) => readOne(reply, (row) => text(row['fixedBy'])),
  });
}
