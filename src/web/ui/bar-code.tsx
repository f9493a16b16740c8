import { memo } from 'react'
import { code128 } from './code-128.ts'

/** Blank modules on either side; scanners need them to find the bars. */
const quiet = 10
/** Widths of the narrowest bar in mm, widest first: 4 and 3 whole dots of an office printer at 300 dpi. */
const moduleWidths = [0.3387, 0.254] as const

interface Bars {
  /** SVG path of the bars, one unit high, a unit of width per module. */
  readonly path: string
  readonly modules: number
}

export function barsOf(text: string): Bars {
  let at = 0
  let path = ''
  for (const [place, width] of code128(text).entries()) {
    if (place % 2 === 0) path += `M${at} 0h${width}v1h-${width}z`
    at += width
  }
  return { path, modules: at }
}

interface Props {
  readonly text: string
  readonly bars: Bars
  /** Room in mm, quiet zones included; a longer code takes narrower bars. */
  readonly room: number
  readonly height: number
}

/** A Code 128 bar code with its text under it, black on white, sized in mm for paper. */
export const BarCode = memo(function DrawnBarCode({ text, bars, room, height }: Props) {
  const wide = bars.modules + 2 * quiet
  const module = moduleWidths.find((width) => width * wide <= room) ?? room / wide
  return (
    <figure className="bar-code">
      <svg
        role="img"
        aria-label={`Bar code of ${text}`}
        viewBox={`-${quiet} 0 ${wide} 1`}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
        style={{ width: `${(module * wide).toFixed(3)}mm`, height: `${height}mm` }}
      >
        <path d={bars.path} fill="#000" />
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  )
})
