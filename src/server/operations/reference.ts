import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Hono } from 'hono'
import { TURNS, WORDS } from './reference-words.ts'

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

/** The links column is always empty. */
const ADDED: Readonly<Record<string, string>> = {
  'swagger-ui.css': `
.swagger-ui .response-col_links { display: none }
.swagger-ui .opblock-tag small { flex: none; order: -1; padding: 0 10px 0 0; font-size: 20px; font-weight: 700 }
.swagger-ui .opblock-tag > a { flex: 1; font-size: 14px; font-weight: 400 }
.swagger-ui .opblock-tag small p { margin: 0; font-size: inherit }
.swagger-ui .parameter__name.required:after { content: "必填" }
.swagger-ui .loading-container .loading:after { content: "加载中" }
`,
}

/** `validatorUrl: null`: works without internet. Texts are replaced in `React.createElement`. */
const BEGIN = `const WORDS = new Map(Object.entries(${JSON.stringify(WORDS)}))
const TURNS = [${TURNS.map(([pattern, to]) => `[${String(pattern)}, ${JSON.stringify(to)}]`).join()}]
const SPOKEN = ['children', 'source', 'placeholder', 'title', 'aria-label']

function say(word) {
  if (typeof word !== 'string') return word
  return WORDS.get(word.trim()) ?? TURNS.reduce((said, [pattern, to]) => said.replace(pattern, to), word)
}

function inChinese({ React }) {
  const make = React.createElement
  React.createElement = (type, props, ...children) => {
    const said = SPOKEN.filter((name) => typeof props?.[name] === 'string').map((name) => [name, say(props[name])])
    return make(type, said.length > 0 ? { ...props, ...Object.fromEntries(said) } : props, ...children.map(say))
  }
  return {}
}

window.SwaggerUIBundle({
  url: '/ops/openapi.json',
  dom_id: '#reference',
  plugins: [inChinese],
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
})
`

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
