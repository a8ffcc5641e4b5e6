import { minify } from 'terser'
import type { Plugin } from 'vite'

/** Smaller: every visitor downloads it first. */
export function terseEntry(): Plugin {
  return {
    name: 'terse-entry',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !file.isEntry) continue
        // Finds more than further passes.
        for (let run = 0; run < 2; run += 1) {
          const { code, map } = await minify(file.code, {
            module: true,
            ecma: 2020,
            compress: { passes: 4, unsafe_arrows: true, unsafe_methods: true },
            format: { comments: false },
            ...(file.map && { sourceMap: { content: JSON.stringify(file.map) } }),
          })
          file.code = code ?? file.code
          if (file.map && typeof map === 'string') Object.assign(file.map, JSON.parse(map))
        }
      }
    },
  }
}
