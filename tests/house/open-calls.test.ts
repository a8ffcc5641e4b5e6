import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openApiDocument } from '#server/open-api.ts'
import { INTRODUCTION } from '#server/open-api-words.ts'
import { repositoryRoot } from '../support/repository-root.ts'

interface Schema {
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

interface Answer {
  readonly oneOf: readonly [{ readonly allOf: readonly [object, Schema] }]
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly schema: Schema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: {
    readonly 200: { readonly content: { readonly 'application/json': { readonly schema: Answer } } }
  }
}

const { paths } = openApiDocument() as { paths: Record<string, Record<string, Operation>> }

const fieldsOf = ({ properties = {}, items }: Schema, at: string): [string, string | undefined][] => [
  ...Object.entries(properties).flatMap(([name, field]): [string, string | undefined][] => [
    [`${at}.${name}`, field.description],
    ...fieldsOf(field, `${at}.${name}`),
  ]),
  ...(items ? fieldsOf(items, `${at}[]`) : []),
]

const answerOf = ({ responses }: Operation): Schema => {
  const [{ allOf }] = responses[200].content['application/json'].schema.oneOf
  return allOf[1].properties?.['data'] ?? {}
}

test('every field of the open calls has a Chinese description', () => {
  const open = Object.entries(paths).filter(([path]) => path.startsWith('/open/v1/'))
  const fields = open.flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const at = `${method} ${path}`
      const bodies = Object.values(operation.requestBody?.content ?? {})
      return [
        ...(operation.parameters ?? []).map(({ name, schema }) => [`${at}?${name}`, schema.description] as const),
        ...bodies.flatMap(({ schema }) => fieldsOf(schema, at)),
        ...fieldsOf(answerOf(operation), `${at} =`),
      ]
    }),
  )
  expect(fields.length).toBeGreaterThan(100)
  expect(fields.filter(([, text]) => !/\p{Script=Han}/u.test(text ?? '')).map(([name]) => name)).toEqual([])
})

test('a figure without a unit is described as an integer', () => {
  const { requestBody } = paths['/open/v1/readings']?.['post'] ?? {}
  const fields = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => fieldsOf(schema, ''))
  const of = (name: string) => fields.find(([field]) => field.endsWith(`.measures.${name}`))?.[1]
  expect(of('signals')).toBe('信号，整数，-200 至 100')
  expect(of('pressure')).toBe('压力，单位 MPa，-0.1 至 25')
})

test('the guide and the API description state the HTTP status in one sentence', () => {
  const [, sentence = ''] = /(除 401[^。]+。)/.exec(INTRODUCTION) ?? []
  expect(sentence).toContain('503')
  expect(readFileSync(join(repositoryRoot, 'docs/providers.md'), 'utf8')).toContain(sentence)
})
