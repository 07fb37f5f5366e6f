import type { NoteParties } from '../shapes.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { readLetterhead } from '#modules/business/server/business.ts';

/** Loads the current names and contact details of the business, sender and receiver for a delivery note. */
export async function loadNoteParties(
  db: Queryable,
  { branch, kitchen }: { branch: string; kitchen: string },
): Promise<NoteParties> {
  const rows = await db
    .selectFrom('branches')
    .select(['_id', 'name', 'nameAlt', 'address', 'phone'])
    .where('_id', 'in', [branch, kitchen])
    .execute();
  const findParty = (id: string) => {
    const row = rows.find(({ _id }) => _id === id);
    return row ? { name: row.name, nameAlt: row.nameAlt, address: row.address, phone: row.phone } : null;
  };
  return { ...(await readLetterhead(db)), from: findParty(kitchen), to: findParty(branch) };
}
