import { delay, HttpResponse, http, type JsonBodyType, type RequestHandler } from 'msw';
import { type Fault, type FaultStore, takeFault } from './faults.ts';

/** An API as returned by `createApp`. */
interface Api {
  fetch(request: Request): Response | Promise<Response>;
}

/** Page that a captive portal sends instead of a response. */
const portalPage =
  '<!doctype html><title>Welcome to Airport WiFi</title><h1>Accept the terms to continue</h1>';

/** Passes every request below /api to the real server code, unless a fault affects it first. */
export function createApiHandlers(api: () => Api, faults: FaultStore): RequestHandler[] {
  const isApiCall = ({ request }: { request: Request }) => new URL(request.url).pathname.startsWith('/api/');
  return [
    http.all(isApiCall, async ({ request }) => {
      const path = new URL(request.url).pathname.slice('/api'.length);
      const fault = takeFault(faults, request.method, path);
      return fault ? applyFault(fault, api(), request) : api().fetch(request);
    }),
  ];
}

async function applyFault(fault: Fault, api: Api, request: Request): Promise<Response> {
  switch (fault.fault) {
    case 'offline':
      return HttpResponse.error();
    case 'cut-after-send':
      await api.fetch(request);
      return HttpResponse.error();
    case 'slow':
      await delay(fault.delayMs ?? 2000);
      return api.fetch(request);
    case 'html-200':
      return HttpResponse.html(portalPage);
    case '500':
      return createErrorResponse(500, 'INTERNAL', 'Server error. Please try again later.');
    case '503':
      return createErrorResponse(503, 'BUSY', 'Server error. Please try again later.', {
        'retry-after': '1',
      });
    case '429':
      return createErrorResponse(429, 'RATE_LIMITED', 'Too many requests. Please wait a moment.', {
        'retry-after': '1',
      });
    case 'response':
      return createFaultResponse(fault);
  }
}

function createFaultResponse({ status = 200, body = null, headers = {} }: Fault): Response {
  return typeof body === 'string'
    ? HttpResponse.text(body, { status, headers })
    : HttpResponse.json(body as JsonBodyType, { status, headers });
}

function createErrorResponse(
  status: number,
  code: string,
  error: string,
  headers: Record<string, string> = {},
): Response {
  return HttpResponse.json({ error, code, requestId: 'mocked' }, { status, headers });
}
