import { minify } from 'terser'
import type { Plugin } from 'vite'

/** Smaller than Vite's own; plan readers stay. */
export function terseCode(): Plugin {
  return {
    name: 'terse-code',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || file.name.startsWith('pdf')) continue
        const { code, map } = await minify(file.code, {
          module: true,
          ecma: 2020,
          // The packed size counts: without the last three, code repeats more.
          compress: {
            passes: 4,
            pure_getters: true,
            unsafe_arrows: true,
            unsafe_methods: true,
            booleans: false,
            sequences: false,
            keep_fargs: false,
          },
          format: { comments: false },
          ...(file.map && { sourceMap: { content: JSON.stringify(file.map) } }),
        })
        file.code = code ?? file.code
        if (file.map && typeof map === 'string') Object.assign(file.map, JSON.parse(map))
      }
    },
  }
}
