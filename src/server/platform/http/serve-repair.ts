import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Handler } from 'hono'
import { inlineScriptsOf } from './inline-scripts.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

function policyOf(html: string): string {
  const styles = [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(([, css = '']) => hashOf(css))
  return [
    "default-src 'none'",
    `script-src ${inlineScriptsOf(html)}`,
    `style-src ${styles.join(' ')}`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Never cached: a broken device must get the current one. */
export function serveRepair(dir: string): Handler {
  const made = readFile(join(dir, 'repair.html'), 'utf8').then((html) => ({ html, policy: policyOf(html) }))
  made.catch(() => undefined)
  return async (c) => {
    const page = await made.catch(() => null)
    if (page === null) return c.text('文件不存在', 404)
    return c.html(page.html, 200, { 'cache-control': 'no-store', 'content-security-policy': page.policy })
  }
}
