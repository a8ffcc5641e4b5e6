import { resolve, join } from 'node:path'
import type { Context, Handler } from 'hono'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress'
import { getMimeType } from 'hono/utils/mime'
import { builtFiles } from './built-files.ts'
import { acceptedCodings, type Coding } from './content-coding.ts'
import type { FileStore } from '../files/file-key.ts'
import { isNamed } from './etag.ts'
import { openKeptAsset } from '../keep-assets.ts'
import { type BuildManifest, preloadsByPage } from './page-preloads.ts'
import { INLINE_SCRIPTS } from './security-headers.ts'
import { inlineScriptsOf } from './inline-scripts.ts'
import { readStaticPath } from './static-path.ts'

/**
 * A missing file is 404: browsers would cache the shell as a script. @param earlier files of earlier builds, for
 * open pages
 */
export function serveClient(dir: string, earlier?: FileStore): Handler {
  const root = resolve(dir)
  const files = builtFiles()

  async function serve(c: Context, file: string, tries = 3): Promise<Response | null> {
    if (tries === 0) return plain(503, '页面正在更新，请稍后再试', { 'retry-after': '1' })
    const type = contentType(file)
    const packed = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type)
    const accepted: Coding[] = packed ? acceptedCodings(c.req.header('accept-encoding')) : []
    const found = await files.find(join(root, file), accepted)
    if (!found) return null

    const headers = new Headers({
      etag: found.etag,
      'cache-control': file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    if (packed) headers.set('vary', 'accept-encoding')
    if (file === 'index.html') headers.set(INLINE_SCRIPTS, await inlineScripts())
    if (isNamed(found.etag, c.req.header('if-none-match'))) return new Response(null, { status: 304, headers })

    const bytes = await found.read()
    if (!bytes) return serve(c, file, tries - 1)
    headers.set('content-type', type)
    headers.set('content-length', String(bytes.length))
    if (found.coding) headers.set('content-encoding', found.coding)
    return new Response(c.req.method === 'HEAD' ? null : bytes, { headers })
  }

  async function serveEarlier(file: string): Promise<Response | null> {
    const bytes = earlier && file.startsWith('assets/') ? await openKeptAsset(earlier, file.slice(7)) : null
    if (!bytes) return null
    return new Response(bytes, {
      headers: { 'content-type': contentType(file), 'cache-control': 'public, max-age=31536000, immutable' },
    })
  }

  let known: { etag: string; preloads: ReadonlyMap<string, string> } | undefined
  let shell: { etag: string; scripts: string } | undefined
  async function inlineScripts(): Promise<string> {
    const found = await files.find(join(root, 'index.html'), [])
    if (found && shell?.etag !== found.etag) {
      const bytes = await found.read()
      if (bytes) shell = { etag: found.etag, scripts: inlineScriptsOf(new TextDecoder().decode(bytes)) }
    }
    return shell?.scripts ?? ''
  }

  async function preloadsOf(path: string): Promise<string | undefined> {
    const found = await files.find(join(root, 'build-manifest.json'), [])
    if (!found) return undefined
    if (known?.etag !== found.etag) {
      const bytes = await found.read()
      if (!bytes) return undefined
      known = {
        etag: found.etag,
        preloads: preloadsByPage(JSON.parse(new TextDecoder().decode(bytes)) as BuildManifest),
      }
    }
    return known.preloads.get(path.split('/')[1] ?? '')
  }

  async function serveShell(c: Context): Promise<Response | null> {
    const answer = await serve(c, 'index.html')
    const preloads = answer && (await preloadsOf(c.req.path))
    if (preloads) answer.headers.set('link', preloads)
    return answer
  }

  return async (c) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return plain(405, '不支持的请求方式', { allow: 'GET, HEAD' })
    const path = readStaticPath(c.req.url)
    if (path === 'refused' || (path !== 'shell' && isPrivate(path.file))) return plain(404, '文件不存在')
    if (path === 'shell') return (await serveShell(c)) ?? plain(503, '页面尚未构建，请先运行 npm start')
    return (await serve(c, path.file)) ?? (await serveEarlier(path.file)) ?? plain(404, '文件不存在')
  }
}

const isPrivate = (file: string) => /^build-manifest\.json(\.(br|gz))?$/i.test(file)

function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}

function contentType(file: string): string {
  const type = getMimeType(file) ?? 'application/octet-stream'
  return type.endsWith('json') ? `${type}; charset=utf-8` : type
}
