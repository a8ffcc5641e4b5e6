import { createHash } from 'node:crypto'

export function inlineScriptsOf(html: string): string {
  return [...html.matchAll(/<script>([^]*?)<\/script>/g)]
    .map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    .join(' ')
}
