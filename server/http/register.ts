import type { Hono } from 'hono';
import { frameOf, handlerOf, type Kernel, toProblem } from './handle.ts';
import { notFound } from './problems.ts';
import { sendProblem } from './respond.ts';
import type { Route } from './route.ts';

/** `/orders/simple` must be asked before `/orders/:id`: at each segment, words come before parameters. */
function byPath(a: Route, b: Route): number {
  const as = a.path.split('/');
  const bs = b.path.split('/');
  for (let at = 0; at < Math.min(as.length, bs.length); at++) {
    const difference = Number(as[at]?.startsWith(':')) - Number(bs[at]?.startsWith(':'));
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Registers every route below /api, and the JSON answers for what is not there and what went wrong. */
export function registerRoutes(app: Hono, kernel: Kernel, routes: readonly Route[]): void {
  for (const route of [...routes].sort(byPath)) {
    app.on(route.method.toUpperCase(), `/api${route.path}`, handlerOf(kernel, route));
  }
  app.all('/api/*', (c) => sendProblem(frameOf(kernel, c), notFound()));
  app.all('/api', (c) => sendProblem(frameOf(kernel, c), notFound()));
  app.notFound((c) => sendProblem(frameOf(kernel, c), notFound()));
  app.onError((error, c) => {
    const frame = frameOf(kernel, c);
    return sendProblem(frame, toProblem(kernel.services, error, frame.requestId));
  });
}
