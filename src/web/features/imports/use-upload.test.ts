import { expect, test } from 'vitest'
import { piecesOf } from './use-upload.ts'

const rowsOf = (count: number, cell: string, columns = 1) =>
  Array.from({ length: count }, (_, at) => ({
    rowNo: at + 2,
    cells: Array.from({ length: columns }, () => cell),
  }))

test('short rows go 500 at a time, and every row goes once in the order of the file', () => {
  const pieces = [...piecesOf(rowsOf(1201, 'Ali'))]
  expect(pieces.map(({ length }) => length)).toEqual([500, 500, 201])
  expect(pieces.flat().map(({ rowNo }) => rowNo)).toEqual(rowsOf(1201, '').map(({ rowNo }) => rowNo))
})

test('a piece has at most 60,000 bytes, in which a letter of Urdu counts twice', () => {
  const pieces = [...piecesOf(rowsOf(300, 'ولدیت'.repeat(20), 15))]
  for (const piece of pieces)
    expect(new TextEncoder().encode(JSON.stringify({ rows: piece })).length).toBeLessThan(60_100)
  expect(pieces.flat()).toHaveLength(300)
})

test('a row that is larger than a piece goes alone', () => {
  const [first, second] = [...piecesOf(rowsOf(2, 'و'.repeat(600), 60))]
  expect([first?.length, second?.length]).toEqual([1, 1])
})
