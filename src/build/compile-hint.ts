import type { Plugin } from 'vite'
import { shiftedLine } from './source-maps.ts'

/** Chromium 136; must be the first line. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/** Lazy compilation takes a third of a weak phone's first visit. @param isHinted by name; the entry always is */
export function compileHint(isHinted: (chunk: string) => boolean): Plugin {
  return {
    name: 'compile-hint',
    apply: 'build',
    generateBundle: {
      // After Vite's preload lists, which Vite writes in front of the code.
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !(file.isEntry || isHinted(file.name))) continue
          file.code = HINT + file.code
          if (file.map) shiftedLine(file.map)
        }
      },
    },
  }
}
