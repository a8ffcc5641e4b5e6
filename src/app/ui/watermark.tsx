import { cut } from '../lib/format.ts'

/** Source: document 1, section 9. */
const WIDTH = 240
const HEIGHT = 150
const ALPHA = 0.2
const LONGEST = 14
const LINE = 20

const ID = 'watermark-tile'

/** A background image is laid out as a document. @param lines cut to fit */
export function Watermark({ lines }: { readonly lines: readonly string[] }) {
  const rows = lines.map((line) => cut(line.trim(), LONGEST)).filter(Boolean)
  return (
    <svg aria-hidden="true" data-watermark="" className="pointer-events-none fixed left-0 top-0 z-[-1] h-full w-full">
      <pattern id={ID} y={HEIGHT / 2} width={WIDTH} height={HEIGHT} patternUnits="userSpaceOnUse">
        <text
          transform={`translate(${WIDTH / 2} ${HEIGHT / 2}) rotate(-20)`}
          textAnchor="middle"
          fontFamily="sans-serif"
          fontSize={14}
          fill="#808080"
          fillOpacity={ALPHA}
        >
          {rows.map((row, at) => (
            <tspan key={row} x={0} y={at * LINE}>
              {row}
            </tspan>
          ))}
        </text>
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${ID})`} />
    </svg>
  )
}
