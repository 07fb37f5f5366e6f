// `npm start` on the pinned Node: builds the dashboard if necessary, then runs the server in this process.
import { buildDashboard } from './build-dashboard.ts';
import { whenOrphaned } from './launcher/orphan.mjs';

const stop = () => process.kill(process.pid, 'SIGTERM');
// The launcher, on the machine's own Node, has the other end of this channel. Without the launcher, npm's
// shell is the parent process.
process.on('disconnect', stop);
whenOrphaned(stop);

const built = await buildDashboard('production');
if (built.seconds !== null) process.stdout.write(`Built the dashboard in ${built.seconds} s.\n`);
await import('#app/server/main.ts');
