import type { Selectable } from 'kysely';
import type { AuditRow } from '../../db/tables.ts';

/** A row of the audit as the database gives it. */
export type AuditRecord = Selectable<AuditRow>;
