import { z } from 'zod';
import { apiError } from '#platform/shapes/errors.ts';
import { type ResponseShape, buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import type { RouteAccess, Route } from '#platform/server/http/route.ts';
import { conventions } from './conventions.ts';

type Json = Record<string, unknown>;

/** Converts `/orders/:id` to OpenAPI syntax. */
const toTemplate = (path: string) => path.replace(/:(\w+)/g, '{$1}');

/** JSON schema of an input or output; parts that JSON Schema can't express are left unconstrained. */
function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

const toResponseSchema = (response: ResponseShape | z.ZodType): Json =>
  toSchema(response instanceof z.ZodType ? response : buildResponseSchema(response), 'output');

const buildJsonContent = (schema: Json) => ({ content: { 'application/json': { schema } } });
const buildFileContent = (type: string) => ({
  content: { [type]: { schema: { type: 'string', format: 'binary' } } },
});
const buildErrorResponse = (description: string) => ({
  description,
  ...buildJsonContent({ $ref: '#/components/schemas/Error' }),
});

const describeAccess = (access: RouteAccess): string =>
  access.kind === 'public'
    ? 'Public.'
    : access.kind === 'session'
      ? 'Any signed-in user.'
      : `Requires ${access.flag === 'anyWrite' ? 'a write permission' : access.flag} and access to a page with ${access.collection}.`;

function buildParameters(route: Route): Json[] {
  const pathParameters = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const query = route.query ? toSchema(route.query, 'input') : {};
  const queryParameters = Object.entries((query['properties'] ?? {}) as Json).map(([name, schema]) => ({
    name,
    in: 'query',
    schema,
  }));
  const headers =
    route.method === 'get'
      ? []
      : ['Idempotency-Key', 'If-Match', 'Action-Age'].map((name) => ({
          name,
          in: 'header',
          required: false,
          schema: { type: 'string' },
        }));
  return [...pathParameters, ...queryParameters, ...headers];
}

/** Returns the success statuses of a route. */
export function listSuccessStatuses(route: Route): readonly (200 | 201 | 204)[] {
  if (!route.response && !route.fileType) return [route.method === 'get' ? 200 : 204];
  return route.method === 'post' ? (route.success ?? [201]) : [200];
}

/** Whether the response is always an array. */
const isList = ({ type, anyOf }: Json): boolean =>
  type === 'array' || (Array.isArray(anyOf) && anyOf.every((schema) => isList(schema as Json)));

const totalHeaders = {
  'X-Total-Count': { description: 'Number of rows', schema: { type: 'integer' } },
};

function buildResponses(route: Route): Json {
  const isPublic = route.access.kind === 'public';
  const responseSchema = route.response && toResponseSchema(route.response);
  const success = {
    description: 'Success',
    ...(route.method === 'get' && responseSchema && isList(responseSchema) && { headers: totalHeaders }),
    ...(responseSchema && buildJsonContent(responseSchema)),
    ...(route.fileType && buildFileContent(route.fileType)),
  };
  return {
    ...Object.fromEntries(listSuccessStatuses(route).map((status) => [status, success])),
    ...(route.accepted && {
      202: { description: 'Awaiting review', ...buildJsonContent(toResponseSchema(route.accepted)) },
    }),
    ...(route.query && { 400: buildErrorResponse('Malformed') }),
    ...(!isPublic && { 401: buildErrorResponse('No valid session') }),
    ...(route.access.kind === 'collection' && { 403: buildErrorResponse('Not permitted') }),
    ...(route.path.includes(':') && {
      404: buildErrorResponse('Not found, or outside the scope of the user'),
    }),
    ...(route.method !== 'get' && {
      409: buildErrorResponse('Not possible in the current state'),
      412: buildErrorResponse('Changed concurrently'),
    }),
    ...(takesFile(route) && { 413: buildErrorResponse('The file is too large') }),
    ...(route.method !== 'get' &&
      (route.body || takesFile(route)) && { 422: buildErrorResponse('A field is invalid') }),
    default: buildErrorResponse('Any other error'),
  };
}

const takesFile = (route: Route) => route.method !== 'get' && route.maxBytes !== undefined;

function buildOperation(route: Route): Json {
  const body = route.method === 'get' ? undefined : route.body;
  return {
    operationId: `${route.method} ${toTemplate(route.path)}`,
    tags: [route.path.split('/')[1] ?? ''],
    summary: route.summary,
    description: describeAccess(route.access),
    security: route.access.kind === 'public' ? [] : [{ bearer: [] }],
    parameters: buildParameters(route),
    ...(body && { requestBody: { required: true, ...buildJsonContent(toSchema(body, 'input')) } }),
    ...(takesFile(route) && { requestBody: { required: true, ...buildFileContent('image/*') } }),
    responses: buildResponses(route),
  };
}

/** Describes the API as an OpenAPI 3.1 document, generated from the routes and their schemas. */
export function describeApi(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = toTemplate(route.path);
    paths[path] = { ...paths[path], [route.method]: buildOperation(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Commissary',
      version: '1',
      description: conventions.join('\n\n'),
    },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: toSchema(apiError, 'output') },
    },
    paths,
  };
}
