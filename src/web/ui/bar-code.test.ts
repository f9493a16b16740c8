import { code128 as independentCode128, type DrawingContext } from 'bwip-js/generic'
import { expect, test } from 'vitest'
import { barsOf, code128 } from './bar-code.tsx'

/** The bar widths of each value 0 to 105, as the independent encoder writes it alone after the start symbol 104. */
const dictionary = Array.from({ length: 106 }, (_, value) =>
  widthsBy(`^104^${String(value).padStart(3, '0')}`, { raw: true })
    .slice(6, 12)
    .join(''),
)

const numbers = [
  '5Red1023-202611',
  '5Red1023adm',
  'PlayGroupGreen12345-202611-2',
  'HifzHifz7-202612-12',
  'NurseryPink2147483647adm',
  '10Rose99-999999',
  '12345678',
  'A',
]

test.each(numbers)('the bars of %s decode to the number', (number) => {
  expect(read(code128(number))).toBe(number)
})

test.each(numbers)('the bars of %s equal those of an independent encoder', (number) => {
  expect(code128(number)).toEqual(widthsBy(number))
})

test('every printable character decodes to itself', () => {
  const all = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
  expect(read(code128(all))).toBe(all)
})

test('code128 throws for a text that Code 128 cannot encode', () => {
  expect(() => code128('عائشہ')).toThrow(RangeError)
  expect(() => code128('')).toThrow(RangeError)
})

test('the drawn path has the bars of the number at their positions', () => {
  const { path, modules } = barsOf('5Red1023-202611')
  const bars = [...path.matchAll(/M(\d+) 0h(\d+)v1h-\2z/g)].map(([, from, width]) => [
    Number(from),
    Number(width),
  ])
  const edges = bars.flatMap(([from = 0, width = 0]) => [from, from + width])
  const widths = edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0))
  expect(edges[0]).toBe(0)
  expect(edges.at(-1)).toBe(modules)
  expect(read(widths)).toBe('5Red1023-202611')
})

/** Decodes widths without the tested code: looks the symbols up among the independent encoder's, and checks them. */
function read(widths: readonly number[]): string {
  const values = valuesIn(widths)
  const [start, ...rest] = values
  const check = rest.pop()
  const expected = rest.reduce((total, value, index) => total + value * (index + 1), start ?? 0) % 103
  if (check !== expected) throw new Error(`The check symbol is ${check}, not ${expected}`)
  return textOf(start ?? -1, rest)
}

function valuesIn(widths: readonly number[]): number[] {
  const values: number[] = []
  let index = 0
  while (widths.length - index > 7) {
    const symbol = widths.slice(index, index + 6).join('')
    const value = dictionary.indexOf(symbol)
    if (value < 0) throw new Error(`Unknown symbol: ${symbol}`)
    values.push(value)
    index += 6
  }
  if (widths.slice(index).join('') !== '2331112') throw new Error('The stop symbol is missing')
  return values
}

function textOf(start: number, values: readonly number[]): string {
  if (start !== 104 && start !== 105) throw new Error(`Not a start symbol: ${start}`)
  let pairs = start === 105
  let text = ''
  for (const value of values) {
    if (pairs && value === 100) pairs = false
    else if (!pairs && value === 99) pairs = true
    else text += pairs ? String(value).padStart(2, '0') : String.fromCharCode(value + 32)
  }
  return text
}

/** Returns the widths of the independent encoder, without drawing. */
function widthsBy(text: string, options: object = {}): number[] {
  const edges: number[] = []
  const context: DrawingContext<number[]> = {
    scale: () => [1, 1],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init() {},
    line(middle, _from, _x, _to, width) {
      const start = middle - Math.ceil(width / 2)
      edges.push(start, start + width)
    },
    polygon() {},
    hexagon() {},
    ellipse() {},
    fill() {},
    text() {},
    end: () => edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0)),
  }
  return independentCode128({ bcid: 'code128', text, scale: 1, ...options }, context)
}
