// `npm start` on the pinned Node: an up-to-date dashboard, then the server in this very process.
import { buildDashboard } from './build-dashboard.ts';

// The launcher holds the other end of this channel on a machine whose own Node started us; when it is gone
// without a signal, nobody is left who could stop the server.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));

const built = await buildDashboard('production');
if (built.seconds !== null) process.stdout.write(`Built the dashboard in ${built.seconds} s.\n`);
await import('#server/main.ts');
