import { describe, expect, it } from 'vitest'
import { readSearch, rollNoFrom } from './student-search.ts'

describe('a student search', () => {
  it.each([
    ['1023', '1023'],
    [' 10 23 ', '1023'],
    ['0300-1234567', '03001234567'],
    ['35202-1234567-1', '3520212345671'],
    ['+92 300 1234567', '03001234567'],
    ['0092 (300) 1234567', '03001234567'],
    ['+92 300', '92300'],
    ['۰۳۰۰-۱۲۳۴۵۶۷', '03001234567'],
    ['٣٥', '35'],
    ['１０２３', '1023'],
  ])('reads "%s" as the number %s', (input, digits) => {
    expect(readSearch(input)).toEqual({ kind: 'number', digits })
  })

  it.each(['Ayesha', "o'brien", 'عائشہ خان', 'Khan 2', 'José'])('reads "%s" as a name', (input) => {
    expect(readSearch(input)).toEqual({ kind: 'words', words: input.normalize('NFKC') })
  })

  it.each([' ', '-', '+', '%', '_', '\u0000', '()'])('ignores %j', (input) => {
    expect(readSearch(input)).toBeNull()
  })

  it('splits words at a character that no record can hold', () => {
    expect(readSearch('Ali\u0000Khan')).toEqual({ kind: 'words', words: 'Ali Khan' })
  })
})

describe('a roll number', () => {
  it.each([
    ['1023', 1023],
    [' 7 ', 7],
    ['۱۰۲۳', 1023],
    ['9999999', 9_999_999],
  ])('is read from "%s"', (input, rollNo) => {
    expect(rollNoFrom(input)).toBe(rollNo)
  })

  it.each([
    '',
    '0',
    '0300',
    '03001234567',
    '12345678',
    '3520212345671',
    '35202-1',
    '10 23',
    '1e3',
    '5Red1023',
    'Ayesha',
  ])('is not read from %j', (input) => {
    expect(rollNoFrom(input)).toBeNull()
  })
})
