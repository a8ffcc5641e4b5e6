import { isSigned } from '#contract/access.ts'
import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { endpoints } from '#contract/all.ts'
import type { Endpoint, Encoding } from '#contract/endpoint.ts'
import type { CodePoints } from '#contract/open-fields.ts'
import { ERROR_TEXT } from '#contract/errors.ts'
import { SIGNATURE_HEADERS } from '#contract/signature.ts'
import { GROUPS, INTRODUCTION, KEYS, WHO } from './open-api-words.ts'

const BODY_TYPES: Record<Encoding, readonly string[]> = {
  none: [],
  query: [],
  form: ['application/x-www-form-urlencoded'],
  json: ['application/json'],
  multipart: ['multipart/form-data'],
  any: ['application/json', 'application/x-www-form-urlencoded'],
}

type Schemas = Record<string, object>

/** @param schemas receives the parts of recursive schemas */
function jsonSchema(schema: v.GenericSchema, name: string, schemas: Schemas) {
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = toJsonSchema(schema, {
    typeMode: 'input',
    errorMode: 'ignore',
    overrideAction: ({ valibotAction, jsonSchema: built }) => {
      const limit = 'requirement' in valibotAction ? (valibotAction.requirement as Partial<CodePoints>) : undefined
      return limit?.codePoints === undefined ? undefined : { ...built, maxLength: limit.codePoints }
    },
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

function codesOf({ access, errors = [] }: Endpoint): number[] {
  const any = [200, 400, 413, 429, 500, 503]
  const guarded = access === 'public' ? [] : [401, 403]
  return [...new Set([...any, ...guarded, ...errors])].toSorted((a, b) => a - b)
}

/** OpenAPI needs a security scheme per header; together they form one signature. */
const SIGNED = Object.fromEntries(SIGNATURE_HEADERS.map((name) => [name, []]))

function securityOf({ access }: Endpoint): object {
  if (access === 'public') return {}
  return { security: [isSigned(access) ? SIGNED : { token: [] }] }
}

const answered = (data: object) => ({
  title: '成功',
  allOf: [{ $ref: '#/components/schemas/Envelope' }, { type: 'object', properties: { code: { const: 200 }, data } }],
})

const refused = (codes: readonly number[]) => ({
  title: '未成功',
  allOf: [
    { $ref: '#/components/schemas/Envelope' },
    { type: 'object', properties: { code: { enum: codes }, data: { type: 'null' } } },
  ],
})

const SCHEMAS = {
  Envelope: {
    type: 'object',
    description: '各接口统一的响应格式。除 401 和 503 外，无论 `code` 为何，HTTP 状态码都是 200。',
    required: ['code', 'message', 'msg', 'data'],
    properties: {
      code: {
        type: 'integer',
        description: Object.entries({ 200: '成功', ...ERROR_TEXT })
          .map(([code, text]) => `- ${code} ${text}`)
          .join('\n'),
      },
      message: { type: 'string', description: '给用户看的提示。' },
      msg: { type: 'string', description: '与 `message` 相同。' },
      data: { description: '响应的内容；未成功时为 null。' },
      errors: {
        type: 'object',
        description: '`code` 为 400 或 409 时：有误的各个字段及原因；表格的行以行号为名。',
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
  NobodySignedIn: envelopeWith('未登录，或登录已失效；对服务商的程序，则是签名有误。'),
  Busy: {
    ...envelopeWith('同时进行的调用过多，请过 `Retry-After` 所示的秒数再试。'),
    headers: { 'Retry-After': { description: '再试之前应等待的秒数。', schema: { type: 'integer' } } },
  },
}

function operation(endpoint: Endpoint, schemas: Schemas) {
  const data = jsonSchema(endpoint.output, `${endpoint.id}.output`, schemas)
  const types = BODY_TYPES[endpoint.encoding]
  return {
    operationId: endpoint.id,
    tags: [endpoint.group],
    summary: endpoint.summary,
    description: `调用者：${WHO[endpoint.access]}`,
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
        description: '统一的响应格式；`code` 为 200 即成功。',
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

function paths(schemas: Schemas): Record<string, Record<string, object>> {
  const all: Record<string, Record<string, object>> = {}
  for (const e of endpoints()) all[e.path] = { ...all[e.path], [e.method.toLowerCase()]: operation(e, schemas) }
  return all
}

let made: object | undefined

export function openApiDocument(): object {
  made ??= makeDocument()
  return made
}

function makeDocument(): object {
  const schemas: Schemas = { ...SCHEMAS }
  return {
    openapi: '3.1.0',
    info: {
      title: '消防物联网数据对接平台',
      description: INTRODUCTION,
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
    paths: paths(schemas),
    components: {
      schemas,
      responses: RESPONSES,
      securitySchemes: Object.fromEntries(
        Object.entries(KEYS).map(([name, description]) => [
          name === 'x-auth-token' ? 'token' : name,
          { type: 'apiKey', in: 'header', name, description },
        ]),
      ),
    },
  }
}
