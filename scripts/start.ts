// `npm start` on the pinned Node: an up-to-date dashboard, then the server in this very process.
import { buildDashboard } from './build-dashboard.ts';
import { whenOrphaned } from './launcher/orphan.mjs';

const stop = () => process.kill(process.pid, 'SIGTERM');
// The launcher on a machine's own Node holds the other end of this channel; npm's shell is our parent otherwise.
process.on('disconnect', stop);
whenOrphaned(stop);

const built = await buildDashboard('production');
if (built.seconds !== null) process.stdout.write(`Built the dashboard in ${built.seconds} s.\n`);
await import('#server/main.ts');
