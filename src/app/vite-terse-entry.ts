import { minify } from 'terser'
import type { Plugin } from 'vite'

/**
 * Goes over the entry a second time with a slower, more thorough minifier: everybody downloads it before the first page
 * is drawn. The other chunks stay as the bundler leaves them.
 */
export function terseEntry(): Plugin {
  return {
    name: 'terse-entry',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !file.isEntry) continue
        const { code } = await minify(file.code, {
          module: true,
          ecma: 2020,
          compress: { passes: 2 },
          format: { comments: false },
        })
        if (code) file.code = code
      }
    },
  }
}
