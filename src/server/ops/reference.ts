import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Hono } from 'hono'

const AT = '/ops/reference'
const TYPES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

const PAGE = `<!doctype html>
<html lang="zh-CN">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>接口文档 - 消防物联网数据对接平台</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${AT}/swagger-ui.css">
<div id="reference"></div>
<script src="${AT}/swagger-ui-bundle.js"></script>
<script src="${AT}/begin.js"></script>
</html>
`

/** No call has links to others: their column is empty everywhere, and wider than a phone. */
const ADDED: Readonly<Record<string, string>> = {
  'swagger-ui.css': '\n.swagger-ui .response-col_links { display: none }\n',
}

/** No validator of the maker's is asked: the page works where there is no internet. */
const BEGIN = `window.SwaggerUIBundle({
  url: '/ops/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
})
`

/** Answers the calls' reference page, with its files out of the package: nothing of it is in the client. */
export function mountReference(app: Hono): void {
  const files = new Map<string, string>()
  const read = (name: string) => {
    const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
    const text = files.get(name) ?? readFileSync(join(folder, name), 'utf8') + (ADDED[name] ?? '')
    files.set(name, text)
    return text
  }
  const KEPT = { 'cache-control': 'public, max-age=86400' }
  app.get(AT, (c) => c.html(PAGE))
  app.get(`${AT}/begin.js`, (c) => c.body(BEGIN, 200, { 'content-type': TYPES['swagger-ui-bundle.js'] ?? '', ...KEPT }))
  for (const [name, type] of Object.entries(TYPES))
    app.get(`${AT}/${name}`, (c) => c.body(read(name), 200, { 'content-type': type, ...KEPT }))
}
