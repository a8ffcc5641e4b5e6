import type { Plugin, Rollup } from 'vite'
import { buildIife } from './build-iife.ts'
import { recordFirstCalls } from './first-calls.ts'

/** @param pages for PAGE_CHUNKS @param charts for CHART_CHUNKS */
export function inlineScript(
  source: string,
  pages: readonly string[],
  charts: readonly RegExp[],
  reporter: () => string,
): Plugin {
  let root = ''
  return {
    name: 'inline-script',
    apply: 'build',
    configResolved: (config) => void (root = config.root),
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const chunks = pages.map((page) => {
          const modules = [/_shell\.tsx\?tsr-split/, new RegExp(`/_shell/${page}\\..*\\?tsr-split`)]
          return [page, chunksOf(bundle, modules, html)]
        })
        const script = await buildIife(root, source, {
          FIRST_CALLS: JSON.stringify(recordFirstCalls()),
          PAGE_CHUNKS: JSON.stringify(Object.fromEntries(chunks)),
          FAULT_REPORTER: JSON.stringify(reporter()),
          CHART_CHUNKS: JSON.stringify(chunksOf(bundle, charts, html)),
        })
        // An inline script would wait for the style sheet.
        return html.replace('</title>', () => `</title>\n    <script>${script}</script>`)
      },
    },
  }
}

/** Includes static imports, without chunks the shell preloads. */
function chunksOf(bundle: Rollup.OutputBundle, modules: readonly RegExp[], html: string): string[] {
  const seen = new Set<string>()
  const add = (file: string) => {
    const chunk = bundle[file]
    if (seen.has(file) || chunk?.type !== 'chunk') return
    seen.add(file)
    chunk.imports.forEach(add)
  }
  for (const of of modules) {
    const holders = Object.values(bundle).filter(
      (chunk) => chunk.type === 'chunk' && chunk.moduleIds.some((id) => of.test(id)),
    )
    if (holders.length === 0) throw new Error(`No chunk holds ${of}`)
    holders.forEach(({ fileName }) => add(fileName))
  }
  return [...seen].map((file) => `/${file}`).filter((address) => !html.includes(address))
}
