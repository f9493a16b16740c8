import { memo } from 'react'
import { code128 } from './code-128.ts'

/** Blank modules on either side; scanners need them to find the bars. */
const quietModules = 10
/** Widths of the narrowest bar in mm, widest first: 4 and 3 whole dots of an office printer at 300 dpi. */
const moduleWidths = [0.3387, 0.254] as const

interface Bars {
  /** The SVG path of the bars: one unit high, one unit of width per module. */
  readonly path: string
  readonly modules: number
}

export function barsOf(text: string): Bars {
  let position = 0
  let path = ''
  for (const [index, width] of code128(text).entries()) {
    if (index % 2 === 0) path += `M${position} 0h${width}v1h-${width}z`
    position += width
  }
  return { path, modules: position }
}

interface Props {
  readonly text: string
  readonly bars: Bars
  /** The available width in mm, including quiet zones; a longer code gets narrower bars. */
  readonly room: number
  readonly height: number
}

/** A Code 128 bar code with its text under it, black on white, sized in mm for paper. */
export const BarCode = memo(function DrawnBarCode({ text, bars, room, height }: Props) {
  const totalModules = bars.modules + 2 * quietModules
  const module = moduleWidths.find((width) => width * totalModules <= room) ?? room / totalModules
  return (
    <figure className="bar-code">
      <svg
        role="img"
        aria-label={`Bar code of ${text}`}
        viewBox={`-${quietModules} 0 ${totalModules} 1`}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
        style={{ width: `${(module * totalModules).toFixed(3)}mm`, height: `${height}mm` }}
      >
        <path d={bars.path} fill="#000" />
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  )
})
