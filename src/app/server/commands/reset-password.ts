import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import {
  listMasterAdminEmails,
  type RecoveryRefusal,
  recoverMasterAdmin,
} from '#modules/people/server/users/recover.ts';
import { ConfigError } from '#app/server/node/config.ts';
import { createPasswordHasher } from '#app/server/node/passwords.ts';
import { runCommand } from './run-command.ts';

/** Letters and digits that can't be mistaken for one another. */
const characters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Returns a one-time password that is easy to read aloud: four groups of five characters, about 98 bits. */
function createPassword(): string {
  const group = () => Array.from({ length: 5 }, () => characters[randomInt(characters.length)]).join('');
  return Array.from({ length: 4 }, group).join('-');
}

const messages: Readonly<Record<RecoveryRefusal, string>> = {
  unknown: 'No user has this email address.',
  'not-master-admin':
    'This user is not a master administrator. Reset the password in the dashboard under Users instead.',
  suspended: 'This user is suspended. Reset the password of another master administrator.',
};

runCommand(async ({ openDb, print }) => {
  const email = readUserArgument();
  const db = await openDb();
  const password = createPassword();
  const passwordHash = await createPasswordHasher().hash(password);
  const refusal = await db.write((tx) => recoverMasterAdmin(tx, { email, passwordHash, now: new Date() }));
  if (refusal !== null) {
    const emails = await listMasterAdminEmails(db.read);
    const list = emails.length === 0 ? 'none; start the server for a set-up token' : emails.join(', ');
    throw new ConfigError(`${messages[refusal]} Master administrators: ${list}.`);
  }
  print(`One-time password for ${email}: ${password}`);
  print('It must be changed at the next sign-in. All sessions of this user have ended.');
  return 0;
});

function readUserArgument(): string {
  try {
    const { user } = parseArgs({ options: { user: { type: 'string' } } }).values;
    if (user !== undefined && user.trim() !== '') return user.trim();
  } catch {
    // Unknown option: print the usage.
  }
  throw new ConfigError('Usage: npm run reset-password -- --user EMAIL');
}
