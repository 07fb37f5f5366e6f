import { z } from 'zod';
import { commonFields, id, listQuery, name, queryFlag } from './common.ts';
import { text } from './numbers.ts';

export const permissions = z.strictObject({
  canCreate: z.boolean(),
  canEdit: z.boolean(),
  canDelete: z.boolean(),
  canView: z.boolean(),
});

/** Folded to lower case: nobody has two accounts that differ in capitals. */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(200, 'At most 200 characters')
  .pipe(z.email('Enter an email address'));

/** At least 8 characters, no other rule; which ones are too common is the server's list. */
export const newPassword = z.string().min(8, 'At least 8 characters').max(200, 'At most 200 characters');

/** A page path with or without its leading slash, or `*` for all. */
export const pagePath = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[\w\-/*.]+$/, 'This page doesn’t exist');

const ids = z.array(id).max(500);

/** Who somebody is and what they may, as the server answers it. Never holds a password. */
export const user = z.object({
  ...commonFields,
  name: z.string(),
  email: z.string(),
  role: z.string(),
  /** What the role is called; its key where no such role is kept. */
  roleLabel: z.string(),
  isMasterAdmin: z.boolean(),
  permissions,
  allowedPages: z.array(z.string()),
  roleDescription: z.string().nullable(),
  branches: z.array(z.string()),
  kitchens: z.array(z.string()),
  lastLogin: z.string().nullable(),
});
export type User = z.output<typeof user>;

/** What signing in and registering answer: the token beside the user, flat. */
export const signedIn = user
  .omit({ createdAt: true, updatedAt: true, version: true, isActive: true, lastLogin: true })
  .extend({
    token: z.string(),
    /** The password was given by somebody else: until it is changed every other call answers 403. */
    mustChangePassword: z.boolean(),
    /** ISO code of the currency that stock, orders and costs are in; null until the business has one. */
    baseCurrency: z.string().nullable(),
  });
export type SignedIn = z.output<typeof signedIn>;

export const profile = signedIn.omit({ token: true });
export type Profile = z.output<typeof profile>;

/** The own profile, with the version that a change of it names. */
export const ownProfile = profile.extend({ version: z.number() });

export const loginInput = z.strictObject({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'An email address is required')
    .max(200, 'At most 200 characters'),
  password: z.string().min(1, 'Enter a password').max(200, 'At most 200 characters'),
});

const rights = {
  role: z.string().trim().min(1).max(60),
  isMasterAdmin: z.boolean(),
  permissions,
  allowedPages: z.array(pagePath).max(200),
  roleDescription: text(500),
  branches: ids,
  kitchens: ids,
};

/** A new user. Rights that are not given come from the role. */
export const userInput = z.strictObject({
  name,
  email,
  password: newPassword,
  ...z.object(rights).partial().shape,
});
export type UserInput = z.output<typeof userInput>;

/** `POST /users/register`: the very first administrator with the set-up token, or a new user. */
export const registerInput = userInput.extend({ setupToken: z.string().max(100).optional() });

/** A change of a user: what is not sent stays as it is. */
export const userChange = z.strictObject({
  ...z.object({ name, email, password: newPassword, ...rights, isActive: z.boolean() }).partial().shape,
});
export type UserChange = z.output<typeof userChange>;

/** What somebody is to hold instead, of what can be taken from them; what is not sent stays. */
export const rightsChange = z.strictObject({
  ...z.object(rights).omit({ roleDescription: true }).partial().shape,
});
export type RightsChange = z.output<typeof rightsChange>;

/** What one changes of oneself: the name that others read. Everything else is for those who manage users. */
export const ownChange = z.strictObject({ name });
export type OwnChange = z.output<typeof ownChange>;

/** A change of one's own password. */
export const passwordChange = z.strictObject({ currentPassword: z.string().max(200), newPassword });
export type PasswordChange = z.output<typeof passwordChange>;

export const userQuery = z.object({
  ...listQuery,
  role: z.string().max(60).optional(),
  isMasterAdmin: queryFlag.optional(),
});

/** One session of a user; `lastSeenAt` is exact to five minutes, `isCurrent` the one that asks. */
export const session = z.object({
  _id: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  expiresAt: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  isCurrent: z.boolean(),
});
export type Session = z.output<typeof session>;

const named = z.array(z.object({ _id: z.string(), name: z.string(), nameAlt: z.string().nullable() }));

/** What is left undone once a user is suspended, or holds less than now. */
export const userResponsibilities = z.object({
  /** Purchase categories they are the approver of. */
  approves: named,
  /** Branches and kitchens that no other branch or kitchen user works for. */
  places: named,
  /** Proposals waiting for a look that nobody else may decide about. */
  reviews: z.number(),
  /** Orders that they have begun and nobody has submitted. */
  drafts: z.number(),
});
export type UserResponsibilities = z.output<typeof userResponsibilities>;

/** Which session of a user is meant; all of them when none is named. */
export const sessionQuery = z.object({ session: id.optional() });
