import { z } from 'zod';
import { userChange, userInput } from '#contract/users.ts';
import type { JsonRecord } from '#contract/tolerant.ts';
import type { Actor, Permissions } from '#domain/permissions.ts';
import { readPerson, type RoleRow } from '#src/collections/people/people.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { peopleFormMessages } from '../form-messages.ts';

/** What the form of a user holds; a new one has a password besides. */
export interface PersonValues extends Record<string, unknown> {
  name: string;
  email: string;
  role: string;
  roleDescription: string;
  isMasterAdmin: boolean;
  permissions: Permissions;
  allowedPages: string[];
  branches: string[];
  kitchens: string[];
  password?: string;
}

const noFlags: Permissions = { canCreate: false, canEdit: false, canDelete: false, canView: false };

/** The values of a user as the server answers them; null: a new one, who starts from a role. */
export function personValues(row: JsonRecord | null, role: RoleRow | undefined): PersonValues {
  const person = row && readPerson(row);
  if (person) {
    const { name, email, isMasterAdmin, permissions, allowedPages, branches, kitchens } = person;
    const roleDescription = person.roleDescription ?? '';
    return {
      name,
      email,
      role: person.role,
      roleDescription,
      isMasterAdmin,
      permissions,
      allowedPages,
      branches,
      kitchens,
    };
  }
  return {
    name: '',
    email: '',
    role: role?.key ?? '',
    roleDescription: '',
    isMasterAdmin: false,
    permissions: role?.permissions ?? noFlags,
    allowedPages: role?.allowedPages ?? [],
    branches: [],
    kitchens: [],
    password: '',
  };
}

/** The form's user as the rules see them. */
export function actorOf(values: PersonValues): Actor {
  const { name, email, role, isMasterAdmin, permissions, allowedPages, branches, kitchens } = values;
  return { _id: '', name, email, role, isMasterAdmin, permissions, allowedPages, branches, kitchens };
}

/** What the server takes, with what is wrong said in the person's language. */
export function personInput(): { create: z.ZodType; change: z.ZodType } {
  const { short } = messagesOf(peopleFormMessages).problems;
  const password = z
    .string()
    .max(200)
    .refine((value) => value.length >= 8, short);
  return { create: userInput.extend({ password, role: z.string().min(1) }), change: userChange };
}
