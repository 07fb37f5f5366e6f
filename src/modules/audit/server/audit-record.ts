import type { Selectable } from 'kysely';
import type { AuditRow } from '#platform/server/db/tables.ts';

/** An audit row as stored. */
export type AuditRecord = Selectable<AuditRow>;
