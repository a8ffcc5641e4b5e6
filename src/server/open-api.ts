import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { endpoints } from '#contract/all.ts'
import type { Endpoint, Encoding } from '#contract/endpoint.ts'
import { SIGNATURE_HEADERS } from '#contract/signature.ts'

const BODY_TYPES: Record<Encoding, readonly string[]> = {
  none: [],
  query: [],
  form: ['application/x-www-form-urlencoded'],
  json: ['application/json'],
  multipart: ['multipart/form-data'],
  any: ['application/json', 'application/x-www-form-urlencoded'],
}

const jsonSchema = (schema: v.GenericSchema, typeMode: 'input' | 'output') => {
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode, errorMode: 'ignore' })
  return rest
}

function parameters(endpoint: Endpoint) {
  const schema = jsonSchema(endpoint.input, 'input') as { properties?: Record<string, unknown>; required?: string[] }
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    schema: property,
  }))
}

/** What the envelope's code can be: what any call may answer, and the refusals this one declares. */
function codesOf({ access, errors = [] }: Endpoint): number[] {
  const any = [200, 400, 413, 429, 500, 503]
  const guarded = access === 'public' ? [] : [401, 403]
  return [...new Set([...any, ...guarded, ...errors])].toSorted((a, b) => a - b)
}

/** Each header of a signature is a key of its own to OpenAPI; together they are one. */
const SIGNED = Object.fromEntries(SIGNATURE_HEADERS.map((name) => [name, []]))

function securityOf({ access }: Endpoint): object {
  if (access === 'public') return {}
  return { security: [access === 'program' ? SIGNED : { token: [] }] }
}

function operation(endpoint: Endpoint) {
  const data = jsonSchema(endpoint.output, 'input')
  const types = BODY_TYPES[endpoint.encoding]
  return {
    operationId: endpoint.id,
    tags: [endpoint.group],
    summary: endpoint.summary,
    'x-access': endpoint.access,
    'x-effect': endpoint.effect,
    ...securityOf(endpoint),
    ...(endpoint.encoding === 'query' ? { parameters: parameters(endpoint) } : {}),
    ...(types.length > 0
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(types.map((type) => [type, { schema: jsonSchema(endpoint.input, 'input') }])),
          },
        }
      : {}),
    responses: {
      200: {
        description: 'The envelope; `code` is 200 where the call succeeded.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['code', 'message', 'msg', 'data'],
              properties: {
                code: { enum: codesOf(endpoint) },
                message: { type: 'string' },
                msg: { type: 'string' },
                data,
                errors: { type: 'object', additionalProperties: { type: 'string' } },
              },
            },
          },
        },
      },
      ...(endpoint.access === 'public' ? {} : { 401: { description: 'Nobody is signed in, or no longer.' } }),
    },
  }
}

/** Two methods of one address stand together. */
function paths(): Record<string, Record<string, object>> {
  const all: Record<string, Record<string, object>> = {}
  for (const e of endpoints()) all[e.path] = { ...all[e.path], [e.method.toLowerCase()]: operation(e) }
  return all
}

let made: object | undefined

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(): object {
  made ??= {
    openapi: '3.1.0',
    info: { title: '消防物联网数据对接平台', version: '1' },
    paths: paths(),
    components: {
      securitySchemes: Object.fromEntries(
        [['token', 'x-auth-token'], ...SIGNATURE_HEADERS.map((name) => [name, name])].map(([scheme, name]) => [
          scheme,
          { type: 'apiKey', in: 'header', name },
        ]),
      ),
    },
  }
  return made
}
