import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JsonRecord } from '#contract/tolerant.ts';
import { createPerson } from '#src/collections/people-writes.ts';
import { renewResource } from '#src/collections/resource-writes.ts';
import type { ResourceRow } from '#src/collections/resources.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { newUuid } from '#src/lib/uuid.ts';
import { registrationFailure } from '#src/lib/session/failure.ts';
import { type Saved, useSaveResource } from '#src/resources/form/use-save-resource.ts';
import { usersSource } from '../sources.ts';

/** Saves users: a change as any row is saved; a new one also at a server that only knows SPEC's registration. */
export function useSavePerson() {
  const queryClient = useQueryClient();
  const changes = useSaveResource(usersSource);
  const [isCreating, setCreating] = useState(false);
  const [openingKey] = useState(newUuid);

  async function create(values: JsonRecord): Promise<Saved> {
    setCreating(true);
    try {
      const made = await createPerson(values, openingKey);
      renewResource(queryClient, usersSource);
      return { kind: 'saved', row: made };
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      return { kind: 'refused', message: registrationFailure(error), fields };
    } finally {
      setCreating(false);
    }
  }

  return {
    isSaving: changes.isSaving || isCreating,
    save: (row: ResourceRow | null, values: JsonRecord) =>
      row === null ? create(values) : changes.save(row, values),
  };
}
