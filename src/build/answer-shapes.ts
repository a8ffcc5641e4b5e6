import { createHash } from 'node:crypto'
import { toJsonSchema } from '@valibot/to-json-schema'
import type { Endpoint } from '../contract/endpoint.ts'

/** A hash of the output schema. */
export function answerShapes(endpoints: readonly Endpoint[]): Readonly<Record<string, string>> {
  const kept = endpoints.filter(({ cache }) => cache === 'keep')
  return Object.fromEntries(kept.map(({ id, output }) => [id, hashOf(output)]))
}

function hashOf(output: Endpoint['output']): string {
  const schema = toJsonSchema(output, { typeMode: 'output', errorMode: 'ignore' })
  return createHash('sha256').update(JSON.stringify(schema)).digest('base64url').slice(0, 6)
}
