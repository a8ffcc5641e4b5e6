import type { Plugin } from 'vite'
import { shiftedLine } from './source-maps.ts'

/** Chromium 136; must be the first line. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/** Lazy compilation takes a third of a weak phone's first visit. @param names further chunks */
export function compileHint(names: readonly string[]): Plugin {
  return {
    name: 'compile-hint',
    apply: 'build',
    generateBundle: {
      // After Vite's preload lists, which Vite writes in front of the code.
      order: 'post',
      handler(_options, bundle) {
        const missing = new Set(names)
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !(file.isEntry || names.includes(file.name))) continue
          missing.delete(file.name)
          file.code = HINT + file.code
          if (file.map) shiftedLine(file.map)
        }
        if (missing.size > 0) throw new Error(`No chunk is named ${[...missing].join(', ')}`)
      },
    },
  }
}
