import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { resumeImports } from '#modules/imports/server/commit-in-steps.ts';
import { readConfig, ConfigError } from '#app/server/node/config.ts';
import { seedDemonstrationIfNew } from '#app/server/node/demonstrate.ts';
import { createImages } from '#app/server/node/images.ts';
import { openDatabase } from '#app/server/node/open-database.ts';
import { createPasswordHasher } from '#app/server/node/passwords.ts';
import { surviveLostConnections } from '#app/server/node/lost-connections.ts';
import { startServer } from '#app/server/node/server.ts';
import { assertDemonstrationNotReachable, buildSignInLines } from '#app/server/node/welcome.ts';

const distDir = fileURLToPath(new URL('../../../dist', import.meta.url));

async function main(): Promise<void> {
  const config = readConfig(process.env, process.argv.slice(2));
  const logger = pino({ level: config.logLevel, base: null });
  const log = {
    info: (fields: Record<string, unknown>, message: string) => logger.info(fields, message),
    warn: (fields: Record<string, unknown>, message: string) => logger.warn(fields, message),
    error: (fields: Record<string, unknown>, message: string) => logger.error(fields, message),
  };

  surviveLostConnections(log);
  const clock = { now: () => new Date() };
  const passwords = createPasswordHasher();
  const images = await createImages(log);
  const db = await openDatabase(config, {
    async prepare(prepared) {
      await assertDemonstrationNotReachable(prepared, config);
      await seedDemonstrationIfNew({ db: prepared, clock, passwords, config });
      await resumeImports(prepared, (id, error) => log.warn({ id, error: String(error) }, 'import failed'));
    },
    onWait: () => log.warn({}, 'another process is preparing this database: waiting'),
  });
  try {
    // Loaded before the server starts listening, because a failure here must not end a process that is
    // serving requests.
    const signInLines = await buildSignInLines({ db, clock });
    const url = await startServer({ db, clock, passwords, images, log, config, distDir });
    console.log([`Commissary is ready: ${url}`, ...signInLines].join('\n'));
  } catch (error) {
    await db.close();
    throw error;
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
