import type { Hono } from 'hono';
import { createResponseContext, createHandler, type Kernel, toProblem } from './handle.ts';
import { notFound } from './problems.ts';
import { sendProblem } from './respond.ts';
import type { Route } from './route.ts';

/** Ranks literal segments before parameters, so that `/orders/simple` is matched before `/orders/:id`. */
const rank = (route: Route) =>
  route.path
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '1' : '0'))
    .join('');

function sortBySpecificity(routes: readonly Route[]): Route[] {
  const ranks = new Map(routes.map((route) => [route, rank(route)]));
  const getRank = (route: Route) => ranks.get(route) ?? '';
  return routes.toSorted((a, b) => (getRank(a) < getRank(b) ? -1 : getRank(a) > getRank(b) ? 1 : 0));
}

/** Registers every route below /api, and JSON responses for unknown paths and errors. */
export function registerRoutes(app: Hono, kernel: Kernel, routes: readonly Route[]): void {
  for (const route of sortBySpecificity(routes)) {
    app.on(route.method.toUpperCase(), `/api${route.path}`, createHandler(kernel, route));
  }
  app.all('/api/*', (c) => sendProblem(createResponseContext(kernel, c), notFound()));
  app.all('/api', (c) => sendProblem(createResponseContext(kernel, c), notFound()));
  app.notFound((c) => sendProblem(createResponseContext(kernel, c), notFound()));
  app.onError((error, c) => {
    const context = createResponseContext(kernel, c);
    return sendProblem(context, toProblem(kernel.services, error, context.requestId));
  });
}
