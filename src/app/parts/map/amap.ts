import * as v from 'valibot'
import { AMAP_FRAME_PATH } from '#contract/place.ts'
import { API_BASE } from '#app/env.ts'
import type { MapAdapter } from './map-adapter.ts'

/** AMap may be unreachable (abroad, firewalls). */
const PATIENCE_MS = 10_000

const degrees = (most: number) => v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(most))
const told = v.variant('map', [
  v.object({ map: v.literal('ready') }),
  v.object({ map: v.literal('failed') }),
  v.object({ map: v.literal('rest'), centre: v.tuple([degrees(180), degrees(90)]) }),
])

/** AMap's code can't access page and session. */
export const amap: MapAdapter = {
  notice: '',
  open: (element, start, signal) =>
    new Promise((resolve, reject) => {
      const frame = document.createElement('iframe')
      frame.setAttribute('sandbox', 'allow-scripts')
      frame.title = '高德地图'
      frame.tabIndex = -1
      frame.className = 'h-full w-full border-0'
      frame.src = `${API_BASE}${AMAP_FRAME_PATH}`
      // An opaque origin: only '*' works.
      const say = (message: object) => frame.contentWindow?.postMessage(message, '*')
      const close = () => {
        clearTimeout(waiting)
        removeEventListener('message', hear)
        frame.remove()
      }
      const fail = () => {
        close()
        reject(new Error('The map did not come'))
      }
      const hear = ({ source, data }: MessageEvent<unknown>) => {
        const message = source === frame.contentWindow ? v.safeParse(told, data) : undefined
        if (!message?.success) return
        const { output } = message
        if (output.map === 'failed') return fail()
        if (output.map === 'rest') return start.onRest?.(output.centre)
        clearTimeout(waiting)
        say({ show: start.centre, still: !start.onRest })
        resolve({
          show: (centre) => say({ show: centre }),
          pan: (x, y) => say({ pan: [x, y] }),
          zoom: (steps) => say({ zoom: steps }),
          close,
        })
      }
      const waiting = setTimeout(fail, PATIENCE_MS)
      signal.addEventListener('abort', fail)
      addEventListener('message', hear)
      element.append(frame)
    }),
}
