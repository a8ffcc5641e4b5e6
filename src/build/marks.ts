import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** An installation may replace them. */
const MARKS = { platform: 'logo.svg', authority: 'government.svg' } as const

function symbolOf(name: string, file: string): string {
  const [, size, drawing] = /<svg[^>]*viewBox="([^"]+)"[^>]*>(.*)<\/svg>/s.exec(file) ?? []
  if (!size || !drawing) throw new Error(`The mark of the ${name} is no SVG with a viewBox`)
  return `<symbol id="mark-${name}" viewBox="${size}">${drawing.replace(/<title>.*?<\/title>/s, '').trim()}</symbol>`
}

/** A file costs a request, and a document on weak phones. */
export function marks(): Plugin {
  let folder = ''
  return {
    name: 'marks',
    configResolved({ publicDir }) {
      folder = join(publicDir, 'icons')
    },
    transformIndexHtml() {
      const symbols = Object.entries(MARKS).map(([name, file]) =>
        symbolOf(name, readFileSync(join(folder, file), 'utf8')),
      )
      const attrs = { class: 'marks', width: '0', height: '0', 'aria-hidden': 'true' }
      return [{ tag: 'svg', attrs, children: symbols.join(''), injectTo: 'body-prepend' }]
    },
  }
}
