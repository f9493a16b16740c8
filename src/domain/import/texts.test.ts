import { describe, expect, it } from 'vitest'
import { readCnic, readPhone, readRollNo, readText, saysNothing, type Reading } from './values.ts'

const codeOf = (reading: Reading<unknown>) => (reading.ok ? null : reading.code)
const valueOf = <T>(reading: Reading<T>) => (reading.ok ? reading.value : null)

describe('phones, CNICs and numbers', () => {
  it.each([
    ['03001234567', '0300-1234567'],
    ['0300-1234567', '0300-1234567'],
    ['+92 300 1234567', '0300-1234567'],
    ['0092 (300) 1234567', '0300-1234567'],
    ['3001234567', '0300-1234567'],
    ['۰۳۰۰۱۲۳۴۵۶۷', '0300-1234567'],
    ['042-35761234', '042-35761234'],
    ['0300-1234567 / 0321-7654321', '0300-1234567 / 0321-7654321'],
    ['Uncle 0300 1234567', 'Uncle 0300 1234567'],
  ])('the phone %j is %j', (text, phone) => {
    expect(valueOf(readPhone(text))).toBe(phone)
  })

  it.each([
    ['3520212345671', '35202-1234567-1'],
    ['35202-1234567-1', '35202-1234567-1'],
    ['۳۵۲۰۲۱۲۳۴۵۶۷۱', '35202-1234567-1'],
    ['35202-12345', '35202-12345'],
  ])('the CNIC %j is %j', (text, cnic) => {
    expect(valueOf(readCnic(text))).toBe(cnic)
  })

  it('that Excel shortened are refused', () => {
    for (const text of ['3.00E+09', '3.52021E+12', '3E9', '3,00E+09']) {
      expect(codeOf(readPhone(text))).toBe('number-shortened')
      expect(codeOf(readCnic(text))).toBe('number-shortened')
    }
  })

  it.each([
    ['1023', 1023],
    ['0012', 12],
    ['12.0', 12],
    ['۱۲', 12],
    ['2147483647', 2_147_483_647],
  ])('the roll number %j is %s', (text, rollNo) => {
    expect(valueOf(readRollNo(text))).toBe(rollNo)
  })

  it.each(['A-12', '0', '-5', '1.5', '2147483648', '1e3', '9'.repeat(30), '12/2026'])(
    '%j is not a roll number',
    (text) => {
      expect(codeOf(readRollNo(text))).toBe('roll-number-unreadable')
    },
  )
})

describe('a text', () => {
  it('has single blanks and only characters that a form accepts', () => {
    expect(valueOf(readText('  Ali   Raza ', 120))).toBe('Ali Raza')
    expect(valueOf(readText('=HYPERLINK("x")', 120))).toBe('=HYPERLINK("x")')
    expect(codeOf(readText('2024-03-01', 120))).toBe('became-date')
    expect(codeOf(readPhone('2024-03-01'))).toBe('became-date')
    expect(codeOf(readCnic('2024-03-01'))).toBe('became-date')
    expect(codeOf(readText('x'.repeat(121), 120))).toBe('text-too-long')
    expect(codeOf(readText('a\u0000b', 120))).toBe('text-unprintable')
    expect(codeOf(readText('a\u202eb', 120))).toBe('text-unprintable')
    expect(codeOf(readText('#N/A', 120))).toBe('excel-error')
    expect(codeOf(readText('#FORMULA! =A2&B2', 120))).toBe('formula-unsolved')
  })

  it('without a value counts as empty', () => {
    for (const text of ['', ' ', '-', '--', '–', '.', '___', 'nil', 'N/A', 'NA', 'none'])
      expect(saysNothing(text)).toBe(true)
    for (const text of ['0', 'Nila', 'No', 'A']) expect(saysNothing(text)).toBe(false)
  })
})
