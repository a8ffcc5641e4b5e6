const BATCH = 1000

/** Reads a list of any length with flat memory. @param read the rows after a given one, at most so many */
export async function* inBatches<Row>(
  read: (after: Row | undefined, most: number) => PromiseLike<Row[]>,
): AsyncGenerator<Row> {
  let after: Row | undefined
  for (;;) {
    const rows = await read(after, BATCH)
    yield* rows
    if (rows.length < BATCH) return
    after = rows.at(-1)
  }
}
