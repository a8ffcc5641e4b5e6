import { test, TestRunner } from 'vitest'

/** Stryker counts tests only: a mutant that throws at import would survive. */
export default class CountFailedImports extends TestRunner {
  override async importFile(filepath: string, source: 'collect' | 'setup'): Promise<unknown> {
    try {
      return await super.importFile(filepath, source)
    } catch (error) {
      if (source !== 'collect') throw error
      // oxlint-disable-next-line vitest/expect-expect -- it only fails
      return test('the file can be imported', () => {
        throw error
      })
    }
  }
}
