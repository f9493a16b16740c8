let context: CanvasRenderingContext2D | null | undefined

/** The width of a text in px in the page's font; an estimate if there is no canvas. */
export function textWidth(text: string, weightAndSize = '400 13px'): number {
  context ??= openContext()
  if (!context) return text.length * 7.5
  context.font = `${weightAndSize} ${getComputedStyle(document.body).fontFamily}`
  return context.measureText(text).width + 1
}

const openContext = (): CanvasRenderingContext2D | null =>
  typeof CanvasRenderingContext2D === 'undefined' ? null : document.createElement('canvas').getContext('2d')
