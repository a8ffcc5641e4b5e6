import type { ClientBase } from 'pg'

export interface CarriedTable {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The change feed is of one database's transactions. */
const LEFT_OUT = 'change'

/** Referenced tables first; without partitions. */
export async function listTables(client: ClientBase): Promise<CarriedTable[]> {
  const { rows } = await client.query<{ name: string; columns: CarriedTable['columns'] }>(`
    select c.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> '${LEFT_OUT}'
    group by c.relname order by c.relname`)
  const { rows: ties } = await client.query<{ from: string; to: string }>(`
    select distinct conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
    where contype = 'f' and conrelid <> confrelid and connamespace = 'public'::regnamespace`)
  const bare = (name: string) => name.replaceAll('"', '')
  const left = new Map(rows.map((row) => [row.name, row]))
  const sorted: CarriedTable[] = []
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name }) => !ties.some(({ from, to }) => bare(from) === name && left.has(bare(to))),
    )
    // Tables in a reference cycle are taken in name order.
    for (const table of free.length > 0 ? free : [...left.values()]) {
      sorted.push(table)
      left.delete(table.name)
    }
  }
  return sorted
}

export interface CarriedSequence {
  readonly name: string
  readonly last: string | null
}

/** Ids of deleted rows must not be assigned again. */
export async function listSequences(client: ClientBase): Promise<CarriedSequence[]> {
  const { rows } = await client.query<CarriedSequence>(
    `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`,
  )
  return rows
}

/** `month`: `yyyy-MM-dd`. */
export async function listMonths(client: ClientBase): Promise<{ parent: string; month: string }[]> {
  const { rows } = await client.query<{ parent: string; month: string }>(`
    select p.relname as parent, to_char(to_date(right(c.relname, 6), 'YYYYMM'), 'YYYY-MM-DD') as month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where c.relkind = 'r' and c.relname ~ '_[0-9]{6}$' order by 1, 2`)
  return rows
}
