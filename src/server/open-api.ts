import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { Access } from '#contract/access.ts'
import { endpoints } from '#contract/all.ts'
import type { Endpoint, Encoding } from '#contract/endpoint.ts'
import { ERROR_TEXT } from '#contract/errors.ts'
import { SIGNATURE_HEADERS } from '#contract/signature.ts'

const BODY_TYPES: Record<Encoding, readonly string[]> = {
  none: [],
  query: [],
  form: ['application/x-www-form-urlencoded'],
  json: ['application/json'],
  multipart: ['multipart/form-data'],
  any: ['application/json', 'application/x-www-form-urlencoded'],
}

/** The document's schemas, each under a name. */
type Schemas = Record<string, object>

/** @param schemas take the parts that hold themselves, as a tree's node: a reference counts from the document's root */
function jsonSchema(schema: v.GenericSchema, name: string, schemas: Schemas) {
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = toJsonSchema(schema, {
    typeMode: 'input',
    errorMode: 'ignore',
    overrideRef: ({ referenceId }) => `#/components/schemas/${name}.${referenceId}`,
  })
  for (const [id, part] of Object.entries($defs)) schemas[`${name}.${id}`] = part as object
  return rest
}

const inputSchema = ({ id, input }: Endpoint, schemas: Schemas) => jsonSchema(input, `${id}.input`, schemas)

function parameters(endpoint: Endpoint, schemas: Schemas) {
  const schema = inputSchema(endpoint, schemas) as { properties?: Record<string, unknown>; required?: string[] }
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

const answered = (data: object) => ({
  title: 'Answered',
  allOf: [{ $ref: '#/components/schemas/Envelope' }, { type: 'object', properties: { code: { const: 200 }, data } }],
})

const refused = (codes: readonly number[]) => ({
  title: 'Refused',
  allOf: [
    { $ref: '#/components/schemas/Envelope' },
    { type: 'object', properties: { code: { enum: codes }, data: { type: 'null' } } },
  ],
})

const sentenceOf = (code: string, text: string) => `${code} ${text}`

const SCHEMAS = {
  Envelope: {
    type: 'object',
    description: 'What every call answers with, under HTTP 200 whatever the code but for 401 and 503.',
    required: ['code', 'message', 'msg', 'data'],
    properties: {
      code: {
        type: 'integer',
        description: ['200', ...Object.entries(ERROR_TEXT).map(([code, text]) => sentenceOf(code, text))].join('; '),
      },
      message: { type: 'string', description: 'For the person, in Chinese.' },
      msg: { type: 'string', description: 'The same.' },
      data: { description: 'The answer; null with a refusal.' },
      errors: {
        type: 'object',
        description: "With 400 and 409: each wrong field and its sentence; a table's rows by their numbers.",
        additionalProperties: { type: 'string' },
      },
    },
  },
}

const envelopeWith = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
})

const RESPONSES = {
  NobodySignedIn: envelopeWith('Nobody is signed in, or no longer.'),
  Busy: {
    ...envelopeWith('Too many calls at once: ask again after `retry-after` seconds.'),
    headers: { 'Retry-After': { schema: { type: 'integer' } } },
  },
}

/** Who may make a call, in words; `x-access` has it for programs. */
const WHO: Readonly<Record<Access, string>> = {
  public: 'Anybody.',
  session: 'Whoever is signed in.',
  unit: 'Social units and property companies.',
  keyed: 'Units, property companies and providers: whoever holds a key.',
  gov: 'The fire authority.',
  gov2: "The fire authority's city organ (level 2).",
  program: "Providers' programs, by a signature: `docs/providers.md`.",
}

function operation(endpoint: Endpoint, schemas: Schemas) {
  const data = jsonSchema(endpoint.output, `${endpoint.id}.output`, schemas)
  const types = BODY_TYPES[endpoint.encoding]
  return {
    operationId: endpoint.id,
    tags: [endpoint.group],
    summary: endpoint.summary,
    description: `May be made by: ${WHO[endpoint.access]}`,
    'x-access': endpoint.access,
    'x-effect': endpoint.effect,
    ...securityOf(endpoint),
    ...(endpoint.encoding === 'query' ? { parameters: parameters(endpoint, schemas) } : {}),
    ...(types.length > 0
      ? {
          requestBody: {
            required: true,
            content: Object.fromEntries(types.map((type) => [type, { schema: inputSchema(endpoint, schemas) }])),
          },
        }
      : {}),
    responses: {
      200: {
        description: 'The envelope; `code` is 200 where the call succeeded.',
        content: {
          'application/json': {
            schema: { oneOf: [answered(data), refused(codesOf(endpoint).filter((code) => code !== 200))] },
          },
        },
      },
      ...(endpoint.access === 'public' ? {} : { 401: { $ref: '#/components/responses/NobodySignedIn' } }),
      503: { $ref: '#/components/responses/Busy' },
    },
  }
}

/** Two methods of one address stand together. */
function paths(schemas: Schemas): Record<string, Record<string, object>> {
  const all: Record<string, Record<string, object>> = {}
  for (const e of endpoints()) all[e.path] = { ...all[e.path], [e.method.toLowerCase()]: operation(e, schemas) }
  return all
}

let made: object | undefined

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(): object {
  made ??= makeDocument()
  return made
}

function makeDocument(): object {
  const schemas: Schemas = { ...SCHEMAS }
  return {
    openapi: '3.1.0',
    info: { title: '消防物联网数据对接平台', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: [...new Set(endpoints().map(({ group }) => group))].map((name) => ({ name })),
    paths: paths(schemas),
    components: {
      schemas,
      responses: RESPONSES,
      securitySchemes: Object.fromEntries(
        [['token', 'x-auth-token'], ...SIGNATURE_HEADERS.map((name) => [name, name])].map(([scheme, name]) => [
          scheme,
          { type: 'apiKey', in: 'header', name },
        ]),
      ),
    },
  }
}
