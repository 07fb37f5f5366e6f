import { createPerson } from '#src/collections/people/people-writes.ts';
import { registrationFailure } from '#src/lib/session/failure.ts';
import { type Making, useSaveResource } from '#src/master-data/form/use-save-resource.ts';
import { usersSource } from '../sources.ts';

const making: Making = { create: createPerson, failureOf: registrationFailure };

/** Saves users: a change as any row is saved; a new one also at a server that only knows SPEC's registration. */
export function useSavePerson() {
  return useSaveResource(usersSource, making);
}
