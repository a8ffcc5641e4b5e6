import type { Plugin } from 'vite'

/** Vite's own is three times as long: it also reads a nonce and resolves relative URLs. */
const HELPER = `const seen = {}
const fetchOnce = (file) => {
  const href = '/' + file
  const isStyle = file.endsWith('.css')
  const link = Object.assign(document.createElement('link'), {
    rel: isStyle ? 'stylesheet' : 'modulepreload',
    crossOrigin: '',
    href,
  })
  if (document.querySelector('link[href="' + href + '"]')) return
  document.head.append(link)
  const forget = (error) => {
    delete seen[file]
    link.remove()
    throw error
  }
  return isStyle && new Promise((onload, onerror) => Object.assign(link, { onload, onerror })).catch(forget)
}
const fail = (error, chunk) => {
  const payload = Object.assign(error, { chunk })
  const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload })
  dispatchEvent(event)
  if (!event.defaultPrevented) throw payload
}
export const __vitePreload = (load, files = []) =>
  Promise.all(files.map((file) => (seen[file] ??= fetchOnce(file)))).then(load).catch((error) => fail(error, files[0]))
`

/** Preloads the files of a chunk that is imported on demand. */
export function leanPreload(): Plugin {
  return {
    name: 'lean-preload',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === '\0vite/preload-helper.js' ? HELPER : null),
  }
}
