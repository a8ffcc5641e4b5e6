import type { Plugin } from 'vite'

/** Chromium reads it from 136 on; others take it for a comment. It has to be the file's first line. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Has the entry and the chunks of the pages that are opened most compiled whole while they come, beside the page: else
 * each function is compiled in the page when it is first called, a third of a weak phone's work on a first visit.
 * @param names chunks by their names, beside the entry
 */
export function compileHint(names: readonly string[]): Plugin {
  return {
    name: 'compile-hint',
    apply: 'build',
    generateBundle: {
      // Vite writes the list of what each chunk needs before the code.
      order: 'post',
      handler(_options, bundle) {
        const missing = new Set(names)
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !(file.isEntry || names.includes(file.name))) continue
          missing.delete(file.name)
          file.code = HINT + file.code
        }
        if (missing.size > 0) throw new Error(`No chunk is named ${[...missing].join(', ')}`)
      },
    },
  }
}
