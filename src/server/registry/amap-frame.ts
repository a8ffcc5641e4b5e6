import type { Context as HttpContext } from 'hono'
import type { AmapPage, Deps } from '../platform/deps.ts'

const HOSTS = 'https://*.amap.com https://*.autonavi.com'

/** AMap needs eval, blob workers and inline styles; the sandbox keeps it from our pages, storage and API. */
const policy = (nonce: string) =>
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'unsafe-eval' blob: ${HOSTS}`,
    `style-src 'unsafe-inline' ${HOSTS}`,
    `img-src data: blob: ${HOSTS}`,
    `font-src data: ${HOSTS}`,
    `connect-src data: blob: ${HOSTS}`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')

const program = ({ key, code }: AmapPage) => `
const say = (message) => parent.postMessage(message, '*')
const fail = () => say({ map: 'failed' })
${code === undefined ? '' : `window._AMapSecurityConfig = { securityJsCode: '${code}' }`}
const start = () => {
  try {
    const map = new AMap.Map('map', { zoom: 18, center: [121.47, 31.23], resizeEnable: true, keyboardEnable: false, scrollWheel: false })
    let drawn = false
    map.on('dragstart', () => { drawn = true })
    map.on('moveend', () => {
      if (!drawn) return
      drawn = false
      const { lng, lat } = map.getCenter()
      say({ map: 'rest', centre: [lng, lat] })
    })
    addEventListener('message', ({ source, data }) => {
      if (source !== parent) return
      if (data.still) map.setStatus({ dragEnable: false })
      if (data.show) map.setCenter(data.show, true)
      if (data.zoom) map.setZoom(map.getZoom() + data.zoom, true)
      if (!data.pan) return
      const { offsetWidth, offsetHeight } = document.getElementById('map')
      const { lng, lat } = map.containerToLngLat(new AMap.Pixel(offsetWidth / 2 + data.pan[0], offsetHeight / 2 + data.pan[1]))
      map.setCenter([lng, lat], true)
      say({ map: 'rest', centre: [lng, lat] })
    })
    map.on('complete', () => say({ map: 'ready' }))
  } catch { fail() }
}
const script = document.createElement('script')
script.src = 'https://webapi.amap.com/maps?v=2.0&key=${key}'
script.onload = start
script.onerror = fail
document.head.append(script)
`

/** 404 without an AMap key. */
export function serveAmapFrame({ settings, newToken }: Deps, c: HttpContext): Response | Promise<Response> {
  if (!settings.amapPage) return c.notFound()
  const nonce = newToken()
  c.header('content-security-policy', policy(nonce))
  c.header('x-frame-options', 'SAMEORIGIN')
  // AMap checks the referrer's host against the hosts allowed for the key.
  c.header('referrer-policy', 'strict-origin')
  return c.html(
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>高德地图</title>` +
      `<style>html,body,#map{height:100%;margin:0}</style></head>` +
      `<body><div id="map"></div><script nonce="${nonce}">${program(settings.amapPage)}</script></body></html>`,
  )
}
