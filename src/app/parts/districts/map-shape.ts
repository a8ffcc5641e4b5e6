import type { Outline } from '#app/lib/gazetteer.ts'

export const MAP = { width: 490, height: 444 } as const
export const INSET = { width: 204, height: 234 } as const

const CENTRE = new Set(['310101', '310104', '310105', '310106', '310107', '310109', '310110'])

/** Chosen so that labels do not overlap on phones. */
const LABELS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  '310101': [139, 132],
  '310104': [91, 178],
  '310105': [43, 124],
  '310106': [96, 34],
  '310107': [46, 78],
  '310109': [138, 84],
  '310110': [172, 36],
  '310112': [304, 310],
  '310113': [298, 164],
  '310114': [238, 192],
  '310115': [400, 308],
  '310116': [243, 400],
  '310117': [236, 322],
  '310118': [176, 280],
  '310120': [357, 366],
  '310151': [338, 84],
}

type Place = readonly [lng: number, lat: number]
type Project = (place: Place) => readonly [x: number, y: number]

interface Box {
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

function boxOf(outlines: readonly Outline[]): Box {
  const places = outlines.flatMap(({ polygons }) => polygons.flatMap((rings) => rings.flat()))
  const [lngs, lats] = [places.map(([lng]) => lng), places.map(([, lat]) => lat)]
  return { west: Math.min(...lngs), east: Math.max(...lngs), south: Math.min(...lats), north: Math.max(...lats) }
}

function projection({ west, east, south, north }: Box, width: number, height: number, toRight: boolean): Project {
  const shrink = Math.cos(((south + north) * Math.PI) / 360)
  const scale = Math.min(width / ((east - west) * shrink), height / (north - south))
  const left = (width - (east - west) * shrink * scale) * (toRight ? 1 : 0.5)
  const top = (height - (north - south) * scale) / 2
  return ([lng, lat]) => [left + (lng - west) * shrink * scale, top + (north - lat) * scale]
}

const pathOf = ({ polygons }: Outline, project: Project) =>
  polygons
    .flatMap((rings) =>
      rings.map(
        (ring) =>
          `M${ring
            .map((place) =>
              project(place)
                .map((at) => at.toFixed(1))
                .join(' '),
            )
            .join('L')}Z`,
      ),
    )
    .join('')

export interface DistrictShape {
  readonly code: string
  readonly name: string
  readonly path: string
  readonly insetPath: string
  readonly isCentral: boolean
  readonly label: readonly [x: number, y: number]
}

interface CityShape {
  readonly districts: readonly DistrictShape[]
  readonly frame: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
}

const ROOM = 6

export function cityShape(outlines: readonly Outline[]): CityShape {
  const central = boxOf(outlines.filter(({ code }) => CENTRE.has(code)))
  const city = projection(boxOf(outlines), MAP.width, MAP.height, true)
  const fitted = projection(central, INSET.width - 2 * ROOM, INSET.height - 2 * ROOM, false)
  const inset: Project = (place) => {
    const [x, y] = fitted(place)
    return [x + ROOM, y + ROOM]
  }
  const [x, y] = city([central.west, central.north])
  const [right, bottom] = city([central.east, central.south])
  return {
    districts: outlines.map((outline) => {
      const isCentral = CENTRE.has(outline.code)
      return {
        code: outline.code,
        name: outline.name,
        path: pathOf(outline, city),
        insetPath: pathOf(outline, inset),
        isCentral,
        label: LABELS[outline.code] ?? (isCentral ? inset : city)(outline.centre),
      }
    }),
    frame: { x: x - 2, y: y - 2, width: right - x + 4, height: bottom - y + 4 },
  }
}
