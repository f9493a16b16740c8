import { code128 as independent, type DrawingContext } from 'bwip-js/generic'
import { expect, test } from 'vitest'
import { barsOf } from './bar-code.tsx'
import { code128 } from './code-128.ts'

/** The sign of each value 0 to 105, by the independent encoder: written alone behind the start sign 104. */
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

test.each(numbers)('the bars of %s read back as the number', (number) => {
  expect(read(code128(number))).toBe(number)
})

test.each(numbers)('the bars of %s are those of an independent encoder', (number) => {
  expect(code128(number)).toEqual(widthsBy(number))
})

test('every printable sign can be read back', () => {
  const all = Array.from({ length: 95 }, (_, place) => String.fromCharCode(32 + place)).join('')
  expect(read(code128(all))).toBe(all)
})

test('text that Code 128 cannot hold is a fault of the caller', () => {
  expect(() => code128('عائشہ')).toThrow(RangeError)
  expect(() => code128('')).toThrow(RangeError)
})

test('the drawn path holds the bars of the number at their places', () => {
  const { path, modules } = barsOf('5Red1023-202611')
  const drawn = [...path.matchAll(/M(\d+) 0h(\d+)v1h-\2z/g)].map(([, from, width]) => [
    Number(from),
    Number(width),
  ])
  const edges = drawn.flatMap(([from = 0, width = 0]) => [from, from + width])
  const widths = edges.slice(1).map((edge, place) => edge - (edges[place] ?? 0))
  expect(edges[0]).toBe(0)
  expect(edges.at(-1)).toBe(modules)
  expect(read(widths)).toBe('5Red1023-202611')
})

/** A reader of its own: signs by their widths, as the independent encoder writes each value, then check and text. */
function read(widths: readonly number[]): string {
  const values = valuesIn(widths)
  const [start, ...rest] = values
  const check = rest.pop()
  const expected = rest.reduce((total, value, place) => total + value * (place + 1), start ?? 0) % 103
  if (check !== expected) throw new Error(`Check sign ${check}, not ${expected}`)
  return textOf(start ?? -1, rest)
}

function valuesIn(widths: readonly number[]): number[] {
  const values: number[] = []
  let place = 0
  while (widths.length - place > 7) {
    const sign = widths.slice(place, place + 6).join('')
    const value = dictionary.indexOf(sign)
    if (value < 0) throw new Error(`No such sign: ${sign}`)
    values.push(value)
    place += 6
  }
  if (widths.slice(place).join('') !== '2331112') throw new Error('No stop sign')
  return values
}

function textOf(start: number, values: readonly number[]): string {
  if (start !== 104 && start !== 105) throw new Error(`No start sign: ${start}`)
  let pairs = start === 105
  let text = ''
  for (const value of values) {
    if (pairs && value === 100) pairs = false
    else if (!pairs && value === 99) pairs = true
    else text += pairs ? String(value).padStart(2, '0') : String.fromCharCode(value + 32)
  }
  return text
}

/** Draws nothing and keeps the widths. */
function widthsBy(text: string, options: object = {}): number[] {
  const edges: number[] = []
  const keeper: DrawingContext<number[]> = {
    scale: () => [1, 1],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init() {},
    line(middle, _from, _x, _to, width) {
      const begins = middle - Math.ceil(width / 2)
      edges.push(begins, begins + width)
    },
    polygon() {},
    hexagon() {},
    ellipse() {},
    fill() {},
    text() {},
    end: () => edges.slice(1).map((edge, place) => edge - (edges[place] ?? 0)),
  }
  return independent({ bcid: 'code128', text, scale: 1, ...options }, keeper)
}
