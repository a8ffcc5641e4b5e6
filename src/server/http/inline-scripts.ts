import { createHash } from 'node:crypto'

/** The scripts that stand in a page, as a content security policy names them: `'sha256-…'`, with blanks between. */
export function inlineScriptsOf(html: string): string {
  return [...html.matchAll(/<script>([^]*?)<\/script>/g)]
    .map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    .join(' ')
}
