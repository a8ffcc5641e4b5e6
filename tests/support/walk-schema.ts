import type * as v from 'valibot'

export interface Place {
  /** `list[].phone` */
  readonly path: string
  /** Not nested in another schema. */
  readonly field: boolean
  readonly schema: v.GenericSchema
}

interface Loose {
  readonly type: string
  readonly pipe?: readonly Loose[]
  readonly entries?: Record<string, Loose>
  readonly item?: Loose
  readonly items?: readonly Loose[]
  readonly wrapped?: Loose
  readonly options?: readonly (Loose | string | number)[]
  readonly value?: Loose
  readonly key?: Loose
}

const inPipe = (schema: Loose) =>
  (schema.pipe ?? []).filter((part) => part !== schema && 'kind' in part && part.kind === 'schema')

export function walkSchema(schema: v.GenericSchema): Place[] {
  const places: Place[] = []
  function visit(at: Loose, path: string, field = false): void {
    places.push({ path, field, schema: at as unknown as v.GenericSchema })
    for (const part of inPipe(at)) visit(part, path)
    for (const [name, entry] of Object.entries(at.entries ?? {})) visit(entry, path ? `${path}.${name}` : name, true)
    if (at.item) visit(at.item, `${path}[]`)
    for (const item of at.items ?? []) visit(item, `${path}[]`)
    if (at.wrapped) visit(at.wrapped, path)
    for (const option of at.options ?? []) if (typeof option === 'object') visit(option, path)
    if (at.type === 'record' && at.value) visit(at.value, `${path}{}`)
  }
  visit(schema as unknown as Loose, '')
  return places
}
