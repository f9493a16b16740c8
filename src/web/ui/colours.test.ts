import { describe, expect, test } from 'vitest'
import { colours, type Colour } from './colours.ts'

/** Returns the relative luminance of a colour (WCAG 2.2), from `#rrggbb`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const surfaces = ['page', 'surface', 'sunken'] as const
const onEverySurface = (ink: Colour) => surfaces.map((ground): [Colour, Colour] => [ink, ground])

const words: [Colour, Colour][] = [
  ...(['ink', 'ink-2', 'ink-3', 'error', 'paid', 'overdue', 'to-do', 'advance', 'soft-ink'] as const).flatMap(
    onEverySurface,
  ),
  ['accent-ink', 'accent'],
  ['soft-ink', 'soft'],
  ['paid', 'paid-ground'],
  ['part', 'part-ground'],
  ['unpaid', 'unpaid-ground'],
  ['overdue', 'overdue-ground'],
  ['to-do', 'to-do-ground'],
  ['advance', 'advance-ground'],
]

const shapes: [Colour, Colour][] = [
  ...onEverySurface('focus'),
  ['field-border', 'surface'],
  ['accent', 'surface'],
  // The charged amount is the background that the received part fills; its label is next to it.
  ['chart-received', 'surface'],
  ['chart-outstanding', 'surface'],
  ['chart-late', 'surface'],
]

describe.each([
  ['light', 0],
  ['dark', 1],
] as const)('in %s mode', (_, ground) => {
  test.each(words)('words in %s on %s have a contrast of at least 4.5', (ink, paper) => {
    expect(contrast(colours[ink][ground], colours[paper][ground])).toBeGreaterThanOrEqual(4.5)
  })

  test.each(shapes)('%s on %s has a contrast of at least 3', (shape, paper) => {
    expect(contrast(colours[shape][ground], colours[paper][ground])).toBeGreaterThanOrEqual(3)
  })
})
