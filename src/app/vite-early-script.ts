import { build, type Plugin, type Rollup } from 'vite'

/** Builds `source` into a script that needs no other, and writes it into the shell behind its title. */
export function earlyScript(source: string): Plugin {
  let root = ''
  return {
    name: 'early-script',
    apply: 'build',
    configResolved: (config) => void (root = config.root),
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const built = (await build({
          configFile: false,
          root,
          publicDir: false,
          logLevel: 'warn',
          build: { write: false, target: 'chrome86', rollupOptions: { input: source, output: { format: 'iife' } } },
        })) as Rollup.RollupOutput
        // Before the style sheet, which it would else wait for.
        return html.replace('</title>', () => `</title>\n    <script>${built.output[0].code.trim()}</script>`)
      },
    },
  }
}
