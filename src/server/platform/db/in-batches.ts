/** Reads a list of any length with flat memory. @param read the rows after a given one, at most so many */
export async function* inBatches<Row>(
  read: (after: Row | undefined, most: number) => PromiseLike<Row[]>,
  batch = 1000,
): AsyncGenerator<Row> {
  let after: Row | undefined
  for (;;) {
    const rows = await read(after, batch)
    yield* rows
    if (rows.length < batch) return
    after = rows.at(-1)
  }
}
